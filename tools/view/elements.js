/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * elements.js - makes elements of the page.
 *
 * Names come from files of unknown origin: they are only ever put into the page as textContent.
 */
"use strict";

const LinkworkElements = (() => { // eslint-disable-line no-unused-vars
  /* An element of the page with attributes and children; texts become text nodes. */
  function make(tag, attributes, ...children) {
    const e = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
      else if (name === "checked" || name === "hidden" || name === "draggable") e[name] = value;
      else e.setAttribute(name, value);
    }
    e.append(...children.filter((c) => c !== null));
    return e;
  }

  return { make };
})();
