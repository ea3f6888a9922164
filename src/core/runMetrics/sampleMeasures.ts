import { anlsOf, codePoints } from '../metrics/anls.ts';
import { AnswerMemo } from '../metrics/answerMemo.ts';
import { answerOfResponse, INSUFFICIENT_REFERENCES } from '../metrics/answerMetrics.ts';
import { normalizedAnswer } from '../metrics/normalizedAnswer.ts';
import { retrievalMetrics } from '../metrics/retrievalMetrics.ts';
import { lower } from '../python/lower.ts';
import { splitWords } from '../python/split.ts';
import type { Sample } from '../records/sample.ts';
import type { Score } from '../rewards/model.ts';
import { formatHolds } from '../rewards/scoreFacts.ts';
import { samplePages } from './samplePages.ts';

/** The numbers of a sample that are read from its texts and its record, rather than from the columns of a run. */
export const MEASURES = [
  'em',
  'acc',
  'f1',
  'anls',
  'says_insufficient',
  'insufficient',
  'recall@1',
  'recall@3',
  'recall@5',
  'mrr@5',
  'ndcg@5',
  'gold_images',
  'format',
  'refinement',
  'iou',
  'tool_iou',
] as const;

export type Measure = (typeof MEASURES)[number];

/**
 * What was measured of a sample; null for what its record does not say. Whether something holds is 1 or 0: whether the
 * answer says that the images do not suffice (`says_insufficient`), whether they do not (`insufficient`), whether the format
 * is paid in full (`format`), and whether it is an item of an evaluation of boxes (`refinement`).
 */
export type SampleMeasures = Readonly<Record<Measure, number | null>>;

/** The threshold of ANLS: an answer less alike is wrong (Biten et al. 2019). */
const ANLS_THRESHOLD = 0.5;

/** Measures samples; it keeps the last comparisons, since many samples give the same answer. */
export class SampleMeter {
  readonly #answers = new AnswerMemo();
  readonly #insufficient = new AnswerMemo();

  /**
   * @param score what a profile pays for the sample; null if none scores
   */
  measure(sample: Sample, score: Pick<Score, 'components' | 'reported'> | null): SampleMeasures {
    const answer = this.#answers.compare(sample);
    const iou = sample.iou ?? score?.reported['model_iou'] ?? null;
    const toolIou = sample.toolIou ?? score?.reported['tool_iou'] ?? null;
    const holds = score === null ? null : formatHolds(score);
    return {
      em: answer?.em ?? null,
      acc: answer?.acc ?? null,
      f1: answer?.f1 ?? null,
      anls: bestAnls(sample),
      ...this.#sufficiency(sample),
      ...retrieval(sample),
      format: holds === null ? null : Number(holds),
      refinement: sample.isRefinement || iou !== null || toolIou !== null ? 1 : null,
      iou,
      tool_iou: toolIou,
    };
  }

  #sufficiency({
    response,
    references,
    sufficient,
  }: Sample): Pick<SampleMeasures, 'says_insufficient' | 'insufficient'> {
    const isInsufficient =
      sufficient === null
        ? references.length === 0
          ? null
          : references.every(isInsufficientPhrase)
        : !sufficient;
    if (isInsufficient === null) return { says_insufficient: null, insufficient: null };
    const said = this.#insufficient.compare({ response, references: [], sufficient: false });
    return { says_insufficient: said?.em ?? null, insufficient: Number(isInsufficient) };
  }
}

const phrases = new Set(INSUFFICIENT_REFERENCES);

/** Whether a reference says that the images do not suffice. */
function isInsufficientPhrase(reference: string): boolean {
  return reference.length < 60 && phrases.has(normalizedAnswer(reference));
}

/**
 * ANLS of the answer against the best reference, regardless of case and of white space around and between words, as in
 * the evaluation of DocVQA; null without a reference.
 */
function bestAnls({ response, references, sufficient }: Sample): number | null {
  const expected = sufficient === false ? INSUFFICIENT_REFERENCES : references;
  if (expected.length === 0) return null;
  const answer = comparable(answerOfResponse(response));
  let best = 0;
  for (const reference of expected) {
    const other = comparable(reference);
    // The distance is at least the difference of the lengths.
    const longer = Math.max(answer.length, other.length);
    if (longer > 0 && Math.abs(answer.length - other.length) / longer >= ANLS_THRESHOLD) continue;
    best = Math.max(best, anlsOf(answer, other, ANLS_THRESHOLD).anls);
    if (best === 1) break;
  }
  return best;
}

const comparable = (text: string): readonly number[] => codePoints(splitWords(lower(text)).join(' '));

type RetrievalMeasures = Pick<
  SampleMeasures,
  'recall@1' | 'recall@3' | 'recall@5' | 'mrr@5' | 'ndcg@5' | 'gold_images'
>;

const WITHOUT_PAGES: RetrievalMeasures = {
  'recall@1': null,
  'recall@3': null,
  'recall@5': null,
  'mrr@5': null,
  'ndcg@5': null,
  gold_images: null,
};

function retrieval(sample: Sample): RetrievalMeasures {
  const { retrieved, gold } = samplePages(sample);
  if (gold === null) return WITHOUT_PAGES;
  if (retrieved === null || gold.size === 0) return { ...WITHOUT_PAGES, gold_images: gold.size };
  const atFive = retrievalMetrics(retrieved, gold, 5);
  return {
    'recall@1': retrievalMetrics(retrieved, gold, 1).recall,
    'recall@3': retrievalMetrics(retrieved, gold, 3).recall,
    'recall@5': atFive.recall,
    'mrr@5': atFive.reciprocalRank,
    'ndcg@5': atFive.ndcg,
    gold_images: gold.size,
  };
}
