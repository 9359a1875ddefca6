// Plays a window of time: the cursor runs, plots and robot follow.

import { fixed } from "./ticks.ts";
import type { Timeline } from "./timeline.ts";

/** Button, slider, clock and speed of a player. */
export interface PlayerElements {
  readonly play: HTMLElement;
  readonly scrub: HTMLInputElement;
  readonly clock: HTMLElement;
  readonly rate: HTMLSelectElement;
}

export class Player {
  #playing = false;
  #last: number | null = null;
  #place: number;

  /** `offset` is added to the times of the clock [s]. */
  constructor(readonly elements: PlayerElements, readonly timeline: Timeline, readonly offset = 0) {
    this.#place = timeline.window[0];
    const { play, scrub } = elements;
    play.onclick = () => this.toggle(!this.#playing);
    scrub.oninput = () => {
      this.toggle(false);
      const [from, to] = timeline.window;
      timeline.point(from + Number(scrub.value) * (to - from));
    };
    timeline.onChange(() => this.#show());
    this.#show();
  }

  toggle(playing: boolean): void {
    this.#playing = playing;
    this.elements.play.textContent = playing ? "\u275a\u275a" : "\u25b6";
    this.elements.play.setAttribute("aria-label", playing ? "pause" : "play");
    if (!playing) return;
    this.#last = null;
    requestAnimationFrame((now) => this.#step(now));
  }

  #step(now: number): void {
    if (!this.#playing) return;
    const seconds = this.#last === null ? 0 : Math.min(0.1, (now - this.#last) / 1000);
    this.#last = now;
    const [from, to] = this.timeline.window;
    const next = this.#place + seconds * Number(this.elements.rate.value);
    // Over again from the start.
    this.timeline.point(next >= from && next < to ? next : from);
    requestAnimationFrame((later) => this.#step(later));
  }

  #show(): void {
    const [from, to] = this.timeline.window;
    this.#place = this.timeline.cursor ?? this.#place;
    const inside = Math.min(Math.max(this.#place, from), to);
    this.elements.scrub.value = String((inside - from) / (to - from));
    this.elements.clock.textContent = `${fixed(inside + this.offset, 2)} / ${fixed(to + this.offset, 2)} s`;
  }
}
