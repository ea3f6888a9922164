import type { HeldImage } from './model.ts';

const PATH = /^(.+\.parquet)#row=([1-9]\d*)&(?:index=([1-9]\d*)&)?column=(.+)$/isu;

/** The path under which an image in a Parquet file is recorded: that of the file, with its place. Rows count from 1. */
export function heldPath({ file, row, column, index }: HeldImage): string {
  return `${file}#row=${row + 1}&${index === null ? '' : `index=${index + 1}&`}column=${column}`;
}

/** The image that such a path names; null for the path of a file. */
export function readHeldPath(path: string): HeldImage | null {
  const [, file, row, index, column] = PATH.exec(path) ?? [];
  if (file === undefined || column === undefined) return null;
  return { file, row: Number(row) - 1, column, index: index === undefined ? null : Number(index) - 1 };
}
