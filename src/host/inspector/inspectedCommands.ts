import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import type { Size } from '../../core/geometry/size.ts';
import { rewardGrounding } from '../../core/grounding/rewardGrounding.ts';
import { oneLine } from '../../core/oneLine.ts';
import { Positions } from '../../core/positions.ts';
import type { RecordedResponse, TrajectoryInfo } from '../../core/records/model.ts';
import { isCompositePath, type CompositePath } from '../../core/rewards/model.ts';
import { completeGrounding } from '../../protocol/grounding.ts';
import { commands, TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';
import type { AllRewards } from '../../language/trajectory/allRewards.ts';
import { fileNameOf } from '../../core/fileNameOf.ts';
import { writeWholeFile } from '../shared/files.ts';
import type { ReadFrontMatter, ReadResponses } from '../shared/languageThread.ts';
import type { Reports } from '../shared/reports.ts';
import type { Inspected, InspectorSource } from './inspectorSource.ts';
import type { ExportTrajectory, ScoreWithAllRewards } from '../../languageWorker/calls.ts';
import { showStatus } from '../shared/workbench.ts';
import type { ReusedTrajectory } from './reusedTrajectory.ts';
import { exportHtml, exportMarkdown, type DrawPage, type Exported } from './exportTrajectory.ts';

export interface InspectedCommandsDeps {
  /** The trajectory and sample in view, which commands use if they name no trajectory. */
  readonly active: () => Inspected | null;
  /** Asks the model whether the answer of a sample is right, and sets its verdict. */
  readonly judge: (source: InspectorSource, sample: number) => Promise<void>;
  readonly reports: Pick<Reports, 'show'>;
  readonly readResponses: ReadResponses;
  readonly readFrontMatter: ReadFrontMatter;
  readonly scoreWithAllRewards: ScoreWithAllRewards;
  readonly exportTrajectory: ExportTrajectory;
  readonly drawPage: DrawPage;
  /** The size of a page as displayed, in points. */
  readonly pageSize: (uri: vscode.Uri, page: number) => Promise<Size>;
  /** Where to put a file by default if no folder is open. */
  readonly home: vscode.Uri;
}

/** The commands on a trajectory that is being inspected: copy, open as text, save, export. */
export class InspectedCommands {
  readonly #deps: InspectedCommandsDeps;

  constructor(deps: InspectedCommandsDeps) {
    this.#deps = deps;
  }

  async copyAnswer(source?: InspectorSource, sample?: number): Promise<void> {
    const { response, info } = this.#given(source, sample).given;
    const request = { response, dialect: info.dialect };
    const answer = await this.#deps.readResponses('findAnswer', request, response.length);
    if (answer === null) {
      throw new PageTraceError('bad-input', t('This trajectory has no answer to copy.'), {
        hint: t('Copy the whole trajectory instead.'),
      });
    }
    await vscode.env.clipboard.writeText(answer);
    showStatus(t('The answer was copied.'), 3000);
  }

  async copyTrajectory(source?: InspectorSource, sample?: number): Promise<void> {
    await vscode.env.clipboard.writeText(this.#given(source, sample).given.response);
    showStatus(t('The trajectory was copied.'), 3000);
  }

  async judge(source?: InspectorSource, sample?: number): Promise<void> {
    const inspected = this.#inspected(source, sample);
    await this.#deps.judge(inspected.source, inspected.sample);
  }

  async copyCurl(source?: InspectorSource): Promise<void> {
    const curl = this.#inspected(source).source.curl();
    if (curl === null) {
      throw new PageTraceError('bad-input', t('No request was sent for this trajectory.'), {
        hint: t('Ask the question first.'),
      });
    }
    await vscode.env.clipboard.writeText(curl);
    showStatus(t('The request was copied, with $PAGETRACE_API_KEY in place of the key.'), 5000);
  }

  /** `PageTrace: Open as Text`: the trajectory with its front matter, as an untitled trajectory file. */
  async openAsText(source?: InspectorSource, sample?: number): Promise<void> {
    const { source: inspected, given } = this.#given(source, sample);
    const file = trajectoryFileUri(inspected);
    if (file) {
      await vscode.window.showTextDocument(file);
      return;
    }
    const document = await vscode.workspace.openTextDocument({
      language: TRAJECTORY_LANGUAGE,
      content: await formatSample(this.#inFolder({ ...given, info: absoluteInfo(inspected, given.info) })),
    });
    await vscode.window.showTextDocument(document, { preview: false });
  }

  /**
   * Shows the scores of all rewards: for a trajectory file as a preview that follows its text, otherwise as a report
   * that counts the lines of the response.
   */
  async scoreWithAllRewards(source?: InspectorSource, sample?: number): Promise<void> {
    const { source: inspected, sample: index, given } = this.#given(source, sample);
    const file = trajectoryFileUri(inspected);
    if (file) {
      await vscode.commands.executeCommand(commands.scoreWithAllRewards, file);
      return;
    }
    const { allRewardsMarkdown } = await import('../../language/trajectory/allRewards.ts');
    const name = oneLine(inspected.subject ?? t('Trajectory'), 80);
    const rewards = await this.#rewards(inspected, index, given);
    const positions = new Positions(given.response);
    const lineOf = (offset: number): string => t('line {0} of the response', positions.at(offset).line);
    await this.#deps.reports.show(t('Rewards of {0}', name), allRewardsMarkdown(rewards, name, lineOf));
  }

  async #rewards(source: InspectorSource, sample: number, recorded: RecordedResponse): Promise<AllRewards> {
    const grounding = completeGrounding(source.grounding(sample));
    return this.#deps.scoreWithAllRewards({
      recorded,
      composite: (await source.composite())?.given ?? null,
      grounding: grounding && rewardGrounding(grounding),
    });
  }

  /** Lets the person choose what the trajectory is used for: a data set, a prompt, or a regression test. */
  async reuse(source?: InspectorSource, sample?: number): Promise<void> {
    const { reuseTrajectory } = await import('./reuseTrajectory.ts');
    await reuseTrajectory(await this.#reused(source, sample));
  }

  /** Adds the question of the trajectory to a data set, with what the person drew on its pages. */
  async addToDataset(source?: InspectorSource, sample?: number): Promise<void> {
    const { addToDataset } = await import('./addToDataset.ts');
    await addToDataset(await this.#reused(source, sample));
  }

  async #reused(source: InspectorSource | undefined, sample: number | undefined): Promise<ReusedTrajectory> {
    const { source: inspected, sample: index, given } = this.#given(source, sample);
    const { response, info } = given;
    return {
      given,
      answer: await this.#deps.readResponses(
        'findAnswer',
        { response, dialect: info.dialect },
        response.length,
      ),
      claims: completeGrounding(inspected.grounding(index))?.claims ?? [],
      relativeTo: (target) => relativeTo(target, absoluteInfo(inspected, info)),
      score: () => this.#rewards(inspected, index, given),
      isChosen: inspected.state().pageChoice !== undefined,
      drawn: inspected.goldBoxes,
      pageSize: async (document, page) => this.#deps.pageSize(await inspected.locate(document), page),
      folder: this.#folder(),
    };
  }

  /** The sample with its documents named relative to the open folder, from which an untitled file resolves them. */
  #inFolder(sample: RecordedResponse): RecordedResponse {
    const folder = vscode.workspace.workspaceFolders?.[0];
    const here = folder && vscode.Uri.joinPath(folder.uri, 'untitled.trajectory');
    return here ? { ...sample, info: relativeTo(here, sample.info) } : sample;
  }

  async save(source?: InspectorSource, sample?: number): Promise<void> {
    const { source: inspected, given } = this.#given(source, sample);
    const target = await vscode.window.showSaveDialog({
      title: t('Save as Trajectory File'),
      defaultUri: vscode.Uri.joinPath(
        this.#folder(),
        `${fileNameOf(given.info.question ?? '', 'trajectory')}.trajectory`,
      ),
      filters: { [t('Trajectories')]: ['trajectory'] },
    });
    if (!target) return;
    const file = trajectoryFileUri(inspected);
    const info = relativeTo(target, absoluteInfo(inspected, given.info));
    await writeWholeFile(
      target,
      file ? await movedFile(file, info, this.#deps.readFrontMatter) : await formatSample({ ...given, info }),
    );
    await vscode.window.showTextDocument(target);
  }

  /** Writes a Markdown file and, next to it, a folder of the page images that it shows. */
  async exportMarkdown(source?: InspectorSource, sample?: number): Promise<void> {
    await exportMarkdown(this.#exported(source, sample), this.#deps.exportTrajectory);
  }

  /** Writes an HTML file with the pages in it. */
  async exportHtml(source?: InspectorSource, sample?: number): Promise<void> {
    const { exportTrajectory: write, drawPage: draw } = this.#deps;
    await exportHtml(this.#exported(source, sample), { write, draw });
  }

  #exported(source: InspectorSource | undefined, sample: number | undefined): Exported {
    const inspected = this.#inspected(source, sample);
    const { info } = this.#given(inspected.source, inspected.sample).given;
    return {
      ...inspected,
      info,
      proposed: vscode.Uri.joinPath(this.#folder(), fileNameOf(info.question ?? '', 'trajectory')),
    };
  }

  /** The trajectory of a command: the one that was passed, otherwise the one in view. */
  #inspected(source: InspectorSource | undefined, sample = 0): Inspected {
    const inspected = source ? { source, sample } : this.#deps.active();
    if (inspected) return inspected;
    throw new PageTraceError('bad-input', t('No trajectory is open in the inspector.'), {
      hint: t('Ask a question, open a recent trajectory, or inspect a trajectory file first.'),
    });
  }

  #given(
    source: InspectorSource | undefined,
    sample: number | undefined,
  ): Inspected & { readonly given: RecordedResponse } {
    const inspected = this.#inspected(source, sample);
    const given = inspected.source.sample(inspected.sample);
    if (given) return { ...inspected, given };
    throw new PageTraceError('bad-input', t('There is no sample {0}.', inspected.sample + 1));
  }

  #folder(): vscode.Uri {
    return vscode.workspace.workspaceFolders?.[0]?.uri ?? this.#deps.home;
  }
}

