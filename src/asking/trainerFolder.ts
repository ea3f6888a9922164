import fs from 'node:fs/promises';
import path from 'node:path';
import type { Trainer } from '../core/rewards/trainers.ts';

const NAMES_A_FORMAT_PROMPT = /^\s*(?:[\w.]+\.)?format_prompt\s*:/m;

/**
 * The trainer that a prompt's folder belongs to, recognized as in EasyR1's examples: a folder `format_prompt` beside a
 * folder `reward_function`, or beside a YAML file that sets `format_prompt`. Null for any other folder, and for one that
 * cannot be read.
 */
export async function trainerOfFolder(file: string): Promise<Trainer | null> {
  const folder = path.dirname(path.resolve(file));
  if (path.basename(folder) !== 'format_prompt') return null;
  const beside = path.dirname(folder);
  try {
    const entries = await fs.readdir(beside, { withFileTypes: true });
    if (entries.some((entry) => entry.isDirectory() && entry.name === 'reward_function')) return 'easyr1';
    for (const entry of entries) {
      if (!entry.isFile() || !/\.ya?ml$/i.test(entry.name)) continue;
      const text = await fs.readFile(path.join(beside, entry.name), 'utf8');
      if (NAMES_A_FORMAT_PROMPT.test(text)) return 'easyr1';
    }
  } catch {
    // A folder that cannot be read says nothing about a trainer.
  }
  return null;
}
