import * as vscode from 'vscode';
import { generateRequest } from '../../asking/generateRequest.ts';
import type { AskedDocument, PreparedQuestion, Question } from '../../asking/model.ts';
import { AskedQuestion } from '../../asking/askedQuestion.ts';
import { progressLine } from '../../asking/progress.ts';
import { asPageTraceError, isPageTraceError, PageTraceError } from '../../core/errors.ts';
import type { Prompt } from '../../core/prompts/model.ts';
import type { Sampling } from '../../core/records/sampling.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { GenerateRequest, ServerStatus, TokenForecast } from '../../inference/model.ts';
import { modelToAsk } from '../../inference/modelToAsk.ts';
import { OFFLINE_BUDGET } from '../../offline/model.ts';
import { editorHint } from '../shared/editorHint.ts';
import { contextKeys } from '../shared/contributions.ts';
import type { Inspectors } from '../inspector/inspectors.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';
import {
  AskedQuestionSource,
  questionIdentity,
  type AskedQuestionSourceDeps,
} from './askedQuestionSource.ts';
import type { DocumentLibrary } from '../document/documentLibrary.ts';
import type { Notices, Offer } from '../shared/notices.ts';
import type { PageImages } from '../document/pageImages.ts';
import type { RecentStore } from '../../asking/recentStore.ts';
import type { Servers } from '../servers/servers.ts';
import { pixelsFor } from '../shared/settings.ts';
import { WindowProgress } from './windowProgress.ts';

/** A question as the person composed it. */
export interface QuestionToAsk {
  readonly question: string;
  readonly documents: readonly (Pick<AskedDocument, 'pages' | 'isNarrowed'> & { readonly uri: vscode.Uri })[];
  readonly prompt: Prompt;
  readonly samples: number;
  readonly sampling: Sampling;
  /** Null for the one that the server's entry names, or its first. */
  readonly model: string | null;
  /** Null for the budget of the prompt, or otherwise of the settings. */
  readonly pixels: PixelBudget | null;
  readonly reference: string | null;
}

export interface AskerDeps {
  readonly servers: Servers;
  readonly library: DocumentLibrary;
  readonly images: PageImages;
  readonly inspectors: Pick<Inspectors, 'show'>;
  readonly recent: RecentStore;
  readonly notices: Pick<Notices, 'error'>;
  readonly source: AskedQuestionSourceDeps;
  /** Asks for the API key of the server in use; returns whether the person gave one. */
  readonly setApiKey: () => Promise<boolean>;
}

/** Where the result of a question is shown. */
export interface AskOptions {
  /** The failed question that this one replaces in its inspector; null to open another inspector. */
  readonly replaces?: SourceIdentity | null;
  /** Shows the question, once it has begun, somewhere other than in an inspector; must dispose of the source. */
  readonly show?: (source: AskedQuestionSource) => void;
}

/** A question that is being asked. */
interface Asking {
  readonly toAsk: QuestionToAsk;
  readonly options: AskOptions;
  readonly controller: AbortController;
  readonly progress: WindowProgress;
  /** Null until it was sent. */
  id: string | null;
}

/** Asks questions, and shows each in an inspector that follows it. */
export class Asker implements vscode.Disposable {
  readonly #deps: AskerDeps;
  readonly #running = new Set<Asking>();

  constructor(deps: AskerDeps) {
    this.#deps = deps;
  }

  get asking(): boolean {
    return this.#running.size > 0;
  }

