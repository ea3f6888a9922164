import { normalizedAnswer } from '../../metrics/normalizedAnswer.ts';
import { ANSWER_CHANGES, answerPart, comparedScore } from '../answers/comparedScore.ts';
import { completeAnswers } from '../answers/extraction.ts';
import type { Default, RewardForm, RewardProfile } from '../model.ts';

const FORM: RewardForm = {
  tags: [{ name: 'answer', required: true, caseSensitive: true }],
  order: [],
  closed: false,
  tools: null,
  length: null,
  judged: false,
  reads: ['prompt', 'ground_truth'],
};

/** What the reference's training prompt says about the answer (Search-R1, scripts/data_process/nq_search.py). */
const PROMPT_ANSWERS = '<answer> and </answer>, for example <answer> Beijing </answer>';

const OWN_PROMPT: readonly Default[] = [
  {
    key: 'prompt',
    value: `'... ${PROMPT_ANSWERS} ...'`,
    reason:
      'The record does not have the training prompt. Search-R1 reads it together with the response; its own prompt contains two answers.',
  },
];

/** Whether a question is a whole prompt: it mentions tags or turns. */
const IS_PROMPT = /<(?:answer|search|think)>|<\|im_/;

const TOO_FEW = {
  code: 'answer-missing',
  reason: 'The prompt and the response contain fewer than two complete answers.',
} as const;

/**
 * Search-R1's reward (PeterGriffinJin/Search-R1, verl/utils/reward_score/qa_em.py). The reference reads the prompt and the
 * response as one text; it takes the last of at least two complete answers in it.
 */
function searchR1(
  name: string,
  title: string,
  verb: string,
  matches: (answer: string, reference: string) => boolean,
): RewardProfile {
  return {
    name,
    version: '1',
    title,
    description: `Pays for an answer that ${verb}, without regard to case, punctuation and articles, as Search-R1’s \`qa_em.py\` does.`,
    form: FORM,
    pays: [
      answerPart('1', `The last answer ${verb}, without regard to case, punctuation and articles.`, [
        ...ANSWER_CHANGES,
        { ...TOO_FEW, amount: '-1' },
      ]),
    ],
    score(response, { question, reference, references }) {
      // An empty prompt says that the whole text is in the response.
      const isKnown = question === '' || (question !== null && IS_PROMPT.test(question));
      const prompt = isKnown ? question : PROMPT_ANSWERS;
      const text = prompt + response;
      const found = completeAnswers(text);
      const last = found.length < 2 ? undefined : found.at(-1);
      const start = (last?.start ?? 0) - prompt.length;
      return comparedScore({
        profile: name,
        compared: {
          weight: '1',
          // The answer can be the prompt's own.
          span: last === undefined || start < 0 ? null : { start, end: last.end - prompt.length },
          answer: last === undefined ? '' : text.slice(last.start, last.end),
          reference,
          lost: last === undefined ? TOO_FEW : null,
          compare(answer, wanted) {
            const given = normalizedAnswer(answer);
            return (references ?? [wanted]).some((each) => matches(given, normalizedAnswer(each)));
          },
        },
        overall: (accuracy) => accuracy,
        reported: (overall) => ({ overall }),
        defaults: isKnown ? [] : OWN_PROMPT,
        others: [],
      });
    },
  };
}

/** `compute_score_em`. */
export const searchR1Em = searchR1(
  'search-r1-em',
  'Search-R1, exact match',
  'is one of the references',
  (answer, reference) => answer === reference,
);

/** `compute_score_subem`. */
export const searchR1Subem = searchR1(
  'search-r1-subem',
  'Search-R1, contained match',
  'contains one of the references',
  (answer, reference) => answer.includes(reference),
);
