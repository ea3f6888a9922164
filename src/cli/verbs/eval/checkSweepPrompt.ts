import path from 'node:path';
import { isPreset } from '../../../asking/promptFiles.ts';
import { renderPrompt } from '../../../core/prompts/promptFile.ts';
import { checkPrompt, sentPages } from '../../../evaluation/checkPrompt.ts';
import type { ChosenItems } from '../../../evaluation/chosenItems.ts';
import type { DatasetFiles } from '../../../evaluation/dataset/findDataset.ts';
import { readDatasetHead } from '../../../evaluation/readDataset.ts';
import type { ConversationPrompt } from '../../../evaluation/sweep/checkProtocols.ts';
import type { Cell } from '../../../evaluation/sweep/model.ts';
import { protocolOf } from '../../../protocols/registry.ts';
import { loadProfile } from '../../arguments/profileOption.ts';
import { readPrompt } from '../ask/prompt.ts';
import { usualPrompt } from './datasetHead.ts';

/** What a prompt of a sweep is checked with. */
interface CheckedWith extends ChosenItems {
  /** The folder of the sweep's file. */
  readonly base: string;
  /** Null if there is no data set. */
  readonly found: DatasetFiles | null;
  readonly signal: AbortSignal;
}

/** Each cell reads its prompt again, and says what is noteworthy. */
const QUIET = { say: () => undefined };

/**
 * Checks that a prompt can be read, that its reward can, and that questions can be asked with it in each cell that has it.
 * @param written the prompt as the sweep's file has it; null for that of the data set
 * @returns the conversation that it begins; null for a single turn, and without a data set
 * @throws PageTraceError what is wrong with it
 */
export async function checkSweepPrompt(
  written: string | null,
  cells: readonly Cell[],
  { base, found, signal, ...chosen }: CheckedWith,
): Promise<ConversationPrompt | null> {
  const file = written === null ? await namedByDataset(found, signal) : inFolder(written, base);
  if (file === null) return null;
  const prompt = await readPrompt(file, QUIET, signal);
  if (prompt.reward !== null) await loadProfile(prompt.reward);
  if (found === null) return null;
  const protocol = prompt.protocol === null ? null : protocolOf(prompt.protocol);
  const isSearching = protocol?.isSearching === true;
  const ways = new Set(
    cells
      .filter(({ choice }) => choice.prompt === written)
      // The offline reader answers in one turn.
      .map(({ choice: { server, pages } }) => sentPages(isSearching && server.url !== null, pages !== null)),
  );
  for (const pages of ways)
    await checkPrompt(prompt, { ...chosen, dataset: found.file, pages, renderPrompt, signal });
  return protocol === null ? null : { written, name: prompt.name, protocol };
}

const inFolder = (prompt: string, folder: string): string =>
  isPreset(prompt) ? prompt : path.resolve(folder, prompt);

async function namedByDataset(found: DatasetFiles | null, signal: AbortSignal): Promise<string | null> {
  return found === null ? null : usualPrompt(await readDatasetHead(found.file, signal), found.folder);
}
