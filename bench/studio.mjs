// Times and memory of the studio: cold start, first plot of a dropped log, frames per second of a zoom, memory of the
// server while a long log is viewed. Needs Node, Chromium, `npm ci` in web/ and the program in TAUFIT.
// usage: node bench/studio.mjs [START] [DROP] [ZOOM] [MEMORY]     all where none is named
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { browser, openPage, step, studio, taufit } from "../web/tests/studio/harness.mjs";

const JOINTS = 6;
const SLOW = { timeout: 600_000 };

/** A CSV of six moving joints. */
async function writeCsv(path, samples) {
  const file = createWriteStream(path);
  const names = (kind) => Array.from({ length: JOINTS }, (_, k) => `${kind}${k + 1}`).join(",");
  file.write(`t_s,${names("q")},${names("tau")}\n`);
  let text = "";
  for (let k = 0; k < samples; k++) {
    const t = k / 1000;
    text += t.toFixed(3);
    for (let j = 0; j < JOINTS; j++) text += `,${Math.sin(t * (0.3 + 0.1 * j)).toFixed(3)}`;
    for (let j = 0; j < JOINTS; j++) text += `,${(20 * Math.cos(t * (0.3 + 0.1 * j)) + 0.5 * Math.sin(97 * k)).toFixed(2)}`;
    text += "\n";
    if (text.length > 1 << 20) {
      if (!file.write(text)) await once(file, "drain");
      text = "";
    }
  }
  file.end(text);
  await once(file, "finish");
}

/** Resident memory of a process and the most it ever had [MB]. */
async function memory(pid) {
  const text = await readFile(`/proc/${pid}/status`, "utf8");
  const of = (key) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1000;
  return { now: of("VmRSS"), most: of("VmHWM") };
}

async function inStudio(measure) {
  const [folder, files] = [await mkdtemp(join(tmpdir(), "studio-")), await mkdtemp(join(tmpdir(), "files-"))];
  const chrome = await browser();
  // The browser is warm: a user's is open.
  await (await chrome.newPage()).goto("about:blank");
  const begin = performance.now();
  const served = await studio(folder);
  const { page } = await openPage(chrome, served.url);
  await page.getByLabel("Robot", { exact: true }).waitFor();
  try {
    await measure({ page, folder, files, served, started: performance.now() - begin });
  } finally {
    await chrome.close();
    await served.end();
    await Promise.all([rm(folder, { recursive: true }), rm(files, { recursive: true })]);
  }
}

const report = (what, value) => console.log(`${what.padEnd(58)} ${value}`);

const MEASURES = {
  START: () => inStudio(async ({ started }) => report("cold start, program to interactive page", `${started.toFixed(0)} ms`)),

  DROP: () =>
    inStudio(async ({ page, files }) => {
      await taufit(files, ["excite", "ur5", "-o", "motion.toml", "--starts", "1", "--most-periods", "1", "--iterations", "3", "--period", "20", "--repetitions", "10"]);
      const experiment = 'robot = "ur5"\nrate_hz = 500.0\n[excitation]\ntrajectory = "motion.toml"\n';
      await writeFile(join(files, "run.toml"), experiment);
      await taufit(files, ["run", "run.toml", "-o", "run.mcap"]);
      await step(page, "data");
      const begin = performance.now();
      await page.locator('.drop input[type="file"]').setInputFiles(join(files, "run.mcap"));
      await page.locator(".plot canvas").nth(JOINTS - 1).waitFor(SLOW);
      const took = performance.now() - begin;
      const words = await page.locator(".log-view p").first().textContent();
      report(`first plot of a dropped MCAP (${words}, ${((await stat(join(files, "run.mcap"))).size / 1e6).toFixed(1)} MB)`, `${took.toFixed(0)} ms`);
    }),

  ZOOM: () =>
    inStudio(async ({ page, files }) => {
      await writeCsv(join(files, "long.csv"), 1_000_000);
      await openNamed(page, join(files, "long.csv"));
      await page.getByText("1,000,000 samples").waitFor(SLOW);
      await page.waitForFunction(() => !document.querySelector(".log-view p")?.textContent?.includes("still"), null, SLOW);
      const plot = page.locator(".plot").first();
      await plot.focus();
      for (const [name, keys] of [["in and out", ["+", "+", "+", "-", "-", "-"]], ["sideways", ["+", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "-"]]]) {
        // One step of the window per frame: every plot is drawn anew in each.
        const frames = await page.evaluate(async (keys) => {
          const target = document.querySelector(".plot");
          const times = [];
          for (let k = 0; k < 120; k++) {
            target.dispatchEvent(new KeyboardEvent("keydown", { key: keys[k % keys.length], bubbles: true }));
            times.push(await new Promise(requestAnimationFrame));
          }
          return times.slice(1).map((time, k) => time - times[k]);
        }, keys);
        const sorted = frames.sort((a, b) => a - b);
        const mean = frames.reduce((sum, one) => sum + one, 0) / frames.length;
        report(`zoom of ${JOINTS} joints x 10^6 samples, ${name}`, `${(1000 / mean).toFixed(0)} frames/s, slowest twentieth ${sorted[Math.floor(0.95 * frames.length)].toFixed(0)} ms`);
      }
    }),

  MEMORY: () =>
    inStudio(async ({ page, files, served }) => {
      await writeCsv(join(files, "long.csv"), 10_000_000);
      const before = await memory(served.child.pid);
      await openNamed(page, join(files, "long.csv"));
      const begin = performance.now();
      await page.locator(".plot canvas").first().waitFor(SLOW);
      const first = performance.now() - begin;
      await page.waitForFunction(() => document.querySelector(".log-view p")?.textContent?.startsWith("10,000,000") && !document.querySelector(".log-view p")?.textContent?.includes("still"), null, SLOW);
      const whole = performance.now() - begin;
      const after = await memory(served.child.pid);
      await page.locator(".plot").first().focus();
      for (let k = 0; k < 14; k++) await page.keyboard.press("+");
      await page.waitForTimeout(30_000);
      const zoomed = await memory(served.child.pid);
      report(`10^7 samples (${((await stat(join(files, "long.csv"))).size / 1e6).toFixed(0)} MB of CSV): first plot`, `${first.toFixed(0)} ms`);
      report("10^7 samples: whole log in the plots", `${(whole / 1000).toFixed(1)} s`);
      report("memory of the server: before, whole log, zoomed in, most", `${[before.now, after.now, zoomed.now, zoomed.most].map((x) => `${x.toFixed(0)} MB`).join(", ")}`);
    }),
};

/** Names a file of this computer on the step Data. */
async function openNamed(page, path) {
  await step(page, "data");
  await page.getByText("Or name a file of this computer").click();
  await page.getByLabel("Whole path").fill(path);
  await page.getByRole("button", { name: "Use this file" }).click();
}

const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(MEASURES)) {
  if (wanted.length === 0 || wanted.includes(name)) await measure();
}
