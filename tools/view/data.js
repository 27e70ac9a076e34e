/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * data.js - what the page shows: the archive with its files, and a result as columns over time.
 *
 * view_result.h describes how the columns are packed.
 */
"use strict";

const LinkworkData = (() => {
  /* ---- the archive ------------------------------------------------------------------------- */

  function bytesOfBase64(text) {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  }

  async function inflate(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  /* The files of a zip archive by name; they are inflated when they are read. */
  class Archive {
    constructor(bytes) {
      this.bytes = bytes;
      this.files = new Map();
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      let end = bytes.length - 22; /* the record at the end has 22 bytes, and no comment */
      while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
      if (end < 0) return;
      const count = view.getUint16(end + 10, true);
      let at = view.getUint32(end + 16, true);
      for (let i = 0; i < count; i++) {
        const name = view.getUint16(at + 28, true);
        this.files.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)), {
          method: view.getUint16(at + 10, true),
          size: view.getUint32(at + 20, true),
          header: view.getUint32(at + 42, true),
        });
        at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
      }
      this.view = view;
    }

    async read(name) {
      const file = this.files.get(name);
      if (!file) return new Uint8Array(0);
      const begin = file.header + 30 + this.view.getUint16(file.header + 26, true) +
        this.view.getUint16(file.header + 28, true);
      const packed = this.bytes.subarray(begin, begin + file.size);
      return file.method === 0 ? packed : inflate(packed);
    }
  }

  /* ---- columns ----------------------------------------------------------------------------- */

  /* The numbers of one column: whole numbers from their second differences. */
  function unpack(bytes, offset, rows, base, step) {
    const out = new Float64Array(rows);
    if (step === 0) return out.fill(base);
    let before = 0;
    let last = 0;
    for (let i = 0; i < rows; i++) {
      const at = offset + i;
      const z = (bytes[at] << 24 | bytes[at + rows] << 16 | bytes[at + 2 * rows] << 8 |
        bytes[at + 3 * rows]) >>> 0;
      const difference = (z >>> 1) ^ -(z & 1);
      const q = (difference + 2 * last - before) >>> 0;
      out[i] = q === 0xffffffff ? NaN : base + q * step;
      before = last;
      last = q;
    }
    return out;
  }

  /* A result: columns by name, unpacked when they are asked for. */
  class Result {
    constructor(meta, bytes) {
      this.rows = meta.rows;
      this.bytes = bytes;
      this.columns = new Map();
      let offset = 0;
      for (const c of meta.columns) {
        this.columns.set(c.name, { name: c.name, unit: c.unit || "", reference: c.reference,
          base: c.base, step: c.step, offset, values: null });
        if (c.step !== 0) offset += 4 * meta.rows;
      }
      this.time = this.values("time");
    }

    has(name) {
      return this.columns.has(name);
    }

    unit(name) {
      return this.has(name) ? this.columns.get(name).unit : "";
    }

    /* The values of a column, or null. */
    values(name) {
      const c = this.columns.get(name);
      if (!c) return null;
      if (!c.values) c.values = unpack(this.bytes, c.offset, this.rows, c.base, c.step);
      return c.values;
    }

    /* The columns NAME[1], NAME[2], ... NAME[n], or null. */
    vector(name, n) {
      const all = [];
      for (let i = 1; i <= n; i++) all.push(this.values(`${name}[${i}]`));
      return all.includes(null) ? null : all;
    }

    /* The row at or before a time, and how far the time is on the way to the next one, 0 to 1. At a
     * jump, two rows of the same time, it is the second one. */
    locate(t) {
      const time = this.time;
      let low = 0;
      let high = this.rows - 1;
      if (!(t > time[0])) return { row: 0, part: 0 };
      if (t >= time[high]) return { row: high, part: 0 };
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (time[middle] <= t) low = middle;
        else high = middle;
      }
      const part = (t - time[low]) / (time[high] - time[low]);
      /* times are rounded when they are packed: within a millionth of a step it is that row */
      if (part < 1e-6) return { row: low, part: 0 };
      return part > 1 - 1e-6 ? { row: high, part: 0 } : { row: low, part };
    }
  }

  /* The pose [x, y, z, qw, qx, qy, qz] between two rows: lines for positions, the shorter way on
   * the sphere for orientations. */
  function interpolate(columns, place, out) {
    const { row, part } = place;
    for (let k = 0; k < 7; k++) out[k] = columns[k][row];
    if (part > 0) {
      let dot = 0;
      for (let k = 3; k < 7; k++) dot += columns[k][row] * columns[k][row + 1];
      const sign = dot < 0 ? -1 : 1;
      for (let k = 0; k < 7; k++) {
        const next = (k < 3 ? 1 : sign) * columns[k][row + 1];
        out[k] += part * (next - out[k]);
      }
    }
    const length = Math.hypot(out[3], out[4], out[5], out[6]) || 1;
    for (let k = 3; k < 7; k++) out[k] /= length;
    return out;
  }

  /* The value of a column between two rows. */
  function valueAt(column, place) {
    const v = column[place.row];
    return place.part > 0 ? v + place.part * (column[place.row + 1] - v) : v;
  }

  return { Archive, Result, bytesOfBase64, interpolate, unpack, valueAt };
})();

if (typeof module !== "undefined") module.exports = LinkworkData;
