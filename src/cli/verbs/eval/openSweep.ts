import path from 'node:path';
import type { DatasetItem } from '../../../core/datasets/model.ts';
import { asPageTraceError, PageTraceError } from '../../../core/errors.ts';
import { sentenceOf } from '../../../core/sentenceOf.ts';
import type { RewardProfile } from '../../../core/rewards/model.ts';
import { makeFolder } from '../../../documents/makeFolder.ts';
import { findDataset } from '../../../evaluation/dataset/findDataset.ts';
import { checkProtocols } from '../../../evaluation/sweep/checkProtocols.ts';
import { listCells } from '../../../evaluation/sweep/listCells.ts';
import type { Cell, Sweep, SweepProblem } from '../../../evaluation/sweep/model.ts';
import { readSweep, type SweepPath } from '../../../evaluation/sweep/readSweep.ts';
import { serverUrls } from '../../../inference/address.ts';
import { parseChoice } from '../../../retrieval/choosePages.ts';
import { NO_INPUT } from '../../../runs/reading/bytes.ts';
import { readWholeText } from '../../../runs/reading/wholeText.ts';
import { loadProfile } from '../../arguments/profileOption.ts';
import type { VerbContext } from '../../terminal/verb.ts';
import { readKeyFile } from '../ask/server.ts';
import { readItemFilter } from './readItemFilter.ts';
import { cellArguments } from './cellArguments.ts';
import { checkSweepPrompt } from './checkSweepPrompt.ts';
import { readEvalArguments } from './evalArguments.ts';
import type { RunnableCell } from './runCells.ts';
import type { SweepArguments } from './sweepArguments.ts';

/** What a sweep's file leads to. */
interface SweepParts {
  /** The reward by which all cells are scored; null for that of each prompt. */
  readonly profile: RewardProfile | null;
  /** The file with the questions; null if nothing is asked. */
  readonly questions: string | null;
}

/** A sweep that can be run. */
export interface OpenSweep extends SweepParts {
  readonly sweep: Sweep;
  readonly baseline: Cell;
  readonly cells: readonly RunnableCell[];
  /** The folder of the runs. */
  readonly folder: string;
}

/**
 * Reads a sweep's file, and all arguments of its cells; null after it has said what is wrong.
 * @throws PageTraceError for a file that cannot be read, and a folder that cannot be made
 */
export async function openSweep(
  { file, onlyMatrix }: SweepArguments,
  { terminal, interrupted }: VerbContext,
): Promise<OpenSweep | null> {
  const say = (problems: readonly SweepProblem[]): null => {
    for (const { line, message } of problems) terminal.say(`${file}:${line}: ${message}`);
    return null;
  };
  const text = await readWholeText(file, NO_INPUT, { signal: interrupted });
  const read = readSweep(text);
  if ('problems' in read) return say(read.problems);
  const { sweep, placeOf } = read;
  const listed = listCells(sweep, placeOf);
  if ('problems' in listed) return say(listed.problems);
  const base = path.dirname(path.resolve(file));
  const parts = await openParts(sweep, listed.cells, { placeOf, base, onlyMatrix, signal: interrupted });
  if ('problems' in parts) return say(parts.problems);
  const named = path.basename(file).replace(/(?:\.sweep)?\.ya?ml$/i, '');
  const folder = path.resolve(base, sweep.out ?? `${named}.runs`);
  const cells: RunnableCell[] = [];
  for (const cell of listed.cells) {
    const out = path.join(folder, cell.file);
    const args = await readEvalArguments(cellArguments(sweep, cell, base, out));
    if (args === null || 'listed' in args) throw new PageTraceError('internal', `No run of ${cell.name}.`);
    cells.push({ cell, out, args });
  }
  await makeFolder(folder);
  return { ...parts, sweep, baseline: listed.baseline, cells, folder };
}

/** Opens what a sweep's file names for its cells, or says what is wrong with it. */
async function openParts(
  sweep: Sweep,
  cells: readonly Cell[],
  file: {
    readonly placeOf: (path: SweepPath) => number;
    readonly base: string;
    readonly onlyMatrix: boolean;
    readonly signal: AbortSignal;
  },
): Promise<SweepParts | { readonly problems: readonly SweepProblem[] }> {
  const { dataset, prompts, servers, pages, where, reward } = sweep;
  const { placeOf, base, onlyMatrix, signal } = file;
  const problems: SweepProblem[] = [];
  const tried = async <T>(place: SweepPath, open: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await open();
    } catch (thrown) {
      if (asPageTraceError(thrown).reason === 'cancelled') throw thrown;
      problems.push({ line: placeOf(place), message: sentenceOf(thrown) });
      return null;
    }
  };
  const found = onlyMatrix ? null : await tried(['dataset'], () => findDataset(path.resolve(base, dataset)));
  const filter = where === null ? null : await tried(['where'], () => readItemFilter(where, 'where'));
  if (!onlyMatrix) {
    const asked = { limit: sweep.limit, where: (item: DatasetItem) => filter?.matches(item) !== false };
    for (const [at, prompt] of prompts.entries()) {
      const begun = await tried(prompt === null ? ['dataset'] : ['prompts', at], () =>
        checkSweepPrompt(prompt, cells, { ...asked, base, found, signal }),
      );
      if (begun !== null) problems.push(...checkProtocols(begun, sweep, cells, placeOf));
    }
    for (const [at, { url, keyFile }] of servers.entries()) {
      if (url !== null) await tried(['servers', at, 'url'], () => serverUrls(url));
      if (keyFile !== null)
        await tried(['servers', at, 'api_key_file'], () => readKeyFile(path.resolve(base, keyFile), signal));
    }
  }
  for (const [at, choice] of pages.entries())
    if (choice !== null) await tried(['pages', at], () => parseChoice(choice));
  const profile = reward === null ? null : await tried(['reward'], () => loadReward(reward, base));
  problems.sort((one, other) => one.line - other.line);
  return problems.length > 0 ? { problems } : { profile, questions: found?.file ?? null };
}

const loadReward = (reward: string, folder: string): ReturnType<typeof loadProfile> =>
  loadProfile(reward.endsWith('.json') ? path.resolve(folder, reward) : reward);
