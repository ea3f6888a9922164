import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isPreset } from '../../asking/promptFiles.ts';
import type { EvaluationEvent } from '../../core/datasets/evaluationEvent.ts';
import { PageTraceError } from '../../core/errors.ts';
import type { Prompt } from '../../core/prompts/model.ts';
import { isCompositePath } from '../../core/rewards/model.ts';
import type { ServerStatus } from '../../inference/model.ts';
import { modelToAsk } from '../../inference/modelToAsk.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Servers } from '../servers/servers.ts';
import type { PermitFile } from '../shared/filePermissions.ts';
import { fileVersion } from '../shared/files.ts';
import { configuredProxy, pixelsFor, samplingFor, setting } from '../shared/settings.ts';
import { runCommandLine } from './commandLine.ts';
import { datasetName, type Listing } from './datasets.ts';

export interface EvaluationDeps {
  /** The script of the command line. */
  readonly script: string;
  readonly servers: Servers;
  readonly prompts: Pick<Prompts, 'read' | 'locate'>;
  readonly permitFile: PermitFile;
}

/** A data set that is to be evaluated, and how. */
export interface Evaluation {
  readonly dataset: vscode.Uri;
  readonly listing: Listing;
  /** The prompt that the person chose; null for the one that the data set names, otherwise that of the settings. */
  readonly prompt: string | null;
  readonly samples: number;
  /** The most questions; null for all. */
  readonly limit: number | null;
  /** The ids of the questions; null for all. */
  readonly ids: ReadonlySet<string> | null;
  /** The file of the run: a new one, or one that goes on. */
  readonly run: vscode.Uri;
}

/** The last event of an evaluation. */
export type EvaluationEnd = Extract<EvaluationEvent, { event: 'end' }>;

/** The folder of the runs of a data set. */
export const runsFolder = (dataset: vscode.Uri): vscode.Uri => vscode.Uri.joinPath(dataset, '..', 'runs');

/** A file for a new run, named after its data set, its prompt and the time. */
export async function newRun(dataset: vscode.Uri, prompt: string): Promise<vscode.Uri> {
  const now = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString();
  const time = now.slice(0, 19).replaceAll(':', '').replace('T', '-');
  const by = path.basename(prompt).replace(/(\.prompt)?\.(jinja2?|j2)$/, '');
  for (let number = 1; ; number++) {
    const name = `${datasetName(dataset)}-${by}-${time}${number === 1 ? '' : `-${number}`}.jsonl`;
    const run = vscode.Uri.joinPath(runsFolder(dataset), name);
    if ((await fileVersion(run)) === '') return run;
  }
}

/** The prompt that asks the questions of a data set: its name, or its path. */
export function promptNameOf({
  dataset,
  listing,
  prompt,
}: Pick<Evaluation, 'dataset' | 'listing' | 'prompt'>) {
  if (prompt !== null) return prompt;
  const own = listing.prompt;
  if (own === null) return setting('prompt', dataset);
  return isPreset(own) ? own : path.resolve(path.dirname(dataset.fsPath), own);
}

/**
 * Has the questions of a data set answered.
 * @param listen hears what the process says, but for the end
 * @throws PageTraceError `untrusted` in Restricted Mode, `cancelled` before anything was sent, what connecting and
 * reading the prompt throw, and `file-unreadable` for documents that may not be read
 */
