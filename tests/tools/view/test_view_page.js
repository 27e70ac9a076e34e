/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * test_view_page.js - pages of `linkwork view` in a real browser, from file:// and without a
 * network.
 *
 *   node test_view_page.js LINKWORK CHROMEDRIVER EXAMPLES ROBOTS FOLDER
 *
 * ROBOTS is a folder that may not be there; files are written to FOLDER.
 */
"use strict";

const assert = require("assert");
const { execFileSync, spawnSync } = require("child_process");
const fs = require("fs");
const path = require("path");
const { Browser } = require("./browser.js");
const { Skip, runCases } = require("./cases.js");
const Data = require("../../../tools/view/data.js");

const [linkwork, driver, examples, robots, folder] = process.argv.slice(2);
let browser = null;

function run(...args) {
  return execFileSync(linkwork, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/* A CSV file: names and rows. */
function readCsv(file) {
  const [heading, ...rows] = fs.readFileSync(file, "utf8").trim().split("\n");
  return { names: heading.split(","), rows: rows.map((r) => r.split(",").map(Number)) };
}

/* Quaternions of one orientation may differ in sign. */
function poseDifference(a, b) {
  const sign = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1;
  return Math.max(...a.map((v, k) => Math.abs(v - (k < 3 ? 1 : sign) * b[k])));
}

/* Poses on the page are those of the CSV at five rows. Poses are packed with a step of 1e-7 at most,
 * or 2^-32 of their range; measured: 6e-8. */
async function comparePoses(table) {
  const column = new Map(table.names.map((n, i) => [n, i]));
  const bodies = await browser.run("await linkwork.ready; return linkwork.bodies;");
  assert(bodies.length > 0);
  const last = table.rows.length - 1;
  const rows = [0, Math.floor(last / 5), Math.floor(last / 3), Math.floor(last / 2), last];
  const poses = await browser.run(`return args[0].map((t) => {
    linkwork.seek(t);
    return { time: linkwork.time, poses: linkwork.bodies.map((b) => linkwork.pose(b)) };
  });`, rows.map((r) => table.rows[r][0]));
  poses.forEach(({ time, poses: all }, i) => {
    const row = table.rows[rows[i]];
    assert(Math.abs(time - row[0]) <= 1e-9 * Math.abs(table.rows[last][0]), `time ${time}`);
    bodies.forEach((body, b) => {
      const want = [1, 2, 3].map((k) => row[column.get(`${body}.r[${k}]`)])
        .concat([1, 2, 3, 4].map((k) => row[column.get(`${body}.quat[${k}]`)]));
      const difference = poseDifference(all[b], want);
      assert(difference < 1e-6, `${body} at ${row[0]} s: off by ${difference}`);
    });
  });
}

/* The share of pixels of the picture that are not background. */
function inked() {
  return browser.run(`
    const image = new Image();
    image.src = linkwork.screenshot();
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const g = canvas.getContext("2d");
    g.drawImage(image, 0, 0);
    const p = g.getImageData(0, 0, image.width, image.height).data;
    let n = 0;
    for (let i = 0; i < p.length; i += 4) {
      const far = Math.max(...[0, 1, 2].map((k) => Math.abs(p[i + k] - p[k])));
      if (far > 60) n++;
    }
    return n / (image.width * image.height);`);
}

async function loadQuietly(page) {
  await browser.load(page);
  await browser.run("await linkwork.ready;");
  assert.deepStrictEqual(await browser.messages(), []);
}

/* A run as CSV, its page, and both compared. */
async function checkRun(file, name, options) {
  const csv = path.join(folder, `${name}.csv`);
  const page = path.join(folder, `${name}.html`);
  run("run", file, ...options, "-o", csv);
  run("view", csv, "--of", file, ...options.filter((o, i) =>
    ["--base", "--loops"].includes(o) || ["--base", "--loops"].includes(options[i - 1])),
  "-o", page);
  await loadQuietly(page);
  await comparePoses(readCsv(csv));
  assert(await inked() > 0.001, "the picture is empty");
  await browser.run("linkwork.play(); await new Promise((done) => setTimeout(done, 100));");
  assert.deepStrictEqual(await browser.messages(), []);
  return page;
}

const STOP = { andrews: "0.03", heavy_top: "0.5", chain128: "1", ladder40: "1",
  seven_body: "0.003" };

function exampleOptions(name) {
  const drive = path.join(examples, `${name}_drive.csv`);
  return ["--stop", STOP[name] || "2", ...(fs.existsSync(drive) ? ["--input", drive] : [])];
}

const cases = {
  async pages_of_all_examples_show_the_poses_of_their_results() {
    const files = fs.readdirSync(examples).filter((f) => f.endsWith(".xml"));
    assert(files.length >= 15);
    for (const f of files) {
      const name = path.basename(f, ".xml");
      console.log(`    ${name}`);
      await checkRun(path.join(examples, f), name, exampleOptions(name));
    }
  },

  async pages_of_robots_show_the_poses_of_their_results() {
    if (!fs.existsSync(robots)) throw new Skip(`${robots} is not there`);
    const all = ["ur5_robot", "panda", "solo12", "talos_reduced", "allegro_left_hand"];
    for (const name of all) {
      console.log(`    ${name}`);
      await checkRun(path.join(robots, `${name}.urdf`), name, ["--stop", "0.2"]);
    }
  },

  async pages_of_robots_with_loops_show_the_poses_of_their_results() {
    if (!fs.existsSync(robots)) throw new Skip(`${robots} is not there`);
    for (const name of ["5bar_linkage", "robot_delta"]) {
      console.log(`    ${name}`);
      const at = path.join(robots, "closed-loop", name);
      await checkRun(path.join(at, "robot.urdf"), name,
        ["--stop", "0.2", "--base", "fixed", "--loops", path.join(at, "robot.yaml")]);
    }
  },

  async a_chain_of_1024_links_is_shown() {
    const file = path.join(folder, "chain1024.xml");
    fs.writeFileSync(file, `<mechanism name="chain1024"><solver step="0.01"/>
      <repeat count="1024" index="i" first="1">
        <body name="L{i}" mass="1" inertia="0.01 0.1 0.1" at="i-0.5 0 0"/>
      </repeat>
      <joint name="J1" type="spherical" parent="ground" child="L1" at="0 0 0"/>
      <repeat count="1023" index="i" first="1">
        <joint name="J{i+1}" type="spherical" parent="L{i}" child="L{i+1}" at="i 0 0"/>
      </repeat></mechanism>\n`);
    await checkRun(file, "chain1024", ["--stop", "0.5", "--step", "0.01"]);
  },

  async an_fmu_is_simulated_and_shown() {
    const fmu = path.join(folder, "four_bar.fmu");
    const csv = path.join(folder, "four_bar_fmu.csv");
    const page = path.join(folder, "four_bar_fmu.html");
    run("pack", path.join(examples, "four_bar.xml"), "-o", fmu);
    run("run", fmu, "--stop", "1", "-o", csv);
    run("view", fmu, "--stop", "1", "-o", page);
    await loadQuietly(page);
    await comparePoses(readCsv(csv));
  },

  async every_fmu_has_a_picture_in_its_documentation() {
    const open = async (...options) => {
      const fmu = path.join(folder, "documented.fmu");
      run("pack", path.join(examples, "hmmwv.xml"), "-o", fmu, ...options);
      const archive = new Data.Archive(new Uint8Array(fs.readFileSync(fmu)));
      return { size: fs.statSync(fmu).size,
        page: Buffer.from(await archive.read("documentation/index.html")) };
    };
    const drawn = await open();
    const bare = await open("--no-page");
    console.log(`    the page adds ${drawn.size - bare.size} bytes`);
    assert(drawn.size - bare.size < 250000);
    assert(!bare.page.includes("<script"));
    const page = path.join(folder, "documentation.html");
    fs.writeFileSync(page, drawn.page);
    await loadQuietly(page);
    assert.strictEqual((await browser.run("return linkwork.bodies;")).length, 14);
    assert(await inked() > 0.01, "the picture is empty");
    /* tables fit into the window: only they themselves may be shifted */
    assert(await browser.run("return document.documentElement.scrollWidth <= innerWidth;"));
    assert.deepStrictEqual(await browser.messages(), []);
  },

  async meshes_of_robots_are_drawn() {
    /* one tetrahedron with the corners 0, x, y, z, in all formats, and one file that is none */
    const corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];
    const faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    const at = path.join(folder, "parts");
    fs.mkdirSync(path.join(at, "meshes"), { recursive: true });
    const write = (name, content) => fs.writeFileSync(path.join(at, "meshes", name), content);
    write("a.stl", `solid a\n${faces.map((f) => "facet normal 0 0 0\nouter loop\n" +
      f.map((i) => `vertex ${corners[i].join(" ")}\n`).join("") + "endloop\nendfacet\n").join("")}` +
      "endsolid a\n");
    write("b.obj", corners.map((c) => `v ${c.join(" ")}\n`).join("") +
      faces.map((f) => `f ${f.map((i) => i + 1).join(" ")}\n`).join(""));
    write("c.dae", `<?xml version="1.0"?>
      <COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
      <asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
      <library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse>
        <color>0 1 0 1</color></diffuse></lambert></technique></profile_COMMON></effect>
      </library_effects>
      <library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
      <library_geometries><geometry id="g"><mesh>
        <source id="p"><float_array id="f" count="12">${corners.flat().join(" ")}</float_array>
          <technique_common><accessor source="#f" count="4" stride="3"><param name="X" type="float"/>
          <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common>
        </source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
        <triangles count="4" material="s"><input semantic="VERTEX" source="#v" offset="0"/>
          <p>${faces.flat().join(" ")}</p></triangles></mesh></geometry></library_geometries>
      <library_visual_scenes><visual_scene id="w"><node><instance_geometry url="#g"><bind_material>
        <technique_common><instance_material symbol="s" target="#m"/></technique_common>
        </bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
      <scene><instance_visual_scene url="#w"/></scene></COLLADA>`);
    /* y of glTF points upwards */
    const gltf = corners.map(([x, y, z]) => [x, z, -y]);
    write("d.bin", Buffer.concat([Buffer.from(Float32Array.from(gltf.flat()).buffer),
      Buffer.from(Uint16Array.from(faces.flat()).buffer)]));
    write("d.gltf", JSON.stringify({ asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
      buffers: [{ uri: "d.bin", byteLength: 72 }],
      bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: 48 },
        { buffer: 0, byteOffset: 48, byteLength: 24 }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: "VEC3", min: [0, 0, -1],
        max: [1, 1, 0] }, { bufferView: 1, componentType: 5123, count: 12, type: "SCALAR" }] }));
    write("e.obj", "no mesh at all\n");
    const names = ["package://parts/meshes/a.stl", "meshes/b.obj", "meshes/c.dae", "meshes/d.gltf",
      "meshes/e.obj", "meshes/f.stl", "meshes/g.ply"];
    const link = (name, i) => `<link name="l${i}"><inertial><mass value="1"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
      <visual><origin xyz="0 0 1"/><geometry><mesh filename="${name}" scale="2 2 -2"/></geometry>
      <material name="red"/></visual>
      <collision><geometry><sphere radius="0.5"/></geometry></collision></link>
      <joint name="j${i}" type="continuous"><parent link="base"/><child link="l${i}"/>
      <origin xyz="0 ${3 * i} 0"/><axis xyz="0 0 1"/></joint>`;
    const robot = path.join(at, "parts.urdf");
    fs.writeFileSync(robot, `<robot name="parts"><material name="red"><color rgba="1 0 0 1"/>
      </material><link name="base"/>${names.map(link).join("")}</robot>\n`);
    const page = path.join(folder, "parts.html");
    const made = spawnSync(linkwork, ["view", robot, "--stop", "0.1", "-o", page],
      { encoding: "utf8" });
    assert.strictEqual(made.status, 0, made.stderr);
    assert(made.stderr.includes('1 of 7 meshes are not there ("meshes/f.stl")'), made.stderr);
    assert(made.stderr.includes("1 of 7 meshes are neither STL"), made.stderr);
    await loadQuietly(page);
    const seen = await browser.run(`return { note: document.querySelector(".note").textContent,
      boxes: linkwork.bodies.map((name) => linkwork.extent(name)) };`);
    assert.strictEqual(seen.note, "meshes that cannot be read: meshes/e.obj");
    seen.boxes.forEach((box, i) => {
      const want = i < 4 ? [0, 0, -1, 2, 2, 1] : [-0.5, -0.5, -0.5, 0.5, 0.5, 0.5];
      /* numbers of single precision; joints are left out */
      want.forEach((w, k) => {
        assert(Math.abs(box.range[k] - w) < 1e-6, `${names[i]}: ${box.range}`);
      });
      const colour = [0xff0000, 0xff0000, 0x00ff00, 0xffffff][i];
      if (i < 4) assert.strictEqual(box.colour, colour, names[i]);
    });
    assert.deepStrictEqual(await browser.messages(), []);
  },

  async a_page_needs_nothing_but_itself() {
    const page = path.join(folder, "four_bar.html");
    const text = fs.readFileSync(page, "utf8");
    assert(text.includes("default-src 'none'"));
    /* what a page could load; three.js has addresses in comments and messages */
    assert(!/<(link|script|img|iframe)[^>]*\s(src|href)=["'](?!data:)/.test(text));
    await loadQuietly(page);
    const loaded = await browser.run("return performance.getEntriesByType('resource').map((e) => " +
      "e.name).filter((name) => !/^(data|blob):/.test(name));");
    assert.deepStrictEqual(loaded, []);
  },

  async hostile_names_are_shown_as_text() {
    /* the reader of mechanism files allows letters, digits, "_" and "-" only: such names come in the
     * description, the name of the file, a result, or in an FMU that is not ours. The page of an
     * innocent mechanism gets them as C writes them (see test_page.c). */
    const names = ["</script><script>window.hacked=1</script>", "<img src=x onerror=window.hacked=1>",
      "\"'`+(window.hacked=1)+`", "\u202eright to left", "\u{1f980} crab", "a\u2028b", "<!--", "&lt;"];
    const xml = (s) => s.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
    const json = (s) => JSON.stringify(s).slice(1, -1)
      .replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
    const file = path.join(folder, "hostile <b>&'name.xml");
    fs.writeFileSync(file, `<mechanism name="hostile" description="${xml(names[0])}">
      ${names.map((n, i) => `<body name="body${i}" mass="1" inertia="1 1 1" at="${i} 0 0"/>
        <joint name="joint${i}" type="revolute" parent="ground" child="body${i}"
          at="${i} 0 1" axis="0 1 0"/>`).join("\n")}</mechanism>\n`);
    const page = path.join(folder, "hostile.html");
    run("view", file, "--stop", "0.1", "-o", page);
    fs.writeFileSync(page, fs.readFileSync(page, "utf8").replace(/"(body|joint)(\d)/g,
      (all, kind, i) => `"${json(names[Number(i)])}`));
    await loadQuietly(page);
    const seen = await browser.run(`
      linkwork.show("labels", true);
      await new Promise((done) => setTimeout(done, 200));
      return { hacked: window.hacked, bodies: linkwork.bodies,
        list: [...document.querySelectorAll(".list .name")].map((e) => e.textContent),
        description: document.querySelector("header p").textContent,
        labels: [...document.querySelectorAll(".labels span")].map((e) => e.textContent),
        images: document.images.length, scripts: document.scripts.length };`);
    assert.strictEqual(seen.hacked || null, null);
    assert.deepStrictEqual(seen.bodies, names);
    assert.strictEqual(seen.description, names[0]);
    for (const name of names) {
      assert(seen.list.includes(name), name);
      assert(seen.labels.includes(name), name);
    }
    assert.strictEqual(seen.images, 0);
    assert.deepStrictEqual(await browser.messages(), []);
  },

  async time_and_keys_work() {
    await loadQuietly(path.join(folder, "double_wishbone.html"));
    const seen = await browser.run(`
      const press = (key) => document.body.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true }));
      const out = { duration: linkwork.duration };
      linkwork.seek(1);
      press("ArrowRight");
      out.step = linkwork.time;
      press("ArrowLeft");
      press("ArrowLeft");
      out.back = linkwork.time;
      press("End");
      out.end = linkwork.time;
      linkwork.seek(0);
      linkwork.play();
      await new Promise((done) => setTimeout(done, 700));
      linkwork.pause();
      out.played = linkwork.time;
      await new Promise((done) => setTimeout(done, 100));
      out.paused = linkwork.time;
      press("r");
      linkwork.plot("wheel.r[3]");
      linkwork.plot("bearing.force[3]");
      await new Promise((done) => setTimeout(done, 100));
      out.panels = document.querySelectorAll(".panel canvas").length;
      out.scale = document.querySelector(".scale output").textContent;
      out.png = linkwork.screenshot().slice(0, 22);
      return out;`);
    assert(Math.abs(seen.duration - 2) < 1e-9);
    assert(Math.abs(seen.step - 1.01) < 1e-6 && Math.abs(seen.back - 0.99) < 1e-6);
    assert(Math.abs(seen.end - 2) < 1e-9);
    assert(seen.played > 0.05 && seen.played < 1.5, `played ${seen.played} s in 0.7 s`);
    assert.strictEqual(seen.paused, seen.played);
    assert.strictEqual(seen.panels, 2);
    assert(/N/.test(seen.scale), seen.scale);
    assert.strictEqual(seen.png, "data:image/png;base64,");
    assert.deepStrictEqual(await browser.messages(), []);
  },

  async pages_simulate_what_the_program_simulates() {
    for (const name of ["four_bar", "double_wishbone", "stewart"]) {
      const file = path.join(folder, `live_${name}.xml`);
      const csv = path.join(folder, `live_${name}.csv`);
      const page = path.join(folder, `live_${name}.html`);
      fs.writeFileSync(file, fs.readFileSync(path.join(examples, `${name}.xml`), "utf8")
        .replace("<solver ", '<solver kernel="portable" '));
      run("run", file, "--stop", "1", "--step", "0.01", "-o", csv);
      run("view", file, "--stop", "0.1", "--step", "0.01", "-o", page);
      if (!fs.readFileSync(page, "utf8").includes('"live":{')) {
        throw new Skip("built without clang, wasm-ld or wasi-libc");
      }
      await loadQuietly(page);
      /* after a reset, too, all digits are the same */
      const got = new Map(await browser.run(`await linkwork.live.start();
        linkwork.live.advance(0.3);
        linkwork.live.reset();
        return linkwork.live.advance(1);`));
      const { names, rows } = readCsv(csv);
      names.slice(1).forEach((column, i) => {
        const want = rows[rows.length - 1][1 + i]; /* JSON has no -0 */
        assert(got.get(column) === want, `${name}: ${column} is ${got.get(column)}, not ${want}`);
      });
      assert.strictEqual(got.size, names.length - 1);
    }
    /* an input moves it, mistakes are told, and the result of the page comes back */
    const seen = await browser.run(`
      linkwork.live.reset();
      const at = () => new Map(linkwork.live.advance(0.5)).get("platform.r[3]");
      const rest = at();
      linkwork.live.reset();
      for (let i = 1; i <= 6; i++) linkwork.live.set("push" + i, 50);
      const out = { rise: at() - rest, tooHeavy: "" };
      try { linkwork.live.set("lower1.mass", -1); } catch (e) { out.tooHeavy = e.message; }
      const live = [...document.querySelectorAll(".bar button")].find((b) => b.textContent === "live");
      live.click();
      await new Promise((done) => setTimeout(done, 300));
      out.back = linkwork.time;
      live.click();
      await new Promise((done) => setTimeout(done, 600));
      out.on = linkwork.time;
      out.dials = document.querySelectorAll(".dial").length;
      return out;`);
    assert(seen.rise > 1e-3, `it rises by ${seen.rise} m`);
    assert(/mass/.test(seen.tooHeavy), seen.tooHeavy);
    assert.strictEqual(seen.back, 0);
    assert(seen.on > 0 && seen.dials === 6, `${seen.on} s, ${seen.dials} sliders`);
    assert.deepStrictEqual(await browser.messages(), []);
  },

  async bodies_can_be_pulled_while_a_page_simulates() {
    const page = path.join(folder, "pulled.html");
    run("view", path.join(examples, "double_pendulum.xml"), "--stop", "0.1", "--step", "0.01",
      "-o", page);
    if (!fs.readFileSync(page, "utf8").includes('"live":{')) {
      throw new Skip("built without clang, wasm-ld or wasi-libc");
    }
    await loadQuietly(page);
    const seen = await browser.run(`
      await linkwork.live.start();
      const from = linkwork.pose("B").slice(0, 3);
      const to = [from[0] + 0.2, from[1], from[2] - 0.3];
      const centre = () => {
        const all = new Map(linkwork.live.advance(3));
        return [1, 2, 3].map((k) => all.get("B.r[" + k + "]"));
      };
      linkwork.live.pull("B", from, to);
      const pulled = centre();
      linkwork.live.reset();
      const free = centre();
      return { to, pulled, free };`);
    const distance = (a, b) => Math.hypot(...a.map((v, k) => v - b[k]));
    /* 2 kg hang from a spring of 225 N/m: 9 cm; the joints take a part */
    assert(distance(seen.pulled, seen.to) < 0.15, JSON.stringify(seen));
    assert(distance(seen.free, seen.to) > 0.3, JSON.stringify(seen));
    /* with the pointer: a drag that begins on a body pulls it and does not turn the picture */
    const dragged = await browser.run(`
      const canvas = document.querySelector(".stage canvas");
      const box = canvas.getBoundingClientRect();
      canvas.setPointerCapture = () => {};
      const send = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, { clientX: x,
        clientY: y, button: 0, pointerId: 1, bubbles: true }));
      await new Promise((done) => setTimeout(done, 200));
      for (let y = box.top + 4; y < box.bottom; y += 6) {
        for (let x = box.left + 4; x < box.right; x += 6) {
          send("pointerdown", x, y);
          if (document.querySelector(".play.playing")) {
            await new Promise((done) => setTimeout(done, 100));
            send("pointermove", x + 20, y - 20);
            send("pointerup", x + 20, y - 20);
            return true;
          }
          send("pointerup", x, y);
        }
      }
      return false;`);
    assert(dragged, "no body was found under the pointer");
    assert.deepStrictEqual(await browser.messages(), []);
  },

  async addresses_say_what_a_page_begins_with() {
    const page = path.join(folder, "double_wishbone.html");
    const words = "paths&glass&dark&t=1.25&plot=wheel.r[3]&plot=nothing&look=top&reset=<b>";
    await browser.load(path.join(folder, "four_bar.html")); /* else the page is not loaded anew */
    await browser.load(page, words);
    const seen = await browser.run(`
      await linkwork.ready;
      return { time: linkwork.time, dark: document.documentElement.classList.contains("dark"),
        shown: [...document.querySelectorAll('.tools [aria-pressed="true"]')]
          .map((e) => e.textContent),
        curves: [...document.querySelectorAll(".series span")].map((e) => e.textContent) };`);
    assert.deepStrictEqual(seen, { time: 1.25, dark: true, shown: ["paths", "glass", "grid"],
      curves: ["wheel.r[3]"] });
    await browser.load(page, "light&play&nothing=%5B");
    const then = await browser.run(`await new Promise((done) => setTimeout(done, 300));
      return [linkwork.time, document.documentElement.classList.contains("dark")];`);
    assert(then[0] > 1.25 && !then[1], String(then));
    assert.deepStrictEqual(await browser.messages(), []);
  },

  async a_page_of_10_s_of_the_wishbone_is_small() {
    const page = path.join(folder, "wishbone10.html");
    const begin = process.hrtime.bigint();
    run("view", path.join(examples, "double_wishbone.xml"), "--stop", "10", "--input",
      path.join(examples, "double_wishbone_drive.csv"), "-o", page);
    console.log(`    made in ${Number(process.hrtime.bigint() - begin) / 1e9} s, ` +
      `${fs.statSync(page).size} bytes`);
    assert(fs.statSync(page).size < 2e6);
  },
};

(async () => {
  fs.mkdirSync(folder, { recursive: true });
  browser = await Browser.open(driver, [640, 480],
    /* no host can be found: a page that asks for one would say so on the console */
    ["--host-resolver-rules=MAP * ~NOTFOUND"]);
  try {
    await runCases(cases);
  } finally {
    await browser.close();
  }
})().catch((error) => {
  console.log(error);
  process.exitCode = 1;
});
