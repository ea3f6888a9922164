import * as vscode from 'vscode';
import type { Grounding } from '../../core/grounding/model.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import { isCompositePath, type CompositePath, type Score } from '../../core/rewards/model.ts';
import { ownProfile } from '../../core/rewards/ownProfile.ts';
import type { Trainer } from '../../core/rewards/trainers.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { CompositeShown, InspectorState, ToInspector } from '../../protocol/inspector.ts';
import type { ScoreComposite } from '../../languageWorker/calls.ts';
import { resolvePath } from '../shared/resolvePath.ts';
import type { CompositeFiles, ReadComposite, UsableComposite } from './compositeFiles.ts';
import type { CompositeScores, ShownResponse } from './compositeScores.ts';

/** What inspectors need to score composite rewards. */
export interface CompositeScoring {
  readonly files: Pick<CompositeFiles, 'read' | 'onDidChange'>;
  readonly score: ScoreComposite;
  /** Milliseconds for which changes are collected before the text is scored again. */
  readonly rests: number;
}

/** What the pages say of samples. */
interface SampleClaims {
  /** Looks for the claims of a sample, unless that was done. */
  readonly ground: (sample: number) => void;
  /** The claims of a sample whose text is complete; null if they are not known. */
  readonly complete: (sample: number) => Grounding | null;
}

export interface ShownRewardOptions extends CompositeScoring {
  /** The file that names the composite reward. */
  readonly document: () => vscode.Uri;
  readonly dialect: () => DialectName;
  readonly samples: () => readonly ShownResponse[];
  readonly send: (message: ToInspector) => void;
  /** What the pages say of the samples. */
  readonly claims: () => SampleClaims;
  /** Sends everything except the texts, because the composite reward has changed. */
  readonly refresh: () => void;
}

/**
 * The reward that an inspector shows. The inspector itself scores built-in rewards; a composite reward is scored in the
 * language worker, for every sample, whenever its text, its context, or the reward's file changes.
 */
export class ShownReward implements vscode.Disposable {
  readonly #options: ShownRewardOptions;
  readonly #listening: vscode.Disposable;
  /** The composite that is named, or was named before a built-in reward was chosen. */
  #file: CompositePath | null = null;
  #read: ReadComposite | null = null;
  /** Whether the file must be read again before anything is scored. */
  #isStale = true;
  #trainer: Trainer | null = null;
  /** Created when there is something to score. */
  #scores: CompositeScores | null = null;
  #timer: NodeJS.Timeout | null = null;
  #due = Infinity;
  #isLooking = false;
  #isAsked = false;
  #isDisposed = false;
  /** The samples whose claims the composite reads, for which they were looked for. */
  readonly #grounded = new Set<number>();

