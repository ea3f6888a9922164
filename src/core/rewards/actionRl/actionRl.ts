import { t } from '../../t.ts';
import { round } from '../../python/round.ts';
import { strip } from '../../python/strip.ts';
import { findFirstBlocks } from '../lang2act/firstBlocks.ts';
import type { FirstBlocks } from '../lang2act/firstBlocks.ts';
import { whyNotJudged, answerComponent, assembleJudged, component } from '../explanation/judgedScore.ts';
import { tagNotes } from '../lang2act/notes.ts';
import { findTagPlaces, LANG2ACT_TAGS } from '../lang2act/tagPlaces.ts';
import type { Lang2ActTag } from '../lang2act/tagPlaces.ts';
import { ACTION_RL_FORM, actionRlPays } from './form.ts';
import type { Default, RewardProfile, Score, ScoreContext } from '../model.ts';
import type { EntryParts } from '../explanation/entry.ts';
import type { AnswerParts } from '../explanation/judgedScore.ts';

/** A score of `action-rl`, with intermediate results of the reference's own functions. */
export interface ActionRlScore extends Score {
  readonly parsed: FirstBlocks;
  readonly formatScore: 0 | 1;
}

/** The profile, whose scores have additional fields. */
export interface ActionRlProfile extends RewardProfile {
  score(response: string, context: ScoreContext): ActionRlScore;
}

/**
 * Lang2Act's action stage (NEUIR/Lang2Act, actionrl.py): 0.8 answer + 0.2 format, rounded to six decimals. The format
 * is right if think, description, and answer are all present and not empty, in any order.
 */
export const actionRl: ActionRlProfile = {
  name: 'action-rl',
  version: '1',
  get title() {
    return t('Lang2Act, action stage');
  },
  get description() {
    return t(
      'Pays for a right answer and for think, description and answer not being empty, as the code of Lang2Act’s action stage does.',
    );
  },
  form: ACTION_RL_FORM,
  get pays() {
    return actionRlPays();
  },
  score(response, context) {
    const parsed = findFirstBlocks(response, findTagPlaces(response));
    const failed = LANG2ACT_TAGS.filter((tag) => isEmpty(parsed[tag]));
    const formatScore = failed.length === 0 ? 1 : 0;
    const notJudged = whyActionNotJudged(parsed, context);
    const score = assembleJudged({
      profile: 'action-rl',
      verdict: context.verdict,
      judged: notJudged === null,
      overall: (answer) => round(0.8 * answer + 0.2 * formatScore, 6),
      reported: (overall, answer) => ({ overall, format_score: formatScore, answer_score: answer }),
      defaults: notJudged === null && context.question === null ? NO_PROMPT : NONE,
      components: [
        answerComponent({ weight: '0.8', verdict: context.verdict, span: parsed.answer, notJudged }),
        component({
          key: 'format',
          title: t('Format'),
          weight: '0.2',
          scope: null,
          deductions: formatScore === 1 ? [] : [formatLost(parsed, failed)],
          floor: null,
        }),
      ],
      notes: formatScore === 1 ? [] : tagNotes(response),
    });
    return { ...score, parsed, formatScore };
  },
};

const NONE: readonly Default[] = [];
const NO_PROMPT: readonly Default[] = [
  {
    key: 'prompt',
    value: "''",
    get reason() {
      return t('The record does not have the question: the judge is told none.');
    },
    onlyForJudge: true,
  },
];

const isEmpty = (span: FirstBlocks['answer']): boolean => span === null || span.start === span.end;

/** Why the judge of the action stage, which also needs a reference answer, is not asked; null if it is asked. */
function whyActionNotJudged({ answer }: FirstBlocks, { reference }: ScoreContext): AnswerParts['notJudged'] {
  const notJudged = whyNotJudged(answer);
  if (notJudged !== null || strip(reference ?? '') !== '') return notJudged;
  return {
    code: 'reference-missing',
    reason: t(
      'There is no reference answer: without one the action stage judges nothing, and the answer pays nothing.',
    ),
  };
}

function formatLost(parsed: FirstBlocks, failed: readonly Lang2ActTag[]): EntryParts {
  const told = failed.map((tag) =>
    parsed[tag] === null ? t('There is no complete <{0}>.', tag) : t('<{0}> is empty.', tag),
  );
  const span = failed.map((tag) => parsed[tag]).find((place) => place !== null) ?? null;
  return { code: 'format-incomplete', amount: '-1', reason: told.join(' '), span, tool: null };
}
