/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * main.js - the page: picture, list of elements, time, plots, keys, and the object `linkwork`
 * for programs.
 */
/* global THREE, LinkworkData, LinkworkDials, LinkworkElements, LinkworkHand, LinkworkList,
   LinkworkLive, LinkworkMeshes, LinkworkPicture, LinkworkPlots, LinkworkScene */
"use strict";

(() => {
  const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];
  const { make } = LinkworkElements;

  /* ---- the whole page ---------------------------------------------------------------------- */

  class View {
    constructor(host, page, result) {
      this.data = page.scene;
      this.result = this.computed = result;
      this.openLive = null; /* how the solver is started; null: there is none */
      this.simulating = false;
      this.start = result ? result.time[0] : 0;
      this.stop = result ? result.time[result.rows - 1] : 0;
      this.time = this.start;
      this.playing = false;
      this.speed = 1;
      this.loop = true;
      this.scene = new LinkworkScene.Scene(page.scene, result,
        LinkworkPicture.drawsBySoftware());
      this.host = host;
      host.classList.add("linkwork");
      if (!result) host.classList.add("still");
      this.stage = make("div", { class: "stage" });
      this.picture = null;
      if (result) this.layOut(page);
      else host.append(this.stage);
      this.picture = new LinkworkPicture.Picture(this.stage, this.scene);
      this.listenToPicture();
      this.addTools();
      const dark = window.matchMedia("(prefers-color-scheme: dark)");
      dark.addEventListener("change", () => this.setTheme(dark.matches));
      this.setTheme(dark.matches);
      this.frame = this.frame.bind(this);
      requestAnimationFrame(this.frame);
      this.seek(this.start);
    }

    layOut(page) {
      const list = make("nav", { class: "list", "aria-label": "elements and variables" });
      const plots = make("section", { class: "plots", "aria-label": "plots" });
      this.plots = new LinkworkPlots.Plots(plots, this.result, (t) => this.seek(t));
      this.plots.changed = () => this.list.mark();
      this.plotHost = plots;
      const title = make("header", {}, make("button", { class: "menu", title: "elements (e)",
        onclick: () => this.host.classList.toggle("listed") }, "\u2630"),
      make("h1", {}, this.data.name), make("p", {}, this.data.description || page.file || ""));
      this.head = title;
      this.host.append(title, list, this.stage, this.controls(), plots);
      this.list = new LinkworkList.List(list, this);
      if (!window.matchMedia("(max-width: 720px)").matches) this.host.classList.add("listed");
      document.addEventListener("keydown", (e) => this.key(e));
      new ResizeObserver(() => this.plots.draw()).observe(plots);
    }

    /* ---- the bar below the picture --------------------------------------------------------- */

    controls() {
      this.playButton = make("button", { class: "play", title: "play or pause (space)",
        "aria-label": "play or pause", onclick: () => this.toggle() });
      this.slider = make("input", { type: "range", min: "0", max: "1", step: "any", value: "0",
        class: "time", "aria-label": "time", oninput: () => {
          this.seek(this.start + Number(this.slider.value) * (this.stop - this.start));
        } });
      this.clock = make("output", { class: "clock" });
      const speed = make("select", { title: "speed ([ and ])", "aria-label": "speed",
        onchange: () => { this.speed = Number(speed.value); } },
      ...SPEEDS.map((s) => make("option", { value: String(s) }, `${s}\u00d7`)));
      speed.value = "1";
      this.speedSelect = speed;
      const loop = make("button", { title: "repeat", "aria-pressed": "true", onclick: () => {
        this.loop = !this.loop;
        loop.setAttribute("aria-pressed", String(this.loop));
      } }, "\u21bb");
      this.liveButton = make("button", { title: "simulate here (s)", hidden: true,
        "aria-pressed": "false", onclick: () => this.toggleLive() }, "live");
      return make("div", { class: "bar" },
        make("button", { title: "one row back (left)", onclick: () => this.step(-1) }, "\u2039"),
        this.playButton,
        make("button", { title: "one row on (right)", onclick: () => this.step(1) }, "\u203a"),
        this.slider, this.clock, speed, loop,
        this.liveButton,
        make("button", { title: "show or hide the plots", onclick: () => this.togglePlots() },
          "plots"),
        make("button", { title: "the curves as CSV", onclick: () => this.saveCsv() }, "CSV"));
    }

    openPlots() {
      this.host.classList.add("plotted");
    }

    togglePlots() {
      this.host.classList.toggle("plotted");
    }

    /* ---- the tools in the corner of the picture -------------------------------------------- */

    addTools() {
      const view = (name, key) => make("button", { title: `look from: ${name} (${key})`,
        onclick: () => this.look(name) }, name);
      const group = make("div", { class: "tools" }, view("corner", "1"), view("front", "2"),
        view("side", "3"), view("top", "4"));
      this.toggles = {};
      const show = (what, key, text) => {
        this.toggles[what] = make("button", { title: `${text} (${key})`,
          "aria-pressed": String(this.scene.shown[what]), onclick: () => this.show(what) }, text);
        return this.toggles[what];
      };
      const marks = make("div", { class: "tools" });
      if (this.result) {
        marks.append(show("reactions", "r", "reactions"), show("velocities", "v", "velocities"),
          show("paths", "p", "paths"));
      }
      marks.append(show("glass", "t", "glass"), show("labels", "l", "names"),
        show("frames", "x", "frames"),
        show("com", "c", "mass"), show("grid", "g", "grid"));
      const size = make("input", { type: "range", min: "-1", max: "1", step: "0.05", value: "0",
        title: "length of the arrows", "aria-label": "length of the arrows", oninput: () => {
          this.scene.forceScale = Math.pow(10, Number(size.value));
          this.refresh();
        } });
      this.scaleRow = make("label", { class: "scale", hidden: true }, size, make("output"));
      const extra = make("div", { class: "tools" },
        make("button", { title: "light or dark (d)", onclick: () => this.setTheme(!this.dark) },
          "\u25d0"),
        make("button", { title: "save the picture", onclick: () => this.savePng() }, "PNG"));
      const corner = make("div", { class: "corner" }, this.scaleRow, group, marks, extra);
      if (this.head) this.head.append(corner);
      else this.host.append(corner);
      this.note = make("div", { class: "note", hidden: true });
      this.stage.append(this.note);
    }

    look(name) {
      this.picture.camera.setFollow(-1);
      this.picture.camera.look(name);
      this.picture.invalidate();
    }

    show(what) {
      const on = !this.scene.shown[what];
      this.scene.show(what, on);
      this.toggles[what].setAttribute("aria-pressed", String(on));
      this.writeScale();
      this.picture.invalidate();
    }

    /* What the length of an arrow means. */
    writeScale() {
      const shown = this.scene.shown;
      this.scaleRow.hidden = !(shown.reactions || shown.velocities);
      if (this.scaleRow.hidden) return;
      const text = [];
      const say = (kind, unit) => {
        const most = this.scene.largest[kind];
        const value = Number((most / this.scene.forceScale).toPrecision(2));
        if (most > 0) text.push(`${value} ${unit}`);
      };
      if (shown.reactions) {
        say("force", "N");
        say("torque", "N\u00b7m");
      }
      if (shown.velocities) say("velocity", "m/s");
      this.scaleRow.lastChild.textContent = `long arrow: ${text.join(", ") || "nothing acts"}`;
    }

    setTheme(dark) {
      this.dark = dark;
      document.documentElement.classList.toggle("dark", dark);
      document.documentElement.classList.toggle("light", !dark);
      this.scene.setTheme(dark);
      this.refresh();
    }

    /* ---- the pointer and the keys ---------------------------------------------------------- */

    listenToPicture() {
      const canvas = this.picture.canvas;
      let down = null;
      canvas.addEventListener("pointerdown", (e) => {
        down = [e.clientX, e.clientY];
        this.grab(e);
      });
      canvas.addEventListener("pointermove", (e) => {
        if (!this.scene.hand || !this.scene.hand.holds()) return;
        this.scene.hand.target = this.picture.across(e, this.scene.hand.target);
        this.picture.invalidate();
      });
      for (const end of ["pointerup", "pointercancel"]) {
        canvas.addEventListener(end, () => this.letGo());
      }
      canvas.addEventListener("pointerup", (e) => {
        if (!down || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
        const found = this.picture.pick(e);
        if (found) this.choose(found.kind, found.index, e.shiftKey || e.ctrlKey);
        else this.clearSelection();
      });
      canvas.addEventListener("dblclick", (e) => {
        const found = this.picture.pick(e);
        if (found && found.kind === "body") this.follow(found.index);
      });
    }

    /* A line of text in the corner of the picture. */
    tell(text) {
      this.note.hidden = false;
      this.note.textContent = text;
    }

    clearSelection() {
      for (const key of [...this.scene.selected]) {
        const [kind, index] = key.split(" ");
        this.scene.select(kind, Number(index), false);
      }
      this.note.hidden = true;
      if (this.list) this.list.mark();
      this.picture.invalidate();
    }

    choose(kind, index, more) {
      const was = this.scene.isSelected(kind, index);
      if (!more) this.clearSelection();
      this.scene.select(kind, index, !was);
      const element = { body: this.data.bodies, joint: this.data.joints, spring: this.data.springs,
        bushing: this.data.bushings }[kind][index];
      this.note.hidden = was;
      this.note.textContent = `${kind} ${element.name}${element.type ? `, ${element.type}` : ""}` +
        `${kind === "body" ? `, ${Number(element.mass.toPrecision(4))} kg` : ""}`;
      if (this.list) {
        this.list.mark();
        this.list.reveal(kind, index);
      }
      this.picture.invalidate();
    }

    follow(body) {
      const camera = this.picture.camera;
      camera.setFollow(camera.follow === body ? -1 : body);
      this.picture.invalidate();
    }

    followSelected() {
      const key = [...this.scene.selected].find((k) => k.startsWith("body "));
      if (key) this.follow(Number(key.slice(5)));
      else this.picture.camera.setFollow(-1);
    }

    changeSpeed(by) {
      const at = Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(this.speed) + by));
      this.speed = SPEEDS[at];
      this.speedSelect.value = String(this.speed);
    }

    key(e) {
      if (e.ctrlKey || e.metaKey || e.altKey ||
        ["INPUT", "SELECT", "TEXTAREA"].includes(e.target.tagName)) {
        return;
      }
      const actions = {
        " ": () => this.toggle(), ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1),
        Home: () => this.seek(this.start), End: () => this.seek(this.stop),
        "[": () => this.changeSpeed(-1), "]": () => this.changeSpeed(1),
        1: () => this.look("corner"), 2: () => this.look("front"), 3: () => this.look("side"),
        4: () => this.look("top"), f: () => this.followSelected(),
        e: () => this.host.classList.toggle("listed"), d: () => this.setTheme(!this.dark),
        r: () => this.show("reactions"), v: () => this.show("velocities"),
        p: () => this.show("paths"), l: () => this.show("labels"), c: () => this.show("com"),
        g: () => this.show("grid"), x: () => this.show("frames"), t: () => this.show("glass"),
        s: () => this.toggleLive(), Escape: () => this.clearSelection(),
      };
      if (!actions[e.key]) return;
      e.preventDefault();
      actions[e.key]();
    }

    /* ---- time ------------------------------------------------------------------------------ */

    seek(t) {
      this.time = Math.min(this.stop, Math.max(this.start, t));
      this.refresh();
    }

    /* Go to the row before or after the present time. */
    step(by) {
      this.pause();
      if (this.simulating && by > 0 && this.time >= this.stop) this.simulate(this.live.meta.step);
      const { row, part } = this.result.locate(this.time);
      const next = by > 0 ? row + 1 : part > 0 ? row : row - 1;
      this.seek(this.result.time[Math.min(this.result.rows - 1, Math.max(0, next))]);
    }

    refresh() {
      this.scene.seek(this.time);
      this.picture.camera.track();
      this.picture.invalidate();
      this.writeScale();
      if (!this.result) return;
      this.plots.setTime(this.time);
      const range = this.stop - this.start;
      this.slider.value = String(range > 0 ? (this.time - this.start) / range : 0);
      this.clock.textContent = `${this.time.toFixed(range < 1 ? 4 : 2)} s`;
    }

    play() {
      if (!this.result || (this.stop <= this.start && !this.simulating)) return;
      if (this.time >= this.stop && !this.simulating) this.time = this.start;
      this.playing = true;
      this.last = null;
      this.playButton.classList.add("playing");
    }

    pause() {
      this.playing = false;
      if (this.playButton) this.playButton.classList.remove("playing");
    }

    toggle() {
      if (this.playing) this.pause();
      else this.play();
    }

    /* A frame of the browser: `now` in milliseconds. */
    frame(now) {
      requestAnimationFrame(this.frame);
      if (this.playing) {
        /* after a pause of the browser the motion goes on, it does not jump */
        const passed = this.last === null ? 0 : Math.min(now - this.last, 250) / 1000;
        this.last = now;
        if (this.simulating) {
          this.simulate(passed * this.speed);
        } else {
          this.move(passed * this.speed);
        }
      }
      if (this.picture.stale) {
        this.picture.sharpen(false);
        this.picture.draw();
        this.drawn = now;
      } else if (now - this.drawn > 150 && this.drawn) {
        this.drawn = 0;
        this.picture.sharpen(true);
        this.picture.draw();
      }
    }

    /* Let some time of a result pass. */
    move(seconds) {
      let t = this.time + seconds;
      if (t > this.stop) {
        t = this.loop ? this.start + (t - this.stop) % (this.stop - this.start) : this.stop;
        if (!this.loop) this.pause();
      }
      this.seek(t);
    }

    /* While it is simulated, a body is pulled; beside it, the picture is turned. */
    grab(e) {
      const { hand } = this.scene;
      if (!hand || !this.simulating || e.button !== 0) return;
      const found = this.scene.touch(this.picture.ray(e));
      if (!found || found.element.kind !== "body") return;
      hand.grab(found.element.index, found.point.toArray());
      this.picture.camera.controls.enabled = false;
      this.picture.canvas.setPointerCapture(e.pointerId);
      if (!this.playing) this.play();
    }

    letGo() {
      if (!this.scene.hand) return;
      this.scene.hand.release();
      this.picture.camera.controls.enabled = true;
    }

    /* ---- the simulation in the page -------------------------------------------------------- */

    offerLive(open) {
      this.openLive = open;
      this.liveButton.hidden = false;
    }

    /* Show a result: the one of the page, or what is simulated. */
    use(result) {
      this.result = result;
      this.scene.use(result);
      this.plots.use(result);
      this.start = result.time[0];
      this.stop = result.time[result.rows - 1];
      this.seek(this.start);
    }

    async startLive() {
      if (!this.live) {
        this.live = await this.openLive();
        const gravity = Math.hypot(...this.data.gravity) || 9.81;
        const scale = { size: this.scene.size,
          weight: gravity * this.data.bodies.reduce((sum, b) => sum + b.mass, 0) };
        this.dials = LinkworkDials.make(this.live.meta.dials, this.live, scale, () => {
          this.restart();
          this.play();
        });
        this.stage.append(this.dials);
        if (this.live.meta.pulls.length) {
          this.scene.hand = new LinkworkHand.Hand(this.scene, this.live);
          this.live.act = () => this.scene.hand.act();
        }
      }
      this.simulating = true;
      this.restart();
    }

    async toggleLive() {
      if (!this.openLive) return;
      this.pause();
      try {
        if (this.simulating) {
          this.simulating = false;
          this.use(this.computed);
        } else {
          await this.startLive();
          this.play();
        }
      } catch (error) {
        this.simulating = false;
        this.use(this.computed);
        this.tell(`It cannot be simulated: ${error.message}`);
      }
      this.liveButton.setAttribute("aria-pressed", String(this.simulating));
      if (this.dials) this.dials.hidden = !this.simulating;
    }

    restart() {
      this.letGo();
      this.live.reset();
      this.use(this.live.recording);
      this.note.hidden = true;
    }

    /* Let some time pass; where the solver is slower than that, less. */
    simulate(seconds) {
      const budget = 12; /* of the 16 milliseconds of a frame */
      const rows = this.result.rows;
      try {
        this.live.advance(this.time + seconds, budget);
      } catch (error) {
        this.pause();
        this.tell(error.message);
      }
      this.start = this.result.time[0];
      this.stop = this.result.time[this.result.rows - 1];
      if (this.scene.shown.paths && Math.floor(rows / 20) !== Math.floor(this.result.rows / 20)) {
        this.scene.buildPaths();
      }
      this.seek(this.time + seconds);
    }

    /* ---- files ----------------------------------------------------------------------------- */

    save(url, suffix) {
      make("a", { href: url, download: `${this.data.name}${suffix}` }).click();
    }

    savePng() {
      this.save(this.picture.screenshot(), ".png");
    }

    saveCsv() {
      if (!this.plots.names().length) {
        this.openPlots();
        return;
      }
      const url = URL.createObjectURL(new Blob([this.plots.csv()], { type: "text/csv" }));
      this.save(url, ".csv");
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    }
  }

  /* What the address asks for behind "#", as in page.html#reactions&t=1.5&plot=crank.r[1]&play:
   * what is shown, a time, a view, curves, dark or light, and whether it moves or is simulated. */
  function follow(view, address) {
    for (const word of address.replace(/^#/, "").split("&")) {
      const [name, value] = word.split("=");
      const text = decodeURIComponent(value || "");
      if (name in view.toggles && !view.scene.shown[name]) view.show(name);
      if (name === "dark" || name === "light") view.setTheme(name === "dark");
      if (name === "look") view.look(text);
      if (name === "t" && view.result && isFinite(Number(text))) view.seek(Number(text));
      if (name === "plot" && view.result && view.result.has(text)) {
        view.openPlots();
        view.plots.add(text, null);
      }
      if (name === "play") view.play();
      if (name === "live" && !view.simulating) view.toggleLive();
    }
  }

  /* ---- start ------------------------------------------------------------------------------- */

  async function start() {
    const page = JSON.parse(document.getElementById("linkwork-scene").textContent);
    const text = document.getElementById("linkwork-archive").textContent;
    const archive = page.result ? new LinkworkData.Archive(LinkworkData.bytesOfBase64(text)) : null;
    const result = archive ? new LinkworkData.Result(page.result, await archive.read("result"))
      : null;
    const failed = await LinkworkMeshes.load(page.scene, page.meshes || [], archive);
    const view = new View(document.getElementById("linkwork-view"), page, result);
    if (page.live && window.WebAssembly) {
      const columns = [...result.columns.values()].filter((c) => c.reference !== undefined);
      view.offerLive(async () => LinkworkLive.Live.open(await archive.read("live.wasm"),
        await archive.read("model"), page.live, columns));
    }
    follow(view, window.location.hash);
    window.addEventListener("hashchange", () => follow(view, window.location.hash));
    if (failed.length) view.tell(`meshes that cannot be read: ${failed.join(", ")}`);
    const bodyNamed = (name) => {
      const b = page.scene.bodies.findIndex((body) => body.name === name);
      if (b < 0) throw new Error(`there is no body "${name}"`);
      return b;
    };
    Object.assign(window.linkwork, {
      bodies: page.scene.bodies.map((b) => b.name),
      duration: view.stop - view.start,
      seek: (t) => view.seek(t),
      play: () => view.play(),
      pause: () => view.pause(),
      pose: (name) => {
        const b = bodyNamed(name);
        const p = new THREE.Vector3();
        const q = new THREE.Quaternion();
        view.scene.mesh(b).matrix.decompose(p, q, new THREE.Vector3());
        return [p.x, p.y, p.z, q.w, q.x, q.y, q.z];
      },
      extent: (name) => view.scene.extent(bodyNamed(name)),
      screenshot: () => view.picture.screenshot(),
      show: (what, on) => { if (view.scene.shown[what] !== on) view.show(what); },
      look: (direction) => view.look(direction),
      plot: (name) => {
        view.openPlots();
        view.plots.add(name, null);
      },
      theme: (dark) => view.setTheme(dark),
      live: {
        start: () => view.startLive(),
        set: (name, value) => view.live.set(
          view.live.meta.dials.find((d) => d.name === name).reference, value),
        /* the columns that are simulated, and their values after some seconds */
        advance: (time) => {
          view.live.advance(time, Infinity);
          return view.live.recording.each.map((c) => [c.name, c.values[c.values.length - 1]]);
        },
        reset: () => view.restart(),
        pull: (name, point, target) => {
          view.scene.hand.grab(bodyNamed(name), point);
          view.scene.hand.target = target;
        },
        release: () => view.letGo(),
      },
    });
    Object.defineProperty(window.linkwork, "time", { get: () => view.time });
    document.documentElement.classList.add("ready");
  }

  window.linkwork = {};
  window.linkwork.ready = start().catch((error) => {
    document.getElementById("linkwork-view").append(make("p", { class: "failure" },
      `This page cannot be shown: ${error.message}`));
    throw error;
  });
})();
