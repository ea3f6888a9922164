import { once } from '../../once.ts';
import { t } from '../../t.ts';
import { MOST_DIGITS } from '../../python/integers.ts';
import { round } from '../../python/round.ts';
import { whyNotJudged, answerComponent, assembleJudged, component } from '../explanation/judgedScore.ts';
import { LANG2ACT_FORM, lang2actPays, tooManyTools, unknownTool } from './form.ts';
import { checkLang2ActFormat, formatDeduction } from './formatCheck.ts';
import type { Contents, FormatCheck } from './formatCheck.ts';
import { tagNotes, toolNotes } from './notes.ts';
import { changedRules, LANG2ACT_RULES } from './toolRules.ts';
import type { Lang2ActChanges, Lang2ActRules } from './toolRules.ts';
import { scoreTools, findSeenTools } from './toolScore.ts';
import type {
  Component,
  Default,
  PaidChange,
  PaidPart,
  Raised,
  RewardForm,
  RewardProfile,
  Score,
  ScoreContext,
} from '../model.ts';

/** A score of `lang2act`, with intermediate results of the reference's own functions. */
export interface Lang2ActScore extends Score {
  readonly format: FormatCheck;
  /** In the reference's doubles: 0.20000000000000007 where the component's exact decimal is 0.2. */
  readonly toolScore: number;
  /** How many tool calls the reward's pattern matches; null if the format is not valid. */
  readonly visibleTools: number | null;
}

/** The profile, whose scores have additional fields. */
export interface Lang2ActProfile extends RewardProfile {
  score(response: string, context: ScoreContext): Lang2ActScore;
}

/** The number of images that the reference assumes if the record has none. */
const DEFAULT_NUM_IMAGES = 3;

const NUM_IMAGES_DEFAULT: Default = {
  key: 'num_images',
  value: String(DEFAULT_NUM_IMAGES),
  get reason() {
    return t(
      'The record does not say how many images the request had: the reward takes {0}.',
      DEFAULT_NUM_IMAGES,
    );
  },
};
const PROMPT_DEFAULT: Default = {
  key: 'prompt',
  value: 'None',
  get reason() {
    return t('The record does not have the question: the judge is told None in its place.');
  },
  onlyForJudge: true,
};
/** The combinations of defaults, created once: each score has one of them. */
const DEFAULTS = {
  none: [],
  images: [NUM_IMAGES_DEFAULT],
  prompt: [PROMPT_DEFAULT],
  both: [NUM_IMAGES_DEFAULT, PROMPT_DEFAULT],
} as const;

/** The defaults that replace missing keys of the record; the question is read only if a judge is asked. */
function defaultsOf({ numImages, question }: ScoreContext, judged: boolean): readonly Default[] {
  if (judged && question === null) return numImages === null ? DEFAULTS.both : DEFAULTS.prompt;
  return numImages === null ? DEFAULTS.images : DEFAULTS.none;
}

/** What CPython raises for an image number with more digits than it reads; the whole batch then has no scores. */
const tooLong = (): Raised => ({
  name: 'ValueError',
  reason: t(
    'CPython 3.11 reads no whole number of more than {0} digits: the reference implementation fails on it and scores nothing.',
    MOST_DIGITS,
  ),
});

/**
 * Lang2Act's tool stage (NEUIR/Lang2Act, toolrl.py): 0.8 answer + 0.1 format + 0.1 tool, between 0 and 1 and rounded to
 * six decimals; an invalid format pays nothing at all.
 */
export const lang2act: Lang2ActProfile = {
  name: 'lang2act',
  version: '1',
  title: 'Lang2Act',
  get description() {
    return t(
      'Pays for a right answer, a valid format and careful tool calls, as the code of Lang2Act’s tool stage does.',
    );
  },
  form: LANG2ACT_FORM,
  get pays() {
    return lang2actPays();
  },
  score(response, context) {
    const format = checkLang2ActFormat(response);
    return format.parsed === null
      ? scoreInvalid(response, format, context)
      : scoreValid(response, format, format.parsed, context, LANG2ACT_RULES);
  },
};

/** The profile with other tools, limits, or costs; its weights and its format do not change. */
export function lang2actWith(changes: Lang2ActChanges): RewardProfile {
  const rules = changedRules(changes);
  return {
    ...lang2act,
    form: { ...LANG2ACT_FORM, tools: toolsForm(rules) },
    get pays() {
      return lang2actPays().map((part) =>
        part.key === 'tool' ? { ...part, changes: changesOf(part, rules) } : part,
      );
    },
    score(response, context) {
      const format = checkLang2ActFormat(response);
      return format.parsed === null
        ? scoreInvalid(response, format, context)
        : scoreValid(response, format, format.parsed, context, rules);
    },
  };
}

