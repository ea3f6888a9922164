import { actionRl } from '../../src/core/rewards/actionRl.ts';
import { lang2act } from '../../src/core/rewards/lang2act.ts';
import type { ScoreContext, Verdict } from '../../src/core/rewards/model.ts';
import type { Span } from '../../src/core/span.ts';
import type { JsonObject } from './json.ts';

/** Every field that a record of Lang2Act may have, as the profiles answer it. */
export function lang2actFields(response: string, numImages: number | null): JsonObject {
  const context = (verdict: Verdict): ScoreContext => ({
    numImages,
    verdict,
    prompt: null,
    reference: 'reference',
    toolResults: null,
    responseLength: null,
  });
  const wrong = lang2act.score(response, context('wrong'));
  const right = lang2act.score(response, context('right'));
  const cut = (span: Span | null): string | null =>
    span === null ? null : response.slice(span.start, span.end);
  if (wrong.raises !== null) return { raises: wrong.raises.name };
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
    reward_if_wrong: wrong.reported,
    reward_if_right: right.reported,
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
