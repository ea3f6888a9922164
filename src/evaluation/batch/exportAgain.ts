import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/records/fieldPath.ts';
import type { KnownSamples } from '../knownSamples.ts';
import { listJobs } from '../listJobs.ts';
import { TextNumbers } from '../textNumbers.ts';
import { shardFile, type BatchFolder } from './batchFolder.ts';
import { writeShards, type ExportProgress } from './exportBatch.ts';
import { questionsOf } from './importBatch.ts';
import { jsonLines, type JsonLine } from './jsonLines.ts';
import { requestId, type BatchManifest, type BatchQuestion, type BatchRequest } from './model.ts';
import type { ShardLimits, WrittenQuestion } from './shardWriter.ts';

/** What is exported again. */
export interface AgainOptions {
  /** The folder of the batch. */
  readonly from: string;
  readonly manifest: BatchManifest;
  /** The samples that its run has. */
  readonly samples: KnownSamples;
  /** The folder to which requests are written. */
  readonly batch: BatchFolder;
  readonly limits: ShardLimits;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

/**
 * Writes the requests of a batch whose samples a run lacks, as they were: those that failed and those without an output.
 * Of a question that has some of its samples, only the others are asked for. What an export that was stopped has
 * written stays.
 * @throws PageTraceError `bad-input` for a shard that is missing or was changed; `file-unreadable`, `file-unwritable`,
 * `cancelled`
 */
export async function exportAgain(options: AgainOptions): Promise<void> {
  const { batch, signal } = options;
  if (batch.isComplete) return;
  const written = new TextNumbers();
  try {
    for (const shard of batch.shards)
      for await (const { item, first, count } of questionsOf(batch.folder, shard, signal))
        written.set(requestId(item.id, first, count), 1);
    await writeShards(batch, lackingQuestions(options, written), options);
  } finally {
    written.close();
  }
}

async function* lackingQuestions(
  { from, manifest: { head, shards }, samples, signal }: AgainOptions,
  written: TextNumbers,
): AsyncGenerator<WrittenQuestion> {
  for (const shard of shards) {
    const file = shardFile(from, shard.file);
    const lines = jsonLines(file, signal);
    try {
      for await (const question of questionsOf(from, shard, signal)) {
        // A question that could not be prepared has no request.
        if (question.failure !== null) continue;
        const request = readRequest(file, await nextLine(lines), question);
        for (const each of withoutSamples(question, request, samples, head.settings.sampling.seed ?? null))
          if (written.get(each.request.custom_id) === undefined) yield each;
      }
    } finally {
      await lines.return(undefined);
    }
  }
}

async function nextLine(lines: AsyncGenerator<JsonLine>): Promise<JsonLine | null> {
  const next = await lines.next();
  return next.done === true ? null : next.value;
}

function readRequest(file: string, line: JsonLine | null, question: BatchQuestion): BatchRequest {
  const id = requestId(question.item.id, question.first, question.count);
  const value = line?.value;
  if (isJsonObject(value) && value['custom_id'] === id && isJsonObject(value['body']))
    return { custom_id: id, method: 'POST', url: '/v1/chat/completions', body: value['body'] };
  throw new PageTraceError('bad-input', t('{0} was changed after it was written.', file), {
    hint: t('Copy the folder again, or export the batch again.'),
  });
}

function* withoutSamples(
  question: BatchQuestion,
  request: BatchRequest,
  samples: KnownSamples,
  seed: number | null,
): Generator<WrittenQuestion & { readonly request: BatchRequest }> {
  const { item, first: from, count: all } = question;
  const isOutside = (sample: number): boolean => sample < from;
  const jobs = listJobs(item, {
    samples: from + all - 1,
    has: (id, sample) => isOutside(sample) || samples.has(id, sample),
  });
  for (const { first, count } of jobs) {
    const body = { ...request.body, n: count, ...(seed === null ? {} : { seed: seed + first - 1 }) };
    const custom_id = requestId(item.id, first, count);
    yield { question: { ...question, first, count }, request: { ...request, custom_id, body } };
  }
}
