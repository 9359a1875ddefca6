// Five people: from their files to what they came for, by hand on the page; every number is that of the command line.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { equal, inShell, shot, step, taufit } from "./harness.mjs";
import { writeLog } from "./logs.mjs";
import { everyStep } from "./looks.mjs";
import { SLOW, chooseRobot, commandWith, fit, give, name } from "./work.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The owner of an arm: a URDF, a bag to fit and one to validate, and at the end a URDF. Then a look at every step. */
export async function urOwner({ page, folder, files }) {
  await copyFile(join(ROOT, "testdata/robots/ur5.urdf"), join(files, "arm.urdf"));
  for (const [k, bag] of ["run", "validation"].entries()) await recordBag(files, bag, k + 1);
  await step(page, "robot");
  await give(page, [join(files, "arm.urdf")]);
  await page.getByText(/base parameters of/).waitFor(SLOW);
  await page.locator("button.expression").first().click();
  await step(page, "data");
  for (const bag of ["run", "validation"]) await name(page, join(files, bag));
  await page.getByText("Every column is used").or(page.locator(".plot canvas").first()).first().waitFor(SLOW);
  await commandWith(page, "taufit inspect");
  await fit(page, folder, "identify", ["good", "usable"]);
  await step(page, "export");
  await page.getByRole("button", { name: "Write the file" }).click();
  const link = page.getByRole("link", { name: /_identified\.urdf$/ });
  await link.waitFor(SLOW);
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  // The page looks at the folder again: what was written stays in sight.
  await page.waitForTimeout(1500);
  await link.waitFor({ timeout: 1000 });
  const line = await commandWith(page, "taufit export");
  await inShell(folder, line.replace(/--out \S+/, "--out terminal.urdf"));
  const [fromPage, fromTerminal] = await Promise.all([readFile(await download.path(), "utf8"), readFile(join(folder, "terminal.urdf"), "utf8")]);
  equal(fromPage, fromTerminal, "the identified URDF");
  await designAndRun(page);
  await everyStep(page, "owner");
}

/** A bag of ROS 2 of the simulated arm, which differs from its description. */
async function recordBag(files, bag, seed) {
  await taufit(files, ["excite", "arm.urdf", "-o", `${bag}.toml`, "--starts", "1", "--most-periods", "1", "--iterations", "6", "--period", "12", "--share", "0.5", "--seed", String(seed), "--no-collisions"]);
  const experiment = `robot = "arm.urdf"\nrate_hz = 500.0\n[excitation]\ntrajectory = "${bag}.toml"\n[simulation.truth]\nmass_factor = [1.0, 1.1, 0.9, 1.1, 1.0, 1.1]\nfriction_factor = [1.1, 0.9, 1.1, 0.9, 1.1, 0.9]\n[simulation.arm]\nseed = ${seed}\n`;
  await writeFile(join(files, `${bag}_run.toml`), experiment);
  await taufit(files, ["run", `${bag}_run.toml`, "-o", bag]);
}

/** A motion with a box in the way, its preview, and a run of the simulated robot that can be watched. */
async function designAndRun(page) {
  await step(page, "plan");
  for (const [label, value] of [["Period", "8"], ["Starts", "6"], ["Iterations", "100"]]) {
    await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel(label, { exact: true }).blur();
  }
  await page.getByText("Boxes around the robot", { exact: true }).click();
  await page.getByRole("button", { name: "Add a box" }).click();
  await page.getByLabel("centre x, m").fill("1.1");
  await page.getByLabel("centre x, m").blur();
  await page.getByRole("button", { name: "Design the motion" }).click();
  await page.locator(".criterion .curve").waitFor(SLOW);
  await page.locator(".job-view code").filter({ hasText: "--scene scene.toml" }).waitFor(SLOW);
  await page.getByRole("heading", { name: "motion.toml" }).waitFor(SLOW);
  await page.getByLabel("Clock of the simulated robot").selectOption("4");
  await page.getByRole("button", { name: "Run on the simulated robot" }).click();
  const live = page.getByLabel(/The simulated robot as it moves/);
  await live.locator("canvas").waitFor(SLOW);
  await page.locator(".motion .state.running").waitFor(SLOW);
  const before = await live.screenshot();
  await page.waitForTimeout(300);
  if (before.equals(await live.screenshot())) throw new Error("the simulated robot does not move");
  await page.locator(".motion .state.done").waitFor(SLOW);
  await step(page, "data");
  await page.getByRole("button", { name: "motion_run.mcap", exact: true }).waitFor(SLOW);
  await page.getByLabel("Use of motion_run.mcap").selectOption("none");
}

