import { defer, type Deferred } from '../core/deferred.ts';
import { asPageTraceError, type PageTraceError } from '../core/errors.ts';
import type { JudgeItem } from '../inference/judgeRequest.ts';
import { askItems, type JudgeServer } from './askItems.ts';
import { JudgeCost } from './judgeCost.ts';
import type { Judged, Judgement, SampleToJudge } from './model.ts';
import { VerdictCache } from './verdictCache.ts';

/** How samples are judged. */
export interface JudgingOptions extends JudgeServer {
  /** The items of a request. */
  readonly batch: number;
  /** The most requests in flight. */
  readonly concurrency: number;
  /** Whether items without a usable reply are wrong, as the references have it, instead of unknown. */
  readonly isFaithful: boolean;
  /** Null to keep nothing. */
  readonly cache: VerdictCache | null;
  readonly signal: AbortSignal;
}

/** What became of the samples so far. */
export interface JudgeCounts {
  samples: number;
  /** Judged by a request, by an earlier one, and by a rule of the judge. */
  asked: number;
  cached: number;
  ruled: number;
  /** Samples that have nothing to judge, by what they lack. */
  readonly lacking: { reference: number; answer: number };
  /** Samples for which no reply could be used. */
  failed: number;
}

/** Samples that are held at most, in batches of each request in flight: what ends early waits for its place in the order. */
const HELD_BATCHES = 4;

/** An item that is to be judged by a request. */
interface Pending {
  readonly item: JudgeItem;
  readonly key: string;
  readonly judgement: Deferred<Judgement>;
}

/** A source, with its judgement or the item that is being judged; null if it is not judged. */
type Held<T> = readonly [source: T, judgement: Judgement | Pending | null];

/**
 * Judges samples: in requests of several items, with a limited number in flight, in constant memory. What a judge has said
 * is not asked again.
 */
export class Judging {
  readonly counts: JudgeCounts = {
    samples: 0,
    asked: 0,
    cached: 0,
    ruled: 0,
    lacking: { reference: 0, answer: 0 },
    failed: 0,
  };
  readonly cost = new JudgeCost();
  /** Why the first of the samples failed for which no reply could be used; null if none did. */
  failure: PageTraceError | null = null;

  readonly #options: JudgingOptions;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  /** Items for the next request. */
  #batch: Pending[] = [];
  readonly #ready: (readonly Pending[])[] = [];
  /** Whether a reply could be used. */
  #isUsable = false;
  readonly #running = new Set<Promise<void>>();
  /** The items that are on their way, by their keys. */
  readonly #asking = new Map<string, Pending>();

