import * as v from 'valibot';
import * as vscode from 'vscode';
import { t } from '@vscode/l10n';
import { sentenceOf } from '../../core/sentenceOf.ts';
import { plainText } from '../../core/plainText.ts';
import { PROFILE_NAMES } from '../../core/rewards/names.ts';
import { readFieldMap } from '../../core/records/fieldMap.ts';
import { fromRun, runMethods, type FromRun, type RunMethods, type ToRun } from '../../protocol/run.ts';
import type { RowSample } from '../../runs/index/model.ts';
import type { RunIndex } from '../../runs/index/runIndex.ts';
import { webviewHtml } from '../shared/webviewHtml.ts';
import { allowOwnScripts } from '../shared/webviewPanel.ts';
import { serveWebview } from '../shared/webviewServer.ts';
import { askText, pickItem } from '../shared/workbench.ts';
import { onDidChangeAlerts, shownAlerts, turnOffAlert } from './runAlerts.ts';
import { receiveComparison, type TitledRow } from './runComparisons.ts';
import type { RunMemory } from './runMemory.ts';
import type { WriteTools } from './writeToolbox.ts';
import { saveFile } from './saveFile.ts';
import { RunTrials, type RunTrialsDeps } from './runTrials.ts';
import type { ReadGroup } from './runSampleSource.ts';
import { whatIfHandlers } from './whatIfHandlers.ts';
import { RunSession, type OpenedRun, type RunSessionDeps } from './runSession.ts';

export interface RunPanelsDeps extends RunSessionDeps {
  /** Shows the best and the worst sample of a group side by side; null if its rewards do not differ. */
  readonly compare: (
    samples: readonly [best: RowSample, worst: RowSample] | null,
    fields: readonly string[],
  ) => Promise<void>;
  /** Shows a sample of each of two runs side by side. */
  readonly compareRuns: (rows: readonly [base: TitledRow, run: TitledRow]) => Promise<void>;
  readonly memory: RunMemory;
  /** Writes a report of a run, where the person says. */
  readonly saveReport: (session: RunSession) => Promise<void>;
  /** Exports what is shown of a run as training files, where the person says. */
  readonly exportTraining: (session: RunSession) => Promise<void>;
  /** Writes tools into prompts. */
  readonly writeTools: WriteTools;
  /** Shows a sample, or why there is none. */
  readonly show: (
    sample: RowSample,
    fields: readonly string[],
    isKept: boolean,
    group: ReadGroup,
  ) => Promise<void>;
  /** What trying other rewards needs. */
  readonly trials: RunTrialsDeps;
}

/** Shows runs in webviews, and does what the person asks for there. */
export class RunPanels {
  readonly #deps: RunPanelsDeps;
  readonly #trials = new WeakMap<RunIndex, RunTrials>();

  constructor(deps: RunPanelsDeps) {
    this.#deps = deps;
  }

