import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';
import { readRecord } from '../../core/records/recordSamples.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { ByteRange } from './pieces.ts';
import { isTableKind } from './placedRecord.ts';
import { recognizeFile } from './recognize.ts';
import { readRecordAt } from './recordAt.ts';
import { stepOfFile } from './stepOfFile.ts';

/** The place of a sample in a file of records. */
export interface SamplePlace {
  readonly file: string;
  /** The line of its record, from 1. */
  readonly line: number;
  /** The bytes of its record in the file. */
  readonly bytes: ByteRange;
  /** Which sample of a record with several samples, from 1; null for the only one. */
  readonly sample: number | null;
}

/**
 * Reads one sample of a file of records again.
 * @throws PageTraceError `file-not-found` or `file-unreadable`, also if another record is at that place by now
 */
export async function readSampleAt(
  { file, line, bytes, sample: index }: SamplePlace,
  fields: FieldMap,
): Promise<Sample> {
  const { kind, encoding } = await recognizeFile(file, 'records');
  if (kind === 'trajectory' || isTableKind(kind)) throw hasChanged(file);
  const found = await readRecordAt(file, { kind, encoding }, { line, bytes });
  const reading = 'problem' in found ? found : readRecord(found.record, fields);
  if ('problem' in reading) throw hasChanged(file);
  const sample = reading.samples[(index ?? 1) - 1];
  if (sample === undefined) throw hasChanged(file);
  return sample.step === null ? { ...sample, step: stepOfFile(file) } : sample;
}

function hasChanged(file: string): PageTraceError {
  return new PageTraceError('file-unreadable', t('{0} has changed since it was read.', file), {
    hint: t('Read it again.'),
  });
}
