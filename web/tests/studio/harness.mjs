// The real program, a real browser: a studio in a folder of its own, and a page that must not complain.
import { execFile, spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import axe from "axe-core";
import { chromium } from "playwright-core";

export const TAUFIT = process.env.TAUFIT ?? "taufit";
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Folder of a bundle that is newer than the program: while the page is being written. */
const ASSETS = process.env.TAUFIT_ASSETS;
const ARTEFACTS = process.env.TAUFIT_ARTEFACTS ?? "/tmp/taufit-studio-screens";

const run = promisify(execFile);

/** The program in a folder; its exit code is 0 or one of `codes`. */
export async function taufit(folder, args, codes = [0]) {
  const done = await run(TAUFIT, args, { cwd: folder, maxBuffer: 1 << 28 }).catch((error) => error);
  const code = done.code ?? 0;
  if (!codes.includes(code)) throw new Error(`taufit ${args.join(" ")}: exit ${code}\n${done.stderr}`);
  return done.stdout;
}

/** A line of the page, pasted into a shell. */
export async function inShell(folder, line, codes = [0]) {
  const script = line.trim().replace(/^taufit /, '"$0" ');
  const done = await run("/bin/sh", ["-c", script, TAUFIT], { cwd: folder, maxBuffer: 1 << 28 }).catch((error) => error);
  if (!codes.includes(done.code ?? 0)) throw new Error(`${line}: exit ${done.code}\n${done.stderr}`);
}

/** A studio that serves a folder. */
export async function studio(folder, port = 0) {
  const child = spawn(TAUFIT, ["studio", folder, "--no-open", "--json", "--port", String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  let text = "";
  for await (const line of lines) {
    text += line;
    if (line === "}") break;
  }
  const { url } = JSON.parse(text);
  const ended = new Promise((resolve) => child.on("exit", resolve));
  return {
    url,
    child,
    end: async () => {
      child.kill("SIGINT");
      await ended;
    },
  };
}

export async function browser() {
  return chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"] });
}

/** A page that notes what its console says. */
export async function openPage(chrome, url, { expected } = {}) {
  const context = await chrome.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  return { context, ...(await openTab(context, url, expected)) };
}

/** One more page of the same browser; what the console says of `expected` is no complaint. */
export async function openTab(context, url, expected = /^$/) {
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    const text = message.text();
    if (["error", "warning"].includes(message.type()) && !RENDERER.test(text) && !expected.test(text)) complaints.push(text);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  if (ASSETS) await page.route(/\/studio\.(js|css)$/, (route) => route.fulfill({ path: join(ASSETS, new URL(route.request().url()).pathname) }));
  await page.goto(url);
  await page.locator("#steps a").first().waitFor();
  return { page, complaints };
}

/** Remarks of the software renderer, which stands in for a graphics card here. */
const RENDERER = /GL Driver Message|GPU stall|swiftshader|Automatic fallback to software WebGL/i;

/** Serious violations of WCAG 2.1 AA, as axe-core finds them. Its script comes by the debugger: the policy of the page
    permits no other way. */
export async function violations(page) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"], iframes: false }));
  const isSerious = ({ impact }) => ["serious", "critical"].includes(impact);
  return found.violations.filter(isSerious).flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}: ${failureSummary?.replace(/\s+/g, " ")}`));
}

export async function step(page, name, detail = "") {
  await page.evaluate((hash) => (location.hash = hash), `#/${name}${detail ? `/${detail}` : ""}`);
  const title = name[0].toUpperCase() + name.slice(1);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
}

export async function shot(page, name) {
  await mkdir(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), fullPage: true });
}

export function equal(found, expected, what) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
}

/** Numbers that the page shows of a result, as they stand in its attributes. */
export async function shownNumbers(page) {
  return page.locator("[data-parameter]").evaluateAll((all) => all.map((one) => [one.dataset.parameter, Number(one.dataset.value)]));
}

/** All parameters of a document in the order of its fields. */
export function parametersOf(document) {
  const found = [];
  const walk = (value, depth) => {
    if (typeof value !== "object" || value === null || depth > 4) return;
    if (typeof value.value === "number" && typeof value.name === "string" && typeof value.unit === "string") found.push([value.name, value.value]);
    else Object.values(value).forEach((one) => walk(one, depth + 1));
  };
  Object.values(document).forEach((value) => walk(value, 0));
  return found;
}

/** The command line of the page once more, into another folder: its document. */
export async function sameFromTerminal(folder, line, out) {
  await inShell(folder, line.replace(/--out \S+/, `--out ${out}`), [0, 4]);
  return JSON.parse(await readFile(join(folder, out, "result.json"), "utf8"));
}
