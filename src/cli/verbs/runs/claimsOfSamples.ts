import os from 'node:os';
import { goldPlaces } from '../../../core/datasets/goldPlaces.ts';
import { asPageTraceError, type PageTraceError } from '../../../core/errors.ts';
import type { Grounding } from '../../../core/grounding/model.ts';
import { claimsFound, type ClaimsFound } from '../../../core/grounding/shares.ts';
import { namedPages } from '../../../core/records/namedPages.ts';
import type { Sample } from '../../../core/records/sample.ts';
import type { GroundedSample } from '../../../grounding/samples/groundSample.ts';
import { inLanes } from '../../../grounding/samples/inLanes.ts';
import { SearchReport } from '../../../grounding/samples/searchReport.ts';
import type { GroundOptions } from '../../../grounding/grounder.ts';
import type { GroundingValues } from '../../grounding/groundingOptions.ts';
import type { ReadSample, SampleGrounder } from '../../grounding/groundSample.ts';
import { openGrounder, type OpenGrounder } from '../../grounding/openGrounder.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { VerbContext } from '../../terminal/verb.ts';

/** The most threads that search pages at the same time: each keeps the pages that it searches. */
const MOST_THREADS = 4;

/** The claims of samples on the pages of their documents, for `--ground`. */
export class ClaimsOfSamples {
  readonly #grounder: OpenGrounder;
  readonly #report = new SearchReport();
  readonly #terminal: Terminal;
  /** What was found for samples whose reward reads the pages. */
  readonly #scored = new WeakMap<Sample, GroundedSample | PageTraceError>();

  /** @throws PageTraceError `bad-input` for options about text recognition that are wrong */
  constructor(values: GroundingValues, context: VerbContext) {
    const threads = Math.min(MOST_THREADS, Math.max(1, os.availableParallelism() - 1));
    this.#grounder = openGrounder(values, null, context, threads);
    this.#terminal = context.terminal;
  }

  /**
   * What the pages say of a sample, for a reward that reads them; null if its documents are not at hand.
   * @throws PageTraceError `cancelled`
   */
  async ground(item: ReadSample, signal: AbortSignal): Promise<Grounding | null> {
    const grounded = await groundOrFail(item, this.#grounder.samples, signal, {});
    this.#scored.set(item.sample, grounded);
    return 'grounding' in grounded ? grounded.grounding : null;
  }

  /**
   * The claims of samples; those are left out whose documents are not at hand.
   * @throws PageTraceError `cancelled`
   */
  async find<Item extends ReadSample>(
    items: readonly Item[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<Item, ClaimsFound>> {
    const found = new Map<Item, ClaimsFound>();
    const named = new Map(items.map((item) => [item, namedPages(item.sample, item.info)]));
    const documentsOf = (item: Item): string =>
      JSON.stringify(named.get(item)?.documents.map(({ path }) => path));
    await inLanes(items, this.#grounder.lanes, documentsOf, async (item, lane) => {
      const grounded =
        this.#scored.get(item.sample) ??
        // Other pages change where a claim stands, and not its status.
        (await groundOrFail(item, lane, signal, { sentOnly: true }));
      if ('grounding' in grounded) {
        this.#report.addFound(grounded);
        found.set(item, claimsFound(grounded.grounding, goldPlaces(item.sample)));
      } else this.#report.addFault({ named: named.get(item) ?? NOTHING_NAMED }, grounded);
    });
    return found;
  }

  /** Says why the claims of some samples are not known. */
  end(): void {
    const sentences = this.#report.sentences({
      missing: 'Name the folder that they are in with --documents, or a document with --document.',
      withoutText: 'Recognize the text with --ocr.',
    });
    for (const sentence of sentences) this.#terminal.say(sentence);
  }

  /** Closes the documents. */
  close(): Promise<void> {
    return this.#grounder.close();
  }
}

async function groundOrFail(
  item: ReadSample,
  grounder: SampleGrounder,
  signal: AbortSignal,
  options: GroundOptions,
): Promise<GroundedSample | PageTraceError> {
  try {
    return await grounder.ground(item, signal, options);
  } catch (thrown) {
    const error = asPageTraceError(thrown);
    if (error.reason === 'cancelled') throw error;
    return error;
  }
}

const NOTHING_NAMED = { documents: [], images: null, isRecorded: false };
