// Jobs of the project: what runs, what waits, what was done.

import type { Job } from "../api.ts";
import { api } from "../api.ts";
import { fill, h } from "../dom.ts";
import { hasEnded, store } from "../store.ts";
import { stateWords } from "./job_view.ts";

/** Jobs that are listed. */
const SHOWN = 12;
/** Verbs that only look. */
const LOOKS = new Set(["inspect", "base", "compare", "report", "robots"]);

export function showJobs(element: HTMLElement): void {
  const list = h("ul", {});
  const summary = h("summary", {});
  element.append(h("details", { open: false }, summary, list));
  const show = (): void => {
    const work = store.jobs.filter((job) => !LOOKS.has(job.verb));
    const open = store.jobs.filter((job) => !hasEnded(job)).length;
    summary.textContent = open > 0 ? `Jobs: ${open} running or waiting` : `Jobs: ${work.length} ended`;
    fill(list, ...[...work].reverse().slice(0, SHOWN).map(row));
    if (work.length === 0) fill(list, h("li", { class: "soft" }, "Commands that the steps run are listed here."));
  };
  store.on("jobs", show);
  show();
}

function row(job: Job): HTMLElement {
  const cancel = h("button", { type: "button", "aria-label": `Cancel ${job.verb}`, onclick: () => void api.cancel(job.id).catch((error: unknown) => store.fail(error)) }, "Cancel");
  return h("li", {}, h("span", { class: `state ${job.state}` }, stateWords(job)), h("code", {}, job.line), hasEnded(job) ? null : cancel);
}
