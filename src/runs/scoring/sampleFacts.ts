import { answerOfResponse } from '../../core/metrics/answerMetrics.ts';
import { RIGHT_KEYS } from '../../core/records/rightKeys.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { Score } from '../../core/rewards/model.ts';
import { goldSent } from '../../core/runMetrics/samplePages.ts';
import { GOLD_SENT, type SampleFacts } from '../../core/summary/sampleFacts.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import { parseTrajectory } from '../../core/trajectory/parser.ts';
import { namesOfActions } from '../statistics/actions.ts';
import { sampleGroup } from '../statistics/groupKey.ts';

/**
 * What summaries, filters, and tables need of a sample.
 * @param score what a profile pays for it; null if none scores
 */
export function readFacts(sample: Sample, dialect: DialectName, score: Score | null): SampleFacts {
  const { steps, findings } = parseTrajectory(sample.response, {
    dialect,
    numImages: sample.numImages,
    tools: null,
  });
  const answer = sample.response.includes('<answer>') ? answerOfResponse(sample.response) : null;
  return {
    step: sample.step,
    group: sampleGroup(sample),
    right: isRight(sample),
    fields: fieldsOf(sample, score),
    tools: namesOfActions(steps, sample.response),
    findings: [...new Set(findings.map(({ code }) => code))],
    answer,
    finishReason: sample.finishReason,
  };
}

/** The numbers of a sample by name, as `SampleFacts.fields` has them. */
export function fieldsOf(sample: Sample, score: Score | null): Map<string, number> {
  const fields = new Map<string, number>();
  visitNumbers(sample, (name, value) => fields.set(name, value));
  const sent = goldSent(sample);
  if (sent !== null) fields.set(GOLD_SENT, sent);
  if (score?.overall == null) return fields;
  fields.set('reward', score.overall);
  for (const { key, paid } of score.components) if (paid !== null) fields.set(`reward.${key}`, Number(paid));
  return fields;
}

/** Calls a function once with each number that the record of a sample has, and its name. */
export function visitNumbers(
  { score, columns, responseLength }: Sample,
  visit: (name: string, value: number) => void,
): void {
  if (score !== null) visit('score', score);
  for (const key in columns) {
    // A record may have another score or length than the one that a field map names.
    if ((key === 'score' && score !== null) || (key === 'length' && responseLength !== null)) continue;
    visit(key, columns[key] ?? Number.NaN);
  }
  if (responseLength !== null) visit('length', responseLength);
}

/**
 * Whether the answer of a sample is right: as a person or a judge says; otherwise as a number of its record such as
 * `acc` says with 1 or 0; otherwise a score of at least 1 is right, and one of 0 or less is wrong.
 */
export function isRight({ verdict, columns, score }: Sample): boolean | null {
  if (verdict !== 'unknown') return verdict === 'right';
  for (const key of RIGHT_KEYS) {
    const value = columns[key];
    if (value === 0 || value === 1) return value === 1;
  }
  if (score === null || Number.isNaN(score)) return null;
  return score >= 1 ? true : score <= 0 ? false : null;
}
