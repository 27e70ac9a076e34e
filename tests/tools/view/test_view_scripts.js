/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_view_scripts.js - the scripts of the page that need no browser.
 *
 *   node test_view_scripts.js
 */
"use strict";

const assert = require("assert");
const Data = require("../../../tools/view/data.js");
/* as in a page, where scripts see the ones before them */
global.LinkworkData = Data;
global.LinkworkSolids = require("../../../tools/view/solids.js");
const Hand = require("../../../tools/view/hand.js");
const Live = require("../../../tools/view/live.js");
const Meshes = require("../../../tools/view/meshes.js");
const Plots = require("../../../tools/view/plots.js");
const Solids = require("../../../tools/view/solids.js");
const { runCases } = require("./cases.js");

/* Second differences by bytes, as view_result.h describes them. */
function pack(whole) {
  const n = whole.length;
  const bytes = new Uint8Array(4 * n);
  let before = 0;
  let last = 0;
  whole.forEach((q, i) => {
    const d = (q - 2 * last + before) | 0;
    const z = ((d << 1) ^ (d >> 31)) >>> 0;
    for (let k = 0; k < 4; k++) bytes[k * n + i] = (z >>> (24 - 8 * k)) & 255;
    before = last;
    last = q;
  });
  return bytes;
}

/* Twice the area, with the direction, of every triangle of a surface summed: zero if it is closed. */
function openness(surface) {
  let sum = [0, 0, 0];
  let volume = 0;
  const at = (i) => surface.position.slice(3 * i, 3 * i + 3);
  for (let i = 0; i < surface.index.length; i += 3) {
    const [a, b, c] = surface.index.slice(i, i + 3).map(at);
    const normal = Solids.cross(Solids.subtract(b, a), Solids.subtract(c, a));
    sum = Solids.add(sum, normal);
    volume += Solids.dot(a, normal) / 6;
  }
  return { gap: Solids.length(sum), volume };
}

const link = (name, at) => ({ name, mass: 1, inertia: [1, 1, 1, 0, 0, 0], com: [0, 0, 0], r: at,
  quat: [1, 0, 0, 0], shapes: [], frames: [] });