  /** A run that is open in a view. */
  open(run: OpenedRun): RunSession {
    return new RunSession(run, this.#deps);
  }

  /** Shows a run in a panel, which may be one of several that show it. */
  attach(panel: vscode.WebviewPanel, session: RunSession): void {
    const { webview } = panel;
    allowOwnScripts(panel, this.#deps.extensionUri);
    let isReady = false;
    const send = (): void => {
      if (isReady) void webview.postMessage({ type: 'state', state: session.state() } satisfies ToRun);
    };
    const server = serveWebview<RunMethods>(
      webview,
      runMethods,
      {
        rows: (asked, signal) => session.rows(asked, signal),
        complete: (asked) => session.complete(asked),
        addCondition: (asked) => session.index.addCondition(asked),
        charts: ({ ids }, signal) => session.index.charts(ids, signal),
        ...whatIfHandlers(session.index.whatIfs),
        toolPool: (_, signal) => session.index.toolPool(signal),
        toolDefinitions: (_, signal) => session.index.toolDefinitions(signal),
        alerts: (_, signal) => shownAlerts(session, signal),
        metrics: (question, signal) => session.index.metrics(question, signal),
        fieldValues: ({ field }, signal) => session.index.fieldValues(field, signal),
        comparison: (asked, signal) => session.compared.compare(asked, session.shown, signal),
        comparedQuestions: ({ outcome, start, count }) =>
          session.index.comparedQuestions(outcome, start, count),
      },
      (message) => {
        const checked = v.safeParse(fromRun, message);
        if (!checked.success) return;
        if (checked.output.type === 'ready') {
          isReady = true;
          session.start();
          send();
        } else this.#receive(session, checked.output).catch(this.#deps.error);
      },
    );
    const following = session.onDidChange(send);
    const alerts = onDidChangeAlerts(() => {
      session.renewInsights();
    });
    const showing = panel.onDidChangeViewState(() => {
      // A hidden page is thrown away, and says again when it is ready.
      if (!panel.visible) isReady = false;
    });
    panel.onDidDispose(() => {
      server.dispose();
      following.dispose();
      alerts.dispose();
      showing.dispose();
    });
    webview.html = webviewHtml(webview, this.#deps.extensionUri, 'run', plainText(session.run.name));
  }

  /** The rewards that are tried on a run. They end with its index. */
  #trialsOf({ run, folder, index }: RunSession): RunTrials {
    let trials = this.#trials.get(index);
    if (trials === undefined)
      this.#trials.set(index, (trials = new RunTrials(run.name, folder, index.whatIfs, this.#deps.trials)));
    return trials;
  }

  async #receive(session: RunSession, message: Exclude<FromRun, { type: 'ready' }>): Promise<void> {
    switch (message.type) {
      case 'open':
        if (message.generation === session.state().generation)
          await this.#deps.show(
            await session.sample(message.row),
            session.assignments,
            message.isKept,
            groupReader(session, message),
          );
        return;
      case 'compare':
        if (message.generation === session.state().generation)
          await this.#deps.compare(await session.extremes(message.group), session.assignments);
        return;
      case 'chooseProfile':
        return chooseProfile(session);
      case 'editFieldMap':
        return editFieldMap(session);
      case 'tryReward':
        return this.#trialsOf(session).choose();
      case 'stopTrial':
        return this.#trialsOf(session).stop();
      case 'chooseCompared':
      case 'closeCompared':
      case 'compareQuestion':
        return receiveComparison(message, session, this.#deps.compareRuns);
      case 'copyText':
        return vscode.env.clipboard.writeText(message.text);
      case 'saveFile':
        return saveFile(message, session.folder);
      case 'saveReport':
        return this.#deps.saveReport(session);
      case 'exportTraining':
        return this.#deps.exportTraining(session);
      case 'writeToolbox':
        return (await import('./writeToolbox.ts')).writeToolbox(
          session,
          message.tools,
          this.#deps.writeTools,
        );
      case 'turnOffAlert':
        return turnOffAlert(message.code);
      case 'saveFilter':
        return saveFilter(session, this.#deps.memory, message.text);
      default:
        return session.receive(message);
    }
  }
}

/** Reads the group of a row, as long as its number means the same row. */
function groupReader(
  session: RunSession,
  { row, generation }: { row: number; generation: number },
): ReadGroup {
  return async (asked, signal) =>
    session.state().generation === generation
      ? session.index.whatIfs.groupParts({ row, ...asked }, signal)
      : null;
}

/** Asks for the reward profile of a run. */
async function chooseProfile(session: RunSession): Promise<void> {
  const items = [
    { label: t('The One That the Records Suggest'), profile: 'auto' },
    { label: t('None'), description: t('groups compare the recorded scores'), profile: 'none' },
    ...PROFILE_NAMES.map((name) => ({ label: name, profile: name })),
  ];
  const chosen = await pickItem(items, { placeHolder: t('Reward profile of {0}', session.run.name) });
  if (chosen !== undefined && chosen.profile !== session.profile) await session.setProfile(chosen.profile);
}

/** Asks where the fields of a run's records are. */
async function editFieldMap(session: RunSession): Promise<void> {
  const assignmentsIn = (text: string): readonly string[] =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '');
  const answer = await askText({
    title: t('Fields of {0}', session.run.name),
    prompt: t('Fields and the keys of the records that hold them, with commas between: response=output'),
    value: session.assignments.join(', '),
    validateInput: (text) => {
      try {
        readFieldMap(assignmentsIn(text));
        return null;
      } catch (error) {
        return sentenceOf(error);
      }
    },
  });
  if (answer !== undefined) await session.setFields(assignmentsIn(answer));
}

async function saveFilter(session: RunSession, memory: RunMemory, filter: string): Promise<void> {
  const name = await askText({
    title: t('Save Filter'),
    prompt: t('A name for {0}', filter),
    validateInput: (text) => (text.trim() === '' ? t('Type a name.') : null),
  });
  if (name === undefined) return;
  await memory.saveFilter(name.trim(), filter);
  session.refresh();
}
