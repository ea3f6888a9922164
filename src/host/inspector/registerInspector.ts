import os from 'node:os';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { once } from '../../core/once.ts';
import type { Prompt } from '../../core/prompts/model.ts';
import { completeGrounding } from '../../protocol/grounding.ts';
import type { DocumentServices } from '../document/registerDocuments.ts';
import type { ScoringSubject } from '../rewards/pythonRewardCommands.ts';
import type { RewardServices } from '../rewards/registerRewards.ts';
import type { GroundingServices } from '../grounding/groundings.ts';
import type { Servers } from '../servers/servers.ts';
import { commands } from '../shared/contributions.ts';
import type { CommandHandler, Services } from '../shared/services.ts';
import { verdictsFile } from '../shared/verdictsFile.ts';
import { Comparisons } from './comparisons.ts';
import type { InspectorActions } from './inspectorActions.ts';
import { Inspectors } from './inspectors.ts';
import { clickedSource, sourceOpener, type InspectorSource, type SourceOpeners } from './inspectorSource.ts';
import { panelTitle } from './panelTitle.ts';
import type { TrajectorySourceDeps } from './sourceDeps.ts';

export interface InspectorPartDeps {
  readonly servers: Servers;
  /** Reads a prompt by its name. */
  readonly readPrompt: (name: string) => Promise<Prompt>;
  readonly documents: Pick<
    DocumentServices,
    'editors' | 'images' | 'readWords' | 'countPages' | 'hashNow' | 'watchDocument'
  >;
  readonly groundings: GroundingServices;
  readonly rewards: Pick<RewardServices, 'python' | 'composites' | 'canScoreWithPython' | 'reports'>;
  /** A function for each kind of source that opens it. */
  readonly openers: SourceOpeners;
}

