import path from 'node:path';
import type { Trainer } from '../core/rewards/trainers.ts';
import { folderEntries } from '../documents/folderEntries.ts';
import { readRegularFile } from '../documents/regularFile.ts';

/** The most bytes of a YAML file beside a folder of prompts that are read; configurations are far smaller. */
const MOST_BYTES = 5 * 1024 * 1024;

/** The most YAML files beside a folder of prompts that are read; the configurations of an example are a few. */
const MOST_FILES = 100;

/** The end of a dotted path to the setting. */
const IN_A_GROUP = '.format_prompt';

/** Whether a line of YAML sets `format_prompt`, or a dotted path that ends with it. */
function setsFormatPrompt(line: string): boolean {
  const end = line.indexOf(':');
  if (end < 0) return false;
  const key = line.slice(0, end).trim();
  return (
    key === 'format_prompt' ||
    (key.endsWith(IN_A_GROUP) && /^[\w.]+$/u.test(key.slice(0, -IN_A_GROUP.length)))
  );
}

/**
 * The trainer that a prompt's folder belongs to, recognized as in EasyR1's examples: a folder `format_prompt` beside a
 * folder `reward_function`, or beside a YAML file that sets `format_prompt`. Null for any other folder, and for one that
 * cannot be read.
 * @param mayRead whether a YAML file may be read
 */
export async function trainerOfFolder(
  file: string,
  mayRead: (file: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Trainer | null> {
  const folder = path.dirname(path.resolve(file));
  if (path.basename(folder) !== 'format_prompt') return null;
  const beside = path.dirname(folder);
  try {
    const entries = await folderEntries(beside);
    if (entries.some((entry) => entry.isDirectory() && entry.name === 'reward_function')) return 'easyr1';
    const settings = entries.filter((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name));
    for (const { name } of settings.slice(0, MOST_FILES)) {
      if (!(await mayRead(path.join(beside, name)))) return null;
      const bytes = await readRegularFile(path.join(beside, name), MOST_BYTES);
      if (
        new TextDecoder()
          .decode(bytes)
          .split(/[\r\n]/u)
          .some(setsFormatPrompt)
      )
        return 'easyr1';
    }
  } catch {
    // A folder that cannot be read says nothing about a trainer.
  }
  return null;
}
