import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import type { Prompt } from '../../core/prompts/model.ts';
import type { InspectorSource } from './inspectorSource.ts';
import type { Servers } from '../servers/servers.ts';
import { setting } from '../shared/settings.ts';

/**
 * Asks the model of the server in use whether an answer is right, with the prompt that `pagetrace.judge.prompt` names,
 * and sets the verdict.
 * @throws PageTraceError `bad-input` if nothing can be judged; the errors of the prompt and the server
 */
export async function judgeWithModel(
  servers: Servers,
  readPrompt: (name: string) => Promise<Prompt>,
  source: InspectorSource,
  sample: number,
): Promise<void> {
  const inspected = source.sample(sample);
  if (!inspected) throw new PageTraceError('bad-input', `There is no sample ${sample + 1}.`);
  const { info, response } = inspected;
  if (info.reference === null || info.reference.trim() === '') {
    throw new PageTraceError('bad-input', 'A judge needs a reference answer to compare with.', {
      hint: 'Type the reference answer in the inspector, or set reference in the front matter.',
    });
  }
  const { findAnswer } = await import('../../asking/answer.ts');
  const answer = findAnswer(response, info.dialect);
  if (answer === null || answer === '') {
    // The references never ask a judge about an empty answer: it counts as wrong.
    await source.setVerdict(sample, 'wrong', 'judge');
    return;
  }
  const status = await servers.ready();
  if (status.kind === 'offline-reader') {
    throw new PageTraceError('bad-input', 'The offline reader has no model that could judge.', {
      hint: 'Connect to a server with a model, or set the verdict yourself.',
    });
  }
  const { modelToAsk } = await import('../../inference/modelToAsk.ts');
  const model = modelToAsk(status);
  const prompt = await readPrompt(setting('judge.prompt'));
  const { judgeAnswers } = await import('../../inference/judgeClient.ts');
  const reference = info.reference;
  const [right] = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Judging with ${model}`, cancellable: true },
    (_progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => {
        controller.abort();
      });
      return judgeAnswers(
        [{ question: info.question ?? '', reference, answer }],
        { status, model, prompt, signal: controller.signal },
        servers.inference,
      );
    },
  );
  if (right !== undefined) await source.setVerdict(sample, right ? 'right' : 'wrong', 'judge');
}
