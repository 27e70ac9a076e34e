/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hand.js - a spring between a point of a body and the pointer, which pulls the body while the page
 * simulates.
 */
/* global THREE, LinkworkSolids */
"use strict";

const LinkworkHand = (() => {
  const S = LinkworkSolids;

  /* Stiffness and damping of a spring that pulls a body of some mass in a mechanism of some mass:
   * the force of the present position is held for a whole step, so that it must be soft against the
   * step, for the lightest body, too. */
  function spring(mass, total, step) {
    const quickest = Math.min(15, 0.3 / step); /* [rad/s] */
    const held = Math.max(mass, Math.min(0.1 * total, 10 * mass));
    const stiffness = held * quickest * quickest;
    return { stiffness, damping: Math.min(1.4 * Math.sqrt(stiffness * mass), 0.3 * mass / step) };
  }

  /* The force at the centre of mass and the torque of a force at a point. */
  function wrench(force, point, centre) {
    return [...force, ...S.cross(S.subtract(point, centre), force)];
  }

  class Hand {
    constructor(scene, live) {
      this.scene = scene;
      this.live = live;
      this.body = -1;
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(6), 3));
      this.line = new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: 0xf2a516 }));
      this.line.frustumCulled = false;
      this.line.visible = false;
      scene.root.add(this.line);
    }

    holds() {
      return this.body >= 0;
    }

    /* Take hold of a body at a point in the world. */
    grab(body, point) {
      const pose = this.scene.poseOf(body);
      const back = [pose[3], -pose[4], -pose[5], -pose[6]];
      const { bodies } = this.scene.data;
      this.body = body;
      this.local = S.turn(back, S.subtract(point, pose));
      this.target = point;
      this.before = null;
      Object.assign(this, spring(bodies[body].mass, bodies.reduce((sum, b) => sum + b.mass, 0),
        this.live.meta.step));
      this.place();
    }

    release() {
      if (!this.holds()) return;
      this.pull([0, 0, 0, 0, 0, 0]);
      this.body = -1;
      this.line.visible = false;
    }

    /* Before each step: the force of the spring at the last row that was computed. */
    act() {
      if (!this.holds()) return;
      const { recording, meta } = this.live;
      const row = recording.rows - 1;
      const c = this.scene.columns[this.body];
      const quat = [c[3][row], c[4][row], c[5][row], c[6][row]];
      const at = (local) => S.add([c[0][row], c[1][row], c[2][row]], S.turn(quat, local));
      const point = at(this.local);
      const velocity = this.before ? S.scale(S.subtract(point, this.before), 1 / meta.step)
        : [0, 0, 0];
      this.before = point;
      const force = S.subtract(S.scale(S.subtract(this.target, point), this.stiffness),
        S.scale(velocity, this.damping));
      this.pull(wrench(force, point, at(this.scene.data.bodies[this.body].com)));
    }

    pull(values) {
      const [force, torque] = this.live.meta.pulls[this.body];
      for (let k = 0; k < 3; k++) {
        this.live.write(force + k, values[k]);
        this.live.write(torque + k, values[3 + k]);
      }
    }

    /* Draw the spring where the body is shown. */
    place() {
      if (!this.holds()) return;
      const { position } = this.line.geometry.attributes;
      position.array.set(this.scene.point(this.body, this.local), 0);
      position.array.set(this.target, 3);
      position.needsUpdate = true;
      this.line.visible = true;
    }
  }

  return { Hand, spring, wrench };
})();

if (typeof module !== "undefined") module.exports = LinkworkHand;
