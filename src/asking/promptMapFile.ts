import path from 'node:path';
import { t } from '@vscode/l10n';
import { isPageTraceError, PageTraceError } from '../core/errors.ts';
import { isPythonReward, mappedSettings, type MappedSettings } from '../core/prompts/promptMap.ts';
import { PROMPT_MAP_FILE } from '../core/prompts/promptMapName.ts';
import { readPromptMap } from '../core/prompts/readPromptMap.ts';
import { readRegularFile } from '../documents/regularFile.ts';

/** The most bytes of a map file. */
const MOST_BYTES = 5 * 1024 * 1024;

/** A map file cannot be used, which concerns every prompt below its folder. The message names the file and the place. */
export class PromptMapError extends PageTraceError {
  constructor(file: string, fault: string) {
    super('bad-input', t('The map file {0} cannot be used. {1}', file, fault));
  }
}

/**
 * What the nearest `pagetrace.prompts.json`, in the folder of a prompt or above it, says about the prompt. The paths of
 * rewards become absolute. Null if there is no such file.
 * @throws PromptMapError for a map file that cannot be used
 */
export async function findMappedSettings(prompt: string): Promise<MappedSettings | null> {
  const file = path.resolve(prompt);
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const text = await readIfThere(path.join(folder, PROMPT_MAP_FILE));
    if (text !== null) {
      const read = readPromptMap(text);
      if (read.map === null) {
        const { line, column } = read.at;
        throw new PromptMapError(`${path.join(folder, PROMPT_MAP_FILE)}:${line}:${column}`, read.fault);
      }
      const settings = mappedSettings(read.map, path.relative(folder, file).split(path.sep).join('/'));
      const { reward } = settings;
      const isFile = reward !== null && (reward.endsWith('.json') || isPythonReward(reward));
      return isFile ? { ...settings, reward: path.resolve(folder, reward) } : settings;
    }
    if (path.dirname(folder) === folder) return null;
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readRegularFile(file, MOST_BYTES));
  } catch (error) {
    if (isPageTraceError(error)) throw new PromptMapError(file, error.message);
    return null;
  }
}