export async function runEvaluation(
  evaluation: Evaluation,
  deps: EvaluationDeps,
  signal: AbortSignal,
  listen: (event: EvaluationEvent) => void,
): Promise<EvaluationEnd> {
  const { dataset, listing, samples, limit, ids, run } = evaluation;
  const { script, servers, permitFile } = deps;
  servers.requireTrust();
  const status = await servers.ready(signal);
  await servers.agreeToSend(status);
  const asked = listing.items.filter(({ id }) => ids?.has(id) !== false).slice(0, limit ?? undefined);
  for (const document of new Set(asked.flatMap((item) => item.documents)))
    await permitFile(vscode.Uri.file(path.resolve(path.dirname(dataset.fsPath), document)), dataset, 'again');
  const prompt = await readPrompt(evaluation, deps);
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(run, '..'));
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagetrace-'));
  const idsFile = path.join(folder, 'ids');
  const ends: EvaluationEnd[] = [];
  let said: string;
  try {
    if (ids !== null) await fs.writeFile(idsFile, [...ids].join('\n'));
    said = await runCommandLine({
      script,
      args: [
        'eval',
        dataset.fsPath,
        '--progress=jsonl',
        `--out=${run.fsPath}`,
        `--prompt=${prompt.file}`,
        `--samples=${samples}`,
        ...(limit === null ? [] : [`--limit=${limit}`]),
        ...(ids === null ? [] : [`--ids=${idsFile}`]),
        ...serverArguments(status, prompt.prompt),
      ],
      cwd: path.dirname(dataset.fsPath),
      environment: await environmentFor(status, servers),
      signal,
      onLine: (line) => {
        const event = line as EvaluationEvent;
        if (event.event === 'end') ends.push(event);
        else listen(event);
      },
    });
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
  const [end] = ends;
  if (end !== undefined) return end;
  if (signal.aborted) throw new PageTraceError('cancelled', t('The evaluation was canceled.'));
  throw new PageTraceError('internal', t('The evaluation ended before it was done.'), { said });
}

/** The prompt, saved, and what the command line calls it. */
async function readPrompt(
  evaluation: Evaluation,
  { prompts, permitFile }: EvaluationDeps,
): Promise<{ readonly file: string; readonly prompt: Prompt }> {
  const name = promptNameOf(evaluation);
  const uri = prompts.locate(name);
  if (evaluation.prompt === null && !isPreset(name)) await permitFile(uri, evaluation.dataset, 'again');
  await saveFile(uri);
  const prompt = await prompts.read(name);
  const { reward } = prompt;
  if (reward !== null && isCompositePath(reward)) await permitFile(vscode.Uri.file(reward), uri, 'again');
  return { file: isPreset(name) ? name : uri.fsPath, prompt };
}

/** Saves a file that has been changed in an editor, because another process reads it. */
export async function saveFile(uri: vscode.Uri): Promise<void> {
  const key = uri.toString();
  await vscode.workspace.textDocuments.find((each) => each.isDirty && each.uri.toString() === key)?.save();
}

/** The server that is asked, and how; the offline reader has no use for sampling, and its own pixel budget. */
function serverArguments(status: ServerStatus, prompt: Prompt): readonly string[] {
  const server = [`--server=${status.address.url}`, `--model=${modelToAsk(status)}`];
  // Without a model, there is no conversation that the prompt could begin.
  if (status.kind === 'offline-reader') return [...server, '--protocol=none'];
  const { minPixels, maxPixels } = pixelsFor(prompt);
  return [
    ...server,
    `--min-pixels=${minPixels}`,
    `--max-pixels=${maxPixels}`,
    ...Object.entries(samplingFor(prompt)).flatMap(([name, value]) =>
      value === null ? [] : [`--${name.replaceAll('_', '-')}=${value}`],
    ),
  ];
}

/** The key of the server and the proxy of the settings. */
async function environmentFor(
  { baseUrl }: ServerStatus,
  { inference }: Servers,
): Promise<Readonly<Record<string, string>>> {
  const { serverUrls } = await import('../../inference/address.ts');
  const key = await inference.apiKey(serverUrls(baseUrl).origin);
  const { proxy, noProxy } = configuredProxy();
  return {
    ...(key === null ? {} : { PAGETRACE_API_KEY: key }),
    ...(proxy === undefined ? {} : { http_proxy: proxy, https_proxy: proxy }),
    ...(noProxy === undefined ? {} : { no_proxy: noProxy }),
  };
}