runCases({
  packed_numbers_come_back() {
    const whole = [5, 0, 4294967294, 17, 0xffffffff, 3, 3, 2147483648];
    const got = Data.unpack(pack(whole), 0, whole.length, -2, 0.5);
    assert.deepStrictEqual([...got], whole.map((q) => (q === 0xffffffff ? NaN : -2 + 0.5 * q)));
    assert.deepStrictEqual([...Data.unpack(new Uint8Array(0), 0, 3, 7, 0)], [7, 7, 7]);
  },

  times_are_found_between_rows_and_at_jumps() {
    const result = new Data.Result({ rows: 5, columns: [{ name: "time", unit: "s", base: 1,
      step: 0.5 }] }, pack([0, 1, 1, 2, 4]));
    assert.deepStrictEqual([...result.time], [1, 1.5, 1.5, 2, 3]);
    assert.deepStrictEqual(result.locate(0), { row: 0, part: 0 });
    assert.deepStrictEqual(result.locate(1.25), { row: 0, part: 0.5 });
    assert.deepStrictEqual(result.locate(1.5), { row: 2, part: 0 });
    assert.deepStrictEqual(result.locate(2.25), { row: 3, part: 0.25 });
    assert.deepStrictEqual(result.locate(9), { row: 4, part: 0 });
  },

  orientations_take_the_shorter_way() {
    const half = Math.SQRT1_2;
    const columns = [[0, 2], [0, 0], [1, 1], [1, -half], [0, 0], [0, 0], [0, -half]]
      .map((c) => Float64Array.from(c));
    const pose = Data.interpolate(columns, { row: 0, part: 0.5 }, new Array(7));
    const eighth = Math.PI / 8;
    [1, 0, 1, Math.cos(eighth), 0, 0, Math.sin(eighth)].forEach((want, k) => {
      assert(Math.abs(pose[k] - want) < 1e-15, `${k}: ${pose[k]} for ${want}`);
    });
  },

  solids_are_closed_and_have_the_right_volume() {
    const within = (surface, volume, share) => {
      const { gap, volume: got } = openness(surface);
      assert(gap < 1e-12, `gap ${gap}`);
      assert(Math.abs(got - volume) < share * volume, `${got} for ${volume}`);
    };
    within(Solids.box([1, 2, 3]), 6, 1e-14);
    /* a polygon of 32 corners has an area 0.6 % below that of its circle */
    within(Solids.cylinder(0.5, 2, 32), Math.PI * 0.5, 0.007);
    within(Solids.sphere(1, 48), 4 / 3 * Math.PI, 0.012);
    within(Solids.capsule(0.5, 1, 48), Math.PI * (0.25 + 1 / 6), 0.012);
    within(Solids.ring(1, 0.2, 64), 2 * Math.PI * Math.PI * 0.04, 0.08);
    within(Solids.rod([0, 0, 0], [0, 3, 4], 0.1, 48), Math.PI * (0.05 + 0.004 / 3), 0.012);
  },

  placed_surfaces_are_turned_and_moved() {
    const q = [Math.SQRT1_2, 0, 0, Math.SQRT1_2]; /* a quarter turn about z */
    const moved = Solids.placed(Solids.box([2, 0.2, 0.2]), [1, 2, 3], q);
    const y = moved.position.filter((v, i) => i % 3 === 1);
    assert(Math.abs(Math.max(...y) - 3) < 1e-12 && Math.abs(Math.min(...y) - 1) < 1e-12);
    const axis = Solids.unit([1, -2, 0.5]);
    Solids.turn(Solids.quatOfAxis(axis), [0, 0, 1]).forEach((v, k) => {
      assert(Math.abs(v - axis[k]) < 1e-15);
    });
  },

  a_body_with_two_joints_is_a_rod_between_them() {
    const scene = { bodies: [link("a", [0, 0, 0])], springs: [], bushings: [], joints: [
      { type: "spherical", parent: -1, child: 0, points: [[9, 9, 9], [-1, 0, 0]] },
      { type: "spherical", parent: 0, child: -1, points: [[1, 0, 0], [9, 9, 9]] }] };
    const [rod, ...more] = Solids.defaultSurfaces(scene, 0, 100);
    assert.strictEqual(more.length, 0);
    const x = rod.position.filter((v, i) => i % 3 === 0);
    assert(Math.abs(Math.max(...x) - 1.07) < 1e-12 && Math.abs(Math.min(...x) + 1.07) < 1e-12);
  },

  a_body_with_one_joint_is_a_rod_with_its_centre_in_the_middle() {
    const scene = { bodies: [link("a", [0, 0, 0])], springs: [], bushings: [], joints: [
      { type: "spherical", parent: -1, child: 0, points: [[0, 0, 0], [0, 0, 2]] }] };
    assert.deepStrictEqual(Solids.rodEnds(scene, 0), [[0, 0, 2], [0, 0, -2]]);
  },

  a_free_body_is_the_box_of_its_inertia() {
    const body = link("a", [0, 0, 0]);
    body.mass = 12;
    body.inertia = [13, 10, 5, 0, 0, 0]; /* edges 1, 2, 3 */
    Solids.inertiaBox(body).forEach((e, k) => assert(Math.abs(e - [1, 2, 3][k]) < 1e-14));
  },

  corners_of_meshes_are_stored_once() {
    /* two triangles of a square, and one whose normal differs */
    const position = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0,
      -0, 0, 0, 1, 0, 0, 1, 1, 0, 7, 7, 7);
    const normal = new Float32Array(30);
    for (let i = 0; i < 10; i++) normal[3 * i + (i < 6 ? 2 : 1)] = 1;
    const index = Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
    const s = Meshes.compact({ position, normal, index, colour: 5 });
    assert.strictEqual(s.position.length, 3 * 7);
    assert.strictEqual(s.colour, 5);
    for (let i = 0; i < 9; i++) {
      for (let k = 0; k < 3; k++) {
        assert(s.position[3 * s.index[i] + k] - position[3 * index[i] + k] === 0);
        assert.strictEqual(s.normal[3 * s.index[i] + k], normal[3 * index[i] + k]);
      }
    }
  },

  flat_triangles_become_smooth_and_edges_stay() {
    /* a prism with 24 sides: neighbours are inclined by 15 degrees, its ends by 90 */
    const position = [];
    const side = (k) => [Math.cos(Math.PI * k / 12), Math.sin(Math.PI * k / 12)];
    for (let k = 0; k < 24; k++) {
      const [a, b] = [side(k), side(k + 1)];
      position.push(...a, 0, ...b, 0, ...b, 1, ...a, 0, ...b, 1, ...a, 1,
        0, 0, 1, ...a, 1, ...b, 1);
    }
    const corners = position.length / 3;
    const flat = { position: Float32Array.from(position), normal: new Float32Array(3 * corners),
      index: Uint32Array.from({ length: corners }, (v, i) => i), colour: null };
    for (let i = 0; i < corners; i++) {
      const middle = Math.PI * (Math.floor(i / 9) + 0.5) / 12;
      flat.normal.set(i % 9 < 6 ? [Math.cos(middle), Math.sin(middle), 0] : [0, 0, 1], 3 * i);
    }
    const s = Meshes.prepare(flat);
    /* round: 24 corners below and 24 above; on the end 24 and the centre */
    assert.strictEqual(s.position.length / 3, 73);
    for (let i = 0; i < 73; i++) {
      const [x, y, z] = s.position.slice(3 * i, 3 * i + 3);
      const n = s.normal.slice(3 * i, 3 * i + 3);
      const end = n[2] > 0.5;
      assert(end ? z === 1 : Math.abs(n[2]) < 1e-6);
      /* two triangles on one side and one on the other: 2.5 degrees off the radius */
      if (!end) assert(n[0] * x + n[1] * y > Math.cos(3 * Math.PI / 180), `${n} at ${x} ${y}`);
    }
  },

  spare_shapes_are_for_bodies_without_meshes() {
    const shapes = () => [{ type: "mesh", file: "a.stl" }, { type: "box" },
      { type: "sphere", spare: true }];
    assert.deepStrictEqual(Meshes.settle(shapes(), new Map()).map((s) => s.type),
      ["box", "sphere"]);
    assert.deepStrictEqual(Meshes.settle(shapes(), new Map([["a.stl", []]])).map((s) => s.type),
      ["box", "sphere"]);
  },

  recordings_grow_and_forget() {
    const r = new Live.Recording([{ name: "a.r[1]", unit: "m" }, { name: "a.r[2]", unit: "m" }]);
    for (let i = 0; i < 40001; i++) r.add(0.5 * i, [i, -i]);
    assert.strictEqual(r.rows, 20001);
    assert.strictEqual(r.time.length, 20001);
    assert.deepStrictEqual([r.time[0], r.values("a.r[1]")[0]], [10000, 20000]);
    assert.deepStrictEqual(r.locate(20000 - 0.25), { row: 19999, part: 0.5 });
    assert.deepStrictEqual(r.vector("a.r", 2).map((c) => c[20000]), [40000, -40000]);
    assert.strictEqual(r.vector("a.r", 3), null);
    assert.strictEqual(r.unit("a.r[2]"), "m");
    r.clear();
    assert.deepStrictEqual([r.rows, r.values("a.r[1]").length], [0, 0]);
  },

  a_pull_is_a_force_with_its_moment() {
    assert.deepStrictEqual(Hand.wrench([0, 2, 0], [3, 0, 1], [1, 0, 1]), [0, 2, 0, 0, 0, 4]);
    /* the spring is soft against the step: less than a third of a turn of its oscillation, damped */
    for (const [mass, total, step] of [[1, 1, 0.01], [1e-3, 50, 0.01], [20, 50, 0.1]]) {
      const { stiffness, damping } = Hand.spring(mass, total, step);
      assert(step * Math.sqrt(stiffness / mass) < 1, `${mass} of ${total} kg`);
      assert(damping > 0 && damping * step / mass < 0.5);
    }
  },

  axes_have_round_numbers() {
    assert.deepStrictEqual(Plots.ticks(0, 10, 5).values, [0, 2, 4, 6, 8, 10]);
    assert.deepStrictEqual(Plots.ticks(-0.3, 0.3, 3).values.map((v) => Plots.tickText(v, 0.2)),
      ["-0.2", "0", "0.2"]);
    assert.strictEqual(Plots.tickText(12000000, 1000000), "1.2e+7");
    assert.deepStrictEqual(Plots.axisRange(3, 3), [2.85, 3.15]);
    assert.deepStrictEqual(Plots.axisRange(0, 0), [-1, 1]);
    assert.deepStrictEqual(Plots.extent([NaN, 4, -2, NaN, 9], 0, 3), [-2, 4]);
  },
});
