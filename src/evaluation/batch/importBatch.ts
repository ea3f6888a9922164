import { t } from '@vscode/l10n';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/records/fieldPath.ts';
import { hashFile } from '../../documents/hash.ts';
import { endedRecord, failedRecord } from '../evaluationRecord.ts';
import { rateSample, type RatingMeans } from '../rateSample.ts';
import type { RunFile } from '../runFile.ts';
import { questionsFile, shardFile } from './batchFolder.ts';
import { jsonLines } from './jsonLines.ts';
import { requestId, type BatchHead, type BatchManifest, type BatchQuestion, type Shard } from './model.ts';
import { OutputIndex, type OutputProblem } from './outputIndex.ts';
import { emptyError, readOutput } from './readOutput.ts';
import { readQuestion } from './written.ts';

/** What an import is made of. */
export interface ImportOptions {
  readonly folder: string;
  readonly manifest: BatchManifest;
  /** Files with outputs, in any order. */
  readonly outputs: readonly string[];
  readonly run: RunFile;
  readonly rating: RatingMeans;
  readonly signal: AbortSignal;
  readonly onProblem: (problem: OutputProblem) => void;
  readonly onProgress: (progress: { readonly requests: number; readonly of: number }) => void;
}

/** A reason why requests have no answer. */
export interface FailureReason {
  readonly message: string;
  readonly hint: string | null;
  readonly requests: number;
  /** One of them. */
  readonly example: string;
}

/** A shard of which requests have no output. */
export interface IncompleteShard {
  readonly file: string;
  readonly requests: number;
  readonly missing: number;
}

/** What became of an import. */
export interface ImportOutcome {
  /** Samples that the run has. */
  readonly ended: number;
  /** Samples that this import has added. */
  readonly added: number;
  /** By the reasons, the most frequent one first. */
  readonly failed: readonly FailureReason[];
  readonly incomplete: readonly IncompleteShard[];
  /** Shards of which the folder lacks what is known of their questions, with a sentence for each. */
  readonly unreadable: readonly PageTraceError[];
  /** Outputs for ids that no request has. */
  readonly unknown: number;
  /** Whether the ids of all requests are known: without them, unknown outputs may be those of unreadable shards. */
  readonly isEveryRequestKnown: boolean;
  /** Outputs beyond the first one of their requests. */
  readonly duplicates: number;
}

/**
 * Joins the outputs of a batch with its requests, and appends what the run lacks. Only where each output is stays in
 * memory; outputs and requests stay on the disk.
 * @throws PageTraceError `file-unwritable`, `file-unreadable`, `file-not-found`, `bad-input`, `cancelled`
 */
export async function importBatch(options: ImportOptions): Promise<ImportOutcome> {
  const { manifest, outputs, run, signal, onProblem } = options;
  const index = new OutputIndex();
  try {
    for (const file of outputs) await index.add(file, signal, onProblem);
    const tally = new Tally();
    const ended = run.samples.ended;
    const incomplete: IncompleteShard[] = [];
    const unreadable: PageTraceError[] = [];
    let isEveryRequestKnown = true;
    for (const shard of manifest.shards) {
      try {
        const missing = await importShard(shard, index, tally, options);
        if (missing > 0) incomplete.push({ file: shard.file, requests: shard.requests, missing });
      } catch (error) {
        if (!(error instanceof ShardError)) throw error;
        unreadable.push(error);
        isEveryRequestKnown = (await leaveOutShard(shard, index, options)) && isEveryRequestKnown;
      }
    }
    return {
      ended: run.samples.ended,
      added: run.samples.ended - ended,
      failed: tally.reasons,
      incomplete,
      unreadable,
      unknown: index.unknown,
      isEveryRequestKnown,
      duplicates: index.duplicates,
    };
  } finally {
    await index.close();
  }
}

/** The questions of a shard cannot be read; other shards can. */
class ShardError extends PageTraceError {}

/** Imports the outputs of a shard, and returns how many of its requests have none. */
async function importShard(
  shard: Shard,
  index: OutputIndex,
  tally: Tally,
  options: ImportOptions,
): Promise<number> {
  const { folder, manifest, run, signal, onProgress } = options;
  const of = manifest.shards.reduce((sum, { requests }) => sum + requests, 0);
  let missing = 0;
  for await (const question of questionsOf(folder, shard, signal)) {
    const { item, first, count, failure } = question;
    const id = requestId(item.id, first, count);
    if (hasAll(run, question)) {
      // Nothing is missing of it, whatever these outputs have.
      index.leaveOut(id);
      if (failure === null) tally.requests += 1;
      continue;
    }
    if (failure !== null) {
      const { reason, message, hint } = failure;
      const error = new PageTraceError(reason, message, hint === null ? {} : { hint });
      await appendFailures(question, error, run, manifest.head);
      tally.fail(id, error);
      continue;
    }
    const output = await index.take(id);
    tally.requests += 1;
    onProgress({ requests: tally.requests, of });
    if (output === null) missing += 1;
    else await appendOutput(question, output, tally, options);
  }
  return missing;
}