function toolsForm({ allowed, most }: Lang2ActRules): RewardForm['tools'] {
  return {
    container: 'description',
    allowed: Array.from(allowed, ([name, args]) => ({ name, args })),
    most,
    observation: true,
  };
}

/** The deductions from the tools' component, with the amounts and numbers of these rules. */
function changesOf({ changes }: PaidPart, { allowed, costs, most }: Lang2ActRules): readonly PaidChange[] {
  return changes.flatMap((change): readonly PaidChange[] => {
    if (!isCost(change.code, costs)) return [change];
    const { amount } = costs[change.code];
    if (amount === '0' || (change.code === 'too-many-tools' && most === null)) return [];
    let { reason } = change;
    if (change.code === 'unknown-tool') reason = unknownTool(allowed.size);
    if (change.code === 'too-many-tools' && most !== null) reason = tooManyTools(most);
    return [{ ...change, amount, reason }];
  });
}

function isCost(code: string, costs: Lang2ActRules['costs']): code is keyof Lang2ActRules['costs'] {
  return Object.hasOwn(costs, code);
}

function scoreValid(
  response: string,
  format: FormatCheck,
  parsed: Contents,
  context: ScoreContext,
  rules: Lang2ActRules,
): Lang2ActScore {
  const tools = findSeenTools(response, format, parsed.description);
  const numImages = context.numImages ?? DEFAULT_NUM_IMAGES;
  const scored = scoreTools(response, parsed.think, tools, numImages, rules);
  const notJudged = whyNotJudged(parsed.answer);
  const score = assembleJudged({
    profile: 'lang2act',
    verdict: context.verdict,
    judged: notJudged === null,
    overall: (answer) => round(clamp(0.8 * answer + 0.1 * 1 + 0.1 * scored.score), 6),
    reported: (overall, answer) => ({
      overall,
      answer_score: answer,
      format_score: 1,
      tool_score: scored.score,
    }),
    defaults: defaultsOf(context, notJudged === null),
    components: [
      answerComponent({
        weight: '0.8',
        verdict: context.verdict,
        span: parsed.answer,
        notJudged,
      }),
      formatPaid(),
      component({
        ...toolHead(),
        scope: parsed.description,
        deductions: scored.deductions,
        floor: t('The tool score does not go below 0.'),
      }),
    ],
    notes: toolNotes(response, format, parsed, {
      tools,
      scored,
      rules,
      numImages,
      isDefault: context.numImages === null,
    }),
  });
  const whole = { ...score, format, toolScore: scored.score, visibleTools: tools.length };
  return scored.uncountedImages.tooLong.length > 0 ? raiseScore(whole) : whole;
}

/** The score of a response for which the reference raises. */
function raiseScore(score: Lang2ActScore): Lang2ActScore {
  return {
    ...score,
    overall: null,
    ifWrong: null,
    ifRight: null,
    reported: { overall: null, answer_score: null, format_score: null, tool_score: null },
    raises: tooLong(),
    needs: [],
    components: score.components.map((part) => ({ ...part, value: null, paid: null, entries: [] })),
    adjustments: [],
  };
}

function scoreInvalid(response: string, format: FormatCheck, context: ScoreContext): Lang2ActScore {
  const score = assembleJudged({
    profile: 'lang2act',
    verdict: context.verdict,
    judged: false,
    overall: () => 0,
    reported: () => ({ overall: 0, answer_score: 0, format_score: 0, tool_score: 0 }),
    defaults: defaultsOf(context, false),
    components: [
      answerUnread(),
      component({ ...formatHead(), scope: null, deductions: [formatDeduction(format.errors)], floor: null }),
      toolsUnread(),
    ],
    notes: format.errors[0]?.code === 'tag-count' ? tagNotes(response) : [],
  });
  return { ...score, format, toolScore: 0, visibleTools: null };
}

const formatHead = once(() => ({ key: 'format', title: t('Format'), weight: '0.1' }));
const toolHead = once(() => ({ key: 'tool', title: t('Tools'), weight: '0.1' }));

const formatPaid = once(() => component({ ...formatHead(), scope: null, deductions: [], floor: null }));

/** The answer's component for a format that is not valid. */
const answerUnread = once((): Component => {
  const reason = t('The answer is not scored because the format is not valid.');
  const notJudged = { code: 'format-not-valid', reason };
  return answerComponent({ weight: '0.8', verdict: 'unknown', span: null, notJudged });
});

/** The tools' component for a format that is not valid. */
const toolsUnread = once((): Component => {
  const reason = t('The tool calls are not scored because the format is not valid.');
  const deductions = [{ code: 'format-not-valid', amount: '-1', reason, span: null, tool: null }];
  return component({ ...toolHead(), scope: null, deductions, floor: null });
});

const clamp = (x: number): number => Math.max(0, Math.min(1, x));
