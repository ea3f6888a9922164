import { expandInputs } from '../../../../runs/reading/expandInputs.ts';
import type { InputOptions } from '../../../../runs/reading/inputs.ts';
import type { Problems } from '../../../terminal/problems.ts';
import type { RunReader } from '../runReader.ts';
import type { MeasuredRun } from './measuredRun.ts';

/** A run that another one is compared with. */
export interface OtherRun {
  /** The file or folder, as it was named. */
  readonly input: string;
  readonly files: readonly string[];
}

/**
 * The files of the runs that `--compare` names.
 * @throws PageTraceError for a folder that cannot be read, or that has no records
 */
export async function expandOthers(
  inputs: readonly string[],
  { notice }: Pick<InputOptions, 'notice'>,
): Promise<readonly OtherRun[]> {
  const others: OtherRun[] = [];
  for (const input of inputs) {
    const { files, leftOut } = await expandInputs([input]);
    if (leftOut.length > 0) notice({ kind: 'left-out', leftOut });
    others.push({ input, files });
  }
  return others;
}

/**
 * Adds the samples of another run that the filter leaves.
 * @returns whether everything could be read; a record whose request failed is read
 */
export async function readOther(reader: RunReader, other: MeasuredRun, problems: Problems): Promise<boolean> {
  let number = 0;
  let isRead = true;
  for await (const items of reader.portions()) {
    for (const each of items) {
      if ('problem' in each) {
        problems.add(each.place, each.problem);
        if (each.reason !== 'failed') isRead = false;
      } else if (reader.keeps(each)) other.add(each.item, each.facts, ++number);
    }
  }
  return isRead;
}
