import type * as vscode from 'vscode';
import { isPageTraceError } from '../../core/errors.ts';
import type { SourceText } from '../../language/model.ts';
import { mayHoldTrajectory } from '../../language/regions.ts';
import type { LanguageService } from '../../language/service.ts';
import type { NamedFiles, TrajectoryFeatures } from '../../languageWorker/trajectoryFeatures.ts';
import { TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';
import type { LanguageThread } from '../shared/languageThread.ts';

const MARKDOWN = 'markdown';

/** Documents that are trajectories, of any scheme, including untitled ones. */
export const TRAJECTORIES: vscode.DocumentSelector = { language: TRAJECTORY_LANGUAGE };

/** Documents that are trajectories or may contain some in their code fences. */
export const WITH_FENCES: vscode.DocumentSelector = [
  { language: TRAJECTORY_LANGUAGE },
  { language: MARKDOWN },
];

/** What an editor wants to know of a document. */
type Question<T> = (service: LanguageService, source: SourceText) => Promise<T>;

/** The language service for VS Code's documents, which runs in the language worker. */
export class LanguageClient {
  readonly #thread: Pick<LanguageThread, 'worker'>;
  readonly #files: NamedFiles;
  #features: Promise<TrajectoryFeatures> | null = null;

  constructor(thread: Pick<LanguageThread, 'worker'>, files: NamedFiles) {
    this.#thread = thread;
    this.#files = files;
  }

  /**
   * Answers a provider of VS Code. Returns `nothing` if the document contains no trajectory, if it has changed or the editor
   * has canceled the request, and if the text takes too long, which its diagnostics say.
   */
  async ask<T>(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
    nothing: T,
    question: Question<T>,
  ): Promise<T> {
    try {
      return await this.askOrThrow(document, nothing, question, token);
    } catch (error) {
      if (isPageTraceError(error) && ['cancelled', 'timeout'].includes(error.reason)) return nothing;
      throw error;
    }
  }

  /**
   * Requests something for a document; returns `nothing` if it contains no trajectory.
   * @throws PageTraceError `timeout` if the text takes too long or too much memory, `cancelled` if it has changed
   */
  async askOrThrow<T>(
    document: vscode.TextDocument,
    nothing: T,
    question: Question<T>,
    token?: vscode.CancellationToken,
  ): Promise<T> {
    const source = sourceOf(document);
    if (source === null) return nothing;
    const isNeeded = (): boolean =>
      !document.isClosed && document.version === source.version && token?.isCancellationRequested !== true;
    return question((await this.#loaded()).service(isNeeded), source);
  }

  /** Discards the state of a closed document. */
  async forget(uri: vscode.Uri): Promise<void> {
    (await this.#features)?.forget(uri.toString());
  }

  #loaded(): Promise<TrajectoryFeatures> {
    this.#features ??= this.#load();
    return this.#features;
  }

  async #load(): Promise<TrajectoryFeatures> {
    const [{ TrajectoryFeatures: Features }, worker] = await Promise.all([
      import('../../languageWorker/trajectoryFeatures.ts'),
      this.#thread.worker(),
    ]);
    return new Features(worker, this.#files);
  }
}

/** Whether a document is a trajectory or may contain one. */
export function concerns(document: vscode.TextDocument): boolean {
  return sourceOf(document) !== null;
}

function sourceOf(document: vscode.TextDocument): SourceText | null {
  const { languageId, version } = document;
  if (languageId !== TRAJECTORY_LANGUAGE && languageId !== MARKDOWN) return null;
  const kind = languageId === MARKDOWN ? 'markdown' : 'trajectory';
  const text = document.getText();
  if (kind === 'markdown' && !mayHoldTrajectory(text)) return null;
  return { uri: document.uri.toString(), version, text, kind };
}
