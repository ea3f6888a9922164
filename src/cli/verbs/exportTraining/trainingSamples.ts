import type { Prompt, PromptPart } from '../../../core/prompts/model.ts';
import { renderPrompt } from '../../../core/prompts/promptFile.ts';
import type { Sample } from '../../../core/records/sample.ts';
import type { LeftOutReason, TrainingKind, TrainingSample } from '../../../core/training/model.ts';
import { partsOfText, withoutImages } from '../../../core/training/trainingPrompt.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import type { TrainingImages } from './trainingImages.ts';

export interface TrainingSamplesDeps {
  readonly kind: TrainingKind;
  /** The prompt that asked the questions; null for what the records say. */
  readonly prompt: Prompt | null;
  readonly images: TrainingImages;
  /** Whether records have images. */
  readonly hasImages: boolean;
}

/**
 * A sample as training files need it, or why it cannot be in one.
 * @throws PageTraceError `prompt-broken`, `file-unwritable`, `cancelled`
 */
export async function trainingSample(
  item: ScoredSample,
  { kind, prompt, images: source, hasImages }: TrainingSamplesDeps,
  signal: AbortSignal,
): Promise<TrainingSample | LeftOutReason> {
  const { sample } = item;
  const answer = answerOf(sample);
  if (kind === 'questions' && answer === null) return 'no-reference';
  if (sample.question === null && (prompt !== null || sample.sentPrompt === null)) return 'no-prompt';
  const images = await source.of(item, signal);
  if (images === null) return 'image-missing';
  const parts = promptParts(sample, prompt, hasImages ? images.length : null);
  if (parts === null) return 'image-count';
  return {
    id: (kind === 'questions' ? (sample.group ?? sample.id) : (sample.id ?? sample.group)) ?? placeOf(item),
    question: sample.question === null ? null : withoutImages(sample.question),
    prompt: parts,
    images,
    response: sample.response,
    answer,
  };
}

/** @param count the images; null for a prompt without its images */
function promptParts(
  { question, sentPrompt, numImages }: Sample,
  prompt: Prompt | null,
  count: number | null,
): readonly PromptPart[] | null {
  if (prompt !== null && question !== null) {
    const parts = renderPrompt(prompt, withoutImages(question), count ?? numImages ?? 0);
    if (count === null) return parts.filter(({ type }) => type === 'text');
    return parts.filter(({ type }) => type === 'image').length === count ? parts : null;
  }
  const text = sentPrompt ?? question ?? '';
  return count === null ? partsOfText(withoutImages(text), 0) : partsOfText(text, count);
}

/** The right answer as one text, as reward functions read it. */
function answerOf({ groundTruth, references, reference }: Sample): string | null {
  if (typeof groundTruth === 'string') return groundTruth;
  if (references.length > 0) return references[0] ?? null;
  if (reference !== null) return reference;
  return groundTruth === undefined || groundTruth === null ? null : JSON.stringify(groundTruth);
}

const placeOf = ({ place }: ScoredSample): string =>
  [place.file, place.line, place.sample].filter((each) => each !== null).join(':');