  /** Cancels one question, or all running ones. The text that has arrived is kept. */
  cancel(id?: string): void {
    for (const asking of this.#running) if (id === undefined || asking.id === id) asking.controller.abort();
  }

  /** A view of a question was opened (1) or closed (-1): the progress is shown there, otherwise in the window. */
  countViews(id: string, change: 1 | -1): void {
    for (const asking of this.#running) if (asking.id === id) asking.progress.countViews(change);
  }

  /**
   * Renders, sends and follows a question, with progress and a way to cancel. Errors are shown with an offer to try
   * again; text that had arrived is kept.
   */
  async ask(toAsk: QuestionToAsk, options: AskOptions = {}): Promise<void> {
    const controller = new AbortController();
    const progress = new WindowProgress(() => {
      controller.abort();
    });
    const asking: Asking = { toAsk, options, controller, progress, id: null };
    this.#running.add(asking);
    this.#updateContext();
    try {
      await this.#ask(asking);
    } catch (error) {
      const replaces = asking.id === null ? (options.replaces ?? null) : questionIdentity(asking.id);
      void this.#deps.notices.error(error, ...this.#offers(error, toAsk, { ...options, replaces }));
    } finally {
      progress.end();
      this.#running.delete(asking);
      this.#updateContext();
    }
  }

  dispose(): void {
    this.cancel();
  }

  /** What the person can do next when a question failed: if a key is missing, entering it comes first. */
  #offers(error: unknown, toAsk: QuestionToAsk, options: AskOptions): Offer[] {
    const again = { title: 'Try Again', run: () => this.ask(toAsk, options) };
    if (!isPageTraceError(error) || error.reason !== 'server-unauthorized') return [again];
    const set = async (): Promise<void> => {
      if (await this.#deps.setApiKey()) await this.ask(toAsk, options);
    };
    return [{ title: 'Set API Key', run: set }, again];
  }

  async #ask(asking: Asking): Promise<void> {
    const { servers, library, recent, inspectors, images } = this.#deps;
    const { toAsk, options, controller, progress } = asking;
    const { signal } = controller;
    const report = (message: string): void => {
      progress.report(message);
    };
    report(`Connecting to ${servers.name}`);
    const status = await servers.ready(signal);
    await servers.agreeToSend(status);
    const opened: AskedDocument[] = [];
    let prepared: PreparedQuestion;
    try {
      for (const { uri, pages, isNarrowed = false } of toAsk.documents) {
        const document = await library.open(uri);
        opened.push({
          path: uri.scheme === 'file' ? uri.fsPath : uri.toString(),
          document,
          pages,
          isNarrowed,
        });
      }
      const { prepareQuestion } = await import('../../asking/prepare.ts');
      prepared = await prepareQuestion(this.#question(toAsk, status, opened), {
        signal,
        onProgress: report,
      });
    } finally {
      for (const { document } of opened) await document.close();
    }
    const request = generateRequest(prepared, signal);
    const forecast = await this.#forecast(request, report);
    const { asCurl, redactRequest } = await import('../../inference/request.ts');
    const asked = AskedQuestion.start(prepared, {
      hintOf: editorHint,
      now: Date.now,
      request: JSON.stringify(redactRequest(request), null, 2),
      curl: asCurl(request),
      forecast,
    });
    images.remember(prepared);
    asking.id = asked.id;
    const source = new AskedQuestionSource(asked, this.#deps.source);
    if (options.show) options.show(source);
    else inspectors.show(source, { preserveFocus: true, replaces: options.replaces ?? null });
    const stop = reportProgress(asked, report);
    const stopHearing = asked.listen(({ type }) => {
      if (type === 'text') servers.heard(status);
    });
    try {
      await recent.keep(asked);
      const { generate } = await import('../../inference/generate.ts');
      const error = await asked.follow(generate(request, servers.inference));
      if (error && error.reason !== 'cancelled') {
        if (error.reason === 'server-unreachable' || error.reason === 'server-dead')
          servers.lost(status, error);
        throw error;
      }
    } catch (error) {
      asked.fail(asPageTraceError(error));
      throw error;
    } finally {
      stop();
      stopHearing();
      servers.streamEnded();
      await recent.flush();
      await recent.prune();
    }
  }

  #question(toAsk: QuestionToAsk, status: ServerStatus, documents: readonly AskedDocument[]): Question {
    const offline = status.kind === 'offline-reader';
    return {
      text: toAsk.question,
      documents,
      prompt: toAsk.prompt,
      status,
      model: modelToAsk(status, toAsk.model),
      sampling: toAsk.sampling,
      samples: toAsk.samples,
      pixels: offline ? OFFLINE_BUDGET : (toAsk.pixels ?? pixelsFor(toAsk.prompt)),
      reference: toAsk.reference,
    };
  }

  /** Compares the prompt with the model's limits; if it certainly does not fit, asks whether to send it anyway. */
  async #forecast(request: GenerateRequest, report: (message: string) => void): Promise<TokenForecast> {
    report('Counting tokens');
    const { forecastTokens } = await import('../../inference/forecast.ts');
    const forecast = await forecastTokens(request, this.#deps.servers.inference);
    if (forecast.problems.length === 0) return forecast;
    if (!forecast.certain) {
      void vscode.window.showWarningMessage(forecast.problems.join(' '));
      return forecast;
    }
    const send = 'Send Anyway';
    const answer = await vscode.window.showWarningMessage(
      'This question does not fit the model.',
      { modal: true, detail: forecast.problems.join('\n') },
      send,
    );
    if (answer !== send) throw new PageTraceError('cancelled', 'Nothing was sent.');
    return forecast;
  }

  #updateContext(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.asking, this.asking);
  }
}

/** Reports the progress of a question. Returns a function that stops this. */
function reportProgress(asked: AskedQuestion, report: (message: string) => void): () => void {
  return asked.listen(({ type }) => {
    const { progress } = asked;
    if (progress && (type === 'record' || type === 'progress')) report(progressLine(progress));
  });
}
