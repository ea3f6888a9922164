import { isJsonObject } from '../core/records/fieldPath.ts';
import type { ToolPool } from '../protocols/toolPool.ts';
import { fileBytes } from '../runs/reading/bytes.ts';
import { LineSplitter } from '../runs/reading/lineSplitter.ts';

/**
 * Adds the tools that the samples of a run have defined, so that an evaluation that goes on has the pool that it had.
 * @throws PageTraceError `file-unreadable`, `cancelled`
 */
export async function addPoolOfRun(pool: ToolPool, file: string, signal: AbortSignal): Promise<void> {
  const splitter = new LineSplitter();
  for await (const chunk of fileBytes(file, signal))
    for (const piece of splitter.push(chunk)) {
      if (!('text' in piece)) continue;
      const record: unknown = JSON.parse(piece.text);
      if (isJsonObject(record) && typeof record['response'] === 'string') pool.take(record['response']);
    }
}
