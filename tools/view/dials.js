/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dials.js - sliders for the inputs and the parameters of a simulation in the page.
 */
"use strict";

const LinkworkDials = (() => { // eslint-disable-line no-unused-vars
  function element(tag, className, text) {
    const e = document.createElement(tag);
    e.className = className || "";
    if (text !== undefined) e.textContent = text;
    return e;
  }

  /* The largest value of a slider: twice that of a parameter; of an input what moves a mechanism of
   * this size and weight. */
  function reach(dial, value, scale) {
    const size = 2 * Math.max(Math.abs(dial.start), Math.abs(value));
    const usual = { m: 0.1 * scale.size, rad: Math.PI, "m/s": scale.size, "rad/s": 10,
      N: scale.weight, "N.m": 0.3 * scale.weight * scale.size }[dial.unit] || 1;
    const power = Math.pow(10, Math.floor(Math.log10(usual)));
    return dial.input ? Math.max(Math.round(usual / power) * power, size) : size || 1;
  }

  /* A name, a slider and a number that follow each other. */
  function row(dial, live, scale) {
    const label = element("label", "dial");
    label.title = dial.text;
    const slider = element("input");
    const number = element("input", "number");
    const value = live.value(dial);
    const most = reach(dial, value, scale);
    Object.assign(slider, { type: "range", min: dial.input || value < 0 ? -most : 0, max: most,
      step: "any", value });
    Object.assign(number, { type: "number", step: "any", value: Number(value.toPrecision(6)) });
    const write = (to, text) => {
      const wanted = Number(text);
      if (text === "" || !isFinite(wanted)) return;
      to.value = to === number ? String(Number(wanted.toPrecision(6))) : text;
      try {
        live.set(dial.reference, wanted);
        number.setCustomValidity("");
      } catch (error) {
        number.setCustomValidity(error.message);
        number.reportValidity();
      }
    };
    slider.addEventListener("input", () => write(number, slider.value));
    number.addEventListener("change", () => write(slider, number.value));
    label.append(element("span", "name", dial.name), slider, number,
      element("small", "", dial.unit));
    return label;
  }

  /* The panel: inputs, and the parameters folded away. The rates of prescribed motions are for
   * importers that integrate.
   *   scale: {size [m], weight [N]} of the mechanism */
  function make(dials, live, scale, reset) {
    const panel = element("aside", "dials");
    const button = element("button", "reset", "reset");
    button.title = "back to the start";
    button.addEventListener("click", reset);
    panel.append(button);
    const names = new Set(dials.filter((d) => d.input).map((d) => d.name));
    const inputs = dials.filter((d) => d.input &&
      !(/\.(velocity|acceleration)$/.test(d.name) &&
        names.has(d.name.slice(0, d.name.lastIndexOf(".")))));
    const parameters = dials.filter((d) => !d.input);
    for (const d of inputs) panel.append(row(d, live, scale));
    if (parameters.length) {
      const fold = element("details");
      fold.append(element("summary", "", `parameters (${parameters.length})`));
      fold.addEventListener("toggle", () => {
        if (fold.childElementCount > 1) return;
        fold.append(...parameters.map((d) => row(d, live, scale)));
      });
      panel.append(fold);
    }
    return panel;
  }

  return { make };
})();
