import { conversationJson, type RecordedConversation } from '../core/records/conversation.ts';
import { pageChoiceJson } from '../core/records/keptChoice.ts';
import type { PageChoice } from '../core/records/pageChoice.ts';
import type { PageTraceError } from '../core/errors.ts';
import type { JsonObject } from '../core/records/fieldPath.ts';
import { PARTIAL_KEY } from '../core/records/recordProblems.ts';
import { sampleOf, type Sample } from '../core/records/sample.ts';
import { KEPT_VERSION } from '../core/records/formats/kept.ts';
import { keptRow } from '../core/records/writing/keptRow.ts';
import type { DatasetItem, ItemPage } from '../core/datasets/model.ts';
import type { RuledPassing } from '../core/datasets/passRule.ts';
import type { SentImage } from '../asking/model.ts';
import type { EndedSample, Job, PreparedJob } from './model.ts';
import { pageName } from './pageName.ts';
import { isRetrieved, paperKeys } from './paperKeys.ts';
import { settingsJson, type EvaluationSettings } from './settings.ts';

/** What a record says of the job of its sample. */
export interface RecordedJob extends Pick<PreparedJob, 'item' | 'choice' | 'retrievalTime' | 'renderTime'> {
  readonly prepared: { readonly images: readonly Omit<SentImage, 'bytes' | 'mediaType' | 'words'>[] };
}

/** The record of a sample that has ended: everything that is known of it, and the item that it answers. */
export function endedRecord(
  { item, prepared, choice, retrievalTime, renderTime }: RecordedJob,
  { sample, recorded, report, usage, images = prepared.images }: EndedSample,
  passing: RuledPassing | null,
  settings: EvaluationSettings,
): JsonObject {
  const { info } = recorded;
  const { conversation } = info;
  const kept: Sample = {
    ...sampleOf(recorded),
    id: sampleId(item, sample),
    group: item.id,
    question: item.question,
    reference: item.references[0] ?? null,
    references: item.references,
    groundTruth: item.groundTruth,
    toolResults: item.toolResults,
    sufficient: item.sufficient,
    finishReason: report?.finishReason ?? null,
    columns: numbersOf({
      passed: passing?.passed == null ? null : Number(passing.passed),
      retrieval_ms: retrievalTime,
      render_ms: renderTime,
      first_token_ms: report?.firstTokenAfter ?? null,
      last_token_ms: report?.lastTokenAfter ?? null,
      prompt_tokens: usage?.promptTokens ?? null,
      completion_tokens: report?.tokens ?? null,
      ...(conversation === undefined ? {} : conversationNumbers(conversation)),
    }),
    record: {
      ...evaluationOf(item, sample, settings, passing),
      documents: info.documents,
      images: info.images.map(({ image, document, page }) => ({ image, document: document + 1, page })),
      page_images: images.map(imageJson),
      // Only what a retriever or a search of the model chose is measured as retrieval.
      [choice === null && (isRetrieved(item) || info.retrieval !== null)
        ? 'used_topk_images'
        : 'image_paths']: info.images.map((each) => nameOf(item, each)),
      ...(conversation === undefined ? {} : { conversation: conversationJson(conversation) }),
      ...(choice === null ? {} : choiceOf(item, choice)),
      ...(item.goldPages === null
        ? {}
        : {
            gt_image_paths: [
              ...item.goldPages.map((each) => nameOf(item, each)),
              ...(item.goldElsewhere ?? []),
            ],
          }),
      ...bucketsOf(item),
      ...(settings.dataset === undefined ? {} : { dataset: settings.dataset }),
      model: settings.model,
      prompt_mode: settings.prompt.name,
      ...paperKeys(item, recorded.response),
    },
  };
  return keptRow([kept]);
}

/** Why a sample did not end. */
export interface SampleFailure {
  readonly error: PageTraceError;
  /** What had arrived of it; left out if nothing had. */
  readonly partial?: string | undefined;
}

/**
 * The record of a sample whose request failed, which is asked for again when the evaluation goes on. What had arrived is part
 * of its error, where nobody takes it for a response.
 */
export function failedRecord(
  { item }: Job,
  sample: number,
  { error: { reason, message, hint, said }, partial }: SampleFailure,
  settings: EvaluationSettings,
): JsonObject {
  return {
    pagetrace: KEPT_VERSION,
    id: sampleId(item, sample),
    group: item.id,
    question: item.question,
    error: {
      reason,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(said === undefined ? {} : { said }),
      ...(partial === undefined ? {} : { [PARTIAL_KEY]: partial }),
    },
    record: evaluationOf(item, sample, settings, null),
  };
}

/** The id of a sample of an item. */
const sampleId = (item: DatasetItem, sample: number): string => `${item.id}#${sample}`;

function evaluationOf(
  item: DatasetItem,
  sample: number,
  settings: EvaluationSettings,
  passing: RuledPassing | null,
): JsonObject {
  return {
    evaluation: {
      item: item.id,
      sample,
      ...(passing === null ? {} : { rule: passing.rule, why: passing.why }),
      settings: settingsJson(settings),
    },
    item: item.record,
  };
}

/** What tells kinds of questions apart, under keys by which metrics are put into buckets. */
function bucketsOf({ buckets, tags }: DatasetItem): JsonObject {
  return {
    ...(Object.keys(buckets).length === 0 ? {} : { metadata: buckets }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}

/** How pages were chosen, and the names of those that a retriever found, which metrics compare with the gold pages. */
function choiceOf(item: DatasetItem, choice: PageChoice): JsonObject {
  const found = choice.pages.filter(({ score }) => score !== null);
  return {
    ...pageChoiceJson(choice),
    ...(choice.way === 'auto' ? { retrieved_image_paths: found.map((each) => nameOf(item, each)) } : {}),
  };
}

const nameOf = ({ documents }: DatasetItem, { document, page }: ItemPage): string =>
  pageName(documents[document]?.path ?? '', page);

function imageJson({
  image,
  width,
  height,
  textHeight,
}: RecordedJob['prepared']['images'][number]): JsonObject {
  return { image, width, height, text_height: textHeight };
}

/** What a conversation took: its turns, the images that were added, and the milliseconds of searches and other tools. */
function conversationNumbers({ turns }: RecordedConversation): Readonly<Record<string, number>> {
  const took = (isSearch: boolean): number =>
    turns
      .filter(({ by, did }) => by === 'tool' && (did === 'search') === isSearch)
      .reduce((sum, { seconds }) => sum + Math.round(seconds * 1000), 0);
  return {
    turns: turns.filter(({ by }) => by === 'model').length,
    added_images: turns.reduce((sum, { images }) => sum + images.length, 0),
    retrieval_ms: took(true),
    tools_ms: took(false),
  };
}

/** Numbers that are known. */
function numbersOf(numbers: Readonly<Record<string, number | null>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(numbers).filter((entry): entry is [string, number] => entry[1] !== null),
  );
}
