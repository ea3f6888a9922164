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

/** What a map file says about a prompt, or the path of the nearest map file if it may not be read. */
export type FoundSettings =
  | (MappedSettings & { readonly withheld: null })
  | { readonly reward: null; readonly trainer: null; readonly withheld: string };

/**
 * What the nearest `pagetrace.prompts.json`, in the folder of a prompt or above it, says about the prompt. The paths of
 * rewards become absolute. Null if there is no such file.
 * @param mayRead whether a map file may be read, or does not exist; it may throw a PageTraceError
 * @throws PromptMapError for a map file that cannot be used
 */
export async function findMappedSettings(
  prompt: string,
  mayRead: (file: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<FoundSettings | null> {
  const file = path.resolve(prompt);
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const map = path.join(folder, PROMPT_MAP_FILE);
    const text = await readIfThere(map, mayRead);
    if (text === 'withheld') return { reward: null, trainer: null, withheld: map };
    if (text !== null) {
      const read = readPromptMap(text.content);
      if (read.map === null) {
        const { line, column } = read.at;
        throw new PromptMapError(`${map}:${line}:${column}`, read.fault);
      }
      const settings = mappedSettings(read.map, path.relative(folder, file).split(path.sep).join('/'));
      const { reward } = settings;
      const isFile = reward !== null && (reward.endsWith('.json') || isPythonReward(reward));
      return { ...settings, ...(isFile && { reward: path.resolve(folder, reward) }), withheld: null };
    }
    if (path.dirname(folder) === folder) return null;
  }
}

async function readIfThere(
  file: string,
  mayRead: (file: string) => Promise<boolean>,
): Promise<{ readonly content: string } | 'withheld' | null> {
  try {
    if (!(await mayRead(file))) return 'withheld';
    const bytes = await readRegularFile(file, MOST_BYTES);
    return { content: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (isPageTraceError(error)) throw new PromptMapError(file, error.message);
    return null;
  }
}
