import { readWholeText } from '../../../runs/reading/wholeText.ts';
import { NO_INPUT } from '../../../runs/reading/bytes.ts';
import { PageTraceError } from '../../../core/errors.ts';

/**
 * The ids in the file that `--ids` names, one a line.
 * @throws PageTraceError `bad-input` for a file without ids, `file-not-found`, `file-unreadable`, `cancelled`
 */
export async function readIds(file: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const lines = (await readWholeText(file, NO_INPUT, { signal })).split(/\r?\n/u);
  const ids = new Set(lines.filter((line) => line !== ''));
  if (ids.size > 0) return ids;
  throw new PageTraceError('bad-input', `${file} has no ids of questions.`, {
    hint: 'Write an id on each line.',
  });
}
