import { Buffer } from 'node:buffer';
import { isJsonObject } from '../../core/records/fieldPath.ts';
import { isKnownRecord } from './isKnownRecord.ts';
import { inputKind } from './recognize.ts';
import { createRecordSource, type RecordsKind } from './recordSource.ts';

/**
 * Whether a text file holds records of a known form, judging by its first characters: the first value that is whole
 * decides. Null if there is none.
 */
export function holdsRecords(file: string, head: string): boolean | null {
  const kind = inputKind(file, head, null);
  if (kind === 'trajectory') return false;
  if (kind === 'generations') return true;
  const first = firstValue(kind, head);
  return first === undefined ? null : isKnownRecord(first);
}

/**
 * Whether a text file holds metrics, such as a trainer's loss by step, judging by its first value: an object of no known
 * form in which every text is a time or a number.
 */
export function holdsMetrics(file: string, head: string): boolean {
  const kind = inputKind(file, head, null);
  if (kind !== 'lines') return false;
  const first = firstValue(kind, head);
  return isJsonObject(first) && Object.keys(first).length > 0 && !isKnownRecord(first) && isMeasured(first);
}

function firstValue(kind: RecordsKind, head: string): unknown {
  const [first] = createRecordSource(kind, {}).push(Buffer.from(head));
  return first === undefined || 'problem' in first ? undefined : first.record;
}

/** Times, shares and durations: `2026-03-01T10:00:00Z`, `5/90`, `5.6%`, `1h 2m 3s`. */
const MEASURE = /^[\d\s.,:/%+TZdhmse-]+$/;

/** Whether a JSON value has no text but times and numbers. */
function isMeasured(value: unknown): boolean {
  if (typeof value === 'string') return MEASURE.test(value) && /\d/.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isMeasured);
}
