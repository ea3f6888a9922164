import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';
import { readRecord } from '../../core/records/recordSamples.ts';
import type { Sample } from '../../core/records/sample.ts';
import { readInputs, WITHOUT_OPTIONS, type Place } from './inputs.ts';
import { isTableKind } from './placedRecord.ts';
import { recognizeFile } from './recognize.ts';
import { readRecordAt, readUnpackedRecordAt } from './recordAt.ts';
import { stepOfFile } from './stepOfFile.ts';
import { readTable } from './tableRecords.ts';

/**
 * Reads one sample of a file again. Of a packed file, a table or an archive, what comes before it is read too.
 * @throws PageTraceError `file-not-found` or `file-unreadable`, also if another record is at that place by now
 */
export async function readSampleAt(place: Place, fields: FieldMap): Promise<Sample> {
  const { file, line, bytes, unpacked, sample: index } = place;
  const at = bytes ?? unpacked;
  if (at === undefined) return readThrough(place, fields);
  const { kind, encoding } = await recognizeFile(file, 'records');
  if (kind === 'trajectory' || isTableKind(kind)) throw hasChanged(file);
  const found =
    bytes === null
      ? await readUnpackedRecordAt(file, kind, { line: line ?? 1, bytes: at })
      : await readRecordAt(file, { kind, encoding }, { line: line ?? 1, bytes });
  const reading = 'problem' in found ? found : readRecord(found.record, fields);
  if ('problem' in reading) throw hasChanged(file);
  const sample = reading.samples[(index ?? 1) - 1];
  if (sample === undefined) throw hasChanged(file);
  return sample.step === null ? { ...sample, step: stepOfFile(file) } : sample;
}

/** Reads a file until the sample at a line of it, or its only one. */
async function readThrough({ file, line, sample, entry }: Place, fields: FieldMap): Promise<Sample> {
  for await (const items of readInputs([file], { ...WITHOUT_OPTIONS, fields, readTable })) {
    for (const item of items) {
      const { place } = item;
      if ('error' in item) throw item.error;
      if (place.line !== line || place.sample !== sample || place.entry !== entry) continue;
      if ('sample' in item) return item.sample;
      throw hasChanged(file);
    }
  }
  throw hasChanged(file);
}

function hasChanged(file: string): PageTraceError {
  return new PageTraceError('file-unreadable', t('{0} has changed since it was read.', file), {
    hint: t('Read it again.'),
  });
}
