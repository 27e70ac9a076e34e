/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * list.js - the list of bodies, joints and forces, with their variables.
 */
/* global LinkworkElements, LinkworkPlots */
"use strict";

const LinkworkList = (() => { // eslint-disable-line no-unused-vars
  const { make } = LinkworkElements;

  /* ---- the list of elements and variables -------------------------------------------------- */

  class List {
    constructor(host, view) {
      this.view = view;
      this.rows = new Map();
      this.host = host;
      const { data, result } = view;
      this.variables = new Map(); /* names of variables by the element before their last dot */
      for (const name of result ? result.columns.keys() : []) {
        const dot = name.lastIndexOf(".");
        const owner = name === "time" ? null : dot > 0 ? name.slice(0, dot) : "";
        if (owner === null) continue;
        if (!this.variables.has(owner)) this.variables.set(owner, []);
        this.variables.get(owner).push(name);
      }
      const search = make("input", { type: "search", placeholder: "find", "aria-label": "find",
        oninput: () => this.filter(search.value) });
      host.append(search);
      this.addGroup("Bodies", "body", data.bodies);
      this.addGroup("Joints", "joint", data.joints, (j) => j.type);
      this.addGroup("Springs", "spring", data.springs);
      this.addGroup("Bushings", "bushing", data.bushings);
      const known = new Set([...data.bodies, ...data.joints].map((e) => e.name));
      const rest = [...this.variables.keys()].filter((owner) => !known.has(owner));
      if (rest.length) {
        this.heading("Other variables", rest.length);
        for (const owner of rest) this.addRow(null, 0, owner || "mechanism", "", owner);
      }
    }

    heading(text, count) {
      this.host.append(make("h2", {}, text, make("small", {}, String(count))));
    }

    addGroup(title, kind, elements, tag) {
      if (!elements.length) return;
      this.heading(title, elements.length);
      elements.forEach((e, i) => this.addRow(kind, i, e.name, tag ? tag(e) : "", e.name));
    }

    addRow(kind, index, name, tag, owner) {
      const { view } = this;
      const vectors = this.variables.get(owner) || [];
      const open = make("button", { class: "open", title: "its variables",
        "aria-expanded": "false" });
      const eye = kind ? make("button", { class: "eye", title: "hide or show",
        "aria-pressed": "true" }) : null;
      const label = make("button", { class: "name" }, name);
      label.title = kind === "body" ? "click: select; double click: follow" : "";
      const row = make("div", { class: "row" }, open, label, make("small", {}, tag), eye);
      if (!vectors.length) open.style.visibility = "hidden";
      const toggle = () => this.expand(row, open, vectors);
      open.addEventListener("click", toggle);
      if (kind) {
        label.addEventListener("click", (e) => view.choose(kind, index, e.shiftKey || e.ctrlKey));
        if (kind === "body") label.addEventListener("dblclick", () => view.follow(index));
        eye.addEventListener("click", () => {
          const hide = !view.scene.isHidden(kind, index);
          view.scene.hide(kind, index, hide);
          row.classList.toggle("off", hide);
          eye.setAttribute("aria-pressed", String(!hide));
          view.picture.invalidate();
        });
        this.rows.set(`${kind} ${index}`, row);
      } else {
        label.addEventListener("click", toggle);
      }
      this.host.append(row);
    }

    /* Open or close the variables of an element. */
    expand(row, open, names) {
      const next = row.nextSibling;
      const close = next && next.classList.contains("variables");
      open.setAttribute("aria-expanded", String(!close));
      if (close) {
        next.remove();
        return;
      }
      const { plots, result } = this.view;
      row.after(make("div", { class: "variables" }, ...names.map((name) => {
        const text = name.slice(name.lastIndexOf(".") + 1);
        const item = make("button", { class: "variable", draggable: true }, text,
          make("small", {}, result.unit(name)));
        item.title = name;
        item.dataset.variable = name;
        item.setAttribute("aria-pressed", String(plots.has(name)));
        item.addEventListener("click", () => {
          this.view.openPlots();
          plots.toggle(name);
        });
        item.addEventListener("dragstart", (e) => {
          this.view.openPlots();
          e.dataTransfer.setData(LinkworkPlots.TYPE, name);
        });
        return item;
      })));
    }

    /* Mark what is selected and what is plotted. */
    mark() {
      for (const [key, row] of this.rows) {
        row.classList.toggle("selected", this.view.scene.selected.has(key));
      }
      for (const item of this.host.querySelectorAll(".variable")) {
        item.setAttribute("aria-pressed", String(this.view.plots.has(item.dataset.variable)));
      }
    }

    filter(text) {
      const wanted = text.trim().toLowerCase();
      for (const row of this.host.querySelectorAll(".row")) {
        row.hidden = wanted !== "" &&
          !row.querySelector(".name").textContent.toLowerCase().includes(wanted);
      }
    }

    reveal(kind, index) {
      const row = this.rows.get(`${kind} ${index}`);
      if (row) row.scrollIntoView({ block: "nearest" });
    }
  }

  return { List };
})();
