import os from 'node:os';
import { asPageTraceError } from '../../../core/errors.ts';
import { claimsFound, type ClaimsFound } from '../../../core/grounding/shares.ts';
import { namedPages } from '../../../core/records/namedPages.ts';
import { inLanes } from '../../../grounding/samples/inLanes.ts';
import { SearchReport } from '../../../grounding/samples/searchReport.ts';
import type { GroundingValues } from '../../grounding/groundingOptions.ts';
import type { ReadSample } from '../../grounding/groundSample.ts';
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

  /** @throws PageTraceError `bad-input` for options about text recognition that are wrong */
  constructor(values: GroundingValues, context: VerbContext) {
    const threads = Math.min(MOST_THREADS, Math.max(1, os.availableParallelism() - 1));
    this.#grounder = openGrounder(values, null, context, threads);
    this.#terminal = context.terminal;
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
      try {
        // Other pages change where a claim stands, and not its status.
        const grounded = await lane.ground(item, signal, { sentOnly: true });
        this.#report.addFound(grounded);
        found.set(item, claimsFound(grounded.grounding));
      } catch (thrown) {
        const error = asPageTraceError(thrown);
        if (error.reason === 'cancelled') throw error;
        this.#report.addFault({ named: named.get(item) ?? NOTHING_NAMED }, error);
      }
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

const NOTHING_NAMED = { documents: [], images: null, isRecorded: false };
