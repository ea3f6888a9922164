import { t } from '../t.ts';
import { wholeNumber } from '../displayLocale.ts';
import { quoteText } from '../filter/quoteText.ts';
import type { AlertRule, AlertSource } from './model.ts';
import { recentPart } from './recentPart.ts';
import { meansByStep } from './stepBins.ts';
import { falls, rises, trendOf } from './trend.ts';
import { percentText, sharesOf, inSteps, stepsOf, stepsText } from './wording.ts';

/** The share of wrong answers that one answer makes up from which it counts as copied, and how much that has grown. */
const COPIED = 0.1;
const LEAST_GROWTH = 0.05;

/** The share from which it is said without growth. */
const COPIED_ANYWAY = 0.3;

/** The fewest questions to which it is given. */
const LEAST_QUESTIONS = 10;

/** The fewest different right answers of the run: where there are few, as yes and no, each is given to many questions. */
const LEAST_RIGHT_ANSWERS = 10;

/** Characters of an answer that are shown. */
const SHOWN = 60;

/** Characters of an answer that the columns keep. */
const KEPT = 200;

/** One answer is given to many questions that have others. */
export const answerCopied: AlertRule = (source) => {
  const { table, rows, bins } = source;
  const part = recentPart(table, rows, bins);
  const questions = table.groups(true);
  const answers = countAnswers(source, questions.ofRow, part.rows);
  if (answers === null) return null;
  const { most, right } = answers;
  const isCopied = (row: number): boolean =>
    table.answerOf(row) === most.answer &&
    table.isRight(row) === false &&
    right.get(questions.ofRow[row] ?? -1)?.has(most.answer) !== true;
  const copied = part.rows.reduce((sum, row) => sum + Number(isCopied(row)), 0);
  const share = copied / part.rows.length;
  const asked = new Set(part.rows.filter(isCopied).map((row) => questions.ofRow[row] ?? -1)).size;
  if (asked < LEAST_QUESTIONS || share < COPIED) return null;
  const trend = trendOf(meansByStep(bins, (row) => Number(isCopied(row))));
  const isGrowing = trend !== null && rises(trend, LEAST_GROWTH);
  if (!isGrowing && share < COPIED_ANYWAY) return null;
  const text = table.answer(most.row);
  const shown = text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
  const values = [shown, wholeNumber(asked), percentText(share)] as const;
  return {
    title: t('One answer is given to many questions'),
    sentence:
      part.steps === null
        ? t('“{0}” is the wrong answer to {1} different questions, in {2} of the samples.', ...values)
        : t(
            'In {3}, “{0}” is the wrong answer to {1} different questions, in {2} of the samples.',
            ...values,
            stepsText(part.steps),
          ),
    steps: part.steps === null ? null : stepsOf(part.steps),
    filter: inSteps(part.steps, `answer${text.length < KEPT ? '=' : ':'}${quoteText(text)}`, 'is:wrong'),
  };
};

interface CountedAnswers {
  /** The most frequent wrong answer, and a row that gives it. */
  readonly most: { readonly answer: number; readonly row: number };
  /** The answers that are right, by question. */
  readonly right: ReadonlyMap<number, ReadonlySet<number>>;
}

/** The answers of a run; null if too few are right to tell what the references explain, or none is wrong. */
function countAnswers(
  { table, rows }: AlertSource,
  questionOf: Int32Array,
  recent: Uint32Array,
): CountedAnswers | null {
  const right = new Map<number, Set<number>>();
  const distinct = new Set<number>();
  for (const row of rows) {
    const answer = table.answerOf(row);
    if (answer === 0 || table.isRight(row) !== true) continue;
    distinct.add(answer);
    const question = questionOf[row] ?? -1;
    const own = right.get(question);
    if (own === undefined) right.set(question, new Set([answer]));
    else own.add(answer);
  }
  if (distinct.size < LEAST_RIGHT_ANSWERS) return null;
  const wrong = new Map<number, { count: number; readonly row: number }>();
  for (const row of recent) {
    const answer = table.answerOf(row);
    if (answer === 0 || table.isRight(row) !== false) continue;
    const known = wrong.get(answer);
    if (known === undefined) wrong.set(answer, { count: 1, row });
    else known.count += 1;
  }
  let most: { readonly answer: number; readonly count: number; readonly row: number } | null = null;
  for (const [answer, { count, row }] of wrong)
    if (most === null || count > most.count) most = { answer, count, row };
  return most === null ? null : { most, right };
}

/** The least loss of grounded claims that is worth an alert. */
const LEAST_LOSS = 0.05;

/** Fewer and fewer claims stand on the pages, in a run whose pages were searched. */
export const claimsLosePages: AlertRule = ({ table, bins }) => {
  const column = table.numbers('grounded');
  if (column === undefined) return null;
  const trend = trendOf(meansByStep(bins, (row) => column.at(row)));
  if (trend === null || !falls(trend, LEAST_LOSS)) return null;
  const { last } = trend;
  return {
    title: t('Fewer claims stand on the pages'),
    sentence: t('The share of claims that are found on the pages falls from {0} to {1}.', ...sharesOf(trend)),
    steps: stepsOf(last),
    filter: inSteps(last, 'claim:not-found'),
  };
};
