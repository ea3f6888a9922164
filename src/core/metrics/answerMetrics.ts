import { pairwiseMean } from '../python/pairwiseSum.ts';
import { normalizedWords } from './normalizedAnswer.ts';

/** How an answer compares with its references: em and acc are 0 or 1, f1 from 0 to just below 1. */
export interface AnswerMetrics {
  readonly em: number;
  readonly acc: number;
  readonly f1: number;
}

/** The references for items whose images do not contain the answer. */
export const INSUFFICIENT_REFERENCES: readonly string[] = [
  'no relevant information',
  'insufficient to answer',
  'insufficient to answer the question',
];

const NOTHING: AnswerMetrics = { em: 0, acc: 0, f1: 0 };
const EPSILON = 1e-7;

const BEGIN = '<answer>';
const END = '</answer>';

/** The answer of a response: the text between the answer tags, case-sensitive, otherwise the whole text. */
export function answerOfResponse(response: string): string {
  const tag = response.indexOf(BEGIN);
  if (tag === -1) return response;
  const start = tag + BEGIN.length;
  const next = response.indexOf(BEGIN, start);
  const end = response.indexOf(END, start);
  const stop = Math.min(next === -1 ? response.length : next, end === -1 ? response.length : end);
  return response.slice(start, stop);
}

/**
 * Exact match, whether all of the reference's words are among the predicted ones, and F1 over the words with their
 * counts, each the best over the references (OpenBMB/VisRAG, eval.py, `evaluate_predictions`). A reference that shares
 * no word with the prediction counts 0 in all three, even if both are empty.
 */
export function answerMetrics(prediction: string, references: readonly string[]): AnswerMetrics {
  const predicted = normalizedWords(prediction);
  const counts = countWords(predicted);
  let best = NOTHING;
  for (const reference of references) {
    const expected = normalizedWords(reference);
    const common = commonWords(counts, expected);
    if (common === 0) continue;
    const precision = common / predicted.length;
    const recall = common / expected.length;
    best = {
      em: Math.max(best.em, predicted.join(' ') === expected.join(' ') ? 1 : 0),
      acc: Math.max(best.acc, expected.every((word) => counts.has(word)) ? 1 : 0),
      f1: Math.max(best.f1, (2 * precision * recall) / (precision + recall + EPSILON)),
    };
  }
  return best;
}

function countWords(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** How many words two multisets have in common. */
function commonWords(counts: ReadonlyMap<string, number>, words: readonly string[]): number {
  let common = 0;
  for (const [word, count] of countWords(words)) common += Math.min(count, counts.get(word) ?? 0);
  return common;
}

/** One item of an evaluation. */
export interface AnswerItem {
  readonly response: string;
  readonly references: readonly string[];
  /**
   * Whether the images contain the answer; if not, the references are INSUFFICIENT_REFERENCES. Null if nothing says it.
   */
  readonly sufficient: boolean | null;
}

/**
 * Means over a data set, 0 if it is empty, under the reference's names; those about sufficient images exist only if
 * items say whether their images are sufficient.
 */
export interface AnswerReport {
  readonly global_em: number;
  readonly global_acc: number;
  readonly global_f1: number;
  readonly issuff_em?: number;
  readonly issuff_acc?: number;
  readonly issuff_f1?: number;
  readonly unsuff_em?: number;
  readonly cnt_global: number;
  readonly cnt_issuff?: number;
  readonly cnt_unsuff?: number;
}

/** How one item's answer compares, and whether its images contain the answer; null if nothing says it. */
export interface ComparedAnswer extends AnswerMetrics {
  readonly sufficient: boolean | null;
}

/** Compares one item's answer with the references for it. */
export function compareAnswer({ response, references, sufficient }: AnswerItem): ComparedAnswer {
  const expected = sufficient === false ? INSUFFICIENT_REFERENCES : references;
  return { ...answerMetrics(answerOfResponse(response), expected), sufficient };
}

/**
 * The evaluation of a data set (OpenBMB/VisRAG, eval.py, `run_evaluation`): means over all items, over those whose
 * images are sufficient, and the exact matches of those whose images are not. An item that does not say whether they
 * are counts only among all items, and if no item says it, these means are left out. Means are NumPy's, of doubles.
 */
export function reportAnswers(all: readonly ComparedAnswer[]): AnswerReport {
  const sufficient = all.filter((answer) => answer.sufficient === true);
  const insufficient = all.filter((answer) => answer.sufficient === false);
  const mean = (among: readonly AnswerMetrics[], key: keyof AnswerMetrics): number =>
    among.length === 0 ? 0 : pairwiseMean(among.map((metrics) => metrics[key]));
  return {
    global_em: mean(all, 'em'),
    global_acc: mean(all, 'acc'),
    global_f1: mean(all, 'f1'),
    cnt_global: all.length,
    ...(sufficient.length + insufficient.length === 0
      ? {}
      : {
          issuff_em: mean(sufficient, 'em'),
          issuff_acc: mean(sufficient, 'acc'),
          issuff_f1: mean(sufficient, 'f1'),
          unsuff_em: mean(insufficient, 'em'),
          cnt_issuff: sufficient.length,
          cnt_unsuff: insufficient.length,
        }),
  };
}
