/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * geometry.js - the surfaces of shapes and joints, and geometries of three.js made of them.
 */
/* global THREE, LinkworkSolids */
"use strict";

const LinkworkGeometry = (() => { // eslint-disable-line no-unused-vars
  const S = LinkworkSolids;
  const IDENTITY = [1, 0, 0, 0];

  /* ---- geometry of three.js from surfaces -------------------------------------------------- */

  /* One geometry from pieces {surface, colour, element}; ranges say which triangles are whose. */
  function merge(pieces) {
    let corners = 0;
    let triangles = 0;
    for (const p of pieces) {
      corners += p.surface.position.length / 3;
      triangles += p.surface.index.length / 3;
    }
    const position = new Float32Array(3 * corners);
    const normal = new Float32Array(3 * corners);
    const colour = new Float32Array(3 * corners);
    const index = new Uint32Array(3 * triangles);
    const ranges = [];
    let v = 0;
    let i = 0;
    for (const p of pieces) {
      const n = p.surface.position.length / 3;
      position.set(p.surface.position, 3 * v);
      normal.set(p.surface.normal, 3 * v);
      const c = new THREE.Color(p.colour);
      for (let k = 3 * v; k < 3 * (v + n); k += 3) {
        colour[k] = c.r;
        colour[k + 1] = c.g;
        colour[k + 2] = c.b;
      }
      for (const k of p.surface.index) index[i++] = v + k;
      v += n;
      ranges.push({ end: i / 3, element: p.element });
    }
    const g = new THREE.BufferGeometry();
    g.setAttribute("position", new THREE.BufferAttribute(position, 3));
    g.setAttribute("normal", new THREE.BufferAttribute(normal, 3));
    g.setAttribute("color", new THREE.BufferAttribute(colour, 3));
    g.setIndex(new THREE.BufferAttribute(index, 1));
    g.computeBoundingSphere();
    return { geometry: g, ranges };
  }

  function geometryOf(surface) {
    return merge([{ surface, colour: 0xffffff, element: null }]).geometry;
  }

  const hasColour = (surface) => typeof surface.colour === "number";

  /* The surfaces of shapes, in the frame of their body; each may have its own colour. */
  function shapeSurfaces(shapes, round) {
    const out = [];
    for (const s of shapes) {
      const own = s.colour ? new THREE.Color(...s.colour.slice(0, 3)).getHex() : null;
      const glass = s.colour && s.colour[3] < 0.05; /* nobody would see it */
      for (const surface of glass ? [] : s.surfaces || [S.shape(s, round)]) {
        if (surface) {
          out.push({ ...surface, colour: hasColour(surface) ? surface.colour : own });
        }
      }
    }
    return out;
  }

  /* ---- what joints look like, in the frame of the parent ----------------------------------- */

  function jointSurfaces(joint, size, round) {
    const axis = S.unit(joint.axis);
    const along = S.quatOfAxis(axis);
    const at = joint.points[0];
    const put = (surface, quat = along) => S.placed(surface, at, quat);
    switch (joint.type) {
      case "revolute": return [put(S.cylinder(0.5 * size, 2.4 * size, round(20)))];
      case "prismatic": return [put(S.box([1.3 * size, 1.3 * size, 2.2 * size])),
        put(S.cylinder(0.22 * size, 6 * size, round(12)))];
      case "cylindrical": return [put(S.cylinder(0.7 * size, 2 * size, round(20))),
        put(S.cylinder(0.25 * size, 6 * size, round(12)))];
      case "universal": return [put(S.cylinder(0.3 * size, 2.4 * size, round(14))),
        put(S.cylinder(0.3 * size, 2.4 * size, round(14)), S.quatOfAxis(S.perpendicular(axis))),
        put(S.sphere(0.5 * size, round(12)))];
      case "spherical": return [S.placed(S.sphere(0.75 * size, round(18)), at, IDENTITY)];
      case "planar": return [put(S.box([5 * size, 5 * size, 0.15 * size]))];
      case "point-on-line": return [put(S.cylinder(0.15 * size, 10 * size, round(10))),
        put(S.sphere(0.5 * size, round(14)))];
      case "point-on-plane": return [put(S.box([7 * size, 7 * size, 0.1 * size])),
        put(S.sphere(0.5 * size, round(14)))];
      case "fixed": return [put(S.box([size, size, size]))];
      default: return [S.placed(S.sphere(0.5 * size, round(12)), at, IDENTITY)];
    }
  }

  /* A ring about the axis of a joint that something drives. */
  function driveSurface(joint, size, round) {
    const slides = joint.type === "prismatic";
    const [radius, tube] = slides ? [1.2 * size, 0.22 * size] : [0.95 * size, 0.2 * size];
    const ring = S.ring(radius, tube, round(24));
    return S.placed(ring, joint.points[0], S.quatOfAxis(S.unit(joint.axis)));
  }

  return { driveSurface, geometryOf, hasColour, jointSurfaces, merge, shapeSurfaces };
})();