  constructor(options: ShownRewardOptions) {
    this.#options = options;
    this.#listening = options.files.onDidChange((uri) => {
      if (uri.toString() !== this.#uri()?.toString()) return;
      this.#isStale = true;
      this.#soon(options.rests);
    });
  }

  /** The part of an inspector's state about the reward that `info` names. */
  shown(
    { reward }: Pick<TrajectoryInfo, 'reward'>,
    dialect: DialectName,
  ): Pick<InspectorState, 'profile' | 'composite'> {
    const chosen = reward !== null && isCompositePath(reward);
    if (chosen && reward !== this.#file) {
      this.#file = reward;
      this.#read = null;
      this.#isStale = true;
      this.#soon(0);
    }
    const profile = chosen ? null : (reward ?? ownProfile(dialect));
    if (this.#file === null) return { profile, composite: null };
    const read = this.#read;
    return {
      profile,
      composite: {
        file: this.#file,
        name: read?.profile?.name ?? baseName(this.#file),
        description: read?.profile?.description ?? '',
        chosen,
        fault: this.#fault(),
        trainer: this.#trainer,
      },
    };
  }

  /** The last score of a sample by the composite; null if there is none. */
  score(sample: number): Score | null {
    return this.#scores?.of(sample) ?? null;
  }

  /** Records a message to the inspector: a sample that it is about may have to be scored. */
  follow(message: ToInspector): void {
    if (message.type === 'score' || message.type === 'reveal') return;
    const isText = message.type === 'append' || message.type === 'replace';
    this.#soon(isText || this.#scores?.someRunning === true ? this.#options.rests : 0);
  }

  /** Sets whether the composite gets only what a trainer passes, or everything in the record. */
  setTrainer(trainer: Trainer | null): void {
    if (trainer === this.#trainer) return;
    this.#trainer = trainer;
    this.#options.refresh();
    this.#soon(0);
  }

  /** The composite that is named, as it is now; null if none is named, or if it cannot be used. */
  async composite({ reward }: Pick<TrajectoryInfo, 'reward'>): Promise<UsableComposite | null> {
    if (reward === null || !isCompositePath(reward)) return null;
    const { profile, given } = await this.#options.files.read(reward, this.#options.document(), 'once');
    return profile && { profile, given };
  }

  /** Opens the composite's file at its first problem, next to the inspector. */
  async open(): Promise<void> {
    const uri = this.#uri();
    // A file that could not be read is not opened: it may be one that must not be.
    const read = this.#read;
    if (uri === null || read === null || (read.profile === null && read.place === null)) return;
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: vscode.window.visibleTextEditors[0]?.viewColumn ?? vscode.ViewColumn.Beside,
    });
    const { place } = read;
    if (!place) return;
    const range = new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  dispose(): void {
    this.#isDisposed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#listening.dispose();
  }

  /** Why a sample has no score, and whether the place of the mistake can be opened; null if nothing is wrong. */
  #fault(): CompositeShown['fault'] {
    const read = this.#read;
    if (read?.fault != null) return { message: read.fault, canOpen: read.place !== null };
    const failure = this.#scores?.failure ?? null;
    return failure === null ? null : { message: failure, canOpen: false };
  }

  #send(message: ToInspector): void {
    if (!this.#isDisposed) this.#options.send(message);
  }

  #refresh(): void {
    if (!this.#isDisposed) this.#options.refresh();
  }

  #uri(): vscode.Uri | null {
    return this.#file === null ? null : resolvePath(this.#options.document(), this.#file);
  }

  /** Schedules a check within `milliseconds`, unless one is due sooner. */
  #soon(milliseconds: number): void {
    const due = Date.now() + milliseconds;
    if (this.#file === null || this.#isDisposed || due >= this.#due) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => void this.#look(), milliseconds);
  }

  async #look(): Promise<void> {
    this.#timer = null;
    this.#due = Infinity;
    this.#isAsked = true;
    // The running check starts another one when it is done.
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#isAsked) {
      this.#isAsked = false;
      while (this.#isStale) await this.#readFile();
      await this.#scoreAll();
    }
    this.#isLooking = false;
  }

  async #readFile(): Promise<void> {
    const file = this.#file;
    this.#isStale = false;
    if (file === null) return;
    const read = await this.#options.files.read(file, this.#options.document(), 'once');
    if (this.#isDisposed || file !== this.#file || read === this.#read) return;
    this.#read = read;
    this.#options.refresh();
  }

  async #scoreAll(): Promise<void> {
    const { CompositeScores } = await import('./compositeScores.ts');
    const reward = this.#read;
    if (reward === null || this.#isDisposed) return;
    const { score, samples, dialect, claims } = this.#options;
    const readsPages = reward.profile?.form.readsPages === true;
    const scores = (this.#scores ??= new CompositeScores(score));
    const failure = scores.failure;
    const settings = {
      reward,
      dialect: dialect(),
      trainer: this.#trainer,
      grounding: (sample: number) => (readsPages ? claims().complete(sample) : null),
    };
    if (readsPages) this.#ground(samples().length);
    await scores.update(samples(), settings, (sample) => {
      this.#send({ type: 'score', sample, score: scores.of(sample) });
    });
    if (scores.failure !== failure) this.#refresh();
  }

  #ground(samples: number): void {
    for (let sample = 0; sample < samples; sample++) {
      if (this.#grounded.has(sample)) continue;
      this.#grounded.add(sample);
      this.#options.claims().ground(sample);
    }
  }
}

/** The name of a file, without its folder and the ending that all such files have. */
function baseName(file: CompositePath): string {
  return file
    .slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
    .replace(/(?:\.reward)?\.json$/, '');
}
