// Poses that come a few times a second, shown as a motion: the robot goes from one to the next in the time between them.

/** Time from one pose to the next [ms]. */
const PERIOD = 160;

export class LivePose {
  #from: readonly number[] = [];
  #to: readonly number[] = [];
  #begin = 0;
  #isMoving = false;

  constructor(readonly show: (q: readonly number[]) => void) {}

  /** Goes to a pose. */
  move(q: readonly number[]): void {
    this.#from = this.#to.length === q.length ? this.#at(performance.now()) : q;
    [this.#to, this.#begin] = [q, performance.now()];
    if (this.#isMoving) return;
    this.#isMoving = true;
    requestAnimationFrame((now) => this.#step(now));
  }

  #at(now: number): readonly number[] {
    const share = Math.min(Math.max((now - this.#begin) / PERIOD, 0), 1);
    return this.#to.map((to, k) => this.#from[k]! + share * (to - this.#from[k]!));
  }

  #step(now: number): void {
    this.show(this.#at(now));
    this.#isMoving = now - this.#begin < PERIOD;
    if (this.#isMoving) requestAnimationFrame((later) => this.#step(later));
  }
}
