import type { RunsWorkerData } from '../index/calls.ts';
import { RowThread } from './rowThread.ts';
import type { ScoredTask, ScoringTask } from './scoringCalls.ts';

/** How often a single row is tried, by another thread if one has ended. */
const TRIES = 2;

/** The most threads that may end by themselves: with more, something else is wrong than a row. */
const MOST_LOST = 64;

/** A task, and the first of its rows. */
export interface NextTask {
  readonly task: ScoringTask;
  readonly first: number;
}

/** What the pool scores. */
export interface ScoringSource {
  /** The next task; null if there is none now. */
  next(): NextTask | null;
  /** Called with the result of each task, or of each part of a task that had to be divided; null if it could not be scored. */
  done(first: number, task: ScoringTask, scored: ScoredTask | null): void;
}

/** Threads that score, as long as there is something to score and nothing else is more important. */
export class ScoringPool {
  readonly #url: URL;
  readonly #data: RunsWorkerData;
  readonly #threads: number;
  readonly #source: ScoringSource;
  readonly #running = new Set<RowThread>();
  /** Threads that wait until the window is no longer busy. */
  readonly #idle = new Set<RowThread>();
  #working = 0;
  /** Threads that have ended by themselves. */
  #lost = 0;
  #isPaused = false;
  #isDisposed = false;

  constructor(url: URL, data: RunsWorkerData, threads: number, source: ScoringSource) {
    this.#url = url;
    this.#data = data;
    this.#threads = Math.max(1, threads);
    this.#source = source;
  }

  /** Pauses or goes on. What has been begun is finished. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (!isPaused) this.start();
  }

  /** Scores what the source has now. */
  start(): void {
    while (this.#working < this.#threads && !this.#isPaused && !this.#isDisposed) {
      const next = this.#source.next();
      if (next === null) return;
      this.#working += 1;
      void this.#work(next);
    }
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#running].map((thread) => thread.end()));
  }

  /** Scores one task after the other in a thread of its own. */
  async #work(begun: NextTask): Promise<void> {
    const own: { thread: RowThread | null } = { thread: null };
    let next: NextTask | null = begun;
    while (next !== null) {
      await this.#score(own, next);
      next = this.#isPaused || this.#isDisposed ? null : this.#source.next();
    }
    this.#working -= 1;
    const { thread } = own;
    if (thread === null) return;
    if (this.#isPaused) {
      this.#idle.add(thread);
      return;
    }
    this.#running.delete(thread);
    await thread.end();
  }

  /** Scores a task. If it ends its thread, it is divided until only the rows that do that are left. */
  async #score(own: { thread: RowThread | null }, { task, first }: NextTask): Promise<void> {
    const count = task.starts.length;
    const tries = count === 1 ? TRIES : 1;
    let scored: ScoredTask | null = null;
    let isLost = false;
    for (let tried = 0; scored === null && tried < tries && this.#lost < MOST_LOST; tried += 1) {
      const thread = own.thread === null || own.thread.isLost ? this.#begin() : own.thread;
      own.thread = thread;
      scored = await thread.channel.call('score', task).catch(() => null);
      isLost = thread.isLost;
      // Its file cannot be read: that is no better with fewer rows.
      if (!isLost || this.#isDisposed) break;
      this.#running.delete(thread);
      this.#lost += 1;
    }
    if (!isLost || count === 1 || this.#lost >= MOST_LOST || this.#isDisposed) {
      this.#source.done(first, task, scored);
      return;
    }
    const half = Math.ceil(count / 2);
    await this.#score(own, { task: partOf(task, 0, half), first });
    await this.#score(own, { task: partOf(task, half, count), first: first + half });
  }

  #begin(): RowThread {
    for (const idle of this.#idle) {
      this.#idle.delete(idle);
      if (!idle.isLost) return idle;
    }
    const thread = new RowThread(this.#url, this.#data);
    this.#running.add(thread);
    return thread;
  }
}

/** Some rows of a task. Their scores are not kept: they would take the place of the whole. */
function partOf(task: ScoringTask, from: number, to: number): ScoringTask {
  const { starts, lengths, lines, samples } = task;
  return {
    ...task,
    starts: starts.slice(from, to),
    lengths: lengths.slice(from, to),
    lines: lines.slice(from, to),
    samples: samples.slice(from, to),
    kept: null,
  };
}
