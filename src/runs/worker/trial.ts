import { NumberColumn } from '../../core/summary/numberColumn.ts';
import { WholeGroups } from '../../core/whatIf/wholeGroups.ts';
import type { TriedRows, TriedScores, TrialStart } from '../index/whatIfCalls.ts';
import type { WhatIfSource } from './whatIfSource.ts';
import { readRows } from './rowPass.ts';
import { loadProfile } from './sampleScores.ts';
import { sentenceOf } from '../../core/sentenceOf.ts';

/** The most samples of one group that are handed out at a time. */
const MOST_HANDED_OUT = 10_000;

/**
 * A reward that is tried on all samples of a run. Its scores are kept apart from the run's own columns. Built-in rewards
 * and composites score here, in the scoring threads; samples for others are handed out group by group.
 */
export class Trial {
  readonly id: number;
  readonly rewards = new NumberColumn();
  readonly #insights: WhatIfSource;
  readonly #stopping = new AbortController();
  readonly #profile: string | null;
  readonly #groups: WholeGroups;
  /** The first position of the groups that was not handed out, and the group that it is in. */
  #cursor = 0;
  #group = 0;

  constructor(id: number, { name, profile }: TrialStart, insights: WhatIfSource) {
    this.id = id;
    this.#insights = insights;
    this.#profile = profile;
    const { table } = insights;
    this.#groups = new WholeGroups(
      table,
      Uint32Array.from({ length: table.count }, (_, row) => row),
      false,
    );
    const of = this.#groups.rows.length;
    insights.source.rows.whatIf.trial = { name, phase: 'running', scored: 0, failed: 0, of, problem: null };
  }

  /** Scores with a profile, if that is what is tried; otherwise the samples are waited for. */
  async run(): Promise<void> {
    const profile = this.#profile;
    if (profile === null) return;
    const { signal } = this.#stopping;
    try {
      await loadProfile(profile);
      const failed = await this.#pass(profile, this.#groups.rows.slice().sort());
      // A row that ends its thread takes its neighbors along: they are tried one by one.
      if (failed.length > 0 && !signal.aborted) await this.#pass(profile, Uint32Array.from(failed), 1);
    } catch (error) {
      this.stop(sentenceOf(error));
      return;
    }
    if (!signal.aborted) this.#finish();
  }

  /** Scores rows in blocks; returns those whose block could not be scored, if blocks are not of single rows. */
  async #pass(profile: string, rows: Uint32Array, block?: number): Promise<readonly number[]> {
    const readable = this.#insights.source.readable();
    const { data } = readable;
    const limits = block === undefined ? data.limits : { ...data.limits, scoringBlock: block };
    const failed: number[] = [];
    await readRows(
      { ...readable, data: { ...data, limits } },
      'rewards',
      { profile },
      rows,
      this.#stopping.signal,
      (done, found) => {
        if (found === null && block === undefined) failed.push(...done);
        else this.#take(done, new NumberColumn(found?.rewards ?? new Float64Array(0), found?.rewards.length));
      },
    );
    return failed;
  }

  #take(rows: Uint32Array, scores: NumberColumn): void {
    let failed = 0;
    rows.forEach((row, position) => {
      const score = scores.at(position);
      if (score === null) failed += 1;
      else this.rewards.set(row, score);
    });
    this.#count(rows.length, failed, null);
  }

  #count(scored: number, failed: number, problem: string | null): void {
    const { whatIf } = this.#insights.source.rows;
    const { trial } = whatIf;
    if (trial === null) return;
    whatIf.trial = {
      ...trial,
      scored: trial.scored + scored,
      failed: trial.failed + failed,
      problem: trial.problem ?? problem,
    };
    this.#changed();
  }

  /** The next samples, whole groups of at least `count` in all; none if there are no more, or it was stopped. */
  async next(count: number): Promise<TriedRows> {
    const rows: TriedRows['rows'][number][] = [];
    const { rows: all } = this.#groups;
    let unread = 0;
    while (rows.length < count && this.#cursor < all.length && !this.#stopping.signal.aborted) {
      const first = this.#cursor;
      this.#cursor = Math.min(this.#endOfGroup(), first + MOST_HANDED_OUT);
      for (const row of all.subarray(first, this.#cursor)) {
        const sample = await this.#insights.sampleOf(row);
        if (sample === null) unread += 1;
        else rows.push({ row, sample });
      }
    }
    if (unread > 0) this.#count(unread, unread, null);
    if (rows.length === 0 && !this.#stopping.signal.aborted) this.#finish();
    return { trial: this.id, rows };
  }

  /** The position after the group that is handed out next. Rows without a group come last, each on its own. */
  #endOfGroup(): number {
    const { count } = this.#groups;
    while (this.#group < count && this.#groups.end(this.#group) <= this.#cursor) this.#group += 1;
    return this.#group < count ? this.#groups.end(this.#group) : this.#cursor + 1;
  }

  /** Takes scores of samples that were handed out. */
  take({ scores, problem }: TriedScores): void {
    if (this.#stopping.signal.aborted) return;
    const known = scores.flatMap(({ row, score }) => (score === null ? [] : [{ row, score }]));
    for (const { row, score } of known) this.rewards.set(row, score);
    this.#count(scores.length, scores.length - known.length, problem);
  }

  /** Ends the trial; what was scored is kept. */
  stop(problem: string | null): void {
    this.#stopping.abort();
    const { whatIf } = this.#insights.source.rows;
    if (whatIf.trial?.phase === 'running')
      whatIf.trial = { ...whatIf.trial, phase: 'stopped', problem: problem ?? whatIf.trial.problem };
    this.#changed();
  }

  #finish(): void {
    const { whatIf } = this.#insights.source.rows;
    if (whatIf.trial?.phase === 'running') whatIf.trial = { ...whatIf.trial, phase: 'done' };
    this.#changed();
  }

  #changed(): void {
    this.#insights.source.view.announce();
  }
}
