import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import {
  isPythonReward,
  mappedSettings,
  readPromptMap,
  type MappedSettings,
} from '../core/prompts/promptMap.ts';
import { PROMPT_MAP_FILE } from '../core/prompts/promptMapName.ts';

/**
 * What the nearest `pagetrace.prompts.json`, in the folder of a prompt or above it, says about the prompt. The paths of
 * rewards become absolute. Null if there is no such file.
 * @throws PageTraceError `bad-input` for a map file that cannot be used
 */
export async function findMappedSettings(prompt: string): Promise<MappedSettings | null> {
  const file = path.resolve(prompt);
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const text = await readIfThere(path.join(folder, PROMPT_MAP_FILE));
    if (text !== null) {
      const { map, fault } = readPromptMap(text);
      if (map === null) {
        throw new PageTraceError(
          'bad-input',
          t('The map file {0} cannot be used. {1}', path.join(folder, PROMPT_MAP_FILE), fault),
        );
      }
      const settings = mappedSettings(map, path.relative(folder, file).split(path.sep).join('/'));
      const { reward } = settings;
      const isFile = reward !== null && (reward.endsWith('.json') || isPythonReward(reward));
      return isFile ? { ...settings, reward: path.resolve(folder, reward) } : settings;
    }
    if (path.dirname(folder) === folder) return null;
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await fs.readFile(file, 'utf8');
  } catch {
    return null;
  }
}
