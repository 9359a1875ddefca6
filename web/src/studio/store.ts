// State of the page: the project as the server has it, and the jobs. Every change is told to those who listen.

import { api, type Choices, type CommandRequest, type Job, type Project, Refusal, type Vocabulary } from "./api.ts";

type Topic = "project" | "jobs" | "trouble";

const ENDED = new Set(["done", "poor", "refused", "failed", "cancelled", "lost"]);

export const hasEnded = (job: Job): boolean => ENDED.has(job.state);

export class Store {
  project!: Project;
  vocabulary!: Vocabulary;
  jobs: readonly Job[] = [];
  trouble: Refusal | null = null;
  #listeners = new Map<Topic, Set<() => void>>();
  #editing: Promise<void> = Promise.resolve();
  #undo: Choices[] = [];

  async open(): Promise<void> {
    [this.project, this.vocabulary, this.jobs] = await Promise.all([api.project(), api.vocabulary(), api.jobs()]);
    const news = new EventSource("/api/events");
    news.addEventListener("project", () => void this.refresh());
    news.addEventListener("job", (event) => void this.#readJob(Number((event as MessageEvent<string>).data)));
    news.addEventListener("open", () => void this.#again());
    news.addEventListener("error", () => this.#lost());
  }

  on(topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  get choices(): Choices {
    return this.project.choices;
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  /** Reads the project anew, after the edits that are on their way. */
  refresh(): Promise<void> {
    this.#editing = this.#editing.then(() => this.#read());
    return this.#editing;
  }

  /** Changes choices. An edit of another page wins: this one is made again by the user, who is told. */
  edit(change: (choices: Choices) => Choices, options: { undo?: boolean } = { undo: true }): Promise<void> {
    this.#editing = this.#editing.then(async () => {
      const before = this.project.choices;
      const choices = change(before);
      if (JSON.stringify(choices) === JSON.stringify(before)) return;
      try {
        const { revision } = await api.editChoices(this.project.revision, choices);
        if (options.undo) this.#undo = [...this.#undo.slice(-50), before];
        const { problem: _, ...project } = this.project;
        this.project = { ...project, revision, choices };
        this.trouble = null;
        this.#tell("project");
      } catch (error) {
        this.fail(error);
        if (error instanceof Refusal && error.status === 409) await this.#read();
      }
    });
    return this.#editing;
  }

  async undo(): Promise<void> {
    const before = this.#undo.pop();
    if (before) await this.edit(() => before, {});
  }

  /** Starts a job and waits for its end; tells how far it is. */
  async run(request: CommandRequest, watch: (job: Job) => void = () => {}): Promise<Job> {
    let job = await api.start(request);
    this.#put(job);
    while (!hasEnded(job)) {
      watch(job);
      await this.#next(job.id);
      job = this.jobs.find((one) => one.id === job.id) ?? job;
    }
    watch(job);
    return job;
  }

  fail(error: unknown): void {
    this.trouble = error instanceof Refusal ? error : new Refusal(0, "", String(error), "load the page again");
    this.#tell("trouble");
  }

  calm(): void {
    this.trouble = null;
    this.#tell("trouble");
  }

  async #read(): Promise<void> {
    try {
      const project = await api.project();
      // To undo over an edit of another page would undo that as well.
      if (project.revision !== this.project.revision) this.#undo = [];
      this.project = project;
      this.#tell("project");
    } catch (error) {
      this.fail(error);
    }
  }

  /** The next news about a job; looked for now and then in case that some were missed. */
  #next(id: number): Promise<void> {
    return new Promise((resolve) => {
      const off = this.on("jobs", () => done());
      const timer = setTimeout(() => void this.#readJob(id).then(done), 1500);
      const done = (): void => {
        clearTimeout(timer);
        off();
        resolve();
      };
    });
  }

  async #readJob(id: number): Promise<void> {
    try {
      this.#put(await api.job(id));
    } catch {
      // The job is too old to be kept, or the studio has ended: the stream of news says which.
    }
  }

  #put(job: Job): void {
    const others = this.jobs.filter((one) => one.id !== job.id);
    this.jobs = [...others, job].sort((a, b) => a.id - b.id);
    this.#tell("jobs");
  }

  async #again(): Promise<void> {
    if (this.trouble?.status !== 0) return;
    this.trouble = null;
    await this.refresh();
    this.jobs = await api.jobs();
    this.#tell("jobs");
    this.#tell("trouble");
  }

  #lost(): void {
    this.fail(new Refusal(0, "", "The studio does not answer: it has ended, or is being started again.", "Start `taufit studio` in the same folder and open the address that it prints. Nothing in the folder is lost."));
  }

  #tell(topic: Topic): void {
    this.#listeners.get(topic)?.forEach((listener) => listener());
  }
}

export const store = new Store();
