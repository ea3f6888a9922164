import { asPageTraceError } from '../../../core/errors.ts';
import type { Grounding } from '../../../core/grounding/model.ts';
import type { ReadItem } from '../../../runs/scoring/scorer.ts';
import type { GroundingValues } from '../../grounding/groundingOptions.ts';
import type { OpenGrounder } from '../../grounding/openGrounder.ts';
import type { Problems } from '../../terminal/problems.ts';
import { SampleNotices } from '../../terminal/sampleNotices.ts';
import type { VerbContext } from '../../terminal/verb.ts';

/** What the pages say of samples. The documents are opened for the first sample whose reward reads them. */
export class PagesOfSamples {
  readonly #values: GroundingValues;
  readonly #context: VerbContext;
  readonly #problems: Problems;
  readonly #notices: SampleNotices;
  #grounder: OpenGrounder | null = null;

  /** @param problems receives why the pages of a sample are not known */
  constructor(values: GroundingValues, context: VerbContext, problems: Problems) {
    this.#values = values;
    this.#context = context;
    this.#problems = problems;
    this.#notices = new SampleNotices(context.terminal);
  }

  /** The grounding of a sample; null if its pages are not known. */
  async ground(item: ReadItem, signal: AbortSignal): Promise<Grounding | null> {
    const { errorText } = await import('../../grounding/errorText.ts');
    try {
      const { openGrounder } = await import('../../grounding/openGrounder.ts');
      this.#grounder ??= openGrounder(this.#values, null, this.#context);
      const { grounding, notices } = await this.#grounder.samples.ground(item, signal);
      for (const notice of notices) this.#notices.add(item.place, notice);
      return grounding;
    } catch (thrown) {
      const error = asPageTraceError(thrown);
      if (error.reason !== 'cancelled')
        this.#problems.add(item.place, `Its claims cannot be checked. ${errorText(error, 'score')}`);
      return null;
    }
  }

  /** Closes the documents. */
  async close(): Promise<void> {
    this.#notices.end();
    await this.#grounder?.close();
  }
}
