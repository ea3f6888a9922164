import type { Baseline, BaselineChange } from '../../../runs/baseline/baseline.ts';
import type { PartValue } from '../../../runs/baseline/scoreParts.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import { numberJson, placeJson } from '../../output/json.ts';
import { shortNumber, wholeText } from '../../output/numbers.ts';
import { placeName } from '../../terminal/problems.ts';

type Json = Readonly<Record<string, unknown>>;

/** The most samples of the baseline that are listed because they were not scored again. */
const LISTED = 20;

/** What changed against a baseline, counted while samples are scored. */
export class BaselineReport {
  readonly #name: string;
  readonly #baseline: Baseline;
  readonly #counts = { same: 0, lower: 0, higher: 0, changed: 0, new: 0 };

  /** @param name the file of the baseline, as the person named it */
  constructor(name: string, baseline: Baseline) {
    this.#name = name;
    this.#baseline = baseline;
  }

  /** Compares a sample with the baseline. */
  compare(scored: ScoredSample): BaselineChange {
    const change = this.#baseline.compare(scored);
    this.#counts[change.change] += 1;
    return change;
  }

  /** Marks a sample that cannot be read now. */
  leaveOut(place: ScoredSample['place']): void {
    this.#baseline.leaveOut(place);
  }

  /** The number of samples that were not scored again. */
  get missing(): number {
    return this.#baseline.missing().length;
  }

  /** The summary as lines: the samples that are missing now, then the counts. */
  lines(): readonly string[] {
    const missing = this.#baseline.missing();
    const listed = missing.slice(0, LISTED).map(({ id, place }) => {
      const name = placeName({ ...place, bytes: null });
      return `${name}: Sample${id === null ? '' : ` "${id}"`} of the baseline was not scored again.`;
    });
    const { same, lower, higher, changed, new: added } = this.#counts;
    const counts = [
      `${wholeText(same)} the same`,
      `${wholeText(lower)} lower`,
      `${wholeText(higher)} higher`,
      ...(changed === 0 ? [] : [`${wholeText(changed)} changed otherwise`]),
      ...(added === 0 ? [] : [`${wholeText(added)} new`]),
      ...(missing.length === 0 ? [] : [`${wholeText(missing.length)} missing`]),
    ];
    return [
      ...listed,
      ...(missing.length > LISTED ? [`... and ${missing.length - LISTED} more like these.`] : []),
      `Compared with ${this.#name}: ${counts.join(', ')}.`,
    ];
  }

  /** The summary of media/schemas/score.schema.json. */
  json(): Json {
    const missing = this.#baseline.missing();
    const samples = missing
      .slice(0, LISTED)
      .map(({ id, place }) => ({ ...placeJson({ ...place, bytes: null }), ...(id === null ? {} : { id }) }));
    return { ...this.#counts, missing: missing.length, missing_samples: samples };
  }
}

/** What changed for a sample, as a sentence; null if nothing did, or if the sample is new. */
export function changeText({ change, parts }: BaselineChange): string | null {
  if (change === 'same') return null;
  if (change === 'new') return 'The baseline does not have this sample.';
  const listed = parts.map(({ name, from, to }) => `${name} ${valueText(from)} -> ${valueText(to)}`);
  return `Changed from the baseline: ${listed.join(', ')}`;
}

/** What changed, in the row of a sample. */
export function changeJson({ change, parts }: BaselineChange): Json {
  const listed = parts.map(({ name, from, to }) => [name, { from: valueJson(from), to: valueJson(to) }]);
  return { change, ...(parts.length === 0 ? {} : { parts: Object.fromEntries(listed) as Json }) };
}

function valueText(value: PartValue): string {
  if (value === null) return 'unknown';
  return typeof value === 'number' ? shortNumber(value) : value;
}

function valueJson(value: PartValue): unknown {
  return typeof value === 'number' ? numberJson(value) : value;
}
