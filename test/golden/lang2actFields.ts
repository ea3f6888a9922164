import { actionRl } from '../../src/core/rewards/actionRl/actionRl.ts';
import { lang2act } from '../../src/core/rewards/lang2act/lang2act.ts';
import type { Lang2ActScore } from '../../src/core/rewards/lang2act/lang2act.ts';
import { UNKNOWN_CONTEXT, type ScoreContext, type Verdict } from '../../src/core/rewards/model.ts';
import type { Span } from '../../src/core/span.ts';
import type { JsonObject } from './json.ts';

function scoreLang2Act(response: string, numImages: number | null, verdict: Verdict): Lang2ActScore {
  return lang2act.score(response, contextOf(numImages, verdict));
}

function contextOf(numImages: number | null, verdict: Verdict): ScoreContext {
  return { ...UNKNOWN_CONTEXT, numImages, verdict, reference: 'reference' };
}

/** Every field that a Lang2Act record may have, as our profiles compute it; only the exception if one is raised. */
export function lang2actFields(response: string, numImages: number | null): JsonObject {
  const wrong = scoreLang2Act(response, numImages, 'wrong');
  if (wrong.raises !== null) return { raises: wrong.raises.name };
  return {
    ...formatFields(response, wrong),
    tool_score: wrong.toolScore,
    visible_tools: wrong.visibleTools,
    reward_if_wrong: wrong.reported,
    reward_if_right: scoreLang2Act(response, numImages, 'right').reported,
    action_rl: actionFields(response),
  };
}

/** The same fields, but after an exception, those that it does not affect keep their values; it replaces the others. */
export function lang2actParts(response: string, numImages: number | null): JsonObject {
  const fields = lang2actFields(response, numImages);
  if (!('raises' in fields)) return fields;
  const wrong = scoreLang2Act(response, numImages, 'wrong');
  return {
    ...fields,
    ...formatFields(response, wrong),
    tool_score: fields,
    visible_tools: wrong.visibleTools,
    reward_if_wrong: fields,
    reward_if_right: fields,
    action_rl: actionFields(response),
  };
}

function formatFields(response: string, { format }: Lang2ActScore): JsonObject {
  const { parsed } = format;
  return {
    format_valid: format.valid,
    errors: format.errors.map(({ message }) => message),
    parsed:
      parsed === null
        ? {}
        : {
            think: textAt(response, parsed.think),
            description: textAt(response, parsed.description),
            answer: textAt(response, parsed.answer),
          },
  };
}

function actionFields(response: string): JsonObject {
  const { parsed, formatScore } = actionRl.score(response, contextOf(null, 'unknown'));
  return {
    parsed: {
      think: textAt(response, parsed.think),
      description: textAt(response, parsed.description),
      answer: textAt(response, parsed.answer),
    },
    format_score: formatScore,
  };
}

const textAt = (response: string, span: Span | null): string | null =>
  span === null ? null : response.slice(span.start, span.end);
