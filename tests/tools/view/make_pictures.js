/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * make_pictures.js - the pictures of pages in README.md and docs/view.md, made from the pages
 * themselves in a browser without a window.
 *
 *   node tests/tools/view/make_pictures.js build/linkwork /usr/bin/chromedriver
 */
"use strict";

const { execFileSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { Browser } = require("./browser.js");

const [linkwork, driver] = process.argv.slice(2);
const examples = path.join(__dirname, "../../../examples");
const pictures = path.join(__dirname, "../../../docs/pictures");
const drive = (name) => ["--input", path.join(examples, `${name}_drive.csv`)];

/* Each picture: a mechanism with options of `linkwork view`, and what the page shows, as behind "#"
 * in its address. */
const PICTURES = [
  ["page_stewart", "stewart", drive("stewart"),
    "reactions&paths&light&t=1.25"],
  ["page_rocker_bogie", "rocker_bogie", drive("rocker_bogie"), "reactions&t=1.76" +
    "&plot=rocker_pivot1.q&plot=bogie_pivot1.q&plot=contact1_1.force[3]&plot=contact1_3.force[3]"],
  ["page_wishbone", "double_wishbone", drive("double_wishbone"), "dark&glass&reactions&t=1.3"],
  ["page_bricard", "bricard", ["--stop", "5"], "paths&velocities&labels&t=1.2"],
];

(async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "linkwork-pages-"));
  const browser = await Browser.open(driver, [1120, 820]);
  try {
    for (const [picture, name, options, show] of PICTURES) {
      const page = path.join(folder, `${name}.html`);
      execFileSync(linkwork, ["view", path.join(examples, `${name}.xml`), ...options, "-o", page]);
      await browser.load(page, show);
      await browser.run("await linkwork.ready; await new Promise((done) => setTimeout(done, 600));");
      await browser.screenshot(path.join(pictures, `${picture}.png`));
    }
  } finally {
    await browser.close();
    fs.rmSync(folder, { recursive: true });
  }
})();
