import { PageTraceError } from '../../../core/errors.ts';
import { renderPrompt } from '../../../core/prompts/promptFile.ts';
import { makeFolder } from '../../../documents/makeFolder.ts';
import { modelToAsk } from '../../../inference/modelToAsk.ts';
import { USUAL_TRIES } from '../../../judging/askItems.ts';
import { Judging, type JudgingOptions } from '../../../judging/judging.ts';
import type { Judge } from '../../../judging/model.ts';
import { VerdictCache } from '../../../judging/verdictCache.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { readPrompt } from '../ask/prompt.ts';
import { openServer } from '../ask/server.ts';
import { lintJudgePrompt } from './lintJudgePrompt.ts';

/** Where a judge is, and how it is asked. */
export interface JudgePlace
  extends
    Pick<JudgingOptions, 'judge' | 'batch' | 'concurrency' | 'isFaithful'>,
    Partial<Pick<JudgingOptions, 'tries'>> {
  readonly server: string;
  readonly model: string | undefined;
  /** The file with the key of the server. */
  readonly keyFile: string | undefined;
  /** A prompt file, or a preset; undefined for that of the judge. */
  readonly prompt: string | undefined;
  /** The folder of verdicts; null to keep none. */
  readonly cache: string | null;
}

/** A judge whose server has answered. */
export interface OpenJudge {
  readonly judging: Judging;
  readonly model: string;
  /** The name of its prompt. */
  readonly prompt: string;
  close(): Promise<void>;
}

/**
 * Connects to a judge.
 * @throws PageTraceError `bad-input` for a prompt that does not ask for what the judge reads; the errors of prompts,
 * connecting, and the folder of verdicts
 */
export async function openJudge(
  { server: url, model: named, keyFile, prompt: chosen, cache, ...asked }: JudgePlace,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<OpenJudge> {
  const { judge } = asked;
  const prompt = await readPrompt(chosen ?? judge.preset, terminal, signal);
  requireDialect(prompt, judge);
  if (chosen !== undefined) await lintJudgePrompt(chosen, terminal, signal);
  const values = {
    server: url,
    ...(named === undefined ? {} : { model: named }),
    ...(keyFile === undefined ? {} : { 'api-key-file': keyFile }),
  };
  const server = await openServer(values, environment, terminal, signal);
  try {
    const { status } = server;
    if (status.kind === 'offline-reader')
      throw new PageTraceError('bad-input', 'The offline reader has no model that could judge.', {
        hint: 'Name a server with a model.',
      });
    const model = modelToAsk(status, named);
    const identity = [judge.name, prompt.template, model, prompt.sampling];
    const judging = new Judging({
      ...USUAL_TRIES,
      ...asked,
      status,
      model,
      prompt,
      renderPrompt,
      inference: server.deps,
      cache: cache === null ? null : await openVerdicts(cache, identity),
      signal,
    });
    return { judging, model, prompt: prompt.name, close: () => server.close() };
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function openVerdicts(folder: string, identity: readonly unknown[]): Promise<VerdictCache> {
  await makeFolder(folder);
  return VerdictCache.open(folder, identity);
}

/** Checks that a prompt asks for what a judge reads. */
function requireDialect(
  { name, dialect }: { readonly name: string; readonly dialect: string },
  judge: Judge,
): void {
  if (dialect === judge.dialect) return;
  throw new PageTraceError(
    'bad-input',
    `The prompt ${name} has the dialect ${dialect}, not ${judge.dialect}.`,
    {
      hint: `Set dialect: ${judge.dialect} in its settings if it asks for that, or take ${judge.preset}.`,
    },
  );
}
