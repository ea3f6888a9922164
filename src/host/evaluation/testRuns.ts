import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { EvaluationEvent } from '../../core/datasets/evaluationEvent.ts';
import { formatNumber, wholeNumber } from '../../core/displayLocale.ts';
import { asPageTraceError } from '../../core/errors.ts';
import { plainText } from '../../core/plainText.ts';
import { visibleText } from '../../core/visibleText.ts';
import { inlineCode } from '../../core/inlineCode.ts';
import { escapeMarkdown } from '../../language/markdown.ts';
import { commands } from '../shared/contributions.ts';
import { sentenceWithHint } from '../shared/editorHint.ts';
import { setting } from '../shared/settings.ts';
import { markdownString } from '../shared/workbench.ts';
import type { DatasetTests, TestedDataset } from './datasetTests.ts';
import { trajectoryLink } from './evaluatedTrajectory.ts';
import { newRun, promptNameOf, runEvaluation, type Evaluation, type EvaluationDeps } from './evaluation.ts';
import { QuestionResult, type EndedSample } from './questionResult.ts';

export interface TestRunsDeps extends EvaluationDeps {
  readonly controller: vscode.TestController;
  readonly tests: DatasetTests;
}

/** Tests of a data set that are run together. */
interface Selection {
  readonly dataset: TestedDataset;
  /** What the person chose of it: questions, groups, or the data set itself. */
  readonly roots: readonly vscode.TestItem[];
  /** The ids of the questions; null for all. */
  readonly ids: ReadonlySet<string> | null;
}

const DECIMALS: Intl.NumberFormatOptions = { maximumFractionDigits: 3 };

/** Runs the questions of data sets as tests: each data set is evaluated, and its run is kept. */
export class TestRuns {
  readonly #deps: TestRunsDeps;

  constructor(deps: TestRunsDeps) {
    this.#deps = deps;
  }

  /**
   * Runs tests.
   * @param prompt the prompt that the person chose; null for that of each data set
   * @throws PageTraceError `untrusted` in Restricted Mode
   */
  async run(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    prompt: string | null,
  ): Promise<void> {
    const { controller, tests, servers } = this.#deps;
    servers.requireTrust();
    const canceled = new AbortController();
    token.onCancellationRequested(() => {
      canceled.abort();
    });
    const roots = request.include ?? [...controller.items].map(([, test]) => test);
    const datasets = new Set(roots.map((root) => tests.datasetOf(root)));
    const run = controller.createTestRun(request, [...datasets].map(({ label }) => label).join(', '));
    try {
      for (const test of datasets) {
        if (canceled.signal.aborted) break;
        const its = roots.filter((root) => tests.datasetOf(root) === test);
        try {
          const dataset = await tests.list(test);
          const selection = { dataset, roots: its, ids: idsOf(dataset, its, request.exclude ?? []) };
          await this.#evaluate(selection, run, prompt, canceled.signal);
        } catch (raised) {
          const error = asPageTraceError(raised);
          if (error.reason !== 'cancelled') fail(run, its, sentenceWithHint(error));
        }
      }
    } finally {
      run.end();
    }
  }

  async #evaluate(
    { dataset, roots, ids }: Selection,
    run: vscode.TestRun,
    prompt: string | null,
    signal: AbortSignal,
  ): Promise<void> {
    const { uri, listing, questions } = dataset;
    const samples = setting('samples', uri);
    const common = { dataset: uri, listing, prompt };
    const evaluation: Evaluation = {
      ...common,
      samples,
      limit: null,
      ids,
      run: await newRun(uri, promptNameOf(common)),
    };
    for (const [id, test] of questions) if (ids?.has(id) !== false) run.enqueued(test);
    say(run, t('The run is in {0}.', evaluation.run.fsPath));
    const results = new Map<string, QuestionResult>();
    const take = (id: string, change: (result: QuestionResult) => void): void => {
      const result = results.get(id) ?? new QuestionResult();
      results.set(id, result);
      change(result);
      const test = questions.get(id);
      if (test === undefined || !result.isOver(samples)) return;
      report(run, { test, uri, file: evaluation.run.fsPath, samples }, result);
      results.delete(id);
    };
    const listen = (event: EvaluationEvent): void => {
      switch (event.event) {
        case 'asked': {
          const test = questions.get(event.item);
          if (test !== undefined) run.started(test);
          break;
        }
        case 'sample':
          say(run, outcomeOf(event), questions.get(event.item));
          take(event.item, ({ ended }) => ended.push(event));
          break;
        case 'failed':
          say(run, `${event.item}#${event.sample}: ${event.message}`, questions.get(event.item));
          take(event.item, ({ failed }) => failed.push(event));
          break;
        case 'problem':
          say(run, t('Line {0}: {1}', event.line, event.message));
          break;
      }
    };
    const { error } = await runEvaluation(evaluation, this.#deps, signal, listen);
    if (error !== null && error.reason !== 'cancelled')
      fail(run, roots, [error.message, error.hint ?? ''].join(' '));
  }
}