  constructor(options: JudgingOptions) {
    this.#options = options;
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal]);
  }

  /**
   * The judgements of samples, in their order; null for sources that are not judged, and for samples without a reference
   * or an answer where the judge needs one.
   * @param read the sample of a source; null for a source that is not judged
   * @throws PageTraceError `cancelled`, and why the judge cannot be used any more: what it has said is kept
   */
  async *judge<T>(
    sources: AsyncIterable<T>,
    read: (source: T) => SampleToJudge | null,
  ): AsyncGenerator<readonly [source: T, judgement: Judgement | null]> {
    const { batch, concurrency } = this.#options;
    const most = batch * concurrency * HELD_BATCHES;
    const held: Held<T>[] = [];
    try {
      for await (const source of sources) {
        const sample = read(source);
        held.push([source, sample === null ? null : await this.#begin(sample)]);
        while (held.length >= most) yield await this.#end(held);
      }
      this.#send();
      while (held.length > 0) yield await this.#end(held);
    } finally {
      this.#ready.length = 0;
      this.#batch = [];
      this.#stop.abort();
      await Promise.all(this.#running);
    }
  }

  /**
   * The judgement of one sample, which is asked for at once, in a request of its own; null if it has nothing to judge.
   * @throws PageTraceError `cancelled`, and why the judge cannot be used
   */
  async judgeOne(sample: SampleToJudge): Promise<Judgement | null> {
    const [, judgement] = await this.#end([[sample, await this.#begin(sample)]]);
    return judgement;
  }

  /** Waits for the judgement of the first source that is held. */
  async #end<T>(held: Held<T>[]): Promise<readonly [source: T, judgement: Judgement | null]> {
    const [[source, judgement]] = held.splice(0, 1) as [Held<T>];
    if (judgement === null || 'by' in judgement) return [source, judgement];
    // Nothing more is read until it is judged, so that its request gets no more items.
    if (this.#batch.includes(judgement)) this.#send();
    const judged = await judgement.judgement.promise;
    if (judged.by === null) this.counts.failed += 1;
    else this.counts.asked += 1;
    return [source, judged];
  }

  /** Null for a sample that has nothing to judge. */
  async #begin(sample: SampleToJudge): Promise<Judgement | Pending | null> {
    const { judge, cache } = this.#options;
    this.counts.samples += 1;
    const plan = judge.plan(sample);
    if ('lacks' in plan) {
      this.counts.lacking[plan.lacks] += 1;
      return null;
    }
    if ('known' in plan) {
      this.counts.ruled += 1;
      return { judged: plan.known, by: 'rule' };
    }
    const key = VerdictCache.keyOf(plan.ask);
    const known = (await cache?.find(key)) ?? null;
    if (known === null) return this.#asking.get(key) ?? this.#add(plan.ask, key);
    this.counts.cached += 1;
    return { judged: known, by: 'cache' };
  }

  #add(item: JudgeItem, key: string): Pending {
    const pending: Pending = { item, key, judgement: defer() };
    // Nobody may wait for it any more when it fails.
    pending.judgement.promise.catch(() => undefined);
    this.#asking.set(key, pending);
    if (this.#batch.push(pending) >= this.#options.batch) this.#send();
    return pending;
  }

  /** Makes a request of the items that wait for one, even if it may hold more. */
  #send(): void {
    if (this.#batch.length > 0) this.#ready.push(this.#batch);
    this.#batch = [];
    this.#dispatch();
  }

  /** Begins the requests that are ready, as many as may be in flight. */
  #dispatch(): void {
    while (this.#running.size < this.#options.concurrency) {
      const batch = this.#ready.shift();
      if (batch === undefined) return;
      const running = this.#ask(batch).finally(() => {
        this.#running.delete(running);
        this.#dispatch();
      });
      this.#running.add(running);
    }
  }

  /** Asks about items, and tells whoever waits for them. Never rejects. */
  async #ask(batch: readonly Pending[]): Promise<void> {
    try {
      const judged = await this.#askItems(batch);
      batch.forEach(({ judgement }, index) => {
        const own = judged[index] ?? null;
        judgement.resolve({ judged: own ?? this.#fallback, by: own === null ? null : 'judge' });
      });
    } catch (error) {
      for (const { judgement } of batch) judgement.reject(asPageTraceError(error));
    } finally {
      for (const { key } of batch) this.#asking.delete(key);
    }
  }

  get #fallback(): Judged | null {
    return this.#options.isFaithful && this.#options.judge.dialect === 'judge' ? { verdict: 'wrong' } : null;
  }

  /** What the judge says of each item; null for those for which no reply could be used. */
  async #askItems(batch: readonly Pending[]): Promise<readonly (Judged | null)[]> {
    const { cache, isFaithful } = this.#options;
    const asked = await askItems(
      batch.map(({ item }) => item),
      this.#options,
      this.cost,
      this.#signal,
    );
    if ('judged' in asked) {
      const kept = asked.judged.flatMap((judged, index): (readonly [string, Judged])[] => {
        const key = batch[index]?.key;
        return key === undefined ? [] : [[key, judged]];
      });
      this.#isUsable = true;
      await cache?.add(kept);
      return asked.judged;
    }
    const isTooLong = asked.failure.reason === 'prompt-too-long';
    if (isTooLong && batch.length > 1 && !isFaithful) {
      const half = Math.ceil(batch.length / 2);
      return [...(await this.#askItems(batch.slice(0, half))), ...(await this.#askItems(batch.slice(half)))];
    }
    // A server that has never answered would leave all of them unknown.
    if (!asked.hasReply && !isTooLong && !this.#isUsable) throw asked.failure;
    this.failure ??= asked.failure;
    return batch.map(() => null);
  }
}
