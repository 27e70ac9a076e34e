/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * picture.js - the camera, and the canvas with what it sees.
 */
/* global THREE, LinkworkElements */
"use strict";

const LinkworkPicture = (() => { // eslint-disable-line no-unused-vars
  const { make } = LinkworkElements;

  /* ---- the camera -------------------------------------------------------------------------- */

  class Camera {
    constructor(scene, canvas) {
      this.scene = scene;
      this.camera = new THREE.PerspectiveCamera(35, 1, 0.001, 1000);
      this.camera.up.set(...scene.up);
      this.controls = new THREE.OrbitControls(this.camera, canvas);
      this.controls.enableDamping = false;
      this.controls.screenSpacePanning = true;
      this.controls.enableKeys = false;
      this.follow = -1;
      this.look("corner");
    }

    /* The direction of a view, by name or as a vector: from the viewer to the mechanism. */
    direction(view) {
      if (Array.isArray(view)) return new THREE.Vector3(...view);
      const up = new THREE.Vector3(...this.scene.up);
      const side = Math.abs(up.x) > 0.9 ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(1, 0, 0);
      const right = side.clone().addScaledVector(up, -side.dot(up)).normalize();
      const away = up.clone().cross(right);
      const flat = this.flatAxis();
      switch (view) {
        case "front": return away.clone();
        case "side": return right.clone().negate();
        case "top": return up.clone().negate().addScaledVector(away, 1e-3);
        default:
          if (flat && Math.abs(flat.dot(up)) < 0.1) {
            /* a plane mechanism is seen nearly along its normal */
            if (flat.dot(away) <= 0.1 && flat.dot(right) >= -0.1) flat.negate();
            return flat.addScaledVector(up, -0.18).addScaledVector(right, -0.12);
          }
          return right.clone().multiplyScalar(-0.75).addScaledVector(away, 1)
            .addScaledVector(up, -0.55);
      }
    }

    /* The axis in which a mechanism does not extend, or null. */
    flatAxis() {
      const size = this.scene.motion.getSize(new THREE.Vector3());
      const all = [size.x, size.y, size.z];
      const least = all.indexOf(Math.min(...all));
      const others = all.filter((s, i) => i !== least);
      if (all[least] > 0.12 * Math.min(...others)) return null;
      return new THREE.Vector3(...[0, 1, 2].map((i) => (i === least ? 1 : 0)));
    }

    /* Look from a side, at all of the motion. */
    look(view) {
      const box = this.scene.motion;
      const centre = box.getCenter(new THREE.Vector3());
      const d = this.direction(view).normalize();
      this.controls.target.copy(centre);
      this.camera.position.copy(centre).addScaledVector(d, -1);
      this.fit(box, d);
    }

    /* The distance from which the corners of a box fill the picture. */
    fit(box, d) {
      const camera = this.camera;
      camera.lookAt(this.controls.target);
      camera.updateMatrixWorld();
      const inverse = new THREE.Matrix4().getInverse(camera.matrixWorld);
      const tangent = Math.tan(camera.fov * Math.PI / 360);
      let far = 0;
      for (let i = 0; i < 8; i++) {
        const p = new THREE.Vector3(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
          i & 4 ? box.max.z : box.min.z).applyMatrix4(inverse);
        const depth = p.z + 1; /* towards the viewer, from the target */
        far = Math.max(far, depth + Math.abs(p.y) / tangent,
          depth + Math.abs(p.x) / (tangent * camera.aspect));
      }
      far = 1.06 * Math.max(far, 1e-6);
      camera.position.copy(this.controls.target).addScaledVector(d, -far);
      camera.near = far / 200;
      camera.far = far * 60;
      camera.updateProjectionMatrix();
      this.controls.update();
    }

    resize(width, height) {
      this.camera.aspect = width / height;
      this.camera.updateProjectionMatrix();
    }

    setFollow(body) {
      this.follow = body;
      this.last = body >= 0 ? this.place() : null;
      if (body >= 0) {
        const shift = this.last.clone().sub(this.controls.target);
        this.controls.target.add(shift);
        this.camera.position.add(shift);
        this.controls.update();
      }
    }

    place() {
      return new THREE.Vector3(...this.scene.point(this.follow,
        this.scene.data.bodies[this.follow].com));
    }

    /* Move with the body that is followed. */
    track() {
      if (this.follow < 0) return;
      const now = this.place();
      const shift = now.clone().sub(this.last);
      this.controls.target.add(shift);
      this.camera.position.add(shift);
      this.last = now;
      this.controls.update();
    }

    /* The light comes from above the viewer's left shoulder. */
    aim(sun) {
      const right = new THREE.Vector3(1, 0, 0).applyQuaternion(this.camera.quaternion);
      const up = new THREE.Vector3(0, 1, 0).applyQuaternion(this.camera.quaternion);
      sun.target.position.copy(this.controls.target);
      const l = this.camera.position.distanceTo(this.controls.target);
      sun.position.copy(this.camera.position).addScaledVector(up, 0.8 * l)
        .addScaledVector(right, -0.5 * l);
    }
  }

  /* Whether the processor draws, in place of a graphics card. Smooth edges and highlights take it
   * most of its time. */
  function drawsBySoftware() {
    const gl = document.createElement("canvas").getContext("webgl");
    const info = gl && gl.getExtension("WEBGL_debug_renderer_info");
    return Boolean(info) && /swiftshader|llvmpipe|software/i.test(
      gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
  }

  /* ---- the picture ------------------------------------------------------------------------- */

  class Picture {
    constructor(host, scene) {
      this.host = host;
      this.scene = scene;
      this.renderer = new THREE.WebGLRenderer({ antialias: !scene.plain,
        powerPreference: "low-power" });
      this.sharp = false;
      this.renderer.setPixelRatio(this.ratio());
      this.canvas = this.renderer.domElement;
      this.canvas.setAttribute("aria-label", "the mechanism in three dimensions");
      this.labels = make("div", { class: "labels" });
      host.append(this.canvas, this.labels);
      this.camera = new Camera(scene, this.canvas);
      if (!scene.result) {
        /* a picture in a text lets the wheel scroll the text until it is touched */
        this.camera.controls.enableZoom = false;
        this.canvas.addEventListener("pointerdown", () => {
          this.camera.controls.enableZoom = true;
        });
      }
      this.camera.controls.addEventListener("change", () => this.invalidate());
      this.fresh = true;
      new ResizeObserver(() => this.resize()).observe(host);
      this.resize();
      this.camera.look("corner");
    }

    /* Pixels for each point of the screen. Where the processor draws, a moving picture has one, and
     * one at rest has two, which makes its edges smooth. */
    ratio() {
      if (this.scene.plain) return this.sharp ? 2 : 1;
      return Math.min(window.devicePixelRatio || 1, 2);
    }

    sharpen(on) {
      if (!this.scene.plain || on === this.sharp) return;
      this.sharp = on;
      this.renderer.setPixelRatio(this.ratio());
    }

    resize() {
      const w = Math.max(this.host.clientWidth, 50);
      const h = Math.max(this.host.clientHeight, 50);
      this.renderer.setSize(w, h, false);
      this.camera.resize(w, h);
      this.invalidate();
    }

    invalidate() {
      this.stale = true;
    }

    draw() {
      this.stale = false;
      this.camera.aim(this.scene.sun);
      this.renderer.render(this.scene.root, this.camera.camera);
      this.placeLabels();
    }

    placeLabels() {
      const wanted = this.scene.labels();
      while (this.labels.children.length > wanted.length) this.labels.lastChild.remove();
      while (this.labels.children.length < wanted.length) this.labels.append(make("span"));
      const v = new THREE.Vector3();
      wanted.forEach((l, i) => {
        const e = this.labels.children[i];
        v.set(...l.at).project(this.camera.camera);
        if (e.textContent !== l.name) e.textContent = l.name;
        e.className = l.kind;
        e.hidden = v.z > 1 || Math.abs(v.x) > 1 || Math.abs(v.y) > 1;
        e.style.transform = `translate(${((v.x + 1) / 2 * this.host.clientWidth).toFixed(1)}px, ` +
          `${((1 - v.y) / 2 * this.host.clientHeight).toFixed(1)}px)`;
      });
    }

    /* The element under the pointer. */
    pick(e) {
      return this.scene.pick(this.ray(e));
    }

    /* The point under the pointer that is as far away as another one. */
    across(e, point) {
      const { ray } = this.ray(e);
      const normal = this.camera.camera.getWorldDirection(new THREE.Vector3());
      const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal,
        new THREE.Vector3(...point));
      const found = ray.intersectPlane(plane, new THREE.Vector3());
      return found ? found.toArray() : point;
    }

    /* The ray from the eye through the pointer. */
    ray(e) {
      const box = this.canvas.getBoundingClientRect();
      const ray = new THREE.Raycaster();
      ray.setFromCamera(new THREE.Vector2((e.clientX - box.left) / box.width * 2 - 1,
        1 - (e.clientY - box.top) / box.height * 2), this.camera.camera);
      return ray;
    }

    /* A PNG as a data URL. The drawing buffer is valid until the browser shows it. */
    screenshot() {
      this.sharpen(true);
      this.draw();
      return this.canvas.toDataURL("image/png");
    }
  }

  return { Picture, drawsBySoftware };
})();
