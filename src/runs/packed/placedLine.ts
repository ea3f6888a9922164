import type { RecordProblem } from '../../core/records/problemReason.ts';
import { placeOfRecord, type PlacedRecord, type RecordPlace } from '../reading/placedRecord.ts';

/** What stands before a record in its line: its place, and why it cannot be read; null if it can. */
export interface LineHead {
  readonly place: RecordPlace;
  readonly fault: RecordProblem | null;
}

/** The most bytes of what stands before a record in its line. */
export const LONGEST_HEAD = 16 * 1024;

/** What stands between the head of a line and its record. JSON has no tabs of its own. */
export const HEAD_END = '\t';

/**
 * A record with its place as one line: what tables, archives and lists are unpacked to, so that their records are at
 * places in bytes. Text of the record follows a tab, as JSON in the way of Python.
 */
export function placedLine(found: PlacedRecord): string {
  const fault = 'problem' in found ? { problem: found.problem, reason: found.reason } : null;
  const head: LineHead = { place: placeOfRecord(found), fault };
  return `${JSON.stringify(head)}${HEAD_END}${'problem' in found ? '' : pythonJson(found.record)}\n`;
}

/** What stands in a line before its record; null if the line is none that was written here. */
export function readHead(head: string): LineHead | null {
  try {
    return JSON.parse(head) as LineHead;
  } catch {
    return null;
  }
}

/** JSON as Python writes it: with NaN and infinities. */
function pythonJson(value: unknown): string {
  return hasOtherNumbers(value) ? write(value) : JSON.stringify(value);
}

function hasOtherNumbers(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasOtherNumbers);
}

function write(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map((each) => write(each ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${write(each)}`).join(',')}}`;
}