async function formatSample(sample: RecordedResponse): Promise<string> {
  const { formatTrajectoryFile } = await import('../../core/records/trajectoryFile.ts');
  return formatTrajectoryFile(sample.info, sample.response);
}

/** The trajectory file that an inspector shows; null if what it shows is no file of its own. */
function trajectoryFileUri({ isFile, uri }: InspectorSource): vscode.Uri | null {
  return isFile ? uri : null;
}

/** The text of a trajectory file whose documents and composite reward are named as in `info`. */
async function movedFile(
  file: vscode.Uri,
  { documents, reward }: Pick<TrajectoryInfo, 'documents' | 'reward'>,
  readFrontMatter: ReadFrontMatter,
): Promise<string> {
  const { updateTrajectory } = await import('../shared/trajectoryReader.ts');
  const text = (await vscode.workspace.openTextDocument(file)).getText();
  const moved = {
    ...(documents.length > 0 && { documents }),
    ...(reward !== null && isCompositePath(reward) && { reward }),
  };
  return updateTrajectory(text, moved, readFrontMatter);
}

/** The info of a source with its documents and its composite reward named so that the names work anywhere. */
function absoluteInfo(source: InspectorSource, info: TrajectoryInfo): TrajectoryInfo {
  const documents = info.documents.map((document) => {
    const uri = source.resolve(document.path);
    return { ...document, path: uri.scheme === 'file' ? uri.fsPath : uri.toString() };
  });
  const { reward } = info;
  return reward !== null && isCompositePath(reward)
    ? { ...info, documents, reward: source.resolvePath(reward).fsPath as CompositePath }
    : { ...info, documents };
}

/**
 * The info with local documents and the composite reward named relative to the target file, so that all can be moved
 * together.
 */
function relativeTo(target: vscode.Uri, info: TrajectoryInfo): TrajectoryInfo {
  if (target.scheme !== 'file') return info;
  const from = path.dirname(target.fsPath);
  const relativePath = <T extends string>(file: T): T => {
    if (!path.isAbsolute(file)) return file;
    const relative = path.relative(from, file);
    // The name keeps its ending, which its type promises.
    return relative.startsWith('..') || path.isAbsolute(relative)
      ? file
      : (relative.split(path.sep).join('/') as T);
  };
  return {
    ...info,
    documents: info.documents.map((document) => ({ ...document, path: relativePath(document.path) })),
    reward: info.reward !== null && isCompositePath(info.reward) ? relativePath(info.reward) : info.reward,
  };
}
