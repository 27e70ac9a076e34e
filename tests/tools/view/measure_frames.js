/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * measure_frames.js - how fast pages move in a browser that draws by software: frames per second,
 * and the processor time of all processes of the browser per frame, which other programs on the
 * machine disturb less.
 *
 *   node tests/tools/view/measure_frames.js /usr/bin/chromedriver PAGE.html...
 *
 * The picture has 800 x 600 points.
 */
"use strict";

const fs = require("fs");
const { Browser } = require("./browser.js");

const [driver, ...pages] = process.argv.slice(2);
const TICK = 10; /* milliseconds in which Linux counts processor time */

/* Processor time of a process and of all that it has started [ms]. */
function processorTime(root) {
  const all = new Map();
  for (const id of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = fs.readFileSync(`/proc/${id}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      all.set(Number(id), { parent: Number(fields[1]),
        time: TICK * (Number(fields[11]) + Number(fields[12])) });
    } catch (error) {
      continue; /* it has ended */
    }
  }
  const belongs = (id) => id === root || (all.has(id) && belongs(all.get(id).parent));
  return [...all].reduce((sum, [id, p]) => sum + (belongs(id) ? p.time : 0), 0);
}

async function measure(page) {
  const browser = await Browser.open(driver, [800, 900]);
  try {
    await browser.load(page, "play");
    await browser.run(`await linkwork.ready;
      document.querySelector(".linkwork").classList.remove("listed");
      const stage = document.querySelector(".stage");
      stage.style.height = "600px";
      await new Promise((done) => setTimeout(done, 1000));`);
    const before = processorTime(browser.driver.pid);
    const [frames, seconds, size] = await browser.run(`
      let frames = 0;
      let on = true;
      const count = () => {
        frames++;
        if (on) requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
      const begin = performance.now();
      await new Promise((done) => setTimeout(done, 5000));
      on = false;
      const canvas = document.querySelector(".stage canvas");
      return [frames, (performance.now() - begin) / 1000, [canvas.width, canvas.height]];`);
    const used = processorTime(browser.driver.pid) - before;
    console.log(`${page}: ${(frames / seconds).toFixed(1)} frames/s, ` +
      `${(used / frames).toFixed(1)} ms of processor time per frame, ${size.join(" x ")} points`);
  } finally {
    await browser.close();
  }
}

(async () => {
  for (const page of pages) await measure(page);
})();
