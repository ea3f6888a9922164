import { multiply, ofNumber, sum } from '../../../../src/core/decimal.ts';
import {
  UNKNOWN_CONTEXT,
  type RewardProfile,
  type Score,
  type ScoreContext,
} from '../../../../src/core/rewards/model.ts';
import { readComposite } from '../../../../src/core/rewards/composite/readComposite.ts';

export const CONTEXT: ScoreContext = {
  ...UNKNOWN_CONTEXT,
  numImages: 3,
  verdict: 'right',
  reference: '42',
  responseLength: 300,
};

export const RESPONSE =
  '<think>Image 1 shows it.</think><description><tool name="read_text_element" args="Image 1: title">Total: 42</tool></description><answer>42</answer>';

/** The profile of a composite reward, which must have no mistakes. */
export function composite(file: object, name = 'mine.reward.json'): RewardProfile {
  const { profile, problems } = readComposite(JSON.stringify(file), name);
  if (profile === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  return profile;
}

/** The score of a single check with weight 1. */
export function scoreCheck(check: object, response: string, context: Partial<ScoreContext> = {}): Score {
  return composite({ components: [{ weight: 1, ...check }] }).score(response, { ...CONTEXT, ...context });
}

/** The value of a single check, and its deductions with code, amount and marked text. */
export function outcome(check: object, response: string, context: Partial<ScoreContext> = {}): unknown {
  const score = scoreCheck(check, response, context);
  const [component] = score.components;
  if (!component || score.overall === null) return score.needs;
  return [
    score.overall,
    ...component.entries.map(({ code, amount, span }) => [
      code,
      amount,
      span === null ? null : response.slice(span.start, span.end),
    ]),
  ];
}

/** Whether the parts of a score add up to it exactly. */
export function addsUp({ components, adjustments, overall }: Score): boolean {
  if (overall === null) return true;
  const parts = components.every(
    ({ start, value, weight, paid, entries }) =>
      value !== null &&
      value === sum([start, ...entries.map(({ amount }) => amount)]) &&
      paid === multiply(weight, value) &&
      entries.every((entry) => entry.paid === multiply(weight, entry.amount)),
  );
  return parts && sum([...components, ...adjustments].map(({ paid }) => paid ?? '0')) === ofNumber(overall);
}
