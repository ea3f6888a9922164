import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { isJsonObject } from '../../core/records/fieldPath.ts';
import type { KnownSamples } from '../knownSamples.ts';
import { listJobs } from '../listJobs.ts';
import { shardFile } from './batchFolder.ts';
import { questionsOf } from './importBatch.ts';
import { jsonLines, type JsonLine } from './jsonLines.ts';
import { requestId, type BatchManifest, type BatchQuestion, type BatchRequest } from './model.ts';
import type { WrittenQuestion } from './shardWriter.ts';

/**
 * The requests of a batch whose samples a run lacks, as they were written: those that failed and those without an output.
 * Of a question that has some of its samples, only the others are asked for.
 * @throws PageTraceError `bad-input` for a shard that is missing or was changed; `file-unreadable`, `cancelled`
 */
export async function* missingRequests(
  folder: string,
  { head, shards }: BatchManifest,
  samples: KnownSamples,
  signal: AbortSignal,
): AsyncGenerator<WrittenQuestion> {
  for (const shard of shards) {
    const file = shardFile(folder, shard.file);
    const lines = jsonLines(file, signal);
    try {
      for await (const question of questionsOf(folder, shard, signal)) {
        // A question that could not be prepared has no request.
        if (question.failure !== null) continue;
        const request = readRequest(file, await nextLine(lines), question);
        yield* withoutSamples(question, request, samples, head.settings.sampling.seed ?? null);
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
): Generator<WrittenQuestion> {
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
