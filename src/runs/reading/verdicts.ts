import type { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { HeldVerdicts } from '../../core/records/heldVerdicts.ts';
import { openInput } from './bytes.ts';
import { inputKind } from './recognize.ts';
import { createRecordSource, type FoundRecord } from './recordSource.ts';

/**
 * Reads a file of a person's verdicts, with one JSON record on each line or a list of records. The file is kept in memory.
 * @throws PageTraceError `bad-input` for a file that cannot be read, or that has a record without a verdict
 */
export async function readVerdicts(
  file: string,
  stdin: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<HeldVerdicts> {
  const held = new HeldVerdicts();
  const { head, encoding, bytes } = await openInput(file, stdin, signal);
  const kind = inputKind(file, head, 'records') === 'values' ? 'values' : 'lines';
  const source = createRecordSource(kind, { encoding });
  const take = (found: readonly FoundRecord[]): void => {
    for (const each of found) {
      const problem = 'problem' in each ? each.problem : held.add(each.record);
      if (problem === null) continue;
      throw new PageTraceError('bad-input', `${file}:${each.line}: ${problem}`, {
        hint: t(
          'Every record of verdicts needs an id, or an answer with its question and reference, and a verdict.',
        ),
      });
    }
  };
  for await (const chunk of bytes) take(source.push(chunk));
  take(source.end());
  return held;
}
