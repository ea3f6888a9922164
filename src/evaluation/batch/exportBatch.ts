import { t } from '@vscode/l10n';
import { generateRequest } from '../../asking/generateRequest.ts';
import type { DatasetItem } from '../../core/datasets/model.ts';
import type { PlacedProblem } from '../../core/datasets/datasetReader.ts';
import { isPageTraceError, PageTraceError } from '../../core/errors.ts';
import type { RenderPrompt } from '../../core/prompts/model.ts';
import type { JsonObject } from '../../core/records/fieldPath.ts';
import { batchBody } from '../../inference/request.ts';
import type { RequestImage, ServerStatus } from '../../inference/model.ts';
import { chosenItems } from '../chosenItems.ts';
import { listJobs } from '../listJobs.ts';
import type { Job, PreparedJob } from '../model.ts';
import type { OpenDocuments } from '../openDocuments.ts';
import { PageImages } from '../pageImages.ts';
import { prepareJob, type ChooseItemPages, type CommonQuestion } from '../prepareJob.ts';
import { imagesFolder, type BatchFolder } from './batchFolder.ts';
import { ImageFiles } from './imageFiles.ts';
import { requestId, type BatchQuestion, type BatchRequest } from './model.ts';
import { ShardWriter, type ShardLimits, type WrittenQuestion } from './shardWriter.ts';

/** What an export is made of. */
export interface ExportOptions {
  readonly dataset: string;
  /** The folder that the paths of the data set are relative to. */
  readonly datasetFolder: string;
  readonly batch: BatchFolder;
  readonly question: Omit<CommonQuestion, 'status'>;
  /** Which questions are written. */
  readonly where: (item: DatasetItem) => boolean;
  /** Chooses the pages of questions; by default, they are as the data set says. */
  readonly choosePages?: ChooseItemPages;
  readonly limits: ShardLimits;
  readonly documents: OpenDocuments;
  readonly renderPrompt: RenderPrompt;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly onProblem: (problem: PlacedProblem) => void;
  readonly onProgress: (progress: ExportProgress) => void;
}

/** How far an export is. */
export interface ExportProgress {
  readonly requests: number;
  readonly shards: number;
}

/** What became of an export. */
export interface ExportOutcome {
  readonly requests: number;
  readonly shards: number;
  /** Questions whose pages could not be rendered, or whose prompt could not be filled. */
  readonly leftOut: number;
  /** Questions that could not be asked because of a mistake in the data set. */
  readonly unusable: number;
}

/** Bytes of page images that are kept for the next questions. */
const PAGE_IMAGES = 64 * 1024 * 1024;

/** The server of a batch is known only when it is run: requests are made as for any vLLM. */
const LATER_SERVER: ServerStatus = {
  address: { name: '', url: '', model: null },
  baseUrl: '',
  kind: 'vllm',
  version: null,
  models: [],
  lacks: [],
};

/**
 * Writes the requests for the questions of a data set as shards. What an export that was stopped has written stays.
 * @throws PageTraceError `cancelled`, `file-unwritable`, or why the data set cannot be read
 */
export async function exportBatch(options: ExportOptions): Promise<ExportOutcome> {
  const { batch } = options;
  const tally = { unusable: 0 };
  if (!batch.isComplete) await writeShards(batch, questionsOf(options, tally), options);
  return { ...totalsOf(batch), unusable: tally.unusable };
}

/**
 * Writes questions as shards, and says that the batch is complete.
 * @throws PageTraceError `file-unwritable`, and what the questions throw
 */
export async function writeShards(
  batch: BatchFolder,
  questions: AsyncIterable<WrittenQuestion>,
  { limits, onProgress }: Pick<ExportOptions, 'limits' | 'onProgress'>,
): Promise<void> {
  const writer = new ShardWriter(batch, limits);
  let { requests } = totalsOf(batch);
  try {
    for await (const question of questions) {
      await writer.add(question);
      if (question.request !== null) requests += 1;
      onProgress({ requests, shards: batch.shards.length });
    }
    await writer.end();
    await batch.complete();
  } finally {
    await writer.discard();
  }
}

/** What the complete shards of a batch hold. */
export function totalsOf({ shards }: Pick<BatchFolder, 'shards'>): Omit<ExportOutcome, 'unusable'> {
  return {
    requests: shards.reduce((sum, each) => sum + each.requests, 0),
    leftOut: shards.reduce((sum, each) => sum + each.leftOut, 0),
    shards: shards.length,
  };
}

async function* questionsOf(
  options: ExportOptions,
  tally: { unusable: number },
): AsyncGenerator<WrittenQuestion> {
  const { batch, signal } = options;
  const { requests, leftOut } = totalsOf(batch);
  const images =
    batch.head.imageRoot === null ? null : new ImageFiles(imagesFolder(batch.folder), batch.head.imageRoot);
  const pageImages = new PageImages(PAGE_IMAGES);
  let before = requests + leftOut;
  for await (const job of jobsOf(options, tally)) {
    if (before > 0) before -= 1;
    else yield await prepare(job, options, pageImages, images);
    if (signal.aborted) throw canceled();
  }
}

async function* jobsOf(options: ExportOptions, tally: { unusable: number }): AsyncGenerator<Job> {
  const { dataset, batch, where, signal, onProblem } = options;
  const { samples, limit } = batch.head;
  const onMistake = (problem: PlacedProblem): void => {
    if (problem.severity === 'error') tally.unusable += 1;
    onProblem(problem);
  };
  for await (const item of chosenItems(dataset, { where, limit }, { signal, onProblem: onMistake }))
    yield* listJobs(item, { samples, has: () => false });
}

async function prepare(
  job: Job,
  options: ExportOptions,
  pageImages: PageImages,
  files: ImageFiles | null,
): Promise<WrittenQuestion> {
  const { datasetFolder: folder, signal } = options;
  const question = { ...options.question, status: LATER_SERVER };
  try {
    const prepared = await prepareJob(job, { ...options, question, folder, pageImages }, signal);
    return {
      question: { ...job, ...factsOf(prepared), failure: null },
      request: await requestOf(prepared, files, signal),
    };
  } catch (error) {
    if (signal.aborted) throw canceled();
    if (!isPageTraceError(error) || error.reason === 'file-unwritable') throw error;
    const { reason, message, hint = null } = error;
    const nothing = { documents: [], images: [], choice: null, retrievalTime: null, renderTime: 0 };
    return { question: { ...job, ...nothing, failure: { reason, message, hint } }, request: null };
  }
}

const canceled = (): PageTraceError =>
  new PageTraceError('cancelled', t('The export was canceled.'), {
    hint: t('Run the same batch export again: it goes on where it stopped.'),
  });

function factsOf({
  prepared,
  choice,
  retrievalTime,
  renderTime,
}: PreparedJob): Pick<BatchQuestion, 'documents' | 'images' | 'choice' | 'retrievalTime' | 'renderTime'> {
  const { info, images } = prepared;
  return { documents: info.documents, images, choice, retrievalTime, renderTime };
}

async function requestOf(
  { item, first, count, prepared }: PreparedJob,
  files: ImageFiles | null,
  signal: AbortSignal,
): Promise<BatchRequest> {
  const request = generateRequest(prepared, signal);
  const urls = new Map<RequestImage, string>();
  if (files !== null) for (const image of request.images) urls.set(image, await files.urlOf(image));
  const body: JsonObject =
    files === null ? batchBody(request) : batchBody(request, (image) => urls.get(image) ?? '');
  return { custom_id: requestId(item.id, first, count), method: 'POST', url: '/v1/chat/completions', body };
}
