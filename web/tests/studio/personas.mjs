// People at work: from their files to what they came for, by hand on the page; every number is that of the command line.
// usage: node personas.mjs [NAME...]     TAUFIT names the program, TAUFIT_ARTEFACTS the folder of the pictures
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browser, equal, openPage, parametersOf, sameFromTerminal, shot, shownNumbers, step, studio, taufit } from "./harness.mjs";
import { writeLog } from "./logs.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const SLOW = { timeout: 120_000 };

/** Drops files on the step that is shown. */
async function give(page, files) {
  await page.locator('.drop input[type="file"]').setInputFiles(files);
}

async function chooseRobot(page, robot) {
  await step(page, "robot");
  await page.getByLabel("Robot", { exact: true }).selectOption(robot);
  await page.getByText(/base parameters of/).waitFor(SLOW);
}

/** Starts the fit and compares what the page shows with the same command in a terminal. */
async function fit(page, folder, method, grades) {
  await step(page, "fit", method);
  const start = page.getByRole("button", { name: "Start the fit" });
  await page.locator("button.main:enabled").waitFor(SLOW);
  const line = await page.locator(".command pre").first().textContent();
  await start.click();
  const verdict = page.locator(".card .verdict");
  await verdict.waitFor(SLOW);
  const grade = await verdict.getAttribute("data-grade");
  if (!grades.includes(grade)) throw new Error(`${method} is ${grade}: ${await page.locator(".card").textContent()}`);
  const document = await sameFromTerminal(folder, line, `terminal_${method}.taufit`);
  equal(await shownNumbers(page), parametersOf(document), `numbers of ${line}`);
  equal(grade, document.verdict.grade, "grade");
  return document;
}

/** A tool on the flange: its mass and centre in the words of controllers. */
async function integrator({ page, folder, files }) {
  await writeLog(files, "ur5", "free.csv", { seed: 4, friction: 0.5 });
  await writeLog(files, "ur5", "tool.csv", { seed: 5, friction: 0.5, options: ["--payload", "link6:2.5,0.02,0,0.06"] });
  await chooseRobot(page, "ur5");
  await step(page, "data");
  await give(page, [join(files, "free.csv"), join(files, "tool.csv")]);
  await page.locator(".drop").getByText("2 files are in the project.").waitFor(SLOW);
  await page.getByLabel("Use of uploads/free.csv").selectOption("none");
  await step(page, "fit", "payload");
  await page.locator("fieldset").filter({ hasText: "Free log" }).getByLabel("uploads/free.csv").check();
  await page.waitForFunction(() => document.querySelector(".command pre")?.textContent?.includes("--free-log"), null, SLOW);
  const document = await fit(page, folder, "payload", ["good", "usable", "poor"]);
  const mass = Number(await page.locator('[data-field="mass_kg"]').getAttribute("data-value"));
  equal(mass, document.body.mass_kg, "mass of the load");
  const shown = await page.locator(".vendor pre").allTextContents();
  equal(shown, document.entries.map(({ text }) => text), "lines for controllers");
  await shot(page, "integrator-payload-light");
}

/** A heavy robot, clamped: stiffness of its joints. */
async function heavyRobot({ page, folder, files }) {
  for (const name of ["kr500_robot.toml", "kr500_config1.toml", "kr500_config2.toml"]) await copyFile(join(ROOT, "examples", name), join(files, name));
  for (const k of [1, 2]) await taufit(files, ["run", `kr500_config${k}.toml`, "-o", `clamp${k}.mcap`]);
  await give(page, [join(files, "kr500_robot.toml")]);
  await page.getByText(/base parameters of/).waitFor(SLOW);
  await step(page, "data");
  await give(page, [join(files, "clamp1.mcap"), join(files, "clamp2.mcap")]);
  await page.locator(".drop").getByText("2 files are in the project.").waitFor(SLOW);
  const document = await fit(page, folder, "stiffness", ["good", "usable"]);
  if (document.axes.filter(({ stiffness }) => stiffness).length < 2) throw new Error("fewer than two stiffnesses");
  await shot(page, "heavy-stiffness-light");
}

/** A log with the torque of one joint reversed: the page says so before anything is fitted, and offers the repair. */
async function spoiledLog({ page, folder, files }) {
  await writeLog(files, "ur5", "spoiled.csv", { seed: 6, reversed: [1] });
  await chooseRobot(page, "ur5");
  await step(page, "data");
  await give(page, [join(files, "spoiled.csv")]);
  await page.locator(".plot canvas").first().waitFor(SLOW);
  await step(page, "check");
  const verdict = page.locator(".check .verdict");
  await verdict.waitFor(SLOW);
  if ((await verdict.getAttribute("data-readiness")) === "ready") throw new Error("a reversed torque is called ready");
  const repair = page.getByRole("button", { name: /Apply --negate=joint2|Apply --negate=.*2/ });
  await repair.waitFor(SLOW);
  await shot(page, "spoiled-check-light");
  await step(page, "fit", "identify");
  await page.locator("button.main:enabled").waitFor(SLOW);
  await page.getByRole("button", { name: "Start the fit" }).click();
  await page.locator(".state.refused").first().waitFor(SLOW);
  await page.locator(".trouble .finding").first().waitFor(SLOW);
  await shot(page, "spoiled-fit-light");
  await step(page, "check");
  await repair.click();
  await page.waitForFunction(() => document.querySelector(".command pre")?.textContent?.includes("--negate"), null, SLOW);
  await page.locator(".check .verdict.good, .check .verdict.usable").waitFor(SLOW);
  await fit(page, folder, "identify", ["good", "usable"]);
  await shot(page, "spoiled-repaired-light");
}

const PERSONAS = { integrator, heavyRobot, spoiledLog };
const wanted = process.argv.slice(2);
const chrome = await browser();
let failures = 0;
for (const [name, persona] of Object.entries(PERSONAS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const begin = Date.now();
  const [folder, files] = [await mkdtemp(join(tmpdir(), "studio-")), await mkdtemp(join(tmpdir(), "files-"))];
  const served = await studio(folder);
  const { page, context, complaints } = await openPage(chrome, served.url);
  try {
    await persona({ page, folder, files });
    equal(complaints, [], "console");
    console.log(`ok ${name}, ${((Date.now() - begin) / 1000).toFixed(1)} s`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED ${name}: ${error.stack}\nconsole: ${complaints.join("\n")}`);
    await shot(page, `failed-${name}`).catch(() => {});
  }
  await context.close();
  if (served.child.exitCode === null && served.child.signalCode === null) await served.end();
  await Promise.all([rm(folder, { recursive: true, force: true }), rm(files, { recursive: true, force: true })]);
}
await chrome.close();
process.exit(failures === 0 ? 0 : 1);
