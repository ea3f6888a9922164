import { isCutOffReason } from '../filter/cutOff.ts';
import type { SampleTable } from '../summary/sampleTable.ts';

/** Whether the response of a row was cut off, as `is:truncated` in filters has it. */
export function cutOff(table: SampleTable): (row: number) => boolean {
  const truncated = table.numbers('is_truncated');
  const reasons = new Map<string, boolean>();
  return (row) => {
    if (truncated?.at(row) === 1) return true;
    const reason = table.finishReason(row);
    let isCut = reasons.get(reason);
    if (isCut === undefined) reasons.set(reason, (isCut = isCutOffReason(reason)));
    return isCut;
  };
}

/** Whether a row has one of some findings. */
export function hasFinding(table: SampleTable, codes: readonly string[]): (row: number) => boolean {
  const known = new Map<number, boolean>();
  return (row) => {
    const list = table.findings.listOf(row);
    let has = known.get(list);
    if (has === undefined) {
      has = table.findings.namesOf(list).some((code) => codes.includes(code));
      known.set(list, has);
    }
    return has;
  };
}
