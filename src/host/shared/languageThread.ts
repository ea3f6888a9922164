import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { ParsePrompt, RenderPrompt } from '../../core/prompts/model.ts';
import type {
  ExportTrajectory,
  FrontMatterCalls,
  ResponseCalls,
  ScoreComposite,
  ScoreWithAllRewards,
} from '../../languageWorker/calls.ts';
import type { LanguageLimits, LanguageWorker } from '../../languageWorker/languageWorker.ts';
import { stringsLanguage } from './displayLanguage.ts';

/**
 * Reads responses of models.
 * @param length the characters of the responses
 * @throws PageTraceError `timeout` if that takes too long or too much memory
 */
export type ReadResponses = <Name extends keyof ResponseCalls>(
  name: Name,
  request: ResponseCalls[Name]['request'],
  length: number,
) => Promise<ResponseCalls[Name]['value']>;

/**
 * Reads or changes a front matter.
 * @throws PageTraceError `timeout` if that takes too long or too much memory
 */
export type ReadFrontMatter = <Name extends keyof FrontMatterCalls>(
  name: Name,
  request: FrontMatterCalls[Name]['request'],
) => Promise<FrontMatterCalls[Name]['value']>;

/**
 * Responses of at most so many characters are read without the worker: that takes less than 50 ms whatever they contain,
 * and does not wait for other texts.
 */
const SHORT_RESPONSES = 50_000;

/** The language worker of the extension, created when it is first needed. */
export class LanguageThread implements vscode.Disposable {
  readonly #script: vscode.Uri;
  readonly #limits: Partial<LanguageLimits>;
  #worker: Promise<LanguageWorker> | null = null;

  constructor(extensionUri: vscode.Uri, limits: Partial<LanguageLimits> = {}) {
    this.#script = vscode.Uri.joinPath(extensionUri, 'dist', 'language-worker.js');
    this.#limits = limits;
  }

  /** The worker; its thread starts with its first call. */
  worker(): Promise<LanguageWorker> {
    this.#worker ??= import('../../languageWorker/languageWorker.ts').then(
      ({ LanguageWorker: Language }) =>
        new Language({
          url: pathToFileURL(this.#script.fsPath),
          strings: vscode.l10n.bundle ?? {},
          locale: stringsLanguage(),
          limits: this.#limits,
        }),
    );
    return this.#worker;
  }

  /** Parses a prompt file in the thread. */
  readonly parsePrompt: ParsePrompt = async (name, text) => {
    const request = { name, text };
    return (await this.worker()).render('parsePrompt', request, { request: () => request });
  };

  /** Renders a prompt in the thread. */
  readonly renderPrompt: RenderPrompt = async (prompt, question, numImages) => {
    const request = { prompt, question, numImages };
    return (await this.worker()).render('renderPrompt', request, { request: () => request });
  };

  /** Scores a response by a composite reward in the thread. */
  readonly scoreComposite: ScoreComposite = async (request) =>
    (await this.worker()).read('scoreComposite', request, request.response.length);

  /** Scores a response that is in no file by all rewards in the thread. */
  readonly scoreWithAllRewards: ScoreWithAllRewards = async (request) =>
    (await this.worker()).read('scoreWithAllRewards', request, request.recorded.response.length);

  /** Writes the document of a trajectory in a thread of its own. */
  readonly exportTrajectory: ExportTrajectory = async (request, signal) => {
    const { exportInWorker } = await import('../../languageWorker/exportInWorker.ts');
    return exportInWorker(request, {
      url: pathToFileURL(vscode.Uri.joinPath(this.#script, '..', 'export-worker.js').fsPath),
      strings: vscode.l10n.bundle ?? {},
      locale: stringsLanguage(),
      signal,
    });
  };

  /** Reads or changes a long front matter in the thread. */
  readonly readFrontMatter: ReadFrontMatter = async (name, request) =>
    (await this.worker()).readFrontMatter(name, request);

  /** Reads short responses in this thread, and others in the worker. */
  readonly readResponses: ReadResponses = async (name, request, length) => {
    if (length > SHORT_RESPONSES) return (await this.worker()).read(name, request, length);
    const { responseHandlers } = await import('../../languageWorker/worker/responseHandlers.ts');
    return responseHandlers[name](request);
  };

  /** Discards the state of a closed document. */
  forget(uri: vscode.Uri): void {
    void this.#worker?.then((worker) => {
      worker.forget(uri.toString());
    });
  }

  dispose(): void {
    void this.#worker?.then((worker) => worker.dispose());
  }
}
