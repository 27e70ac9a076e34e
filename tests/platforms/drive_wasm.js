/* Drives the WebAssembly module of pages with the model of an unpacked FMU, as drive.c does it:
 *
 *   node drive_wasm.js live.wasm FOLDER STEPS
 *
 * prints the hash of all variables after each step. */
"use strict";

const fs = require("fs");
const path = require("path");

/* FNV-1a, 64 bits; numbers of 32 bits, because bytes are many and large integers are slow */
class Hash {
  constructor() {
    this.high = 0xcbf29ce4;
    this.low = 0x84222325;
  }

  add(bytes) {
    let { high, low } = this;
    for (const byte of bytes) {
      low = (low ^ byte) >>> 0;
      /* times 2^40 + 0x1b3 */
      const product = low * 0x1b3;
      const carry = Math.floor(product / 0x100000000);
      high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
      low = product >>> 0;
    }
    this.high = high;
    this.low = low;
  }

  text() {
    return this.high.toString(16).padStart(8, "0") + this.low.toString(16).padStart(8, "0");
  }
}

/* Variables of type Real, the inputs among them, and the step of the solver. */
function describe(folder) {
  const xml = fs.readFileSync(path.join(folder, "modelDescription.xml"), "utf8");
  const all = [], inputs = [];
  let step = 0;
  for (const [, attributes, type] of xml.matchAll(/<ScalarVariable ([^>]*)>\s*<(\w+ [^>]*)/g)) {
    if (!type.startsWith("Real")) continue;
    const reference = Number(/valueReference="(\d+)"/.exec(attributes)[1]);
    all.push(reference);
    if (/causality="input"/.test(attributes)) inputs.push(reference);
    if (/name="solver\.step"/.test(attributes)) step = Number(/ start="([^"]+)"/.exec(type)[1]);
  }
  return { all, inputs, step };
}

async function main(module, folder, steps) {
  const { all, inputs, step } = describe(folder);
  const nothing = () => 52;
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(module), {
    wasi_snapshot_preview1: { fd_close: nothing, fd_seek: nothing, fd_write: nothing } });
  const live = instance.exports;
  live._initialize();
  const bytes = (at, n) => new Uint8Array(live.memory.buffer, at, n);
  const put = (array) => {
    const at = live.live_memory(array.byteLength + 8);
    bytes(at, array.byteLength).set(
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return at;
  };

  const model = fs.readFileSync(path.join(folder, "resources", "mechanism.lwm"));
  const handle = live.live_open(put(model), model.byteLength);
  const check = (failed) => {
    if (!failed) return;
    const text = bytes(live.live_message(handle), 1024);
    throw new Error(Buffer.from(text.subarray(0, text.indexOf(0))).toString());
  };
  const references = put(Uint32Array.from(all)), values = put(new Float64Array(all.length));
  const one = put(new Uint32Array(1)), value = put(new Float64Array(1));
  check(live.live_initialize(handle, 0));

  const hash = new Hash();
  let time = 0;
  for (let k = 0; k < steps; k++) {
    const phase = k % 256, x = (phase % 128) / 64 - 1;
    for (const input of inputs) {
      new Uint32Array(live.memory.buffer, one, 1)[0] = input;
      const sign = phase < 128 ? 1e-3 : -1e-3;
      new Float64Array(live.memory.buffer, value, 1)[0] = sign * (1 - x * x);
      check(live.live_set(handle, 1, one, value));
    }
    check(live.live_step(handle, time, step));
    time += step;
    hash.add(new Uint8Array(4)); /* fmi2OK */
    check(live.live_get(handle, all.length, references, values));
    hash.add(bytes(values, 8 * all.length));
  }
  console.log(hash.text());
}

const [module_, folder_, steps_] = process.argv.slice(2);
main(module_, folder_, Number(steps_)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
