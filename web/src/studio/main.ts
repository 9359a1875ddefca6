// The page: steps, banner, jobs. The address names the step: #/data, #/fit/payload.

import "uplot/dist/uPlot.min.css";
import "../views/theme.css";
import "./studio.css";
import { bindThemeButton } from "../views/theme.ts";
import { announce, fill, h } from "./dom.ts";
import { showJobs } from "./parts/job_list.ts";
import { checkStep } from "./steps/check.ts";
import { dataStep } from "./steps/data.ts";
import { exportStep } from "./steps/export.ts";
import { fitStep } from "./steps/fit.ts";
import { planStep } from "./steps/plan.ts";
import { robotStep } from "./steps/robot.ts";
import type { Step } from "./steps/step.ts";
import { validateStep } from "./steps/validate.ts";
import { store } from "./store.ts";

const STEPS: readonly Step[] = [robotStep, dataStep, checkStep, planStep, fitStep, validateStep, exportStep];

let leave: () => void = () => {};

function place(): [Step, string] {
  const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  return [STEPS.find((step) => step.name === name) ?? robotStep, decodeURIComponent(rest.join("/"))];
}

function showSteps(): void {
  const [current] = place();
  const item = (step: Step): HTMLElement =>
    h("li", {}, h("a", { href: `#/${step.name}`, "aria-current": step === current ? "step" : null }, h("b", {}, step.title), h("small", {}, step.status(store.project))));
  fill(document.getElementById("steps")!, ...STEPS.map(item));
}

function show(): void {
  const [step, detail] = place();
  const main = document.getElementById("main")!;
  leave();
  main.replaceChildren(h("h1", {}, step.title), h("p", { class: "lead" }, step.purpose));
  leave = step.show(main, detail) ?? (() => {});
  document.title = `${step.title} · taufit studio`;
  showSteps();
}

function showTrouble(): void {
  const banner = document.getElementById("banner")!;
  const trouble = store.trouble ?? (store.project?.problem ? { code: "", message: store.project.problem, advice: "" } : null);
  banner.hidden = trouble === null;
  if (!trouble) return;
  const close = h("button", { type: "button", onclick: () => store.calm() }, "Close");
  fill(banner, h("p", {}, h("b", {}, trouble.code ? `${trouble.code}: ` : ""), trouble.message, trouble.advice ? `. Next: ${trouble.advice}` : ""), close);
}

async function open(): Promise<void> {
  // The token has become a cookie: it need not stay in the address.
  history.replaceState(null, "", `/${location.hash}`);
  bindThemeButton(document.getElementById("theme")!);
  try {
    await store.open();
  } catch (error) {
    store.fail(error);
    showTrouble();
    return;
  }
  document.getElementById("folder")!.textContent = store.project.folder;
  store.on("project", () => (showSteps(), showTrouble()));
  store.on("trouble", showTrouble);
  showJobs(document.getElementById("jobs")!);
  addEventListener("hashchange", () => {
    show();
    document.getElementById("main")!.focus();
    announce(place()[0].title);
    scrollTo(0, 0);
  });
  show();
  showTrouble();
}

void open();
