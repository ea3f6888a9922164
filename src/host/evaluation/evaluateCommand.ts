import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { questionsPhrase, samplesPhrase } from '../../core/countPhrases.ts';
import type { EvaluationEvent, EvaluationFailure } from '../../core/datasets/evaluationEvent.ts';
import { formatNumber, wholeNumber } from '../../core/displayLocale.ts';
import { PageTraceError } from '../../core/errors.ts';
import { choosePromptName } from '../asking/draftChoices.ts';
import { editorTypes } from '../shared/contributions.ts';
import { isDatasetFile } from '../shared/datasetFiles.ts';
import type { Notices } from '../shared/notices.ts';
import { setting } from '../shared/settings.ts';
import { askText, pickItem, showInformation, showProgress, showWarning } from '../shared/workbench.ts';
import { datasetName, findDatasets, listDataset } from './datasets.ts';
import { runsBeside } from './keptRuns.ts';
import {
  newRun,
  promptNameOf,
  runEvaluation,
  saveFile,
  type Evaluation,
  type EvaluationDeps,
  type EvaluationEnd,
} from './evaluation.ts';

export interface EvaluateDeps extends EvaluationDeps {
  readonly switchServer: () => Promise<void>;
  readonly notices: Pick<Notices, 'error'>;
}

/** An evaluation that the person composes; its run is null for a new one. */
type Draft = Omit<Evaluation, 'run'> & { readonly run: vscode.Uri | null };

/** A row of the list in which an evaluation is composed; choosing it changes the draft, or starts. */
interface Row extends vscode.QuickPickItem {
  readonly change: ((draft: Draft) => Promise<Draft>) | null;
}

const DECIMALS: Intl.NumberFormatOptions = { maximumFractionDigits: 2 };

/**
 * `PageTrace: Evaluate`: has the questions of a data set answered. The run is shown from its beginning.
 * @param clicked the data set of a menu; otherwise that of the active editor, or one that the person chooses
 * @throws PageTraceError `untrusted` in Restricted Mode, `bad-input` for a data set without questions, `file-unreadable`
 */
export async function evaluate(clicked: unknown, deps: EvaluateDeps): Promise<void> {
  deps.servers.requireTrust();
  const dataset = clicked instanceof vscode.Uri ? clicked : await chooseDataset();
  if (dataset === null) return;
  await saveFile(dataset);
  const listing = await listDataset(deps.script, dataset, new AbortController().signal);
  if (listing.items.length === 0) {
    const [first] = listing.mistakes;
    throw new PageTraceError('bad-input', t('{0} has no question that can be asked.', datasetName(dataset)), {
      ...(first === undefined ? {} : { hint: t('Line {0}: {1}', first.line, first.message) }),
    });
  }
  const samples = setting('samples', dataset);
  let draft: Draft = { dataset, listing, prompt: null, samples, limit: null, ids: null, run: null };
  for (;;) {
    const choice = await pickItem(rowsOf(draft, deps), {
      title: t('Evaluate {0}', datasetName(dataset)),
      placeHolder: t('Start, or choose what to change'),
    });
    if (choice === undefined) return;
    if (choice.change === null) break;
    draft = await choice.change(draft);
  }
  const run = draft.run ?? (await newRun(dataset, promptNameOf(draft)));
  await evaluateShown({ ...draft, run }, deps);
}

async function chooseDataset(): Promise<vscode.Uri | null> {
  const active = vscode.window.activeTextEditor?.document.uri;
  if (active !== undefined && isDatasetFile(active)) return active;
  const browse = { label: t('Browse…'), uri: null };
  const found = (await findDatasets()).map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  const choice =
    found.length === 0 ? browse : await pickItem([...found, browse], { title: t('Choose Data Set') });
  if (choice === undefined || choice.uri !== null) return choice?.uri ?? null;
  const [file] =
    (await vscode.window.showOpenDialog({
      title: t('Choose Data Set'),
      filters: { [t('Data Sets')]: ['jsonl'] },
    })) ?? [];
  return file ?? null;
}

function rowsOf(draft: Draft, { servers, switchServer }: EvaluateDeps): readonly Row[] {
  const { listing, samples, limit, run } = draft;
  const questions = Math.min(listing.items.length, limit ?? Infinity);
  const mistakes = listing.mistakes.length;
  return [
    {
      label: t('Start'),
      description: [
        questionsPhrase(questions),
        ...(mistakes === 0 ? [] : [t('{0} with mistakes are left out', wholeNumber(mistakes))]),
      ].join(' · '),
      change: null,
    },
    {
      label: t('Prompt'),
      description: promptNameOf(draft),
      change: async (from) => ({
        ...from,
        prompt: (await choosePromptName(promptNameOf(from))) ?? from.prompt,
      }),
    },
    {
      label: t('Server'),
      description: servers.name,
      change: async (from) => {
        await switchServer();
        return from;
      },
    },
    {
      label: t('Samples'),
      description: wholeNumber(samples),
      change: async (from) => ({
        ...from,
        samples: (await askNumber(t('Samples of Each Question'), samples)) ?? samples,
      }),
    },
    {
      label: t('Questions'),
      description: limit === null ? t('all') : t('the first {0}', wholeNumber(limit)),
      change: async (from) => ({
        ...from,
        limit: (await askNumber(t('The First Questions'), questions)) ?? limit,
      }),
    },
    {
      label: t('Run'),
      description: run === null ? t('a new file in {0}', 'runs') : path.posix.basename(run.path),
      change: chooseRun,
    },
  ];
}

