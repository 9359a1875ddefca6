// What goes wrong: two pages that edit at the same time, a file that is too long, a studio that is killed during a fit.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { equal, openTab, shot, step, studio } from "./harness.mjs";
import { writeLog } from "./logs.mjs";
import { SLOW, chooseRobot, give } from "./work.mjs";

/** Two pages of one project: each shows what the other does; of two edits at the same time the second is made again. */
export async function twoTabs({ page, context }) {
  const origin = new URL(page.url()).origin;
  const { page: other, complaints } = await openTab(context, origin, /status of 409/);
  await chooseRobot(page, "panda");
  await step(other, "robot");
  await other.locator("#steps").getByText("panda").waitFor(SLOW);
  // The edit of the other page is held up on its way until this page has made its own.
  let release = () => {};
  const held = new Promise((resolve) => (release = resolve));
  await other.route("**/api/choices", async (route) => (await held, route.continue()));
  await other.getByLabel("Robot", { exact: true }).selectOption("ur5");
  await page.getByLabel("Robot", { exact: true }).selectOption("puma560");
  await page.locator("#steps").getByText("puma560").waitFor(SLOW);
  release();
  await other.locator("#banner").filter({ hasText: "E277" }).waitFor(SLOW);
  await other.locator("#steps").getByText("puma560").waitFor(SLOW);
  equal(await other.getByLabel("Robot", { exact: true }).inputValue(), "puma560", "the robot that both pages show");
  await shot(other, "two-tabs-conflict");
  await other.getByLabel("Robot", { exact: true }).selectOption("ur5");
  await page.locator("#steps").getByText("ur5").waitFor(SLOW);
  equal(complaints, [], "console of the other page");
  await other.close();
}

/** The studio is killed during a fit: the process of the fit ends, files stay, the page says so, and so does the next one. */
export async function killedStudio({ page, context, folder, files, served }) {
  await writeLog(files, "ur5", "long.csv", { seed: 9, period: 60, rate: 1000 });
  await chooseRobot(page, "ur5");
  await step(page, "data");
  await give(page, [join(files, "long.csv")]);
  await page.locator(".plot canvas").first().waitFor(SLOW);
  await step(page, "fit", "identify");
  await page.locator("button.main:enabled").waitFor(SLOW);
  await page.getByRole("button", { name: "Start the fit" }).click();
  await page.locator(".job-view .state.running").waitFor(SLOW);
  const fits = await childrenOf(served.child.pid);
  equal(fits.length, 1, "processes of the fit");
  served.child.kill("SIGKILL");
  await page.locator("#banner").filter({ hasText: "The studio does not answer" }).waitFor(SLOW);
  await shot(page, "killed-banner");
  await gone(fits[0]);
  equal(await readdir(join(folder, "uploads")), ["long.csv"], "uploads after the end");
  equal((await readdir(folder)).filter((name) => name.endsWith(".taufit")), [], "half results");
  const again = await studio(folder);
  const { page: next, complaints } = await openTab(context, again.url);
  try {
    await step(next, "fit", "identify");
    await next.locator(".job-view .state.lost").waitFor(SLOW);
    await next.getByText("the studio ended while this ran").first().waitFor(SLOW);
    await shot(next, "killed-again");
    await next.locator("button.main:enabled").waitFor(SLOW);
    await next.getByRole("button", { name: "Start the fit" }).click();
    await next.locator(".card .verdict").waitFor(SLOW);
    equal(complaints, [], "console of the next page");
  } finally {
    await next.close();
    await again.end();
  }
}
killedStudio.expected = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;

/** Processes that another one has started. */
async function childrenOf(pid) {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8")));
  return lists.flatMap((list) => list.trim().split(" ")).filter((one) => one !== "");
}

/** Waits for the end of a process. */
async function gone(pid) {
  for (let k = 0; k < 200; k++) {
    const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (state === "" || / [ZX] /.test(state)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`process ${pid} lives on`);
}
