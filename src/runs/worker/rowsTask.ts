import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { RunsWorkerData } from '../index/calls.ts';
import type { RowTable } from './rowTable.ts';
import type { RowsTask } from './scoringCalls.ts';
import type { SourceFile } from './sourceFile.ts';

/** What tasks are made with. */
export interface TaskOptions {
  readonly sourceOf: (
    file: number,
  ) => Pick<SourceFile, 'path' | 'unpacked' | 'sampleAt' | 'profile'> | undefined;
  readonly fields: FieldMap;
  readonly data: RunsWorkerData;
}

/** The first of some rows that belong into one task, at least one: those of one file, within the limits of a task. */
export function rowsTask(
  table: RowTable,
  rows: Uint32Array,
  { sourceOf, fields, data }: TaskOptions,
): { readonly task: RowsTask; readonly count: number } {
  const { scoringBlock, scoringBytes, longestUnasked } = data.limits;
  const file = table.fileOf(rows[0] ?? 0);
  const most = Math.min(rows.length, scoringBlock);
  const starts = new Float64Array(most);
  const lengths = new Float64Array(most);
  const lines = new Uint32Array(most);
  const samples = new Uint16Array(most);
  let count = 0;
  let bytes = 0;
  for (; count < most; count += 1) {
    const place = table.place(rows[count] ?? 0);
    const length = place?.bytes?.length ?? 0;
    if (place?.file !== file || (bytes > 0 && bytes + length > scoringBytes)) break;
    if (length <= longestUnasked) bytes += length;
    starts[count] = place.bytes?.start ?? -1 - (place.item ?? 0);
    lengths[count] = length;
    lines[count] = place.line ?? 0;
    samples[count] = place.sample ?? 0;
  }
  const source = sourceOf(file);
  const task: RowsTask = {
    file: source?.path ?? '',
    unpacked: source?.unpacked ?? null,
    fields,
    // Copies: the whole arrays would be sent otherwise.
    starts: starts.slice(0, count),
    lengths: lengths.slice(0, count),
    lines: lines.slice(0, count),
    samples: samples.slice(0, count),
    longest: longestUnasked,
  };
  return { task, count };
}