/** Registers the inspectors and comparisons, and the commands on their trajectories. */
export function registerInspector(
  { context, log, error, trusted, files, run, language }: Services,
  {
    servers,
    readPrompt,
    documents: { editors, images, readWords, countPages, hashNow, watchDocument },
    groundings,
    rewards,
    openers,
  }: InspectorPartDeps,
) {
  const { extensionUri } = context;
  const open = sourceOpener(openers);
  const { renderPrompt, readResponses, scoreWithAllRewards } = language;
  /** The commands on a trajectory and the judge are loaded when they are first used. */
  const judge = once(async () => {
    const { ModelJudge } = await import('./modelJudge.ts');
    return new ModelJudge({ servers, readPrompt, renderPrompt, readResponses });
  });
  const verdicts = once(async () => {
    const { openPersonVerdicts } = await import('./personVerdicts.ts');
    return openPersonVerdicts(verdictsFile(context), readResponses);
  });
  const goldBoxes = once(async () => {
    const { GoldBoxFolder } = await import('./keptGoldBoxes.ts');
    return new GoldBoxFolder(vscode.Uri.joinPath(context.globalStorageUri, 'gold').fsPath);
  });
  const actions: InspectorActions = {
    command: (command, source, sample, end) => {
      switch (command) {
        case 'scoreWithAllRewards':
          return own().then((its) => its.scoreWithAllRewards(source, sample));
        case 'addToDataset':
          return own().then((its) => its.addToDataset(source, sample));
        case 'scoreWithPython':
          return import('./scoreInspected.ts').then(({ scoreInspected }) =>
            scoreInspected(rewards.python, source, sample),
          );
        default:
          return run(commands[command === 'retry' ? 'askAgain' : command], source, sample, end);
      }
    },
    showPage: async (source, image) => {
      const place = source.page(image);
      if (!place) return;
      await files.permit(place.uri, source.uri, 'again');
      await editors.reveal(place.uri, place.page);
    },
    openSetting: (setting) => vscode.commands.executeCommand('workbench.action.openSettings', setting),
    followPage: (source, image, offset) => {
      const place = source.page(image);
      if (place) editors.follow(place.uri, place.page, offset);
    },
    selectClaim: (_source, _sample, claim) => {
      void claimsOnPages().then((claims) => {
        claims.select(claim);
      });
    },
    judge: (source, sample) => run(commands.judge, source, sample),
    judgeAll: async (source) => (await judge()).judgeAll(source),
  };
  const grounded = new vscode.EventEmitter<InspectorSource>();
  const inspectors: Inspectors = new Inspectors({
    readWords,
    countPages,
    extensionUri,
    log,
    error,
    actions,
    follow: ({ source, sample }) => {
      grounded.fire(source);
      void claimsOnPages().then((claims) => {
        claims.show(source, sample);
      });
    },
    closed: () => {
      void claimsOnPages().then((claims) => {
        claims.clearClosed();
      });
    },
    restore: open,
  });
  /** The claims over pages are loaded when an inspector or an editor first has some. */
  const claimsOnPages = once(async () => {
    const { createClaimsOnPages } = await import('./inspectedClaims.ts');
    return createClaimsOnPages(editors, inspectors, (owned) => context.subscriptions.push(owned));
  });
  const comparisons = new Comparisons({
    extensionUri,
    log,
    error,
    actions,
    readResponses,
    restore: open,
    inspect: async (identity) => {
      const source = inspectors.find(identity) ?? (await open(identity));
      if (source) inspectors.show(source, { preserveFocus: false });
    },
  });
  const own = once(async () => {
    const { InspectedCommands } = await import('./inspectedCommands.ts');
    return new InspectedCommands({
      active: () => inspectors.active(),
      judge: async (source, sample) => (await judge()).judge(source, [sample]),
      reports: rewards.reports,
      readResponses,
      readFrontMatter: language.readFrontMatter,
      scoreWithAllRewards,
      exportTrajectory: language.exportTrajectory,
      drawPage: (uri, page) => images.forReport(uri, page),
      pageSize: async (uri, page) => (await readWords(uri, page)).size,
      home: vscode.Uri.file(os.homedir()),
    });
  });
  const refresh = (): void => {
    inspectors.refresh();
  };
  context.subscriptions.push(
    inspectors,
    grounded,
    comparisons,
    servers.onDidChange(refresh),
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    files.onDidChange(refresh),
  );
  const sourceDeps: TrajectorySourceDeps = {
    renderPage: (uri, sha256, page, pixels) => images.get(uri, sha256, page, pixels),
    renderFully: (uri, page, region, signal) => images.full(uri, page, region, signal),
    hashNow,
    watchDocument,
    permitFile: files.permit,
    canAsk: trusted,
    canJudge: () => servers.current() !== null,
    canScoreWithPython: rewards.canScoreWithPython,
    composites: rewards.composites,
    groundings,
    verdicts: {
      find: async (recorded) => (await verdicts()).find(recorded),
      keep: async (recorded, verdict) => (await verdicts()).keep(recorded, verdict),
    },
    goldBoxes,
    log,
  };
  return {
    inspectors,
    /** Fires with a source that is in view when the pages may say something else of it. */
    onDidGround: grounded.event,
    claimsOnPages,
    comparisons,
    open,
    sourceDeps,
    exportTrajectory: language.exportTrajectory,
    drawReportPage: (uri: vscode.Uri, page: number) => images.forReport(uri, page),
    /** Shows the scores of all rewards for the sample in view. */
    scoreWithAllRewards: async () => (await own()).scoreWithAllRewards(),
    /** The sample in view, for scoring with a Python reward. */
    subject: (): ScoringSubject | null => {
      const active = inspectors.active();
      const sample = active?.source.sample(active.sample);
      if (!active || !sample) return null;
      const { subject, uri } = active.source;
      return {
        name: sample.info.question ?? panelTitle(t('Trajectory'), subject),
        sample,
        grounding: completeGrounding(active.source.grounding(active.sample)),
        uri: uri ?? undefined,
      };
    },
    commands: {
      [commands.openAsText]: onSample(async (source, sample) => (await own()).openAsText(source, sample)),
      [commands.judge]: onSample(async (source, sample) => (await own()).judge(source, sample)),
      [commands.copyCurl]: onSample(async (source) => (await own()).copyCurl(source)),
      [commands.copyAnswer]: onSample(async (source, sample) => (await own()).copyAnswer(source, sample)),
      [commands.copyTrajectory]: onSample(async (source, sample) =>
        (await own()).copyTrajectory(source, sample),
      ),
      [commands.save]: onSample(async (source, sample) => (await own()).save(source, sample)),
      [commands.reuse]: onSample(async (source, sample) => (await own()).reuse(source, sample)),
      [commands.exportMarkdown]: onSample(async (source, sample) =>
        (await own()).exportMarkdown(source, sample),
      ),
      [commands.exportHtml]: onSample(async (source, sample) => (await own()).exportHtml(source, sample)),
    } satisfies Record<string, CommandHandler>,
  };
}

export type InspectorServices = ReturnType<typeof registerInspector>;

/** The handler of a command on a sample: the one that is passed, otherwise the one in view. */
function onSample(
  act: (source: InspectorSource | undefined, sample: number | undefined) => unknown,
): CommandHandler {
  return (source: unknown, sample: unknown) =>
    act(clickedSource(source), typeof sample === 'number' ? sample : undefined);
}
