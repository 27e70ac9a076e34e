/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * scene.js - the picture: bodies with their joints, springs, arrows and paths in a three.js scene.
 *
 * All that is rigid with a body is one mesh of coloured triangles, so that a thousand bodies are a
 * thousand draw calls. Elements are known by kind and index: "body" 3, "joint" 7, "spring" 0.
 */
/* global THREE, LinkworkData, LinkworkGeometry, LinkworkSolids */
"use strict";

const LinkworkScene = (() => { // eslint-disable-line no-unused-vars
  const S = LinkworkSolids;
  const { driveSurface, geometryOf, hasColour, jointSurfaces, merge, shapeSurfaces } =
    LinkworkGeometry;

  /* Colours of bodies in turn: neighbours in the list differ in hue and in brightness. */
  const BODY = [0x4f83cc, 0xe0883a, 0x58a868, 0xc9536a, 0x8f78c8, 0xb79a2f, 0x3fa7b0, 0xb56a9c,
    0x7f9c3b, 0x9a6a4b];
  const COLOUR = { ground: 0x8b929c, joint: 0x3c434e, drive: 0xf2a516, spring: 0xa8b0ba,
    bushing: 0x5b5148, selected: 0xffd21f, force: 0xe03131, torque: 0x9c36b5, velocity: 0x2f9e44,
    com: 0x111111, rod: 0x6c7683 };
  const IDENTITY = [1, 0, 0, 0];
  const WORLD = [0, 0, 0, 1, 0, 0, 0]; /* the pose of the ground */

  const keyOf = (kind, index) => `${kind} ${index}`;

  /* ---- the scene --------------------------------------------------------------------------- */

  class Scene {
    /* data: the JSON of the page; result: its columns, or null where there is only the start;
     * plain: without highlights, which take a processor long to draw */
    constructor(data, result, plain) {
      this.data = data;
      this.plain = plain;
      this.result = result;
      this.root = new THREE.Scene();
      this.hidden = new Set();
      this.selected = new Set();
      this.shown = { grid: true, reactions: false, velocities: false, paths: false, com: false,
        frames: false, glass: false, labels: false };
      this.forceScale = 1;
      /* corners around something round: fewer where there are many bodies, each of them small */
      const detail = Math.min(1, Math.sqrt(150 / Math.max(data.bodies.length, 1)));
      this.round = (n) => Math.max(6, Math.round(n * detail));
      this.poses = data.bodies.map((b) => [...b.r, ...b.quat]);
      this.columns = data.bodies.map((b) => this.poseColumns(b.name));
      this.place = { row: 0, part: 0 };
      this.measure();
      this.makeSurfaces();
      this.addLights();
      this.addGrid();
      this.addBodies();
      this.addWires();
      this.addSprings();
      this.addArrows();
      this.paths = new THREE.Group();
      this.root.add(this.paths);
      this.seek(result ? result.time[0] : 0);
    }

    /* Show another result with the same columns. */
    use(result) {
      this.result = result;
      this.columns = this.data.bodies.map((b) => this.poseColumns(b.name));
      for (const a of this.arrows) {
        if (a.kind === "velocity") continue;
        a.columns = result.vector(`${this.data.joints[a.index].name}.${a.kind}`, 3);
      }
      this.buildPaths();
    }

    poseColumns(name) {
      const r = this.result ? this.result.vector(`${name}.r`, 3) : null;
      const q = this.result ? this.result.vector(`${name}.quat`, 4) : null;
      return r && q ? [...r, ...q] : null;
    }

    poseOf(body) {
      return body < 0 ? WORLD : this.poses[body];
    }

    /* A point of a body in the world. */
    point(body, local) {
      const p = this.poseOf(body);
      return S.add(S.turn(p.slice(3), local), p);
    }

    /* ---- sizes ----------------------------------------------------------------------------- */

    /* The extent of the mechanism at its start, the sizes of joints, and which way is up. */
    measure() {
      const d = this.data;
      const box = new THREE.Box3();
      const put = (p, r) => box.union(new THREE.Box3(
        new THREE.Vector3(p[0] - r, p[1] - r, p[2] - r),
        new THREE.Vector3(p[0] + r, p[1] + r, p[2] + r)));
      this.reach = d.bodies.map((b, i) => S.reach(d, i));
      for (const j of d.joints) {
        put(this.point(j.parent, j.points[0]), 0);
        put(this.point(j.child, j.points[1]), 0);
      }
      const bare = d.joints.length === 0;
      d.bodies.forEach((b, i) => put(this.point(i, b.com),
        bare || b.shapes.length ? this.reach[i] : 0));
      if (box.isEmpty() || box.min.distanceTo(box.max) === 0) put([0, 0, 0], 0.5);
      this.box = box;
      this.size = box.min.distanceTo(box.max);
      this.jointSize = d.joints.map((j) => {
        const sides = [j.parent, j.child].filter((b) => b >= 0).map((b) => this.reach[b]);
        return Math.min(0.06 * Math.min(...sides), 0.02 * this.size);
      });
      const g = d.gravity;
      const up = S.length(g) > 0 ? S.scale(g, -1 / S.length(g)) : [0, 0, 1];
      /* along an axis of the world if it nearly is one */
      const flat = box.max.z - box.min.z < 0.12 * Math.min(box.max.x - box.min.x,
        box.max.y - box.min.y);
      /* a plane mechanism without gravity is looked at from above, and y is up on the screen */
      if (S.length(g) === 0 && flat) up.splice(0, 3, 0, 1, 0);
      const axis = [0, 1, 2].find((k) => Math.abs(up[k]) > 0.999);
      this.up = axis === undefined ? up : [0, 1, 2].map((k) => (k === axis ? Math.sign(up[k]) : 0));
    }

    /* ---- light and ground ------------------------------------------------------------------ */

    addLights() {
      const up = new THREE.Vector3(...this.up);
      const hemisphere = new THREE.HemisphereLight(0xffffff, 0x8a8078, 0.72);
      hemisphere.position.copy(up);
      this.root.add(hemisphere);
      this.sun = new THREE.DirectionalLight(0xffffff, 0.5);
      this.root.add(this.sun, this.sun.target);
    }

    /* Squares of 1, 2 or 5 times a power of ten, below everything. */
    addGrid() {
      const wanted = this.size / 12;
      const power = Math.pow(10, Math.floor(Math.log10(wanted)));
      this.cell = power * [1, 2, 5, 10].find((f) => f * power >= wanted);
      const n = 2 * Math.ceil(1.1 * this.size / this.cell);
      const up = new THREE.Vector3(...this.up);
      const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), up);
      const low = this.survey();
      const centre = this.motion.getCenter(new THREE.Vector3());
      const side = centre.clone().applyQuaternion(turn.clone().inverse());
      const snap = (x) => this.cell * Math.round(x / this.cell);
      this.grid = new THREE.GridHelper(n * this.cell, n, 0x888888, 0x888888);
      this.grid.material.transparent = true;
      this.grid.material.depthWrite = false;
      this.grid.quaternion.copy(turn);
      this.grid.position.set(snap(side.x), low - 0.002 * this.size, snap(side.z))
        .applyQuaternion(turn);
      this.root.add(this.grid);
    }

    /* Go through the whole motion: the box of all that moves, and the height of the lowest
     * point. */
    survey() {
      const d = this.data;
      const rows = this.result ? this.result.rows : 1;
      const n = d.bodies.length;
      const many = !this.result ? 0 : n > 200 ? 10 : n > 30 ? 30 : 100;
      const before = this.poses.map((p) => p.slice());
      const own = [this.groundSurfaces, ...this.surfaces].map((all) => S.outermost(all));
      const box = new THREE.Box3();
      const vector = new THREE.Vector3();
      let low = Infinity;
      const put = (p) => {
        box.expandByPoint(vector.set(p[0], p[1], p[2]));
        low = Math.min(low, S.dot(p, this.up));
      };
      for (let k = 0; k <= many; k++) {
        this.setPoses({ row: Math.round((rows - 1) * k / Math.max(many, 1)), part: 0 });
        own.forEach((points, i) => points.forEach((p) => put(this.point(i - 1, p))));
        for (const j of d.joints) put(this.point(j.parent, j.points[0]));
        for (const s of [...d.springs, ...d.bushings]) {
          for (const end of s.ends) put(this.point(end.body, end.at));
        }
      }
      this.poses = before;
      this.motion = box.isEmpty() ? this.box : box;
      return isFinite(low) ? low : 0;
    }

    /* ---- bodies and joints ----------------------------------------------------------------- */

    /* The surfaces of all bodies, in their frames. */
    makeSurfaces() {
      this.groundSurfaces = shapeSurfaces(this.data.ground.shapes, this.round);
      this.surfaces = this.data.bodies.map((b, i) => (b.shapes.length
        ? shapeSurfaces(b.shapes, this.round)
        : S.defaultSurfaces(this.data, i, this.size, this.round)));
    }

    surfaceMaterial(properties) {
      return this.plain ? new THREE.MeshLambertMaterial(properties)
        : new THREE.MeshPhongMaterial({ specular: 0x222222, shininess: 24, ...properties });
    }

    /* The smallest and the largest coordinates of what a body looks like, in its frame, and the
     * colour of its first surface. */
    extent(body) {
      const box = new THREE.Box3();
      const v = new THREE.Vector3();
      for (const { position } of this.surfaces[body]) {
        for (let i = 0; i < position.length; i += 3) box.expandByPoint(v.fromArray(position, i));
      }
      const first = this.surfaces[body][0];
      return { range: [...box.min.toArray(), ...box.max.toArray()],
        colour: hasColour(first) ? first.colour : this.bodyColour(body) };
    }

    addBodies() {
      this.material = this.surfaceMaterial({ vertexColors: THREE.VertexColors,
        side: THREE.DoubleSide });
      this.meshes = [];
      this.ownJoints = new Map();
      this.data.joints.forEach((j, i) => {
        if (!this.ownJoints.has(j.parent)) this.ownJoints.set(j.parent, []);
        this.ownJoints.get(j.parent).push(i);
      });
      for (let b = -1; b < this.data.bodies.length; b++) {
        const mesh = new THREE.Mesh(undefined, this.material);
        mesh.matrixAutoUpdate = false;
        mesh.body = b;
        this.meshes.push(mesh);
        this.root.add(mesh);
        this.build(b);
      }
    }

    mesh(body) {
      return this.meshes[body + 1];
    }

    colourOf(kind, index, usual) {
      return this.selected.has(keyOf(kind, index)) ? COLOUR.selected : usual;
    }

    bodyColour(body) {
      return body < 0 ? COLOUR.ground : BODY[body % BODY.length];
    }

    /* Make the mesh of a body from what is not hidden. */
    build(body) {
      const pieces = [];
      const element = { kind: "body", index: body };
      const own = body < 0 ? this.groundSurfaces : this.surfaces[body];
      if (!this.hidden.has(keyOf("body", body))) {
        for (const surface of own) {
          const usual = hasColour(surface) ? surface.colour : this.bodyColour(body);
          pieces.push({ surface, colour: this.colourOf("body", body, usual), element });
        }
      }
      for (const j of this.ownJoints.get(body) || []) {
        if (!this.hidden.has(keyOf("joint", j))) pieces.push(...this.jointPieces(j));
      }
      if (this.shown.frames) pieces.push(...this.framePieces(body));
      if (this.shown.com && body >= 0) {
        const r = 0.05 * Math.min(this.reach[body], 0.3 * this.size);
        pieces.push({ surface: S.placed(S.sphere(r, 14), this.data.bodies[body].com, IDENTITY),
          colour: COLOUR.com, element });
      }
      const mesh = this.mesh(body);
      const { geometry, ranges } = merge(pieces);
      if (mesh.geometry) mesh.geometry.dispose();
      mesh.geometry = geometry;
      mesh.ranges = ranges;
      mesh.visible = pieces.length > 0;
    }

    jointPieces(index) {
      const joint = this.data.joints[index];
      const size = this.jointSize[index];
      const element = { kind: "joint", index };
      const colour = this.colourOf("joint", index, COLOUR.joint);
      const pieces = jointSurfaces(joint, size, this.round)
        .map((surface) => ({ surface, colour, element }));
      if (joint.drives.length && joint.type !== "distance") {
        const surface = driveSurface(joint, size, this.round);
        pieces.push({ surface, colour: COLOUR.drive, element });
      }
      return pieces;
    }

    /* Three axes for the frame of a body and for each of its markers. */
    framePieces(body) {
      const frames = (body < 0 ? this.data.ground : this.data.bodies[body]).frames;
      const size = body < 0 ? 0.12 * this.size : Math.min(0.6 * this.reach[body], 0.12 * this.size);
      const pieces = [];
      const all = [{ at: [0, 0, 0], quat: IDENTITY, size }]
        .concat(frames.map((f) => ({ at: f.at, quat: f.quat, size: 0.5 * size })));
      for (const f of all) {
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]].forEach((axis, k) => {
          const tip = S.add(f.at, S.turn(f.quat, S.scale(axis, f.size)));
          pieces.push({ surface: S.rod(f.at, tip, 0.02 * f.size, 8),
            colour: [0xd63031, 0x27ae60, 0x2e6fd6][k], element: { kind: "body", index: body } });
        });
      }
      return pieces;
    }

    /* Lines along rods that would be thinner than a pixel when all of a large mechanism is seen. */
    addWires() {
      this.wired = [];
      this.data.bodies.forEach((b, i) => {
        const points = b.shapes.length ? [] : S.rodEnds(this.data, i);
        /* a picture has about 500 pixels, and a rod has 0.07 of its length across */
        if (points.length > 1 && 0.07 * S.distance(points[0], points[1]) < 3e-3 * this.size) {
          this.wired.push({ body: i, points });
        }
      });
      const n = this.wired.reduce((sum, w) => sum + 2 * (w.points.length - 1), 0);
      const geometry = new THREE.BufferGeometry();
      const colour = new Float32Array(3 * n);
      let k = 0;
      for (const w of this.wired) {
        const c = new THREE.Color(this.bodyColour(w.body));
        for (let i = 0; i < 2 * (w.points.length - 1); i++) colour.set([c.r, c.g, c.b], 3 * k++);
      }
      geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3 * n), 3));
      geometry.setAttribute("color", new THREE.BufferAttribute(colour, 3));
      this.wires = new THREE.LineSegments(geometry,
        new THREE.LineBasicMaterial({ vertexColors: THREE.VertexColors }));
      this.wires.frustumCulled = false;
      this.root.add(this.wires);
    }

    placeWires() {
      const attribute = this.wires.geometry.attributes.position;
      let k = 0;
      for (const w of this.wired) {
        const shown = !this.hidden.has(keyOf("body", w.body));
        const world = w.points.map((p) => this.point(w.body, p));
        for (let i = 1; i < world.length; i++) {
          attribute.array.set(world[0], 3 * k++);
          attribute.array.set(world[shown ? i : 0], 3 * k++);
        }
      }
      attribute.needsUpdate = true;
    }

    /* ---- springs, bushings, rods ----------------------------------------------------------- */

    addSprings() {
      this.links = [];
      const d = this.data;
      const make = (kind, index, ends, surface, colour) => {
        const mesh = new THREE.Mesh(surface && geometryOf(surface),
          this.surfaceMaterial({ color: colour, side: THREE.DoubleSide }));
        mesh.matrixAutoUpdate = false;
        mesh.frustumCulled = false;
        mesh.element = { kind, index };
        this.links.push({ kind, index, ends, mesh, colour });
        this.root.add(mesh);
      };
      const span = (ends) => S.distance(this.point(ends[0].body, ends[0].at),
        this.point(ends[1].body, ends[1].at));
      d.springs.forEach((s, i) => {
        /* drawn with the length at the start, then stretched */
        const l = Math.max(span(s.ends), 1e-3 * this.size);
        const r = Math.min(0.09 * l, 0.05 * this.size);
        make("spring", i, s.ends, S.coil(r, 0.16 * r, 1, Math.max(5, Math.round(0.9 * l / r))),
          COLOUR.spring);
        this.links[this.links.length - 1].natural = l;
      });
      d.bushings.forEach((s, i) => {
        const size = 0.018 * this.size;
        make("bushing", i, s.ends, S.ring(0.8 * size, 0.4 * size, 20), COLOUR.bushing);
        this.links[this.links.length - 1].rigid = true;
      });
      d.joints.forEach((j, i) => {
        if (j.type !== "distance") return;
        const ends = [{ body: j.parent, at: j.points[0] }, { body: j.child, at: j.points[1] }];
        const r = Math.min(0.02 * span(ends), 0.006 * this.size);
        make("joint", i, ends, S.placed(S.cylinder(r, 1, 12), [0, 0, 0.5], IDENTITY), COLOUR.rod);
      });
    }

    placeLinks() {
      for (const link of this.links) {
        link.mesh.visible = !this.hidden.has(keyOf(link.kind, link.index));
        link.mesh.material.color.setHex(this.colourOf(link.kind, link.index, link.colour));
        const a = this.point(link.ends[0].body, link.ends[0].at);
        const b = this.point(link.ends[1].body, link.ends[1].at);
        const l = S.distance(a, b);
        const q = link.rigid ? this.poseOf(link.ends[0].body).slice(3)
          : S.quatOfAxis(S.unit(S.subtract(b, a)));
        link.mesh.matrix.compose(new THREE.Vector3(...a),
          new THREE.Quaternion(q[1], q[2], q[3], q[0]),
          new THREE.Vector3(1, 1, link.rigid ? 1 : Math.max(l, 1e-9)));
        link.mesh.matrixWorldNeedsUpdate = true;
      }
    }

    /* ---- arrows ---------------------------------------------------------------------------- */

    addArrows() {
      const single = geometryOf(S.arrow(1));
      const double = geometryOf(S.arrow(2));
      this.arrows = [];
      const make = (kind, index, columns, geometry, colour, at) => {
        const mesh = new THREE.Mesh(geometry, this.surfaceMaterial({ color: colour,
          emissive: new THREE.Color(colour).multiplyScalar(0.25) }));
        mesh.matrixAutoUpdate = false;
        mesh.frustumCulled = false;
        mesh.visible = false;
        this.arrows.push({ kind, index, columns, mesh, at });
        this.root.add(mesh);
      };
      if (!this.result) return;
      this.data.joints.forEach((j, i) => {
        const at = () => this.point(j.child, j.points[1]);
        const f = this.result.vector(`${j.name}.force`, 3);
        const t = this.result.vector(`${j.name}.torque`, 3);
        if (f) make("force", i, f, single, COLOUR.force, at);
        if (t) make("torque", i, t, double, COLOUR.torque, at);
      });
      this.data.bodies.forEach((b, i) => {
        if (this.columns[i]) {
          make("velocity", i, null, single, COLOUR.velocity, () => this.point(i, b.com));
        }
      });
      this.largest = { force: this.peak("force"), torque: this.peak("torque"),
        velocity: this.peakVelocity() };
    }

    /* A large magnitude of all vectors of a kind: 98 of 100 are below it. */
    peak(kind) {
      const sizes = [];
      const stride = Math.max(1, Math.floor(this.result.rows / 200));
      for (const a of this.arrows) {
        if (a.kind !== kind) continue;
        for (let r = 0; r < this.result.rows; r += stride) {
          const l = Math.hypot(a.columns[0][r], a.columns[1][r], a.columns[2][r]);
          if (isFinite(l)) sizes.push(l);
        }
      }
      sizes.sort((a, b) => a - b);
      return sizes.length ? sizes[Math.floor(0.98 * (sizes.length - 1))] : 0;
    }

    peakVelocity() {
      let most = 0;
      for (let k = 0; k < 40; k++) {
        const row = Math.floor((this.result.rows - 1) * k / 40);
        for (let b = 0; b < this.data.bodies.length; b++) {
          if (this.columns[b]) most = Math.max(most, S.length(this.velocity(b, { row, part: 0 })));
        }
      }
      return most;
    }

    /* The velocity of the centre of mass of a body: the columns v and w, or the slope of the
     * positions between two rows. */
    velocity(body, place) {
      const name = this.data.bodies[body].name;
      const com = this.data.bodies[body].com;
      const v = this.result.vector(`${name}.v`, 3);
      const w = this.result.vector(`${name}.w`, 3);
      const at = (row) => {
        const c = this.columns[body];
        const q = [c[3][row], c[4][row], c[5][row], c[6][row]];
        return S.add([c[0][row], c[1][row], c[2][row]], S.turn(q, com));
      };
      if (v && w) {
        const arm = S.turn(this.poseOf(body).slice(3), com);
        return S.add(v.map((c) => LinkworkData.valueAt(c, place)),
          S.cross(w.map((c) => LinkworkData.valueAt(c, place)), arm));
      }
      const row = Math.min(place.row, this.result.rows - 2);
      const step = row < 0 ? 0 : this.result.time[row + 1] - this.result.time[row];
      return step > 0 ? S.scale(S.subtract(at(row + 1), at(row)), 1 / step) : [0, 0, 0];
    }

    placeArrows() {
      if (!this.result) return;
      const wanted = { force: this.shown.reactions, torque: this.shown.reactions,
        velocity: this.shown.velocities };
      const wide = 0.5 * this.size;
      for (const a of this.arrows) {
        const element = a.kind === "velocity" ? "body" : "joint";
        a.mesh.visible = wanted[a.kind] && !this.hidden.has(keyOf(element, a.index)) &&
          this.largest[a.kind] > 0;
        if (!a.mesh.visible) continue;
        const value = a.kind === "velocity" ? this.velocity(a.index, this.place)
          : a.columns.map((c) => LinkworkData.valueAt(c, this.place));
        const l = this.forceScale * 0.3 * this.size * S.length(value) / this.largest[a.kind];
        /* an arrow below a thousandth of the picture is a dot */
        a.mesh.visible = isFinite(l) && l > 1e-3 * this.size;
        if (!a.mesh.visible) continue;
        const q = S.quatOfAxis(S.unit(value));
        const thick = Math.min(l, 0.5 * wide);
        a.mesh.matrix.compose(new THREE.Vector3(...a.at()),
          new THREE.Quaternion(q[1], q[2], q[3], q[0]), new THREE.Vector3(thick, thick, l));
        a.mesh.matrixWorldNeedsUpdate = true;
      }
    }

    /* ---- paths ----------------------------------------------------------------------------- */

    /* The bodies whose paths are drawn: those that are selected, else all of a small mechanism and
     * the last one of a large one. */
    pathBodies() {
      const all = this.data.bodies.map((b, i) => i).filter((i) => this.columns[i]);
      const chosen = all.filter((i) => this.selected.has(keyOf("body", i)));
      return chosen.length ? chosen : all.length <= 12 ? all : all.slice(-1);
    }

    buildPaths() {
      for (const line of this.paths.children) {
        line.geometry.dispose();
        line.material.dispose();
      }
      this.paths.remove(...this.paths.children);
      if (!this.shown.paths || !this.result) return;
      const stride = Math.max(1, Math.floor(this.result.rows / 2000));
      for (const b of this.pathBodies()) {
        const c = this.columns[b];
        const com = this.data.bodies[b].com;
        /* of a selected body also its markers */
        const frames = this.selected.has(keyOf("body", b)) ? this.data.bodies[b].frames : [];
        for (const local of [com, ...frames.map((f) => f.at)]) {
          const points = [];
          for (let r = 0; r < this.result.rows; r += stride) {
            const q = [c[3][r], c[4][r], c[5][r], c[6][r]];
            const p = S.add([c[0][r], c[1][r], c[2][r]], S.turn(q, local));
            /* points that a picture cannot tell apart are one */
            const last = points[points.length - 1];
            if (!last || S.distance(p, last) > 1e-3 * this.size) points.push(p);
          }
          if (points.length < 2) continue;
          /* lines of WebGL are a pixel wide, which is hard to see */
          this.paths.add(new THREE.Mesh(geometryOf(S.tube(points, 1.5e-3 * this.size, 5)),
            new THREE.MeshBasicMaterial({ color: this.bodyColour(b) })));
        }
      }
    }

    /* ---- what changes ---------------------------------------------------------------------- */

    setPoses(place) {
      for (let b = 0; b < this.poses.length; b++) {
        if (this.columns[b]) LinkworkData.interpolate(this.columns[b], place, this.poses[b]);
      }
    }

    /* Go to a time. */
    seek(t) {
      if (this.result) {
        this.place = this.result.locate(t);
        this.setPoses(this.place);
      }
      const position = new THREE.Vector3();
      const turn = new THREE.Quaternion();
      const one = new THREE.Vector3(1, 1, 1);
      for (let b = 0; b < this.poses.length; b++) {
        const p = this.poses[b];
        const mesh = this.mesh(b);
        mesh.matrix.compose(position.set(p[0], p[1], p[2]), turn.set(p[4], p[5], p[6], p[3]), one);
        mesh.matrixWorldNeedsUpdate = true;
      }
      this.placeWires();
      this.placeLinks();
      this.placeArrows();
      if (this.hand) this.hand.place();
    }

    show(what, on) {
      this.shown[what] = on;
      if (what === "grid") this.grid.visible = on;
      if (what === "paths") this.buildPaths();
      if (what === "glass") {
        /* what is behind shines through, arrows most of all */
        Object.assign(this.material, { transparent: on, opacity: on ? 0.4 : 1, depthWrite: !on });
      }
      if (what === "frames" || what === "com") {
        for (let b = -1; b < this.data.bodies.length; b++) this.build(b);
      }
      this.placeArrows();
    }

    /* The body whose mesh has an element; springs have their own. */
    rebuild(kind, index) {
      if (kind === "body") this.build(index);
      if (kind === "joint") this.build(this.data.joints[index].parent);
      this.placeLinks();
      this.placeArrows();
    }

    hide(kind, index, on) {
      this.hidden[on ? "add" : "delete"](keyOf(kind, index));
      this.rebuild(kind, index);
    }

    isHidden(kind, index) {
      return this.hidden.has(keyOf(kind, index));
    }

    select(kind, index, on) {
      this.selected[on ? "add" : "delete"](keyOf(kind, index));
      this.rebuild(kind, index);
      if (kind === "body") this.buildPaths();
    }

    isSelected(kind, index) {
      return this.selected.has(keyOf(kind, index));
    }

    setTheme(dark) {
      this.root.background = new THREE.Color(dark ? 0x191d23 : 0xf4f6f8);
      this.grid.material.opacity = dark ? 0.28 : 0.32;
      COLOUR.com = dark ? 0xffffff : 0x111111;
      COLOUR.joint = dark ? 0x707a88 : 0x3c434e;
      for (let b = -1; b < this.data.bodies.length; b++) this.build(b);
    }

    /* The element under a ray, or null. */
    pick(raycaster) {
      const found = this.touch(raycaster);
      return found && found.element;
    }

    /* The element under a ray and the point where it is met, or null. */
    touch(raycaster) {
      const meshes = this.meshes.filter((m) => m.visible)
        .concat(this.links.map((l) => l.mesh).filter((m) => m.visible));
      for (const hit of raycaster.intersectObjects(meshes)) {
        if (hit.object.element) return { element: hit.object.element, point: hit.point };
        const range = hit.object.ranges.find((r) => hit.faceIndex < r.end);
        if (range && !(range.element.kind === "body" && range.element.index < 0)) {
          return { element: range.element, point: hit.point };
        }
      }
      return null;
    }

    /* Names with the points where they belong, for labels. */
    labels() {
      if (!this.shown.labels) return [];
      const out = [];
      const chosen = this.selected.size > 0;
      const want = (kind, i) => !this.hidden.has(keyOf(kind, i)) &&
        (!chosen || this.selected.has(keyOf(kind, i)));
      this.data.bodies.forEach((b, i) => {
        if (want("body", i)) out.push({ kind: "body", name: b.name, at: this.point(i, b.com) });
      });
      this.data.joints.forEach((j, i) => {
        if (want("joint", i)) {
          out.push({ kind: "joint", name: j.name, at: this.point(j.parent, j.points[0]) });
        }
      });
      return out.slice(0, 150); /* more would cover the picture */
    }
  }

  return { Scene, BODY };
})();
