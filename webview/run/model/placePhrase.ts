import { t } from '@vscode/l10n';
import type { RowPlace } from '../../../src/protocol/run.ts';
import { whole } from './numbers.ts';

/** Where a record is: `12.jsonl, line 3`, with the sample if the line has several. */
export function placePhrase({ file, line, sample }: RowPlace): string {
  const name = file.replace(/^.*[/\\]/, '');
  if (line === null) return name;
  return sample === null
    ? t('{0}, line {1}', name, whole(line))
    : t('{0}, line {1}, sample {2}', name, whole(line), whole(sample));
}
