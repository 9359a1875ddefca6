// A job: state in words, bar, what it says, its end; errors with their code and the next step.

import { api, type Finding, type Job } from "../api.ts";
import { announce, fill, h } from "../dom.ts";
import { hasEnded, store } from "../store.ts";
import { criterionChart } from "./criterion.ts";

const WORDS: Readonly<Record<Job["state"], string>> = {
  waiting: "Waits for another job to end",
  running: "Runs",
  done: "Done",
  poor: "Done; the verdict is poor",
  refused: "The data were refused",
  failed: "Ended with an error",
  cancelled: "Cancelled",
  lost: "The studio ended while this ran; start it again",
};

/** State and progress in words. */
export function stateWords(job: Job): string {
  if (job.state !== "running" || !job.progress) return WORDS[job.state];
  const { what, done, total } = job.progress;
  return total ? `${what}: ${Math.floor((100 * done) / total)} %` : what;
}

/** Link to the page about a code, which opens below. */
export function codeLink(code: string): HTMLElement {
  const text = h("pre", { class: "explain" });
  const details = h("details", { class: "code-page" }, h("summary", {}, `What ${code} means`), text);
  details.addEventListener("toggle", async () => {
    if (!details.open || text.textContent) return;
    text.textContent = await api.explain(code).then((page) => page.text, (error: Error) => error.message);
  });
  return details;
}

/** A finding with its advice; `repair` is offered where the page can apply it. */
export function findingView(finding: Finding, repair: ((option: string) => void) | null = null): HTMLElement {
  const { code, message, advice, repair: option } = finding;
  const button = option && repair && h("button", { type: "button", onclick: () => repair(option) }, `Apply ${option}`);
  return h("li", { class: "finding" }, h("p", {}, h("b", {}, `${code} `), message), h("p", { class: "soft" }, `${advice}${option ? ` (${option})` : ""}`), button, codeLink(code));
}

/** Why a job did not do what was wanted; empty where it did. */
export function jobTrouble(job: Job, repair: ((option: string) => void) | null = null): HTMLElement | null {
  const { error, end } = job;
  if (!error && !end) return null;
  const findings = error?.findings ?? [];
  const known = error && findings.length === 0 && error.code ? codeLink(error.code) : null;
  return h(
    "div",
    { class: "trouble", role: "alert" },
    error && h("p", {}, h("b", {}, error.code ? `${error.code}: ` : ""), error.message),
    error?.option && h("p", {}, `Option: ${error.option}`),
    end && h("p", {}, end),
    known,
    findings.length > 0 && h("ul", { class: "findings" }, ...findings.map((finding) => findingView(finding, repair))),
  );
}

/** Shows a job from its start to its end in an element of its own. */
export class JobView {
  readonly element = h("div", { class: "job-view" });
  #state = "";

  show(job: Job, repair: ((option: string) => void) | null = null): void {
    if (job.state !== this.#state) announce(`${job.verb}: ${WORDS[job.state]}`);
    this.#state = job.state;
    const share = job.progress?.total ? job.progress.done / job.progress.total : null;
    const bar = h("progress", { max: 1, ...(share === null ? {} : { value: Math.min(1, share) }), "aria-label": "Progress" });
    const cancel = h("button", { type: "button", onclick: () => void api.cancel(job.id).catch((error: unknown) => store.fail(error)) }, "Cancel");
    const seconds = job.began_ms && job.ended_ms ? `, ${((job.ended_ms - job.began_ms) / 1000).toFixed(1)} s` : "";
    fill(
      this.element,
      h("p", { class: `state ${job.state}` }, stateWords(job), seconds),
      h("p", { class: "soft" }, h("code", {}, job.line)),
      hasEnded(job) ? null : h("div", { class: "row" }, bar, cancel),
      job.criteria.length > 1 ? criterionChart(job.criteria) : null,
      hasEnded(job) ? jobTrouble(job, repair) : null,
    );
  }

  clear(): void {
    this.#state = "";
    this.element.replaceChildren();
  }
}
