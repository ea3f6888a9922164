import fs from 'node:fs';
import path from 'node:path';

/** Names of files in folders that may hold records. */
const RECORD_FILES =
  /\.(?:jsonl|ndjson|jsonlines|json|parquet|csv|tsv|xlsx|eval|trajectory)(?:\.(?:gz|zst))?$|^generations\.log$/i;

/** Folders within folders that are looked into. */
const DEEPEST = 8;

/** The most files of a run. */
const MOST_FILES = 100_000;

const byNumber = new Intl.Collator('en', { numeric: true });

/**
 * The files of records that are named, or in folders that are named, each once. Those of a folder have the order of the
 * numbers in their names: `2.jsonl` before `10.jsonl`. Links that lead back to a folder are not followed.
 */
export async function listFiles(paths: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const each of paths) {
    const stats = await fs.promises.stat(each).catch(() => null);
    if (stats?.isDirectory() === true) await addFolder(each, 0, new Set(), files);
    else files.push(each);
  }
  return [...new Set(files)];
}

async function addFolder(
  folder: string,
  depth: number,
  above: ReadonlySet<string>,
  files: string[],
): Promise<void> {
  const real = await fs.promises.realpath(folder);
  if (above.has(real) || depth > DEEPEST) return;
  const names = (await fs.promises.readdir(folder)).sort((a, b) => byNumber.compare(a, b));
  for (const name of names) {
    if (files.length >= MOST_FILES) return;
    const file = path.join(folder, name);
    const stats = await fs.promises.stat(file).catch(() => null);
    if (stats?.isDirectory() === true) await addFolder(file, depth + 1, new Set([...above, real]), files);
    else if (stats?.isFile() === true && RECORD_FILES.test(name)) files.push(file);
  }
}
