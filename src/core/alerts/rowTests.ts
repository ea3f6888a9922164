import { IS_TRUNCATED, isCutOff } from '../cutOff.ts';
import type { SampleTable } from '../summary/sampleTable.ts';

/** Whether the response of a row was cut off, as `is:truncated` in filters has it. */
export function cutOff(table: SampleTable): (row: number) => boolean {
  const truncated = table.numbers(IS_TRUNCATED);
  return (row) => isCutOff(table.finishReason(row), truncated?.at(row));
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
