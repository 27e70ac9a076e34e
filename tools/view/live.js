/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * live.js - the page simulates: the solver as a WebAssembly module, and what it has computed.
 *
 * The module is tools/live/live.c. It asks its surroundings for nothing: it opens no file, and has
 * no clock.
 */
/* global LinkworkData */
"use strict";

const LinkworkLive = (() => {
  /* Rows that are kept; older ones are forgotten. */
  const MOST_ROWS = 40000;

  /* A result that grows, with the functions of LinkworkData.Result. */
  class Recording {
    /* names and units of the columns after the time */
    constructor(columns) {
      this.rows = 0;
      this.time = [];
      this.columns = new Map([["time", { name: "time", unit: "s", values: this.time }]]);
      for (const c of columns) this.columns.set(c.name, { ...c, values: [] });
      this.each = [...this.columns.values()].slice(1);
    }

    clear() {
      for (const c of this.columns.values()) c.values.length = 0;
      this.rows = 0;
    }

    add(time, values) {
      if (this.rows === MOST_ROWS) {
        for (const c of this.columns.values()) c.values.splice(0, MOST_ROWS / 2);
        this.rows -= MOST_ROWS / 2;
      }
      this.time.push(time);
      this.each.forEach((c, i) => c.values.push(values[i]));
      this.rows++;
    }

    has(name) {
      return this.columns.has(name);
    }

    unit(name) {
      return this.has(name) ? this.columns.get(name).unit : "";
    }

    values(name) {
      return this.has(name) ? this.columns.get(name).values : null;
    }
  }
  Recording.prototype.vector = LinkworkData.Result.prototype.vector;
  Recording.prototype.locate = LinkworkData.Result.prototype.locate;

  /* Arrays in the memory of the module, which moves when it grows. */
  class Memory {
    constructor(exports) {
      this.exports = exports;
    }

    put(bytes) {
      const at = this.exports.live_memory(bytes.byteLength);
      if (at === 0) throw new Error("there is not enough memory");
      new Uint8Array(this.exports.memory.buffer).set(new Uint8Array(bytes.buffer, bytes.byteOffset,
        bytes.byteLength), at);
      return at;
    }

    numbers(at, n) {
      return new Float64Array(this.exports.memory.buffer, at, n);
    }

    text(at) {
      const bytes = new Uint8Array(this.exports.memory.buffer);
      let end = at;
      while (bytes[end] !== 0) end++;
      return new TextDecoder().decode(bytes.subarray(at, end));
    }
  }

  class Live {
    /* module: the bytes of live.wasm; model: those of a .lwm file; meta: "live" of the page;
     * columns: what is recorded, {name, unit, reference} */
    static async open(module, model, meta, columns) {
      /* what the C library would write goes nowhere */
      const nothing = () => 52;
      const { instance } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: {
        fd_close: nothing, fd_seek: nothing, fd_write: nothing } });
      instance.exports._initialize();
      return new Live(instance.exports, model, meta, columns);
    }

    constructor(exports, model, meta, columns) {
      this.exports = exports;
      this.meta = meta;
      this.memory = new Memory(exports);
      this.recording = new Recording(columns);
      this.model = [this.memory.put(model), model.byteLength];
      this.handle = 0;
      this.references = this.memory.put(Uint32Array.from(columns.map((c) => c.reference)));
      this.count = columns.length;
      this.values = this.memory.put(new Float64Array(columns.length));
      this.one = this.memory.put(new Float64Array(2)); /* a reference, and a value */
      this.changed = new Map(meta.set); /* values that differ from the file, by reference */
      this.reset();
    }

    message() {
      return this.memory.text(this.exports.live_message(this.handle));
    }

    check(failed) {
      if (failed) throw new Error(this.message() || "the solver failed");
    }

    write(reference, value) {
      new Uint32Array(this.exports.memory.buffer, this.one, 1)[0] = reference;
      this.memory.numbers(this.one + 8, 1)[0] = value;
      this.check(this.exports.live_set(this.handle, 1, this.one, this.one + 8));
    }

    /* Set an input or a parameter, now and after every reset. */
    set(reference, value) {
      this.write(reference, value);
      this.changed.set(reference, value);
    }

    /* The present value of a dial. */
    value(dial) {
      return this.changed.has(dial.reference) ? this.changed.get(dial.reference) : dial.start;
    }

    /* Go back to the start. What differs from the file is set before the mechanism is assembled. */
    reset() {
      if (this.handle) this.exports.live_close(this.handle);
      this.handle = this.exports.live_open(...this.model);
      if (this.handle === 0 || this.message()) throw new Error(this.message() || "no memory");
      this.steps = 0;
      this.recording.clear();
      for (const [reference, value] of this.changed) this.write(reference, value);
      this.check(this.exports.live_initialize(this.handle, this.meta.start));
      this.record(this.meta.start);
    }

    record(time) {
      this.check(this.exports.live_get(this.handle, this.count, this.references, this.values));
      this.recording.add(time, this.memory.numbers(this.values, this.count));
    }

    time() {
      return this.meta.start + this.steps * this.meta.step;
    }

    /* One communication step, as `linkwork run` takes it. */
    step() {
      if (this.act) this.act();
      this.check(this.exports.live_step(this.handle, this.time(), this.meta.step));
      this.steps++;
      this.record(this.time());
    }

    /* Simulate until a time is reached, but no longer than some milliseconds. */
    advance(time, milliseconds) {
      const end = performance.now() + milliseconds;
      /* a sum of steps that misses the time by its rounding has reached it */
      while (this.time() < time - 1e-9 * this.meta.step && performance.now() < end) this.step();
    }
  }

  return { Live, Recording };
})();

if (typeof module !== "undefined") module.exports = LinkworkLive;
