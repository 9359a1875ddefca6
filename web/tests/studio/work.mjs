// What people do on the page, step by step.
import { equal, parametersOf, sameFromTerminal, shownNumbers, step } from "./harness.mjs";

export const SLOW = { timeout: 60_000 };

/** Drops files on the step that is shown. */
export async function give(page, files) {
  await page.locator('.drop input[type="file"]').setInputFiles(files);
}

/** Names a file or folder of this computer on the step that is shown. */
export async function name(page, path) {
  const details = page.locator(".drop details");
  if ((await details.getAttribute("open")) === null) await details.locator("summary").click();
  await page.getByLabel("Whole path").fill(path);
  await page.getByRole("button", { name: "Use this file" }).click();
  await page.locator(".drop").getByText(`${path} is read where it is.`).waitFor(SLOW);
}

export async function chooseRobot(page, robot) {
  await step(page, "robot");
  await page.getByLabel("Robot", { exact: true }).selectOption(robot);
  await page.getByText(/base parameters of/).waitFor(SLOW);
}

/** The command that the page shows, once it has a part. */
export async function commandWith(page, part) {
  const line = page.locator(".command pre").first();
  await line.filter({ hasText: part }).waitFor(SLOW);
  return line.textContent();
}

/** Starts the fit and compares what the page shows with the same command in a terminal. */
export async function fit(page, folder, method, grades) {
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
