import fs from 'node:fs/promises';
import path from 'node:path';
import { PageTraceError } from '../../../core/errors.ts';
import { readRegularFile } from '../../../documents/regularFile.ts';
import { findDataset } from '../../../evaluation/dataset/findDataset.ts';
import { isPrompt } from '../../../core/prompts/isPrompt.ts';

/** A file that is linted. */
export interface LintInput {
  readonly file: string;
  /** Whether it was found in a folder: it is then passed over without a word if it has no prompt. */
  readonly isFound: boolean;
}

/** Folders of packages, which are not searched; neither are those whose names begin with a dot. */
const PACKAGES = new Set(['node_modules', '__pycache__', 'site-packages']);
/** A file in the folder of a virtual environment of Python. */
const ENVIRONMENT = 'pyvenv.cfg';

/** A file of records, settings, or pages by its name. */
const DATA_FILE = /\.(?:jsonl?|ndjson|csv|tsv|parquet|ya?ml|pdf|png|jpe?g|webp|gif|tiff?|bmp)$/i;

/** The most bytes of a template that is looked at to see whether it is a prompt. */
const MOST_BYTES = 5 * 1024 * 1024;

/** Whether a file is Python source by its name. */
export const isPythonFile = (file: string): boolean => /\.pyi?$/i.test(file);

/**
 * The files to lint: those that are named, and the prompts and Python files in the folders that are named, at any
 * depth, each file once. Links in them are not followed.
 * @throws PageTraceError `bad-input` for a folder with no such file and for a file of data, `file-unreadable` for one that cannot be searched
 */
export async function findLintInputs(named: readonly string[]): Promise<readonly LintInput[]> {
  const inputs = new Map<string, LintInput>();
  const add = (file: string, isFound: boolean): void => {
    const key = file === '-' ? file : path.resolve(file);
    const before = inputs.get(key);
    inputs.set(key, { file: before?.file ?? file, isFound: isFound && before?.isFound !== false });
  };
  for (const each of named) {
    const isFolder = each !== '-' && ((await fs.stat(each).catch(() => null))?.isDirectory() ?? false);
    if (!isFolder) {
      if (DATA_FILE.test(each)) {
        throw new PageTraceError(
          'bad-input',
          `lint takes prompts (.jinja, .jinja2, .j2, or plain text), Python files, and folders of these, not ${each}.`,
        );
      }
      add(each, false);
      continue;
    }
    const found = await promptsIn(each);
    if (found.length === 0) {
      const questions = await findDataset(each).catch(() => null);
      throw new PageTraceError('bad-input', `There is no prompt in ${each}.`, {
        hint:
          questions !== null
            ? `Name the file of questions to check the data set: pagetrace lint ${questions.file}`
            : 'A folder is searched for .jinja, .jinja2, and .j2 files that print {{ content }} or have settings, and for .py files with prompts in their strings.',
      });
    }
    for (const file of found) add(file, true);
  }
  return [...inputs.values()];
}

async function promptsIn(folder: string): Promise<readonly string[]> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new PageTraceError('file-unreadable', `The folder ${folder} cannot be read.`, { cause: error });
  });
  if (entries.some(({ name }) => name === ENVIRONMENT)) return [];
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && !PACKAGES.has(entry.name)) files.push(...(await promptsIn(file)));
    } else if (entry.isFile() && (isPythonFile(file) || (await isPromptFile(file)))) files.push(file);
  }
  return files;
}

async function isPromptFile(file: string): Promise<boolean> {
  if (!/\.(?:jinja2?|j2)$/.test(file)) return false;
  const bytes = await readRegularFile(file, MOST_BYTES).catch(() => new Uint8Array());
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return isPrompt(file.split(path.sep).join('/'), '', text);
}