/** Whether a run has all samples of a request. */
function hasAll({ samples }: RunFile, { item, first, count }: BatchQuestion): boolean {
  for (let sample = first; sample < first + count; sample += 1)
    if (!samples.has(item.id, sample)) return false;
  return true;
}

/** Leaves out the outputs of a shard, by the ids of its requests; false if these cannot be read either. */
async function leaveOutShard(
  shard: Shard,
  index: OutputIndex,
  { folder, signal }: ImportOptions,
): Promise<boolean> {
  try {
    for await (const { value } of jsonLines(shardFile(folder, shard.file), signal)) {
      const id = isJsonObject(value) ? value['custom_id'] : undefined;
      if (typeof id === 'string') index.leaveOut(id);
    }
    return true;
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}

async function appendOutput(
  question: BatchQuestion,
  output: Parameters<typeof readOutput>[0],
  tally: Tally,
  { run, rating, manifest: { head }, signal }: ImportOptions,
): Promise<void> {
  const { item, first, count, images, choice, retrievalTime, renderTime } = question;
  const id = requestId(item.id, first, count);
  const read = readOutput(output, question, head);
  if ('error' in read) {
    tally.fail(id, read.error);
    await appendFailures(question, read.error, run, head);
    return;
  }
  const isEmpty = read.samples.every(({ text }) => text === '');
  const given = new Map(read.samples.map((each) => [each.index, each]));
  for (let at = 0; at < count; at += 1) {
    const sample = first + at;
    if (run.samples.has(item.id, sample)) continue;
    const completed = given.get(at);
    if (completed === undefined || isEmpty) {
      const error = completed === undefined ? lackingError(given.size, count) : emptyError(completed);
      tally.fail(id, error);
      await run.append(failedRecord(question, sample, { error }, head.settings));
      continue;
    }
    const { text: response, report } = completed;
    const answered = { info: infoOf(question, head, report.tokens), response };
    const { recorded, passing } = await rateSample(item, answered, rating, signal);
    await run.append(
      endedRecord(
        { item, choice, retrievalTime, renderTime, prepared: { images } },
        { sample, recorded, report, usage: read.usage },
        passing,
        head.settings,
      ),
    );
  }
}

async function appendFailures(
  question: BatchQuestion,
  error: PageTraceError,
  run: RunFile,
  { settings }: BatchHead,
): Promise<void> {
  for (let sample = question.first; sample < question.first + question.count; sample += 1)
    if (!run.samples.has(question.item.id, sample))
      await run.append(failedRecord(question, sample, { error }, settings));
}

function lackingError(given: number, asked: number): PageTraceError {
  return new PageTraceError(
    'server-failed',
    t('The server sent {0} of {1} samples of a question.', given, asked),
    { hint: t('Export what failed again.') },
  );
}

/** What a trajectory file would say of a sample, as an evaluation says it. */
function infoOf(
  { item, documents, images }: BatchQuestion,
  { settings, dialect, reward }: BatchHead,
  responseLength: number | null,
): Parameters<typeof endedRecord>[1]['recorded']['info'] {
  return {
    question: item.question,
    documents,
    images: images.map(({ image, document, page }) => ({ image, document, page })),
    reference: item.references[0] ?? null,
    verdict: 'unknown',
    toolResults: null,
    retrieval: null,
    responseLength,
    dialect,
    reward,
    prompt: settings.prompt.name,
    model: settings.model,
    sampling: settings.sampling,
    pixels: settings.pixels,
  };
}

/**
 * What is known of the questions of a shard, in the order of its requests.
 * @throws ShardError if their file is missing, or is not the one that was written
 */
export async function* questionsOf(
  folder: string,
  shard: Shard,
  signal: AbortSignal,
): AsyncGenerator<BatchQuestion> {
  const file = questionsFile(folder, shard.file);
  const hash = await hashFile(file, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw asPageTraceError(error);
    return null;
  });
  const hint = t('Copy the folder again, or export the batch again.');
  if (hash === null)
    throw new ShardError(
      'bad-input',
      t('The questions of {0} are missing: there is no {1}.', shard.file, file),
      {
        hint,
      },
    );
  if (hash !== shard.questionsSha256)
    throw new ShardError('bad-input', t('{0} was changed after it was written.', file), { hint });
  for await (const { line, value } of jsonLines(file, signal)) {
    const question = readQuestion(value);
    if (question === null)
      throw new ShardError('bad-input', t('Line {0} of {1} is no question of a batch.', line, file), {
        hint,
      });
    yield question;
  }
}

/** Counts requests and why they have no answer. */
class Tally {
  requests = 0;
  readonly #reasons = new Map<string, { hint: string | null; requests: number; example: string }>();

  fail(id: string, { message, hint }: PageTraceError): void {
    const known = this.#reasons.get(message);
    if (known === undefined) this.#reasons.set(message, { hint: hint ?? null, requests: 1, example: id });
    else known.requests += 1;
  }

  get reasons(): readonly FailureReason[] {
    return [...this.#reasons]
      .map(([message, reason]) => ({ message, ...reason }))
      .sort((one, other) => other.requests - one.requests);
  }
}
