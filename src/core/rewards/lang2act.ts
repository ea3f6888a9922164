import { round } from '../python/round.ts';
import { answerUnasked } from './answer.ts';
import { checkLang2ActFormat, formatDeduction } from './lang2actFormat.ts';
import type { Contents, FormatCheck } from './lang2actFormat.ts';
import { tagNotes, toolNotes } from './lang2actNotes.ts';
import { scoreTools, seenTools } from './lang2actTools.ts';
import type { RewardProfile, Score, ScoreContext } from './model.ts';
import { answerComponent, assemble, component } from './parts.ts';

/** A score of `lang2act`, with what the reference's own functions answer on the way. */
export interface Lang2ActScore extends Score {
  readonly format: FormatCheck;
  /** In the reference's doubles: 0.20000000000000007 where the component's exact decimal is 0.2. */
  readonly toolScore: number;
  /** How many tool calls the reward's pattern matches; null where the format is not valid. */
  readonly visibleTools: number | null;
}

/** The profile, whose scores say more than others'. */
export interface Lang2ActProfile extends RewardProfile {
  score(response: string, context: ScoreContext): Lang2ActScore;
}

/** The number of images that the reference takes where the record has none. */
const DEFAULT_NUM_IMAGES = 3;

/**
 * Lang2Act's tool stage (NEUIR/Lang2Act, toolrl.py): 0.8 answer + 0.1 format + 0.1 tool, between 0 and 1 and rounded
 * to six decimals, where a format that is not valid pays nothing at all.
 */
export const lang2act: Lang2ActProfile = {
  name: 'lang2act',
  version: '1',
  title: 'Lang2Act',
  description:
    'Pays for a right answer, a valid format and careful tool calls, as the code of Lang2Act’s tool stage does.',
  score(response, context) {
    const format = checkLang2ActFormat(response);
    return format.parsed === null
      ? scoreInvalid(response, format, context)
      : scoreValid(response, format, format.parsed, context);
  },
};

function scoreValid(
  response: string,
  format: FormatCheck,
  parsed: Contents,
  context: ScoreContext,
): Lang2ActScore {
  const tools = seenTools(response, format, parsed.description);
  const numImages = context.numImages ?? DEFAULT_NUM_IMAGES;
  const scored = scoreTools(response, parsed.think, tools, numImages);
  const unasked = answerUnasked(parsed.answer);
  const score = assemble({
    profile: 'lang2act',
    verdict: context.verdict,
    judged: unasked === null,
    overall: (answer) => round(clamp(0.8 * answer + 0.1 * 1 + 0.1 * scored.score), 6),
    components: [
      answerComponent({
        weight: '0.8',
        verdict: context.verdict,
        span: parsed.answer,
        unasked,
      }),
      FORMAT_PAID,
      component({
        ...TOOL,
        scope: parsed.description,
        deductions: scored.deductions,
        floor: 'The tool score does not go below 0.',
      }),
    ],
    notes: toolNotes(response, format, parsed, {
      tools,
      scored,
      numImages,
      isDefault: context.numImages === null,
    }),
  });
  return { ...score, format, toolScore: scored.score, visibleTools: tools.length };
}

function scoreInvalid(response: string, format: FormatCheck, { verdict }: ScoreContext): Lang2ActScore {
  const score = assemble({
    profile: 'lang2act',
    verdict,
    judged: false,
    overall: () => 0,
    components: [
      ANSWER_UNREAD,
      component({ ...FORMAT, scope: null, deductions: [formatDeduction(format.errors)], floor: null }),
      TOOLS_UNREAD,
    ],
    notes: format.errors[0]?.code === 'tag-count' ? tagNotes(response) : [],
  });
  return { ...score, format, toolScore: 0, visibleTools: null };
}

const FORMAT = { key: 'format', title: 'Format', weight: '0.1' } as const;
const TOOL = { key: 'tool', title: 'Tools', weight: '0.1' } as const;

const FORMAT_PAID = component({ ...FORMAT, scope: null, deductions: [], floor: null });

const ANSWER_UNREAD = answerComponent({
  weight: '0.8',
  verdict: 'unknown',
  span: null,
  unasked: { code: 'format-not-valid', reason: 'The answer is not looked at, as the format is not valid.' },
});

const TOOLS_UNREAD = component({
  ...TOOL,
  scope: null,
  deductions: [
    {
      code: 'format-not-valid',
      amount: '-1',
      reason: 'The tool calls are not looked at, as the format is not valid.',
      span: null,
      tool: null,
    },
  ],
  floor: null,
});

const clamp = (x: number): number => Math.max(0, Math.min(1, x));
