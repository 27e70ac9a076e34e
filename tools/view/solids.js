/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * solids.js - the surfaces of everything in the picture, as triangles; and what bodies without
 * shapes look like.
 *
 * A surface is {position, normal, index}: plain arrays, three numbers per corner. Nothing here
 * knows how it is drawn.
 */
"use strict";

const LinkworkSolids = (() => {
  /* ---- vectors and quaternions (w x y z) --------------------------------------------------- */

  const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
  const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0]];
  const length = (a) => Math.hypot(a[0], a[1], a[2]);
  const distance = (a, b) => length(subtract(a, b));

  /* A unit vector; z where there is no direction. */
  function unit(a) {
    const l = length(a);
    return l > 0 ? scale(a, 1 / l) : [0, 0, 1];
  }

  /* v turned by a quaternion: v + 2 w (u x v) + 2 u x (u x v) */
  function turn(q, v) {
    const u = [q[1], q[2], q[3]];
    const t = scale(cross(u, v), 2);
    return add(add(v, scale(t, q[0])), cross(u, t));
  }

  /* Any unit vector perpendicular to a unit vector. */
  function perpendicular(z) {
    return unit(cross(z, Math.abs(z[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]));
  }

  /* The quaternion that turns z to a unit vector. */
  function quatOfAxis(z) {
    if (z[2] < -1 + 1e-12) return [0, 1, 0, 0];
    const q = [1 + z[2], -z[1], z[0], 0];
    const l = Math.hypot(q[0], q[1], q[2]);
    return q.map((x) => x / l);
  }

  /* ---- surfaces ---------------------------------------------------------------------------- */

  /* A surface of revolution about z. Each piece of the profile has two ends [radius, z, normal in
   * the plane: radial, along z]. */
  function lathe(pieces, segments) {
    const s = { position: [], normal: [], index: [] };
    for (const [a, b] of pieces) {
      const first = s.position.length / 3;
      for (let i = 0; i <= segments; i++) {
        const c = Math.cos(2 * Math.PI * i / segments);
        const d = Math.sin(2 * Math.PI * i / segments);
        for (const p of [a, b]) {
          s.position.push(p[0] * c, p[0] * d, p[1]);
          s.normal.push(p[2] * c, p[2] * d, p[3]);
        }
      }
      for (let i = 0; i < segments; i++) {
        const k = first + 2 * i;
        if (a[0] > 0) s.index.push(k, k + 2, k + 1);
        if (b[0] > 0) s.index.push(k + 1, k + 2, k + 3);
      }
    }
    return s;
  }

  /* Pieces of a circle in the profile, from angle a to b above the equator. */
  function arc(radius, centre, a, b, n) {
    const at = (i) => {
      const t = a + (b - a) * i / n;
      const c = Math.abs(Math.cos(t)) < 1e-9 ? 0 : Math.cos(t);
      return [radius * c, centre + radius * Math.sin(t), c, Math.sin(t)];
    };
    const pieces = [];
    for (let i = 0; i < n; i++) pieces.push([at(i), at(i + 1)]);
    return pieces;
  }

  function box(size) {
    const s = { position: [], normal: [], index: [] };
    for (let k = 0; k < 3; k++) {
      for (const sign of [1, -1]) {
        const first = s.position.length / 3;
        for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
          const p = [0, 0, 0];
          p[k] = sign;
          p[(k + 1) % 3] = a * sign;
          p[(k + 2) % 3] = b;
          s.position.push(p[0] * size[0] / 2, p[1] * size[1] / 2, p[2] * size[2] / 2);
          s.normal.push(k === 0 ? sign : 0, k === 1 ? sign : 0, k === 2 ? sign : 0);
        }
        s.index.push(first, first + 1, first + 2, first, first + 2, first + 3);
      }
    }
    return s;
  }

  function cylinder(radius, height, segments = 32) {
    const h = height / 2;
    return lathe([[[0, -h, 0, -1], [radius, -h, 0, -1]], [[radius, -h, 1, 0], [radius, h, 1, 0]],
      [[radius, h, 0, 1], [0, h, 0, 1]]], segments);
  }

  function sphere(radius, segments = 24) {
    return lathe(arc(radius, 0, -Math.PI / 2, Math.PI / 2, Math.ceil(segments / 2)), segments);
  }

  function capsule(radius, height, segments = 16) {
    const h = height / 2;
    return lathe([...arc(radius, -h, -Math.PI / 2, 0, Math.ceil(segments / 4)),
      [[radius, -h, 1, 0], [radius, h, 1, 0]],
      ...arc(radius, h, 0, Math.PI / 2, Math.ceil(segments / 4))], segments);
  }

  /* A ring about z; the tube has the second radius. */
  function ring(radius, tube, segments = 32) {
    const n = 10;
    const at = (i) => {
      const c = Math.cos(2 * Math.PI * i / n);
      const d = Math.sin(2 * Math.PI * i / n);
      return [radius + tube * c, tube * d, c, d];
    };
    const pieces = [];
    for (let i = 0; i < n; i++) pieces.push([at(i), at(i + 1)]);
    return lathe(pieces, segments);
  }

  /* An arrow of length 1 along z: shaft and head. Scaled in z alone it keeps its thickness. */
  function arrow(heads = 1) {
    const r = 0.02;
    const R = 0.055;
    const slope = Math.hypot(R, 0.16);
    const pieces = [[[0, 0, 0, -1], [r, 0, 0, -1]], [[r, 0, 1, 0], [r, 0.84, 1, 0]]];
    for (let i = 0; i < heads; i++) {
      const z = 0.84 - 0.13 * i;
      pieces.push([[r, z, 0, -1], [R, z, 0, -1]],
        [[R, z, 0.16 / slope, R / slope], [0, z + 0.16, 0.16 / slope, R / slope]]);
    }
    return lathe(pieces, 14);
  }

  /* A coil along z from 0 to 1 with ends on the axis: turns of a wire. */
  function coil(radius, wire, height, turns) {
    const path = [[0, 0, 0]];
    const steps = turns * 14;
    const lead = 0.12;
    for (let i = 0; i <= steps; i++) {
      const t = 2 * Math.PI * turns * i / steps;
      path.push([radius * Math.cos(t), radius * Math.sin(t),
        height * (lead + (1 - 2 * lead) * i / steps)]);
    }
    path.push([0, 0, height]);
    return tube(path, wire, 7);
  }

  /* A tube along a path of points. */
  function tube(path, radius, segments) {
    const s = { position: [], normal: [], index: [] };
    let x = null;
    for (let i = 0; i < path.length; i++) {
      const z = unit(subtract(path[Math.min(i + 1, path.length - 1)], path[Math.max(i - 1, 0)]));
      x = x ? unit(subtract(x, scale(z, dot(x, z)))) : perpendicular(z);
      const y = cross(z, x);
      for (let k = 0; k <= segments; k++) {
        const a = 2 * Math.PI * k / segments;
        const n = add(scale(x, Math.cos(a)), scale(y, Math.sin(a)));
        s.position.push(...add(path[i], scale(n, radius)));
        s.normal.push(...n);
      }
      if (i > 0) {
        const b = i * (segments + 1);
        const a = b - segments - 1;
        for (let k = 0; k < segments; k++) {
          s.index.push(a + k, a + k + 1, b + k, b + k, a + k + 1, b + k + 1);
        }
      }
    }
    return s;
  }

  /* A surface moved to a place. */
  function placed(surface, at, quat) {
    const n = surface.position.length;
    const out = { position: new Array(n), normal: new Array(n), index: surface.index };
    for (let i = 0; i < n; i += 3) {
      const p = add(turn(quat, surface.position.slice(i, i + 3)), at);
      const m = turn(quat, surface.normal.slice(i, i + 3));
      for (let k = 0; k < 3; k++) {
        out.position[i + k] = p[k];
        out.normal[i + k] = m[k];
      }
    }
    return out;
  }

  /* A rod with round ends between two points. */
  function rod(a, b, radius, segments = 14) {
    const along = subtract(b, a);
    return placed(capsule(radius, length(along), segments), scale(add(a, b), 0.5),
      quatOfAxis(unit(along)));
  }

  /* The surface of a shape of the mechanism file, in the frame of its body. */
  function shape(s, round = (n) => n) {
    const make = {
      box: () => box(s.size),
      sphere: () => sphere(s.size[0], round(28)),
      cylinder: () => cylinder(s.size[0], s.size[1], round(40)),
      capsule: () => capsule(s.size[0], s.size[1], round(24)),
    };
    return make[s.type] ? placed(make[s.type](), s.at, s.quat) : null;
  }

  /* The corners of surfaces that reach furthest in 26 directions: those from the centre of a cube
   * to its faces, edges and corners. */
  function outermost(surfaces) {
    const found = new Map();
    for (let x = -1; x <= 1; x++) {
      for (let y = -1; y <= 1; y++) {
        for (let z = -1; z <= 1; z++) {
          let best = -Infinity;
          let point = null;
          for (const { position: p } of surfaces) {
            for (let i = 0; i < p.length; i += 3) {
              const reached = x * p[i] + y * p[i + 1] + z * p[i + 2];
              if (reached > best) {
                best = reached;
                point = [p[i], p[i + 1], p[i + 2]];
              }
            }
          }
          if (point) found.set(point.join(" "), point);
        }
      }
    }
    return [...found.values()];
  }

  /* ---- bodies without shapes --------------------------------------------------------------- */

  /* The points of a body where joints, springs and bushings act, each once. */
  function anchors(scene, body) {
    const found = [];
    const push = (p) => {
      if (!found.some((q) => distance(p, q) <= 1e-9 * (1 + length(p)))) found.push(p);
    };
    for (const j of scene.joints) {
      if (j.parent === body) push(j.points[0]);
      if (j.child === body) push(j.points[1]);
    }
    for (const s of [...scene.springs, ...scene.bushings]) {
      for (const end of s.ends) if (end.body === body) push(end.at);
    }
    return found;
  }

  /* The edges of the box that has the mass and the moments of inertia of a body; products of
   * inertia are left out. */
  function inertiaBox(body) {
    const [xx, yy, zz] = body.inertia;
    const edge = (a, b, c) => Math.sqrt(Math.max(6 * (a + b - c) / body.mass, 0));
    const size = [edge(yy, zz, xx), edge(xx, zz, yy), edge(xx, yy, zz)];
    const largest = Math.max(...size);
    return size.map((e) => Math.max(e, 0.02 * largest));
  }

  /* How far a body reaches from its centre of mass: its anchors and shapes. */
  function reach(scene, body) {
    const b = scene.bodies[body];
    let r = 0;
    for (const p of anchors(scene, body)) r = Math.max(r, distance(p, b.com));
    for (const s of b.shapes) {
      if (!s.surfaces) r = Math.max(r, distance(s.at, b.com) + Math.max(...s.size) / 2);
      for (const { position: p } of s.surfaces || []) {
        for (let i = 0; i < p.length; i += 3) {
          r = Math.max(r, Math.hypot(p[i] - b.com[0], p[i + 1] - b.com[1], p[i + 2] - b.com[2]));
        }
      }
    }
    return r > 0 ? r : Math.max(...inertiaBox(b)) / 2;
  }

  /* Points in the order of their angle about their middle, where they lie in a plane; else null. */
  function polygon(points, middle) {
    let normal = [0, 0, 0];
    for (let i = 0; i < points.length; i++) {
      for (let k = 0; k < i; k++) {
        const n = cross(subtract(points[i], middle), subtract(points[k], middle));
        if (length(n) > length(normal)) normal = n;
      }
    }
    const size = Math.max(...points.map((p) => distance(p, middle)));
    const z = unit(normal);
    if (points.some((p) => Math.abs(dot(subtract(p, middle), z)) > 0.05 * size)) return null;
    const x = perpendicular(z);
    const y = cross(z, x);
    const angle = (p) => Math.atan2(dot(subtract(p, middle), y), dot(subtract(p, middle), x));
    return points.slice().sort((a, b) => angle(a) - angle(b));
  }

  /* The ends of the rods that stand for a body without shapes: its anchors; with one anchor, the
   * point on the other side of the centre of mass, too. */
  function rodEnds(scene, body) {
    const b = scene.bodies[body];
    const points = anchors(scene, body);
    if (points.length === 1 && distance(points[0], b.com) > 1e-6 * (1 + length(b.com))) {
      points.push(subtract(scale(b.com, 2), points[0]));
    }
    return points;
  }

  /* A body that turns about an axis through its centre of mass: a wheel with its radius of
   * gyration. Null where it does not turn so. */
  function wheel(scene, body, most) {
    const b = scene.bodies[body];
    const joint = scene.joints.find((j) => j.type === "revolute" &&
      (j.parent === body || j.child === body));
    if (!joint) return null;
    let axis = joint.axis;
    if (joint.parent !== body) {
      const back = [b.quat[0], -b.quat[1], -b.quat[2], -b.quat[3]];
      const parent = joint.parent < 0 ? [1, 0, 0, 0] : scene.bodies[joint.parent].quat;
      axis = turn(back, turn(parent, axis));
    }
    const [xx, yy, zz, xy, xz, yz] = b.inertia;
    const [x, y, z] = axis;
    const about = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
    const radius = Math.min(Math.sqrt(Math.max(about, 0) / b.mass), 0.5 * most);
    const quat = quatOfAxis(unit(axis));
    const spokes = [0, 1, 2].map((k) => {
      const a = 2 * Math.PI * k / 3;
      return rod(b.com, add(b.com, turn(quat, [radius * Math.cos(a), radius * Math.sin(a), 0])),
        0.05 * radius);
    });
    return [placed(ring(radius, 0.09 * radius, 48), b.com, quat), ...spokes];
  }

  /* Surfaces for a body without shapes: a rod between two points, a frame of rods around three or
   * more, a wheel or else the box of its inertia where there are none. */
  function defaultSurfaces(scene, body, most, round = (n) => n) {
    const b = scene.bodies[body];
    const points = rodEnds(scene, body);
    if (points.length < 2) {
      const inertia = () => [placed(box(inertiaBox(b).map((e) => Math.min(e, most))), b.com,
        [1, 0, 0, 0])];
      return wheel(scene, body, most) || inertia();
    }
    const size = Math.max(...points.map((p) => distance(p, points[0])));
    const radius = Math.min(0.035 * size, 0.02 * most);
    const corners = round(14);
    if (points.length === 2) return [rod(points[0], points[1], radius, corners)];
    const middle = scale(points.reduce(add), 1 / points.length);
    const around = polygon(points, middle);
    const rods = [];
    if (around) {
      around.forEach((p, i) => rods.push(rod(p, around[(i + 1) % around.length], radius,
        corners)));
    } else {
      for (const p of points) rods.push(rod(middle, p, radius, corners));
    }
    if (around && distance(middle, b.com) > size) rods.push(rod(middle, b.com, radius, corners));
    return rods;
  }

  return { add, anchors, arrow, box, capsule, coil, cross, cylinder, defaultSurfaces, distance, dot,
    inertiaBox, length, outermost, perpendicular, placed, polygon, quatOfAxis, reach, ring, rod,
    rodEnds, scale, shape,
    sphere, subtract, tube, turn, unit };
})();

if (typeof module !== "undefined") module.exports = LinkworkSolids;