/** A researcher with a CSV whose columns nobody knows: three menus, one of them undone and chosen again. */
export async function pandaResearcher({ page, folder, files }) {
  await writeLog(files, "panda", "odd.csv", { seed: 7, time: "clock", name: (kind, k) => `${kind === "q" ? "arm_state_q" : "measured_load"}[${k}]` });
  await chooseRobot(page, "panda");
  await step(page, "data");
  await give(page, [join(files, "odd.csv")]);
  await page.locator(".log-view .trouble").filter({ hasText: "E052" }).waitFor(SLOW);
  await page.getByText("How uploads/odd.csv is read").click();
  const menu = (label) => page.getByLabel(label, { exact: true });
  await menu("Time is taken from").selectOption("clock");
  await menu("Positions are taken from").selectOption("arm_state_q[0]..arm_state_q[6]");
  await menu("Torques are taken from").selectOption("measured_load[0]..measured_load[6]");
  await page.locator(".plot canvas").nth(6).waitFor(SLOW);
  await page.getByText("Every column is used.").waitFor(SLOW);
  await page.getByRole("button", { name: "Undo the last choice" }).click();
  await page.locator(".log-view .trouble").filter({ hasText: "E052" }).waitFor(SLOW);
  equal(await menu("Torques are taken from").inputValue(), "", "the menu after undo");
  await menu("Torques are taken from").selectOption("measured_load[0]..measured_load[6]");
  await page.locator(".plot canvas").nth(6).waitFor(SLOW);
  // The last quarter is kept for validation: by keys on the handle.
  const handle = page.getByLabel("Where validation begins");
  for (let k = 0; k < 5; k++) await handle.press("ArrowRight");
  await page.getByText("The first 75 % are fitted, the last 25 % are kept for validation.").waitFor(SLOW);
  await shot(page, "panda-data-light");
  const document = await fit(page, folder, "identify", ["good", "usable"]);
  equal(document.joints.length, 7, "joints");
  // The address of a result opens it in another page.
  await step(page, "validate");
  const other = await page.context().newPage();
  await other.goto(`${new URL(page.url()).origin}/#/validate/${encodeURIComponent("panda.taufit")}`);
  await other.getByRole("heading", { name: "panda.taufit" }).waitFor(SLOW);
  await other.close();
}

/** A tool on the flange: its mass and centre in the words of controllers. */
export async function integrator({ page, folder, files }) {
  await writeLog(files, "ur5", "free.csv", { seed: 4, friction: 0.5 });
  await writeLog(files, "ur5", "tool.csv", { seed: 5, friction: 0.5, options: ["--payload", "link6:2.5,0.02,0,0.06"] });
  await chooseRobot(page, "ur5");
  await step(page, "data");
  await give(page, [join(files, "free.csv"), join(files, "tool.csv")]);
  await page.locator(".drop").getByText("2 files are in the project.").waitFor(SLOW);
  await page.getByLabel("Use of uploads/free.csv").selectOption("none");
  await step(page, "fit", "payload");
  await page.locator("fieldset").filter({ hasText: "Unloaded" }).getByLabel("uploads/free.csv").check();
  await page.waitForFunction(() => document.querySelector(".command pre")?.textContent?.includes("--unloaded"), null, SLOW);
  const document = await fit(page, folder, "payload", ["good", "usable", "poor"]);
  const mass = Number(await page.locator('[data-field="mass_kg"]').getAttribute("data-value"));
  equal(mass, document.body.mass_kg, "mass of the load");
  const shown = await page.locator(".vendor pre").allTextContents();
  equal(shown, document.entries.map(({ text }) => text), "lines for controllers");
  await shot(page, "integrator-payload-light");
}

/** A heavy robot, clamped: stiffness of its joints. */
export async function heavyRobot({ page, folder, files }) {
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
export async function spoiledLog({ page, folder, files }) {
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
