import { t } from '../../t.ts';
import { normalizedAnswer } from '../../metrics/normalizedAnswer.ts';
import { answerChanges, answerPart, comparedScore } from '../answers/comparedScore.ts';
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

const ownPrompt = (): readonly Default[] => [
  {
    key: 'prompt',
    value: `'... ${PROMPT_ANSWERS} ...'`,
    reason: t(
      'The record does not have the training prompt. Search-R1 reads it together with the response; its own prompt contains two answers.',
    ),
  },
];

/** Whether a question is a whole prompt: it mentions tags or turns. */
const IS_PROMPT = /<(?:answer|search|think)>|<\|im_/;

const tooFew = () => ({
  code: 'answer-missing',
  reason: t('The prompt and the response contain fewer than two complete answers.'),
});

/** What people read about one of the rewards. */
interface SearchTexts {
  readonly title: string;
  readonly description: string;
  /** What the answer is paid for. */
  readonly sentence: string;
  /** When the answer is not paid for. */
  readonly differs: string;
}

/**
 * Search-R1's reward (PeterGriffinJin/Search-R1, verl/utils/reward_score/qa_em.py). The reference reads the prompt and the
 * response as one text; it takes the last of at least two complete answers in it.
 */
function searchR1(
  name: string,
  texts: () => SearchTexts,
  matches: (answer: string, reference: string) => boolean,
  differs: (answer: string, reference: string) => string,
): RewardProfile {
  return {
    name,
    version: '1',
    get title() {
      return texts().title;
    },
    get description() {
      return texts().description;
    },
    form: FORM,
    get pays() {
      const { sentence, differs: reason } = texts();
      const changes = answerChanges().map((change) => ({ ...change, reason }));
      return [answerPart('1', sentence, [...changes, { ...tooFew(), amount: '-1' }])];
    },
    score(response, { sentPrompt, question, reference, references }) {
      // An empty prompt says that the whole text is in the response.
      const known = sentPrompt ?? (question === '' || IS_PROMPT.test(question ?? '') ? question : null);
      const prompt = known ?? PROMPT_ANSWERS;
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
          lost: last === undefined ? tooFew() : null,
          differs,
          compare(answer, wanted) {
            const given = normalizedAnswer(answer);
            return (references ?? [wanted]).some((each) => matches(given, normalizedAnswer(each)));
          },
        },
        overall: (accuracy) => accuracy,
        reported: (overall) => ({ overall }),
        defaults: known === null ? ownPrompt() : [],
        others: [],
      });
    },
  };
}

/** `compute_score_em`. */
export const searchR1Em = searchR1(
  'search-r1-em',
  () => ({
    title: t('Search-R1, exact match'),
    description: t(
      'Pays for an answer that is one of the references, without regard to case, punctuation and articles, as Search-R1’s `qa_em.py` does.',
    ),
    sentence: t(
      'The last answer is one of the references, without regard to case, punctuation and articles.',
    ),
    differs: t('The answer is not equal to any of the references.'),
  }),
  (answer, reference) => answer === reference,
  (answer, reference) => t('The answer {0} is not equal to the reference {1}.', answer, reference),
);

/** `compute_score_subem`. */
export const searchR1Subem = searchR1(
  'search-r1-subem',
  () => ({
    title: t('Search-R1, contained match'),
    description: t(
      'Pays for an answer that contains one of the references, without regard to case, punctuation and articles, as Search-R1’s `qa_em.py` does.',
    ),
    sentence: t(
      'The last answer contains one of the references, without regard to case, punctuation and articles.',
    ),
    differs: t('The answer contains none of the references.'),
  }),
  (answer, reference) => answer.includes(reference),
  (answer, reference) => t('The answer {0} does not contain the reference {1}.', answer, reference),
);

const noAnswer = () => ({
  code: 'answer-missing',
  reason: t('The response contains no complete answer.'),
});

/** The most opening tags, and the most closing tags, of a response that is paid in full. */
const MOST_TAGS = 10;
const manyTags = () => ({
  code: 'many-answers',
  amount: '-0.75',
  reason: t(
    'The response contains more than {0} `<answer>` or more than {1} `</answer>`.',
    MOST_TAGS,
    MOST_TAGS,
  ),
});

/** verl's reward for Search-R1's data (volcengine/verl, verl/utils/reward_score/search_r1_like_qa_em.py). */
export const verlSearchR1: RewardProfile = {
  name: 'verl-search-r1',
  version: '1',
  title: 'verl, Search-R1',
  get description() {
    return t(
      'Pays for an answer that is one of the references, without regard to case, punctuation and articles, as verl’s `search_r1_like_qa_em.py` does.',
    );
  },
  form: { ...FORM, reads: ['ground_truth'] },
  get pays() {
    return [
      answerPart(
        '1',
        t('The last answer is one of the references, without regard to case, punctuation and articles.'),
        [...answerChanges(), { ...noAnswer(), amount: '-1' }, manyTags()],
      ),
    ];
  },
  score(response, { reference, references }) {
    const span = completeAnswers(response).at(-1) ?? null;
    const hasManyTags = ['<answer>', '</answer>'].some((tag) => response.split(tag).length - 1 > MOST_TAGS);
    return comparedScore({
      profile: 'verl-search-r1',
      compared: {
        weight: '1',
        span,
        answer: span === null ? '' : response.slice(span.start, span.end),
        reference,
        lost: span === null ? noAnswer() : null,
        compare: (answer, wanted) => isOneOf(answer, references ?? [wanted]),
        deductions: hasManyTags ? [{ ...manyTags(), span: null, tool: null }] : [],
      },
      overall: (accuracy) => (hasManyTags ? accuracy / 4 : accuracy),
      reported: (overall) => ({ overall }),
      others: [],
    });
  },
};

const isOneOf = (answer: string, references: readonly string[]): boolean =>
  references.some((each) => normalizedAnswer(answer) === normalizedAnswer(each));
