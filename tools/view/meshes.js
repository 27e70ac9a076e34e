/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * meshes.js - the surfaces of meshes, read from their files by the loaders of three.js.
 *
 * A surface is {position, normal, index, colour}, as in solids.js; its colour is a number, or null
 * where the file has none. Textures are not drawn.
 */
/* global THREE */
"use strict";

const LinkworkMeshes = (() => {
  /* One white pixel, in place of every texture. */
  const WHITE = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nG" +
    "P4DwABAQEAG7buVgAAAABJRU5ErkJggg==";

  function manager() {
    const m = new THREE.LoadingManager();
    m.setURLModifier((url) => (/^data:application/.test(url) ? url : WHITE));
    return m;
  }

  /* The object of three.js for a file; glTF has y upwards, all others are taken as they are. */
  async function parse(name, bytes) {
    const suffix = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const text = () => new TextDecoder().decode(bytes);
    switch (suffix) {
      case "stl": return new THREE.Mesh(new THREE.STLLoader().parse(buffer));
      case "obj": return new THREE.OBJLoader(manager()).parse(text());
      case "dae": {
        const { scene } = new THREE.ColladaLoader(manager()).parse(text(), "");
        scene.rotation.set(0, 0, 0); /* robots' files name an upward axis that nobody follows */
        return scene;
      }
      case "gltf":
      case "glb": {
        const { scene } = await new Promise((done, fail) => {
          new THREE.GLTFLoader(manager()).parse(buffer, "", done, fail);
        });
        const root = new THREE.Group();
        scene.rotation.set(Math.PI / 2, 0, 0);
        root.add(scene);
        return root;
      }
      default: throw new Error(`${name}: not a mesh`);
    }
  }

  /* Whether the file itself gives the material, as DAE and glTF do. */
  const hasColours = (name) => /\.(dae|gltf|glb)$/i.test(name);

  /* The surfaces of one mesh of three.js, one for each of its materials. */
  function surfacesOf(mesh, coloured) {
    const g = mesh.geometry.isBufferGeometry ? mesh.geometry
      : new THREE.BufferGeometry().fromGeometry(mesh.geometry);
    if (!g.attributes.position) return [];
    if (!g.attributes.normal) g.computeVertexNormals();
    const count = g.attributes.position.count;
    const index = g.index ? g.index.array : Uint32Array.from({ length: count }, (v, i) => i);
    const position = new Float32Array(3 * count);
    const normal = new Float32Array(3 * count);
    const v = new THREE.Vector3();
    const turn = new THREE.Matrix3().getNormalMatrix(mesh.matrixWorld);
    for (let i = 0; i < count; i++) {
      v.fromBufferAttribute(g.attributes.position, i).applyMatrix4(mesh.matrixWorld)
        .toArray(position, 3 * i);
      v.fromBufferAttribute(g.attributes.normal, i).applyMatrix3(turn).normalize()
        .toArray(normal, 3 * i);
    }
    const materials = [].concat(mesh.material);
    const groups = materials.length > 1 && g.groups.length ? g.groups
      : [{ start: 0, count: index.length, materialIndex: 0 }];
    return groups.map((part) => {
      const m = materials[part.materialIndex] || materials[0];
      return { position, normal, index: index.subarray(part.start, part.start + part.count),
        colour: coloured && m && m.color ? m.color.getHex() : null };
    });
  }

  /* All surfaces of a file, in its own frame. */
  async function read(name, bytes) {
    const object = await parse(name, bytes);
    object.updateMatrixWorld(true);
    const out = [];
    object.traverse((child) => {
      if (child.isMesh) out.push(...surfacesOf(child, hasColours(name)));
    });
    return out.map(prepare);
  }

  /* Number corners so that equal ones have the same number. fill(i, key) writes the whole numbers
   * that decide about corner i into key, an array of `width`.
   *   Returns {index: the number of each corner, first: the first corner of each number} */
  function distinct(count, width, fill) {
    const key = new Int32Array(width);
    const kept = new Int32Array(width * count);
    const size = 2 ** Math.ceil(Math.log2(2 * count + 2));
    const table = new Int32Array(size).fill(-1);
    const first = [];
    const index = new Uint32Array(count);
    const differs = (i) => {
      for (let k = 0; k < width; k++) if (key[k] !== kept[width * i + k]) return true;
      return false;
    };
    for (let i = 0; i < count; i++) {
      let hash = 0;
      fill(i, key);
      for (let k = 0; k < width; k++) hash = Math.imul(hash ^ key[k], 0x9e3779b1) ^ (hash >>> 15);
      let at = (hash >>> 0) & (size - 1);
      while (table[at] >= 0 && differs(table[at])) at = (at + 1) & (size - 1);
      if (table[at] < 0) {
        kept.set(key, width * first.length);
        table[at] = first.length;
        first.push(i);
      }
      index[i] = table[at];
    }
    return { index, first };
  }

  /* Positions are the same within a millionth of the size of the surface. */
  function resolution(position) {
    return 1e-6 * (position.reduce((most, x) => Math.max(most, Math.abs(x)), 0) || 1);
  }

  /* A surface with only those corners that its triangles use, each once: files repeat them for
   * every triangle. Normals within about a degree are the same. */
  function compact(s) {
    const step = resolution(s.position);
    const { index, first } = distinct(s.index.length, 6, (i, key) => {
      for (let k = 0; k < 3; k++) {
        key[k] = Math.round(s.position[3 * s.index[i] + k] / step);
        key[3 + k] = Math.round(s.normal[3 * s.index[i] + k] * 50);
      }
    });
    const position = new Float32Array(3 * first.length);
    const normal = new Float32Array(3 * first.length);
    first.forEach((corner, i) => {
      for (let k = 0; k < 3; k++) {
        position[3 * i + k] = s.position[3 * s.index[corner] + k];
        normal[3 * i + k] = s.normal[3 * s.index[corner] + k];
      }
    });
    return { position, normal, index, colour: s.colour };
  }

  /* The normals of triangles, as long as twice their areas. */
  function triangleNormals({ position: p, index }) {
    const out = new Float32Array(index.length);
    for (let i = 0; i < index.length; i += 3) {
      const [a, b, c] = [3 * index[i], 3 * index[i + 1], 3 * index[i + 2]];
      const u = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
      const v = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
      out[i] = u[1] * v[2] - u[2] * v[1];
      out[i + 1] = u[2] * v[0] - u[0] * v[2];
      out[i + 2] = u[0] * v[1] - u[1] * v[0];
    }
    return out;
  }

  /* A surface of flat triangles, as all STL files have, with smooth normals: each corner has the
   * mean of its triangle and of those around the corner that are inclined to it by less than 40
   * degrees. */
  function smooth(s) {
    const count = s.index.length;
    const step = resolution(s.position);
    const area = triangleNormals(s);
    const { index: point } = distinct(count, 3, (i, key) => {
      for (let k = 0; k < 3; k++) key[k] = Math.round(s.position[3 * s.index[i] + k] / step);
    });
    const around = [];
    point.forEach((number, i) => (around[number] = around[number] || []).push(i - i % 3));
    const position = new Float32Array(3 * count);
    const normal = new Float32Array(3 * count);
    const length = (i) => Math.hypot(area[i], area[i + 1], area[i + 2]);
    for (let i = 0; i < count; i++) {
      const own = i - i % 3;
      const sum = [0, 0, 0];
      for (const t of around[point[i]]) {
        const dot = area[own] * area[t] + area[own + 1] * area[t + 1] + area[own + 2] * area[t + 2];
        if (t !== own && dot < Math.cos(40 * Math.PI / 180) * length(own) * length(t)) continue;
        for (let k = 0; k < 3; k++) sum[k] += area[t + k];
      }
      const l = Math.hypot(...sum) || 1;
      for (let k = 0; k < 3; k++) {
        position[3 * i + k] = s.position[3 * s.index[i] + k];
        normal[3 * i + k] = sum[k] / l;
      }
    }
    return { position, normal, index: Uint32Array.from({ length: count }, (v, i) => i),
      colour: s.colour };
  }

  /* A surface as it is drawn. Where each point has two normals or more, triangles are flat. */
  function prepare(s) {
    const once = compact(s);
    const step = resolution(once.position);
    const points = distinct(once.position.length / 3, 3, (i, key) => {
      for (let k = 0; k < 3; k++) key[k] = Math.round(once.position[3 * i + k] / step);
    }).first.length;
    return once.position.length >= 2 * 3 * points ? compact(smooth(once)) : once;
  }

  /* A surface scaled, turned and moved to the place of its shape in the frame of the body. A
   * mirrored one has its triangles the other way round. */
  function place(s, shape) {
    const [w, x, y, z] = shape.quat;
    const matrix = new THREE.Matrix4().compose(new THREE.Vector3(...shape.at),
      new THREE.Quaternion(x, y, z, w), new THREE.Vector3(...shape.size));
    const turn = new THREE.Matrix3().getNormalMatrix(matrix);
    const out = { position: s.position.slice(), normal: s.normal.slice(), index: s.index,
      colour: s.colour };
    const v = new THREE.Vector3();
    for (let i = 0; i < out.position.length; i += 3) {
      v.fromArray(s.position, i).applyMatrix4(matrix).toArray(out.position, i);
      v.fromArray(s.normal, i).applyMatrix3(turn).normalize().toArray(out.normal, i);
    }
    if (matrix.determinant() < 0) out.index = s.index.slice().reverse();
    return out;
  }

  /* Give the meshes among shapes their surfaces; where there are some, spare shapes go, and meshes
   * that cannot be shown go always. */
  function settle(shapes, files) {
    let any = false;
    for (const s of shapes) {
      const surfaces = s.type === "mesh" ? files.get(s.file) : null;
      if (!surfaces || !surfaces.length) continue;
      s.surfaces = surfaces.map((one) => place(one, s));
      any = true;
    }
    return shapes.filter((s) => (s.type === "mesh" ? s.surfaces : !(any && s.spare)));
  }

  /* The loaders of three.js write notes about files on the console: nobody looks there. */
  async function quietly(work) {
    const { log, warn, error, time, timeEnd } = console;
    const nothing = () => {};
    Object.assign(console, { log: nothing, warn: nothing, error: nothing, time: nothing,
      timeEnd: nothing });
    try {
      return await work();
    } finally {
      Object.assign(console, { log, warn, error, time, timeEnd });
    }
  }

  /* Read the meshes of a page and put them in place.
   *   meshes: [{file, name in the archive}]; returns the files that cannot be read */
  async function load(scene, meshes, archive) {
    const files = new Map();
    const failed = [];
    for (const { file, name } of meshes) {
      try {
        const bytes = await archive.read(name);
        files.set(file, await quietly(() => read(file, bytes)));
        if (!files.get(file).length) failed.push(file);
      } catch (error) {
        failed.push(file);
      }
    }
    scene.ground.shapes = settle(scene.ground.shapes, files);
    for (const b of scene.bodies) b.shapes = settle(b.shapes, files);
    return failed;
  }

  return { compact, load, place, prepare, settle };
})();

if (typeof module !== "undefined") module.exports = LinkworkMeshes;
