import { Buffer } from 'node:buffer';
import { isKnownRecord } from './isKnownRecord.ts';
import { inputKind } from './recognize.ts';
import { createRecordSource } from './recordSource.ts';

/**
 * Whether a text file holds records of a known form, judging by its first characters: the first value that is whole
 * decides. Null if there is none.
 */
export function holdsRecords(file: string, head: string): boolean | null {
  const kind = inputKind(file, head, null);
  if (kind === 'trajectory') return false;
  if (kind === 'generations') return true;
  const [first] = createRecordSource(kind, {}).push(Buffer.from(head));
  if (first === undefined || 'problem' in first) return null;
  return isKnownRecord(first.record);
}
