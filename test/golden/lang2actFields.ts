import { actionRl } from '../../src/core/rewards/actionRl.ts';
import { lang2act } from '../../src/core/rewards/lang2act.ts';
import type { ScoreContext, Verdict } from '../../src/core/rewards/model.ts';
import type { Span } from '../../src/core/span.ts';

/** A value of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Readonly<Record<string, Json>>;

/** A record of lang2act*.jsonl: what the reference is given, and each field that it answers. */
export interface Lang2ActVector extends JsonObject {
  readonly response: string;
}

/** Whether a record is one of Lang2Act's: other references' vectors may stand in the same folder. */
export function isLang2ActVector(record: JsonObject): record is Lang2ActVector {
  return (
    typeof record['response'] === 'string' &&
    ['format_valid', 'tool_score', 'reward_if_wrong', 'action_rl'].some((key) => key in record)
  );
}

/** The fields of a record that are given to the reference, not answered by it. */
export const GIVEN: ReadonlySet<string> = new Set(['response', 'num_images']);

/** Every field that a record of Lang2Act may have, as the profiles answer it. */
export function lang2actFields(response: string, numImages: number | null): JsonObject {
  const context = (verdict: Verdict): ScoreContext => ({ numImages, verdict, reference: 'reference' });
  const wrong = lang2act.score(response, context('wrong'));
  const right = lang2act.score(response, context('right'));
  const cut = (span: Span | null): string | null =>
    span === null ? null : response.slice(span.start, span.end);
  const reward = (score: typeof wrong): JsonObject => ({
    overall: score.overall,
    answer_score: componentValue(score, 'answer'),
    format_score: componentValue(score, 'format'),
    tool_score: score.toolScore,
  });
  const action = actionRl.score(response, context('unknown'));
  const { parsed } = wrong.format;
  return {
    format_valid: wrong.format.valid,
    errors: wrong.format.errors.map(({ message }) => message),
    parsed:
      parsed === null
        ? {}
        : { think: cut(parsed.think), description: cut(parsed.description), answer: cut(parsed.answer) },
    tool_score: wrong.toolScore,
    visible_tools: wrong.visibleTools,
    reward_if_wrong: reward(wrong),
    reward_if_right: reward(right),
    action_rl: {
      parsed: {
        think: cut(action.parsed.think),
        description: cut(action.parsed.description),
        answer: cut(action.parsed.answer),
      },
      format_score: action.formatScore,
    },
  };
}

function componentValue(
  score: { components: readonly { key: string; value: string | null }[] },
  key: string,
) {
  const value = score.components.find((component) => component.key === key)?.value;
  if (value === null || value === undefined) throw new Error(`The component ${key} has no value.`);
  return Number(value);
}

/** Number of scalars and empty containers in `value`: what a comparison of it compares. */
export function countFields(value: Json): number {
  if (value === null || typeof value !== 'object') return 1;
  const parts = Object.values(value);
  return parts.length === 0 ? 1 : parts.reduce<number>((total, part) => total + countFields(part), 0);
}
