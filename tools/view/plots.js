/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * plots.js - curves of variables over time, below the picture.
 */
/* global LinkworkData */
"use strict";

const LinkworkPlots = (() => {
  const COLOURS = ["#3b7dd8", "#e8590c", "#2f9e44", "#d6336c", "#7048e8", "#1098ad", "#a87b00",
    "#862e9c"];
  const MARGIN = { left: 64, right: 12, top: 8, bottom: 20 };
  const TYPE = "application/x-linkwork-variable";

  /* Round numbers that divide a range into about n parts. */
  function ticks(low, high, n) {
    const range = high - low;
    if (!(range > 0) || !isFinite(range)) return { values: [low], step: 1 };
    const rough = range / Math.max(n, 1);
    const power = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = power * [1, 2, 5, 10].find((f) => f * power >= rough * (1 - 1e-9));
    const values = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
      values.push(k * step + 0); /* no -0 */
    }
    return { values, step };
  }

  /* A number with as many digits as its neighbours on the axis need. */
  function tickText(value, step) {
    if (Math.abs(value) < 1e-9 * step) return "0";
    const size = Math.max(Math.abs(value), step);
    if (size >= 1e6 || size < 1e-4) return value.toExponential(Math.min(6, Math.max(0,
      Math.floor(Math.log10(Math.abs(value))) - Math.floor(Math.log10(step)))));
    return value.toFixed(Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9))));
  }

  /* The smallest and the largest finite number of a range of rows. */
  function extent(values, first, last) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = first; i <= last; i++) {
      if (values[i] < low) low = values[i];
      if (values[i] > high) high = values[i];
    }
    return low <= high ? [low, high] : [0, 0];
  }

  /* The range of an axis around values: a twentieth of room on both sides; values that are equal
   * but for rounding are a straight line in the middle. */
  function axisRange(low, high) {
    const size = Math.max(Math.abs(low), Math.abs(high));
    if (high - low <= 1e-12 * size || high === low) {
      const room = size > 0 ? 0.05 * size : 1;
      return [low - room, high + room];
    }
    return [low - 0.05 * (high - low), high + 0.05 * (high - low)];
  }

  class Plots {
    /* result: the columns; seek: called with a time that was clicked */
    constructor(host, result, seek) {
      this.host = host;
      this.result = result;
      this.seek = seek;
      this.panels = [];
      this.range = null; /* times that are shown; null: all */
      this.time = 0;
      this.hint = document.createElement("p");
      this.hint.className = "hint";
      this.hint.textContent = "Click a variable in the list, or drag it here, to plot it.";
      host.append(this.hint);
      this.acceptDrops(host, null);
    }

    /* Show another result with the same columns. */
    use(result) {
      this.result = result;
      this.range = null;
      this.draw();
    }

    acceptDrops(element, panel) {
      element.addEventListener("dragover", (e) => {
        if (e.dataTransfer.types.includes(TYPE)) e.preventDefault();
      });
      element.addEventListener("drop", (e) => {
        const name = e.dataTransfer.getData(TYPE);
        if (!this.result.has(name)) return;
        e.preventDefault();
        e.stopPropagation();
        this.add(name, panel);
      });
    }

    has(name) {
      return this.panels.some((p) => p.names.includes(name));
    }

    names() {
      return [].concat(...this.panels.map((p) => p.names));
    }

    /* Plot a variable: in the given panel, else in the last one with its unit, else in a new
     * one. */
    add(name, panel) {
      if (!this.result.has(name) || (panel && panel.names.includes(name))) return;
      if (this.has(name)) this.remove(name);
      const unit = this.result.unit(name);
      const into = (panel && this.panels.includes(panel) ? panel : null) ||
        this.panels.slice().reverse().find((p) => p.unit === unit && p.names.length < 8) ||
        this.addPanel(unit);
      into.names.push(name);
      this.writeLegend(into);
      this.draw();
      if (this.changed) this.changed();
    }

    remove(name) {
      for (const p of this.panels.slice()) {
        const at = p.names.indexOf(name);
        if (at < 0) continue;
        p.names.splice(at, 1);
        if (p.names.length === 0) this.removePanel(p);
        else this.writeLegend(p);
      }
      this.draw();
      if (this.changed) this.changed();
    }

    toggle(name) {
      if (this.has(name)) this.remove(name);
      else this.add(name, null);
    }

    addPanel(unit) {
      const element = document.createElement("div");
      element.className = "panel";
      const legend = document.createElement("div");
      legend.className = "legend";
      const canvas = document.createElement("canvas");
      element.append(legend, canvas);
      this.host.append(element);
      const panel = { element, legend, canvas, unit, names: [], values: [] };
      this.panels.push(panel);
      this.acceptDrops(element, panel);
      this.listen(panel);
      this.hint.hidden = true;
      return panel;
    }

    removePanel(panel) {
      panel.element.remove();
      this.panels.splice(this.panels.indexOf(panel), 1);
      this.hint.hidden = this.panels.length > 0;
    }

    writeLegend(panel) {
      panel.legend.textContent = "";
      panel.values = panel.names.map((name, i) => {
        const item = document.createElement("button");
        item.className = "series";
        item.title = `${name}: remove from the plot`;
        const mark = document.createElement("i");
        mark.style.background = COLOURS[i % COLOURS.length];
        const text = document.createElement("span");
        text.textContent = name;
        const value = document.createElement("b");
        item.append(mark, text, value);
        item.addEventListener("click", () => this.remove(name));
        panel.legend.append(item);
        return value;
      });
    }

    /* ---- the pointer: a click goes to a time, a drag zooms, a double click shows everything  */

    listen(panel) {
      const canvas = panel.canvas;
      const timeAt = (e) => {
        const box = canvas.getBoundingClientRect();
        const part = (e.clientX - box.left - MARGIN.left) /
          (box.width - MARGIN.left - MARGIN.right);
        const [a, b] = this.times();
        return a + Math.min(1, Math.max(0, part)) * (b - a);
      };
      let begin = null;
      canvas.addEventListener("pointerdown", (e) => {
        begin = { x: e.clientX, t: timeAt(e) };
        canvas.setPointerCapture(e.pointerId);
      });
      canvas.addEventListener("pointermove", (e) => {
        if (!begin) return;
        this.band = Math.abs(e.clientX - begin.x) > 4 ? [begin.t, timeAt(e)] : null;
        this.draw();
      });
      canvas.addEventListener("pointerup", (e) => {
        if (!begin) return;
        const end = timeAt(e);
        if (this.band && end !== begin.t) {
          this.range = [Math.min(begin.t, end), Math.max(begin.t, end)];
        } else {
          this.seek(end);
        }
        begin = this.band = null;
        this.draw();
      });
      canvas.addEventListener("dblclick", () => {
        this.range = null;
        this.draw();
      });
      canvas.addEventListener("wheel", (e) => {
        e.preventDefault();
        const [a, b] = this.times();
        const t = timeAt(e);
        const f = Math.pow(1.0015, e.deltaY);
        const all = [this.result.time[0], this.result.time[this.result.rows - 1]];
        const wanted = [Math.max(all[0], t + f * (a - t)), Math.min(all[1], t + f * (b - t))];
        if (wanted[1] - wanted[0] > 1e-9 * (all[1] - all[0])) this.range = wanted;
        this.draw();
      }, { passive: false });
    }

    times() {
      return this.range || [this.result.time[0], this.result.time[this.result.rows - 1]];
    }

    /* ---- drawing --------------------------------------------------------------------------- */

    setTime(t) {
      this.time = t;
      this.draw();
    }

    draw() {
      for (const p of this.panels) this.drawPanel(p);
    }

    drawPanel(panel) {
      const canvas = panel.canvas;
      const ratio = Math.min(window.devicePixelRatio || 1, 2);
      const w = canvas.clientWidth;
      const h = canvas.clientHeight;
      if (w < 100 || h < 40) return;
      if (canvas.width !== Math.round(w * ratio) || canvas.height !== Math.round(h * ratio)) {
        canvas.width = Math.round(w * ratio);
        canvas.height = Math.round(h * ratio);
      }
      const g = canvas.getContext("2d");
      const [a, b] = this.times();
      const style = getComputedStyle(this.host);
      const key = [w, h, ratio, a, b, style.getPropertyValue("--line"), ...panel.names].join(" ");
      if (key !== panel.key) {
        panel.key = key;
        this.drawCurves(panel, w, h, ratio);
      }
      g.setTransform(1, 0, 0, 1, 0, 0);
      g.clearRect(0, 0, canvas.width, canvas.height);
      g.drawImage(panel.still, 0, 0);
      g.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.drawCursor(g, panel.axes);
      const place = this.result.locate(this.time);
      panel.names.forEach((name, i) => {
        const v = LinkworkData.valueAt(this.result.values(name), place);
        const text = isFinite(v) ? v.toPrecision(5) : "none";
        if (panel.values[i].textContent !== text) panel.values[i].textContent = text;
      });
    }

    /* Draw all but the cursor into a picture of its own, which stays while time goes on. */
    drawCurves(panel, w, h, ratio) {
      panel.still = document.createElement("canvas");
      panel.still.width = Math.round(w * ratio);
      panel.still.height = Math.round(h * ratio);
      const g = panel.still.getContext("2d");
      g.setTransform(ratio, 0, 0, ratio, 0, 0);
      const [a, b] = this.times();
      const first = this.result.locate(a).row;
      const last = Math.min(this.result.rows - 1, this.result.locate(b).row + 1);
      let low = Infinity;
      let high = -Infinity;
      for (const name of panel.names) {
        const e = extent(this.result.values(name), first, last);
        low = Math.min(low, e[0]);
        high = Math.max(high, e[1]);
      }
      [low, high] = axisRange(low, high);
      const box = { x: MARGIN.left, y: MARGIN.top, w: w - MARGIN.left - MARGIN.right,
        h: h - MARGIN.top - MARGIN.bottom };
      const x = (t) => box.x + (b > a ? (t - a) / (b - a) : 0) * box.w;
      const y = (v) => box.y + (high - v) / (high - low) * box.h;
      const axes = { a, b, low, high, box, x, y };
      panel.axes = axes;
      this.drawAxes(g, panel, axes);
      g.save();
      g.beginPath();
      g.rect(box.x, box.y, box.w, box.h);
      g.clip();
      panel.names.forEach((name, i) => {
        this.drawCurve(g, this.result.values(name), first, last, axes, COLOURS[i % COLOURS.length]);
      });
      g.restore();
    }

    drawAxes(g, panel, { a, b, low, high, box, x, y }) {
      const style = getComputedStyle(this.host);
      const line = style.getPropertyValue("--line");
      g.font = "11px system-ui, sans-serif";
      g.fillStyle = style.getPropertyValue("--faint");
      g.strokeStyle = line;
      g.lineWidth = 1;
      g.textBaseline = "middle";
      g.textAlign = "right";
      g.beginPath();
      const vertical = ticks(low, high, Math.max(2, box.h / 34));
      for (const v of vertical.values) {
        const at = Math.round(y(v)) + 0.5;
        g.moveTo(box.x, at);
        g.lineTo(box.x + box.w, at);
        g.fillText(tickText(v, vertical.step), box.x - 6, at);
      }
      g.textAlign = "center";
      g.textBaseline = "top";
      const horizontal = ticks(a, b, Math.max(2, box.w / 90));
      for (const t of horizontal.values) {
        const at = Math.round(x(t)) + 0.5;
        g.moveTo(at, box.y);
        g.lineTo(at, box.y + box.h);
        g.fillText(`${tickText(t, horizontal.step)} s`, at, box.y + box.h + 5);
      }
      g.stroke();
      if (panel.unit && panel.unit !== "1") {
        g.save();
        g.translate(10, box.y + box.h / 2);
        g.rotate(-Math.PI / 2);
        g.textBaseline = "middle";
        g.fillText(panel.unit, 0, 0);
        g.restore();
      }
    }

    /* A curve; where a pixel has many rows, the line from the smallest to the largest value. */
    drawCurve(g, values, first, last, { x, y, box }, colour) {
      const time = this.result.time;
      const dense = last - first > 3 * box.w;
      g.strokeStyle = colour;
      g.lineWidth = 1.5;
      g.lineJoin = "round";
      g.beginPath();
      let pen = false;
      for (let i = first; i <= last; i++) {
        if (!dense) {
          if (!isFinite(values[i])) {
            pen = false;
            continue;
          }
          g[pen ? "lineTo" : "moveTo"](x(time[i]), y(values[i]));
          pen = true;
          continue;
        }
        const column = Math.floor(x(time[i]));
        let end = i;
        while (end < last && Math.floor(x(time[end + 1])) === column) end++;
        const [low, high] = extent(values, i, end);
        g[pen ? "lineTo" : "moveTo"](column, y(low));
        g.lineTo(column, y(high) - 0.5);
        pen = true;
        i = end;
      }
      g.stroke();
    }

    drawCursor(g, { a, b, x, box }) {
      g.fillStyle = "rgba(128, 128, 128, 0.25)";
      if (this.band) g.fillRect(x(this.band[0]), box.y, x(this.band[1]) - x(this.band[0]), box.h);
      if (this.time < a || this.time > b) return;
      g.strokeStyle = getComputedStyle(this.host).getPropertyValue("--accent");
      g.lineWidth = 1.5;
      g.beginPath();
      g.moveTo(x(this.time), box.y);
      g.lineTo(x(this.time), box.y + box.h);
      g.stroke();
    }

    /* The curves as CSV, in the times that are shown. */
    csv() {
      const names = this.names();
      const [a, b] = this.times();
      const columns = names.map((n) => this.result.values(n));
      const lines = [["time", ...names].join(",")];
      for (let i = 0; i < this.result.rows; i++) {
        const t = this.result.time[i];
        if (t >= a && t <= b) {
          lines.push([Number(t.toPrecision(10)),
            ...columns.map((c) => Number(c[i].toPrecision(9)))].join(","));
        }
      }
      return `${lines.join("\n")}\n`;
    }
  }

  return { Plots, TYPE, axisRange, extent, tickText, ticks };
})();

if (typeof module !== "undefined") module.exports = LinkworkPlots;