/** The ids of the questions that were chosen; null if that is the whole data set. */
function idsOf(
  { test, questions }: TestedDataset,
  roots: readonly vscode.TestItem[],
  exclude: readonly vscode.TestItem[],
): ReadonlySet<string> | null {
  if (roots.includes(test) && exclude.length === 0) return null;
  const ids = new Set<string>();
  const collect = (each: vscode.TestItem): void => {
    if (exclude.includes(each)) return;
    if (questions.get(each.id) === each) ids.add(each.id);
    each.children.forEach(collect);
  };
  roots.forEach(collect);
  return ids;
}

function fail(run: vscode.TestRun, roots: readonly vscode.TestItem[], sentence: string): void {
  for (const root of roots) run.errored(root, new vscode.TestMessage(plainText(sentence)));
}

/** Writes a line into the output of a run, which is shown in a terminal. */
function say(run: vscode.TestRun, line: string, test?: vscode.TestItem): void {
  run.appendOutput(`${visibleText(line).replaceAll('\n', ' ')}\r\n`, undefined, test);
}

function outcomeOf({ item, sample, why }: EndedSample): string {
  return `${item}#${sample}: ${why ?? t('No rule says when it passes.')}`;
}

/** A question that was run. */
interface RunQuestion {
  readonly test: vscode.TestItem;
  readonly uri: vscode.Uri;
  /** The file of the run. */
  readonly file: string;
  readonly samples: number;
}

function report(run: vscode.TestRun, question: RunQuestion, result: QuestionResult): void {
  const { test } = question;
  switch (result.state) {
    case 'passed':
      run.passed(test, result.milliseconds);
      break;
    case 'failed': {
      const failed = result.ended.filter(({ passed }) => passed === false);
      run.failed(
        test,
        [...failed.map((sample) => messageOf(sample, question)), ...errorsOf(result)],
        result.milliseconds,
      );
      break;
    }
    case 'errored':
      run.errored(test, errorsOf(result));
      break;
    case 'unknown':
      run.skipped(test);
      break;
  }
}

/** Why samples have no answer, each reason once. */
function errorsOf({ failed }: QuestionResult): readonly vscode.TestMessage[] {
  const sentences = new Set(failed.map(({ message, hint }) => [message, hint ?? ''].join(' ').trimEnd()));
  return [...sentences].map((sentence) => new vscode.TestMessage(plainText(sentence)));
}

/** Why a sample does not pass, at the line of its question, with a link to its trajectory. */
function messageOf(
  { sample, why, answer, reward, at, length }: EndedSample,
  { test, uri, file, samples }: RunQuestion,
): vscode.TestMessage {
  const link = trajectoryLink({ file, at, length });
  const message = new vscode.TestMessage(
    markdownString(
      [
        escapeMarkdown(why ?? ''),
        answer === null ? t('It has no answer.') : t('Answer: {0}', inlineCode(answer)),
        ...(reward === null ? [] : [t('Reward: {0}', formatNumber(reward, DECIMALS))]),
        ...(samples === 1 ? [] : [t('Sample {0} of {1}', wholeNumber(sample), wholeNumber(samples))]),
        `[${t('Open Trajectory')}](${link})`,
      ].join('\n\n'),
      [commands.openEvaluated],
    ),
  );
  message.contextValue = 'pagetrace.trajectory';
  if (test.range !== undefined) message.location = new vscode.Location(uri, test.range);
  return message;
}
