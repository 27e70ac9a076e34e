/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * browser.js - a browser without a window, driven through chromedriver (W3C WebDriver).
 */
"use strict";

const { spawn } = require("child_process");
const fs = require("fs");
const net = require("net");
const os = require("os");
const path = require("path");
const { pathToFileURL } = require("url");

/* A port that nobody listens on. */
function freePort() {
  return new Promise((done, fail) => {
    const server = net.createServer();
    server.on("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/* Without a window, by software, and without the connections that the browser makes by itself. */
const FLAGS = ["--headless=new", "--enable-unsafe-swiftshader", "--hide-scrollbars", "--disable-quic",
  "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--disable-dev-shm-usage", "--force-device-scale-factor=1"];

class Browser {
  /* driver: path of chromedriver; size: [width, height] of the window in pixels */
  static async open(driver, size, flags = []) {
    const self = new Browser();
    const port = await freePort();
    self.base = `http://127.0.0.1:${port}`;
    self.profile = fs.mkdtempSync(path.join(os.tmpdir(), "linkwork-browser-"));
    self.driver = spawn(driver, [`--port=${port}`], { stdio: "ignore" });
    for (let i = 0; ; i++) {
      try {
        await fetch(`${self.base}/status`);
        break;
      } catch (error) {
        if (i === 200) throw error;
        await new Promise((done) => setTimeout(done, 100));
      }
    }
    /* the sandbox of the browser needs another user than root */
    const root = process.getuid && process.getuid() === 0 ? ["--no-sandbox"] : [];
    const args = [...FLAGS, ...root, ...flags, `--user-data-dir=${self.profile}`,
      `--window-size=${size[0]},${size[1]}`];
    const { sessionId } = await self.send("POST", "/session", { capabilities: { alwaysMatch: {
      browserName: "chrome",
      "goog:loggingPrefs": { browser: "ALL" },
      "goog:chromeOptions": { args },
      timeouts: { script: 120000, pageLoad: 120000 },
    } } });
    self.session = `/session/${sessionId}`;
    return self;
  }

  async send(method, url, body) {
    const answer = await fetch(this.base + url, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (value && value.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  /* show: what stands behind "#" in the address */
  load(file, show = "") {
    return this.send("POST", `${this.session}/url`,
      { url: pathToFileURL(file).href + (show && `#${encodeURI(show)}`) });
  }

  /* The value of an async function body in the page; args are its variable `args`. */
  async run(body, ...args) {
    const script = `const done = arguments[arguments.length - 1];
      const args = [...arguments].slice(0, -1);
      (async () => { ${body} })().then((value) => done({ value }),
        (error) => done({ error: String(error && error.stack || error) }));`;
    const { value, error } = await this.send("POST", `${this.session}/execute/async`,
      { script, args });
    if (error) throw new Error(error);
    return value;
  }

  /* What was written to the console since the last call. */
  async messages() {
    const log = await this.send("POST", `${this.session}/se/log`, { type: "browser" });
    return log.map((entry) => entry.message)
      /* a note of the driver about speed, when a test reads pixels */
      .filter((message) => !message.includes("GPU stall due to ReadPixels"));
  }

  async screenshot(file) {
    const png = await this.send("GET", `${this.session}/screenshot`);
    fs.writeFileSync(file, Buffer.from(png, "base64"));
  }

  async close() {
    try {
      if (this.session) await this.send("DELETE", this.session);
    } finally {
      this.driver.kill();
      fs.rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
  }
}

module.exports = { Browser };
