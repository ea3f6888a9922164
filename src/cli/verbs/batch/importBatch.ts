import fs from 'node:fs/promises';
import path from 'node:path';
import { readBatch } from '../../../evaluation/batch/batchFolder.ts';
import { importBatch, type ImportOutcome } from '../../../evaluation/batch/importBatch.ts';
import { RunFile } from '../../../evaluation/runFile.ts';
import { readArguments } from '../../arguments/arguments.ts';
import { loadProfile } from '../../arguments/profileOption.ts';
import { createClaimCounter } from '../eval/countClaims.ts';
import { BATCH_USAGE } from '../../arguments/batchUsage.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { Problems } from '../../terminal/problems.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { counted } from './counted.ts';
import { wholeText } from '../../output/numbers.ts';

const options = { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

/** Reasons and shards that are listed. */
const LISTED = 20;

/**
 * `pagetrace batch import`: joins the outputs of a batch with its requests, and appends them to a run.
 * @throws PageTraceError for wrong arguments, outputs that cannot be read, and a run that cannot be written
 */
export async function batchImport(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal, interrupted: signal } = context;
  if (values.help === true) {
    terminal.out(BATCH_USAGE);
    return CLEAN;
  }
  const [folder, ...named] = positionals;
  if (folder === undefined || named.length === 0)
    throw new UsageError('batch import takes the folder of a batch and its outputs.', {
      hint: 'Write pagetrace batch import FOLDER OUTPUT... --out RUN.jsonl.',
    });
  if (values.out === undefined)
    throw new UsageError('batch import needs --out.', { hint: 'Name the file of the run: --out RUN.jsonl.' });
  const manifest = await readBatch(folder, signal);
  const outputs = await outputFiles(named);
  const { reward, pass, settings } = manifest.head;
  const profile = reward === null ? null : await loadProfile(reward);
  const claims = createClaimCounter(context);
  const run = await RunFile.open(values.out, settings, signal);
  const problems = new Problems(terminal);
  try {
    const outcome = await importBatch({
      folder,
      manifest,
      outputs,
      run,
      rating: { profile, pass, judge: null, countClaims: claims.countClaims },
      signal,
      onProblem: ({ file, line, message }) => {
        problems.add({ file, line, bytes: null, sample: null }, message);
      },
      onProgress: ({ requests, of }) => {
        terminal.count(`${wholeText(requests)} of ${counted(of, 'request')}`);
      },
    });
    problems.end();
    sayOutcome(outcome, folder, values.out, terminal);
    if (outcome.unreadable.length > 0) return UNUSABLE;
    return outcome.failed.length > 0 || outcome.incomplete.length > 0 ? FINDINGS : CLEAN;
  } finally {
    await run.close();
    await claims.close();
  }
}

/** Files as they are named, and the files of records in folders. */
async function outputFiles(named: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const name of named) {
    const stats = await fs.stat(name).catch(() => null);
    if (stats?.isDirectory() !== true) files.push(name);
    else {
      const found = (await fs.readdir(name)).filter((each) => each.endsWith('.jsonl')).sort();
      if (found.length === 0)
        throw new UsageError(`${name} has no outputs: it has no .jsonl file.`, {
          hint: 'Name the files that run-batch wrote, or their folder.',
        });
      files.push(...found.map((each) => path.join(name, each)));
    }
  }
  return files;
}

function sayOutcome(outcome: ImportOutcome, folder: string, out: string, terminal: Terminal): void {
  const { ended, added, failed, incomplete, unreadable, unknown, duplicates, isEveryRequestKnown } = outcome;
  const requests = isEveryRequestKnown ? `request of ${folder}` : 'request that could be read';
  terminal.say(`${counted(added, 'sample')} added: ${out} has ${wholeText(ended)}.`);
  for (const { message, hint, requests, example } of failed.slice(0, LISTED)) {
    terminal.say(`${counted(requests, 'request')} failed, such as ${example}: ${message}`);
    if (hint !== null) terminal.say(`  ${hint}`);
  }
  sayRest(failed.length - LISTED, 'other reason', terminal);
  for (const { file, requests, missing } of incomplete.slice(0, LISTED))
    terminal.say(
      missing === requests
        ? `${file} was not answered: none of the outputs belongs to its ${counted(requests, 'request')}. Run it, and import again.`
        : `${file}: ${wholeText(missing)} of ${counted(requests, 'request')} have no output.`,
    );
  sayRest(incomplete.length - LISTED, 'other shard', terminal);
  for (const { message, hint } of unreadable) terminal.say(`${message} ${hint ?? ''}`.trim());
  if (duplicates > 0)
    terminal.say(
      `${counted(duplicates, 'output')} came more than once: the first one with an answer counts for each request.`,
    );
  if (unknown > 0)
    terminal.say(
      unknown === 1
        ? `1 output belongs to no ${requests}. It was left out.`
        : `${counted(unknown, 'output')} belong to no ${requests}. They were left out.`,
    );
  if (failed.length > 0 || incomplete.length > 0)
    terminal.say(
      `What is missing is written again by: pagetrace batch export --failed ${folder} --run ${out} --out FOLDER`,
    );
}

function sayRest(count: number, noun: string, terminal: Terminal): void {
  if (count > 0) terminal.say(`... and ${counted(count, noun)}.`);
}
