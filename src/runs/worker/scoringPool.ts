import type { RunsWorkerData } from '../index/calls.ts';
import { RowThread } from './rowThread.ts';
import type { ScoredBlock, ScoringTask } from './scoringCalls.ts';

/** How often a task is tried again by another thread, after one has ended. */
const TRIES = 2;

/** A task, and the first of its rows. */
export interface NextTask {
  readonly task: ScoringTask;
  readonly first: number;
}

/** What the pool scores. */
export interface ScoringSource {
  /** The next task; null if there is none now. */
  next(): NextTask | null;
  /** Called with the result of each task; null if it could not be scored. */
  done(first: number, task: ScoringTask, block: ScoredBlock | null): void;
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
    let thread: RowThread | null = null;
    let next: NextTask | null = begun;
    while (next !== null) {
      const { task, first }: NextTask = next;
      let block: ScoredBlock | null = null;
      for (let tried = 0; block === null && tried < TRIES; tried += 1) {
        thread = thread === null || thread.isLost ? this.#begin() : thread;
        block = await thread.channel.call('score', task).catch(() => null);
      }
      this.#source.done(first, task, block);
      next = this.#isPaused || this.#isDisposed ? null : this.#source.next();
    }
    this.#working -= 1;
    if (thread === null) return;
    if (this.#isPaused) {
      this.#idle.add(thread);
      return;
    }
    this.#running.delete(thread);
    await thread.end();
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
