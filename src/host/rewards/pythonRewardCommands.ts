import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Grounding } from '../../core/grounding/model.ts';
import { rewardGrounding } from '../../core/grounding/rewardGrounding.ts';
import { samplesPhrase } from '../../core/countPhrases.ts';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import type { RecordedResponse } from '../../core/records/model.ts';
import type { RewardProfile, Score, ScoreContext } from '../../core/rewards/model.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { NamedComposite, ScoreComposite } from '../../languageWorker/calls.ts';
import type { ReadFrontMatter } from '../shared/languageThread.ts';
import { TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';
import { describeNotApplicable, type UserScore } from '../../userRewards/model.ts';
import type { OtherScore } from '../../core/rewards/agreement.ts';
import type { CompositeFiles } from './compositeFiles.ts';
import { rewardFile, type PythonRewards } from './pythonRewards.ts';
import type { RewardSecrets } from './rewardSecrets.ts';
import { namesReward } from './rewardSettings.ts';
import { editorHint } from '../shared/editorHint.ts';
import { setting } from '../shared/settings.ts';
import { placeLink, type Reports } from '../shared/reports.ts';
import { askText, pickItem, showProgress, showStatus } from '../shared/workbench.ts';

export interface PythonRewardCommandsDeps {
  /** The composite rewards that trajectories name. */
  readonly composites: Pick<CompositeFiles, 'read'>;
  readonly scoreComposite: ScoreComposite;
  readonly readFrontMatter: ReadFrontMatter;
  readonly rewards: PythonRewards;
  readonly secrets: Pick<RewardSecrets, 'set'>;
  readonly reports: Pick<Reports, 'show'>;
  /** The trajectory in view in the inspector. */
  readonly inspected: () => ScoringSubject | null;
  /** What the pages say of a trajectory file; null if that is not known. */
  readonly groundingOf: (uri: vscode.Uri) => Grounding | null;
}

/** A reward that a Python reward is compared with. */
interface ComparedReward {
  readonly profile: RewardProfile;
  /** The text of a composite reward; null for a built-in one. */
  readonly given: NamedComposite | null;
}

/** A trajectory to be scored by a Python reward. */
export interface ScoringSubject {
  readonly name: string;
  readonly sample: RecordedResponse;
  /** The file that it is in; undefined if it is in none. */
  readonly uri: vscode.Uri | undefined;
  /** What the pages say of it; null if that is not known. */
  readonly grounding: Grounding | null;
}

/**
 * The commands on the person's Python reward: choose it, give it secrets, compare it with the built-in reward for a
 * trajectory or a run.
 */
export class PythonRewardCommands {
  readonly #deps: PythonRewardCommandsDeps;

  constructor(deps: PythonRewardCommandsDeps) {
    this.#deps = deps;
  }

  /** `PageTrace: Choose Python Reward`: writes the setting. Returns whether a file was chosen. */
  async choose(): Promise<boolean> {
    this.#deps.rewards.requireTrust();
    const folder = vscode.workspace.workspaceFolders?.[0];
    const open = vscode.window.activeTextEditor?.document;
    const [file] =
      (await vscode.window.showOpenDialog({
        title: t('Choose the Python file with the reward function'),
        openLabel: t('Use as Reward'),
        filters: { Python: ['py'] },
        ...(open?.languageId === 'python' && open.uri.scheme === 'file'
          ? { defaultUri: open.uri }
          : folder && { defaultUri: folder.uri }),
      })) ?? [];
    if (!file) return false;
    const inside = folder && path.relative(folder.uri.fsPath, file.fsPath);
    const named =
      inside === undefined || inside.startsWith('..') || path.isAbsolute(inside)
        ? file.fsPath
        : inside.split(path.sep).join('/');
    await vscode.workspace
      .getConfiguration('pagetrace', folder?.uri)
      .update(
        'userReward.file',
        named,
        folder ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global,
      );
    return true;
  }

  /** `PageTrace: Set Secret of Python Reward`: sets an environment variable that is not stored in the settings. */
  async setSecret(): Promise<void> {
    const file = rewardFile(await this.#deps.rewards.settings());
    const variable = await askText({
      title: t('Secret of {0}', path.basename(file)),
      prompt: t('The environment variable from which the reward reads it.'),
      placeHolder: 'OPENAI_API_KEY',
      ignoreFocusOut: true,
      validateInput: (text) =>
        /^[A-Za-z_]\w*$/.test(text.trim()) ? null : t('Use letters, digits and underscores only.'),
    });
    if (variable === undefined) return;
    const value = await askText({
      title: t('{0} of {1}', variable.trim(), path.basename(file)),
      prompt: t(
        'The value is stored in VS Code’s secret storage and passed only to this file. Leave it empty to delete the secret.',
      ),
      password: true,
      ignoreFocusOut: true,
    });
    if (value === undefined) return;
    await this.#deps.secrets.set(file, variable.trim(), value);
    showStatus(
      value === ''
        ? t('The secret {0} was deleted.', variable.trim())
        : t('The secret {0} was saved.', variable.trim()),
      3000,
    );
  }

  /** `PageTrace: Score with Python Reward`: scores the trajectory in view, and compares it with its built-in reward. */
  async score(): Promise<void> {
    const { rewards, reports } = this.#deps;
    rewards.requireTrust();
    const subject = await this.#subject();
    const { name, uri, grounding } = subject;
    if (!(await this.#chosen(uri))) return;
    const compared = await rewardOf(subject, this.#deps.composites);
    const { profile } = compared;
    const { sampleOf } = await import('../../core/records/sample.ts');
    const { scoreContext } = await import('../../core/records/scoreContext.ts');
    const { passesLength, rewardInput } = await import('../../userRewards/inputs.ts');
    const sample = sampleOf(subject.sample);
    const context = scoreContext(sample, sample.dialect);
    const passed = passedKeys();
    const { input, defaults } = rewardInput(sample, context, passed);
    await this.#running(t('Scoring with {0}', await this.#name(uri)), async (signal) => {
      const { reward, loaded } = await rewards.load(uri, signal);
      const [said] = await reward.score([input], { signal });
      if (said === undefined || (!said.ok && said.error.reason === 'cancelled')) return;
      const onPages = grounding && rewardGrounding(grounding);
      const score = await this.#scoreOf(
        compared,
        sample.response,
        onPages === null ? context : { ...context, grounding: onPages },
      );
      const { measureAgreement } = await import('../../core/rewards/agreement.ts');
      const { trajectoryReport } = await import('../../reports/agreementReport.ts');
      const comparison = measureAgreement(score, otherScore(said));
      const notApplicable = said.ok && said.notApplicable === true;
      const notes = notApplicable ? [describeNotApplicable(path.basename(loaded.file))] : [];
      await reports.show(
        t('Rewards of {0}', name),
        trajectoryReport({
          name,
          profile,
          loaded: { ...loaded, notes: [...loaded.notes, ...notes] },
          passed,
          score,
          agreement: comparison,
          defaults: passesLength(loaded.contract)
            ? defaults
            : defaults.filter(({ key }) => key !== 'response_length'),
          hint: said.ok ? null : editorHint(said.error),
          failedAt: said.ok ? null : said.place,
          link: linkToFile,
        }),
      );
    });
  }

  /**
   * `PageTrace: Check Python Reward over a Run`: scores every sample of a file of records, and reports the largest
   * differences first.
   */
  async checkRun(clicked?: vscode.Uri): Promise<void> {
    const { rewards, reports } = this.#deps;
    rewards.requireTrust();
    const uri = clicked ?? (await chooseRun());
    if (!uri) return;
    if (uri.scheme !== 'file') {
      throw new PageTraceError('bad-input', t('{0} is not a local file.', uri.path), {
        hint: t('Save it as a local file first.'),
      });
    }
    if (!(await this.#chosen(uri))) return;
    const { suggestFileDialect } = await import('../../runs/choosing/dialectChoice.ts');
    const chosen = await chooseReward(await suggestFileDialect(uri.fsPath), this.#deps.composites);
    if (!chosen) return;
    const { profile } = chosen;
    const passed = passedKeys();
    await this.#running(t('Checking {0}', path.basename(uri.fsPath)), async (signal, report) => {
      const { reward, loaded } = await rewards.load(uri, signal);
      const { measureRunAgreement } = await import('../../runs/agreement/runAgreement.ts');
      const onProgress = (samples: number): void => {
        report(samplesPhrase(samples));
      };
      const run = await measureRunAgreement({
        file: uri.fsPath,
        profile,
        reward,
        passed,
        signal,
        onProgress,
      });
      const { runReport } = await import('../../reports/agreementReport.ts');
      const name = path.basename(uri.fsPath);
      await reports.show(
        t('Rewards over {0}', name),
        runReport({ ...run, name, file: uri.fsPath, profile, loaded, passed, link: linkToFile }),
      );
    });
  }

  /** The trajectory in the active text editor, or in the inspector, or in the only text editor that shows one. */
  async #subject(): Promise<ScoringSubject> {
    const active = vscode.window.activeTextEditor?.document;
    if (active?.languageId === TRAJECTORY_LANGUAGE) return inDocument(active, this.#deps);
    const inspected = this.#deps.inspected();
    if (inspected) return inspected;
    // After a click in the output view, that view counts as the active editor.
    const [shown, ...others] = vscode.window.visibleTextEditors.filter(
      ({ document }) => document.languageId === TRAJECTORY_LANGUAGE,
    );
    if (shown && others.length === 0) return inDocument(shown.document, this.#deps);
    throw new PageTraceError('bad-input', t('No trajectory is open.'), {
      hint: t('Open a trajectory file, or a trajectory in the inspector.'),
    });
  }

  /** Whether a reward is set; if not, asks for one. */
  async #chosen(uri: vscode.Uri | undefined): Promise<boolean> {
    try {
      await this.#deps.rewards.settings(uri);
      return true;
    } catch (error) {
      if (namesReward(uri)) throw asPageTraceError(error);
      return this.choose();
    }
  }

  /** The score of a response by a reward to compare with: a composite one scores it in the language worker. */
  async #scoreOf(
    { profile, given }: ComparedReward,
    response: string,
    context: ScoreContext,
  ): Promise<Score> {
    if (given === null) return profile.score(response, context);
    const score = await this.#deps.scoreComposite({ composite: given, response, context });
    if (score !== null) return score;
    throw new PageTraceError('bad-input', t('The reward file {0} cannot be used.', given.name));
  }

  async #name(uri: vscode.Uri | undefined): Promise<string> {
    return path.basename(rewardFile(await this.#deps.rewards.settings(uri)));
  }

  async #running(
    title: string,
    work: (signal: AbortSignal, report: (message: string) => void) => Promise<void>,
  ): Promise<void> {
    await showProgress(title, async (report, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => {
        controller.abort();
      });
      await work(controller.signal, report);
    });
  }
}

async function inDocument(
  document: vscode.TextDocument,
  { readFrontMatter, groundingOf }: Pick<PythonRewardCommandsDeps, 'readFrontMatter' | 'groundingOf'>,
): Promise<ScoringSubject> {
  const { readTrajectory } = await import('../shared/trajectoryReader.ts');
  const { info, response } = await readTrajectory(document.getText(), readFrontMatter);
  const { uri } = document;
  return {
    name: path.posix.basename(uri.path),
    sample: { info, response },
    uri,
    grounding: groundingOf(uri),
  };
}

function passedKeys(): 'trainer' | 'everything' {
  return setting('userReward.inputs') === 'trainer' ? 'trainer' : 'everything';
}

/** The reward that a trajectory names, otherwise that of its dialect; if there is none, the person chooses. */
async function rewardOf(
  { sample: { info, response }, uri }: ScoringSubject,
  composites: Pick<CompositeFiles, 'read'>,
): Promise<ComparedReward> {
  const { isProfileName } = await import('../../core/rewards/names.ts');
  const { profileByName } = await import('../../core/rewards/registry.ts');
  if (info.reward !== null && isProfileName(info.reward))
    return { profile: profileByName(info.reward), given: null };
  if (info.reward !== null) {
    const { profile, fault, given } = await composites.read(
      info.reward,
      uri ?? vscode.Uri.file(info.reward),
      'again',
    );
    if (profile !== null) return { profile, given };
    throw new PageTraceError('bad-input', fault);
  }
  const { detectDialect } = await import('../../core/trajectory/detect.ts');
  const { ownProfile } = await import('../../core/rewards/ownProfile.ts');
  const dialect = info.dialect ?? detectDialect(response).dialect;
  const own = ownProfile(dialect);
  if (own !== null) return { profile: profileByName(own), given: null };
  const chosen = await chooseReward(dialect, composites);
  if (chosen) return chosen;
  throw new PageTraceError('cancelled', t('No reward was chosen.'));
}

async function chooseReward(
  dialect: DialectName,
  files: Pick<CompositeFiles, 'read'>,
): Promise<ComparedReward | undefined> {
  const { profiles } = await import('../../core/rewards/registry.ts');
  const { profilesFor } = await import('../../core/rewards/ownProfile.ts');
  const { workspaceComposites } = await import('./workspaceComposites.ts');
  const composites = await workspaceComposites(files);
  const item = (compared: ComparedReward, description: string) => ({
    label: compared.profile.title,
    description,
    detail: compared.profile.description,
    compared,
  });
  const chosen = await pickItem(
    [
      ...profilesFor(profiles, dialect).map((profile) => item({ profile, given: null }, profile.name)),
      ...composites.map(({ uri, ...compared }) => item(compared, vscode.workspace.asRelativePath(uri))),
    ],
    { title: t('Choose the reward to compare with'), matchOnDescription: true },
  );
  return chosen?.compared;
}

/** A score as it is compared with that of a built-in reward. */
function otherScore(said: UserScore): OtherScore {
  if (!said.ok) return { ok: false, failure: said.error.message };
  return said.notApplicable ? { ...said, overall: null } : said;
}

async function chooseRun(): Promise<vscode.Uri | undefined> {
  const open = vscode.window.activeTextEditor?.document.uri;
  if (open?.scheme === 'file' && /\.(?:jsonl|ndjson)$/i.test(open.path)) return open;
  const folder = vscode.workspace.workspaceFolders?.[0];
  const [file] =
    (await vscode.window.showOpenDialog({
      title: t('Choose a file of records'),
      openLabel: t('Check'),
      filters: { [t('Records')]: ['jsonl', 'ndjson', 'json', 'log'] },
      ...(folder && { defaultUri: folder.uri }),
    })) ?? [];
  return file;
}

const linkToFile = (words: string, file: string, line: number | null): string =>
  placeLink(words, vscode.Uri.file(file), line);
