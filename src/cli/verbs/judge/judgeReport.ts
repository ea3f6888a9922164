import type { PageTraceError } from '../../../core/errors.ts';
import type { Sample } from '../../../core/records/sample.ts';
import type { Verdict } from '../../../core/rewards/model.ts';
import type { Judging } from '../../../judging/judging.ts';
import { countText, shortNumber, wholeText } from '../../output/numbers.ts';
import type { JudgeRequest } from './judgeOptions.ts';

/** The scores of the quality judge, by the names of their numbers. */
const SCORES = ['coherence', 'non_hallucination', 'factual_consistency', 'quality'] as const;

/** Characters of a reply that is shown. */
const SHOWN = 200;

/** What was judged, and what it cost. */
export class JudgeReport {
  readonly #request: JudgeRequest;
  readonly #judging: Judging;
  readonly #verdicts: Record<Verdict, number> = { right: 0, wrong: 0, unknown: 0 };
  readonly #sums = new Map<string, number>();
  #rated = 0;
  #byPerson = 0;

  constructor(request: JudgeRequest, judging: Judging) {
    this.#request = request;
    this.#judging = judging;
  }

  /** Adds a sample that was written. */
  add({ verdict, columns }: Sample, person: Verdict): void {
    this.#verdicts[verdict] += 1;
    if (person !== 'unknown') this.#byPerson += 1;
    if (columns['quality'] === undefined) return;
    this.#rated += 1;
    for (const name of SCORES) this.#sums.set(name, (this.#sums.get(name) ?? 0) + (columns[name] ?? 0));
  }

  get samples(): number {
    const { right, wrong, unknown } = this.#verdicts;
    return right + wrong + unknown;
  }

  /** What a person reads at the end, line by line. */
  sentences(): readonly string[] {
    const { counts, failure } = this.#judging;
    const { lacking } = counts;
    return [
      `${countText(this.samples, 'sample', 'samples')}: ${this.#resultText()}.`,
      ...(this.#byPerson === 0
        ? []
        : [`${countText(this.#byPerson, 'verdict is', 'verdicts are')} a person's.`]),
      this.#costText(),
      ...(lacking.reference === 0
        ? []
        : [
            `${countText(lacking.reference, 'sample has', 'samples have')} no reference to compare with, and got no verdict.`,
          ]),
      ...(lacking.answer === 0
        ? []
        : [`${countText(lacking.answer, 'sample has', 'samples have')} no response that could be rated.`]),
      ...(counts.failed === 0
        ? []
        : [
            `The judge gave no usable verdict for ${countText(counts.failed, 'sample', 'samples')} of ${wholeText(counts.samples)}: ${this.#failedText()}.${failure === null ? '' : ` ${reasonText(failure)}`}`,
          ]),
    ];
  }

  /** The same as JSON. */
  json(asked: { readonly model: string; readonly prompt: string }): Readonly<Record<string, unknown>> {
    const { counts, cost } = this.#judging;
    const { judge, prices, isFaithful } = this.#request;
    return {
      judge: judge.name,
      ...asked,
      faithful: isFaithful,
      samples: this.samples,
      verdicts: this.#verdicts,
      ...(this.#rated === 0 ? {} : { rated: this.#rated, scores: this.#means() }),
      by: {
        judge: counts.asked,
        cache: counts.cached,
        rule: counts.ruled,
        person: this.#byPerson,
        failed: counts.failed,
        lacking: counts.lacking.reference + counts.lacking.answer,
      },
      cost: {
        requests: cost.requests,
        input_tokens: cost.inputTokens,
        output_tokens: cost.outputTokens,
        uncounted_requests: cost.uncounted,
        money: prices === null ? null : cost.at(prices),
      },
    };
  }

  #means(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#sums].map(([name, sum]) => [name, sum / this.#rated]));
  }

  #resultText(): string {
    if (this.#request.judge.dialect !== 'judge') {
      const means = Object.entries(this.#means()).map(
        ([name, mean]) => `${name.replaceAll('_', ' ')} ${mean.toFixed(2)}`,
      );
      return [`${wholeText(this.#rated)} rated`, ...means].join(', ');
    }
    return Object.entries(this.#verdicts)
      .map(([verdict, count]) => `${wholeText(count)} ${verdict}`)
      .join(', ');
  }

  #costText(): string {
    const { counts, cost } = this.#judging;
    const { prices } = this.#request;
    const tokens = `${wholeText(cost.inputTokens)} tokens in and ${wholeText(cost.outputTokens)} out`;
    const uncounted =
      cost.uncounted === 0 ? '' : `, without those of ${countText(cost.uncounted, 'request', 'requests')}`;
    const money = prices === null ? '' : `, which cost ${shortNumber(cost.at(prices))}`;
    const cached =
      counts.cached === 0 ? '' : ` ${countText(counts.cached, 'sample was', 'samples were')} judged before.`;
    return `${countText(cost.requests, 'request', 'requests')}, ${tokens}${uncounted}${money}.${cached}`;
  }

  #failedText(): string {
    const { isFaithful, judge } = this.#request;
    if (judge.dialect !== 'judge') return 'they are not rated';
    return isFaithful ? 'they count as wrong' : 'they stay unknown';
  }
}

function reasonText({ message, said }: PageTraceError): string {
  if (said === undefined) return message;
  const shown = said.length > SHOWN ? `${said.slice(0, SHOWN)}…` : said;
  return said.trim() === '' ? 'It said nothing.' : `It said, for example: ${JSON.stringify(shown)}`;
}