async function askNumber(title: string, value: number): Promise<number | null> {
  const typed = await askText({
    title,
    value: String(value),
    validateInput: (text) => (/^\s*[1-9]\d{0,8}\s*$/.test(text) ? null : t('Enter a whole number from 1.')),
  });
  return typed === undefined ? null : Number(typed);
}

/** A new run, or one of those beside the data set, the newest first, which goes on where it ended. */
async function chooseRun(draft: Draft): Promise<Draft> {
  const items = [
    { label: t('New Run'), run: null },
    ...(await runsBeside(draft.dataset)).map((run) => ({
      label: path.posix.basename(run.path),
      description: t('goes on where it ended'),
      run,
    })),
  ];
  const choice = await pickItem(items, { title: t('Run') });
  return choice === undefined ? draft : { ...draft, run: choice.run };
}

/** Evaluates with a progress that can be canceled, shows the run, and says in the end what became of it. */
async function evaluateShown(evaluation: Evaluation, deps: EvaluateDeps): Promise<void> {
  const { dataset, run } = evaluation;
  const openRun = async (): Promise<void> => {
    await vscode.commands.executeCommand('vscode.openWith', run, editorTypes.run);
  };
  const again = (): Promise<void> => evaluateShown(evaluation, deps);
  let failure: EvaluationFailure | null = null;
  try {
    const end = await showProgress(t('Evaluating {0}', datasetName(dataset)), (report, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => {
        controller.abort();
      });
      report(t('Connecting to {0}', deps.servers.name));
      return runEvaluation(evaluation, deps, controller.signal, (event) => {
        if (event.event === 'start') void openRun();
        if (event.event === 'failed') failure = event;
        if (event.event === 'progress') report(progressSentence(event));
      });
    });
    await sayEnd(end, { run, failure, openRun, again });
  } catch (error) {
    await deps.notices.error(error, { title: t('Try Again'), run: again });
  }
}

function progressSentence(progress: Extract<EvaluationEvent, { event: 'progress' }>): string {
  const { ended, failed, of, rate, reward, seconds_left: left, waits_for: waitsFor } = progress;
  return [
    of === null ? samplesPhrase(ended) : t('{0} of {1}', wholeNumber(ended), samplesPhrase(of)),
    ...(failed === 0 ? [] : [t('{0} failed', wholeNumber(failed))]),
    ...(waitsFor === null ? [] : [waitsFor]),
    ...(rate === null ? [] : [t('{0} a minute', formatNumber(rate * 60, DECIMALS))]),
    ...(left === null ? [] : [timeLeft(left)]),
    ...(reward === null ? [] : [t('reward {0}', formatNumber(reward, DECIMALS))]),
  ].join(' · ');
}

function timeLeft(seconds: number): string {
  return seconds < 60
    ? t('{0} s left', Math.ceil(seconds))
    : t('{0} min left', wholeNumber(Math.ceil(seconds / 60)));
}

interface EndShown {
  readonly run: vscode.Uri;
  /** Why the last sample that failed has no answer; null if none failed. */
  readonly failure: EvaluationFailure | null;
  readonly openRun: () => Promise<void>;
  readonly again: () => Promise<void>;
}

/**
 * Says what became of an evaluation, and offers the run and, if it lacks something, to go on.
 * @throws PageTraceError why it could not begin
 */
async function sayEnd(
  { ended, failed, error }: EvaluationEnd,
  { run, failure, openRun, again }: EndShown,
): Promise<void> {
  if (error !== null && error.reason !== 'cancelled' && ended === 0)
    throw new PageTraceError(error.reason, error.message, error.hint === null ? {} : { hint: error.hint });
  const open = t('Open Run');
  const goOn = t('Go On');
  const isWhole = error === null && failed === 0;
  const sentences = [
    ...(error === null ? [] : [error.message, ...(error.hint === null ? [] : [error.hint])]),
    t('{0} has {1}.', path.posix.basename(run.path), samplesPhrase(ended)),
    ...(failed === 0 ? [] : [t('{0} failed.', samplesPhrase(failed))]),
    ...(failure === null ? [] : [t('The last failure: {0}', failure.message)]),
    ...(isWhole ? [] : [t('Going on asks for what is missing.')]),
  ];
  const show = isWhole ? showInformation : showWarning;
  const pressed = await show(sentences.join(' '), ...(isWhole ? [] : [goOn]), open);
  if (pressed === open) await openRun();
  if (pressed === goOn) await again();
}
