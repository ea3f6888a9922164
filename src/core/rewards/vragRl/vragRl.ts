import { t } from '../../t.ts';
import { answerComponent, assembleJudged, component } from '../explanation/judgedScore.ts';
import { measuredComponent, unknown } from '../explanation/measuredScore.ts';
import type { Component, Need, PaidPart, RewardForm, RewardProfile, Score, ScoreContext } from '../model.ts';
import { formatChange, formatLost, lastAnswer, readFormat, turnNotes, VRAG_FORM } from './format.ts';
import type { FormatReading } from './format.ts';
import { ndcgChanges, ndcgOf } from './ndcg.ts';
import type { Ndcg } from './ndcg.ts';

const answerPart = (): PaidPart => ({
  key: 'answer',
  title: t('Answer'),
  weight: '0.7',
  sentence: t('The last answer is right, according to a judge.'),
  changes: [{ code: 'answer-wrong', amount: '-1', reason: t('The answer is judged wrong.') }, formatChange()],
});

const pays = (): readonly PaidPart[] => [
  answerPart(),
  {
    key: 'format',
    title: t('Format'),
    weight: '0.1',
    sentence: t('The response contains a search and an answer.'),
    changes: [formatChange()],
  },
  {
    key: 'ndcg',
    title: t('Retrieved pages'),
    weight: '0.2',
    sentence: t('The searches brought the reference pages, and brought them first (NDCG).'),
    changes: [...ndcgChanges(), formatChange()],
  },
];

const FORM: RewardForm = {
  ...VRAG_FORM,
  judged: true,
  reads: ['prompt', 'ground_truth', 'retrieved_images', 'file_name', 'reference_page'],
};

/**
 * The reward of VRAG-RL's training (Alibaba-NLP/VRAG, verl/workers/reward_manager/rm.py): nothing without a search and an
 * answer; otherwise 0.7 judge + 0.1 format + 0.2 NDCG of the retrieved pages, added in this order.
 */
export const vragRl: RewardProfile = {
  name: 'vrag-rl',
  version: '2',
  title: 'VRAG-RL',
  get description() {
    return t(
      'Pays for a right answer, for a search and an answer in the response, and for retrieving the reference pages first, as VRAG-RL’s training does.',
    );
  },
  form: FORM,
  get pays() {
    return pays();
  },
  score(response, context) {
    const format = readFormat(response);
    const { formatScore } = format;
    const ndcg = ndcgOf(context.retrieval);
    if (formatScore === 1 && 'needs' in ndcg) return scoreWithout(ndcg.needs, response, context, format);
    const value = 'needs' in ndcg ? null : ndcg.value;
    return assemble('vrag-rl', response, context, format, {
      overall: (judge) => formatScore && 0.7 * judge + 0.1 * formatScore + 0.2 * (value ?? 0),
      weight: '0.7',
      reported: { format: formatScore, ndcg: value },
      others: [formatComponent(format), ndcgComponent(format, ndcg)],
    });
  },
};

/**
 * The reward of VRAG-RL's validation (rm.py with `eval_mode`): the judge's verdict alone, and nothing without a search and
 * an answer.
 */
export const vragRlEval: RewardProfile = {
  name: 'vrag-rl-eval',
  version: '1',
  get title() {
    return t('VRAG-RL, validation');
  },
  get description() {
    return t('Pays for a right answer if the response has searched, as VRAG-RL’s validation does.');
  },
  form: { ...FORM, reads: ['prompt', 'ground_truth'] },
  get pays() {
    return [{ ...answerPart(), weight: '1' }];
  },
  score(response, context) {
    const format = readFormat(response);
    return assemble('vrag-rl-eval', response, context, format, {
      overall: (judge) => format.formatScore && judge,
      weight: '1',
      reported: { format: format.formatScore },
      others: [],
    });
  },
};

interface Parts {
  readonly overall: (judge: 0 | 1) => number;
  /** The weight of the answer. */
  readonly weight: string;
  readonly reported: Score['reported'];
  /** The components besides the answer's. */
  readonly others: readonly Component[];
}

function assemble(
  profile: string,
  response: string,
  { verdict }: ScoreContext,
  format: FormatReading,
  { overall, weight, reported, others }: Parts,
): Score {
  const lost = format.formatScore === 0 ? formatLost(format) : null;
  return assembleJudged({
    profile,
    verdict,
    judged: lost === null,
    overall,
    reported: (total, answer_score) => ({ overall: total, answer_score, ...reported }),
    rounding: () => t('The reference adds in binary floating point.'),
    defaults: [],
    // The judge reads the answer of the whole response, including injected turns.
    components: [
      answerComponent({ weight, verdict, span: lastAnswer(response), notJudged: lost }),
      ...others,
    ],
    notes: turnNotes(format),
  });
}

/** The score of a response with a valid format whose NDCG is not known. */
function scoreWithout(
  needs: readonly Need[],
  response: string,
  context: ScoreContext,
  format: FormatReading,
): Score {
  const paid = (judge: 0 | 1, ndcg: 0 | 1): number => 0.7 * judge + 0.1 * format.formatScore + 0.2 * ndcg;
  const score = assemble('vrag-rl', response, context, format, {
    overall: (judge) => paid(judge, 0),
    weight: '0.7',
    reported: { format: format.formatScore, ndcg: null },
    others: [formatComponent(format), unknown({ ...ndcgHead(), scope: null })],
  });
  return {
    ...score,
    overall: null,
    ifWrong: null,
    ifRight: null,
    // The NDCG is above 1 only if a page was retrieved again, which VRAG-RL's search engine does not do.
    between: [paid(context.verdict === 'right' ? 1 : 0, 0), paid(context.verdict === 'wrong' ? 0 : 1, 1)],
    reported: { ...score.reported, overall: null },
    needs: [...score.needs, ...needs],
    adjustments: [],
  };
}

const ndcgHead = () => ({ key: 'ndcg', title: t('Retrieved pages'), weight: '0.2', start: '1' }) as const;

function formatComponent(format: FormatReading): Component {
  const deductions = format.formatScore === 1 ? [] : [formatLost(format)];
  return component({
    key: 'format',
    title: t('Format'),
    weight: '0.1',
    scope: null,
    deductions,
    floor: null,
  });
}

function ndcgComponent(format: FormatReading, ndcg: Ndcg | { readonly needs: readonly Need[] }): Component {
  const changes = format.formatScore === 0 || 'needs' in ndcg ? [formatLost(format)] : ndcg.changes;
  return measuredComponent({ ...ndcgHead(), scope: null, changes });
}
