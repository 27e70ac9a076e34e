/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cases.js - runs named cases one after the other and prints them as cmocka does, so that they are
 * counted like those of the other tests.
 */
"use strict";

/* A reason why a case cannot run here. */
class Skip extends Error {}

async function runCases(cases) {
  let failed = 0;
  for (const [name, run] of Object.entries(cases)) {
    console.log(`[ RUN      ] ${name}`);
    try {
      await run();
      console.log(`[       OK ] ${name}`);
    } catch (error) {
      if (error instanceof Skip) {
        console.log(`[  SKIPPED ] ${name}: ${error.message}`);
        continue;
      }
      failed++;
      console.log(`${error && error.stack || error}`);
      console.log(`[  FAILED  ] ${name}`);
    }
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

module.exports = { Skip, runCases };
