// A step of the way from robot to model.

import type { Project } from "../api.ts";

export interface Step {
  readonly name: string;
  readonly title: string;
  /** One sentence. */
  readonly purpose: string;
  /** State of the step in a few words. */
  status(project: Project): string;
  /** Fills the page; what it returns is called before another step is shown. */
  show(main: HTMLElement, detail: string): (() => void) | void;
}
