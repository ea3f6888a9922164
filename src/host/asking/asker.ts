import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { generateRequest } from '../../asking/generateRequest.ts';
import type { AskedDocument, PreparedQuestion } from '../../asking/model.ts';
import { AskedQuestion } from '../../asking/askedQuestion.ts';
import { progressLine } from '../../asking/progress.ts';
import { wholeNumber } from '../../core/displayLocale.ts';
import { asPageTraceError, isPageTraceError, PageTraceError, type ErrorReason } from '../../core/errors.ts';
import type { RenderPrompt } from '../../core/prompts/model.ts';
import type { GenerateRequest, TokenForecast } from '../../inference/model.ts';
import { withKeptPart } from '../../asking/keptPart.ts';
import { editorHint } from '../shared/editorHint.ts';
import { contextKeys } from '../shared/contributions.ts';
import type { Inspectors } from '../inspector/inspectors.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';
import {
  AskedQuestionSource,
  questionIdentity,
  type AskedQuestionSourceDeps,
} from './askedQuestionSource.ts';
import { branchOf } from '../../asking/branchToAsk.ts';
import type { DocumentLibrary } from '../document/documentLibrary.ts';
import type { Notices, Offer } from '../shared/notices.ts';
import type { PageImages } from '../document/pageImages.ts';
import type { RecentStore } from '../../asking/recentStore.ts';
import type { Stepping } from '../../protocols/stepping.ts';
import type { Servers } from '../servers/servers.ts';
import type { OpenedConversation } from './openConversation.ts';
import { questionFor, type ConversationToAsk, type QuestionToAsk, type SearchIn } from './questionToAsk.ts';
import type { QuestionSeries, SeriesControl } from './questionSeries.ts';
import { WindowProgress } from './windowProgress.ts';
import { showWarning } from '../shared/workbench.ts';

export interface AskerDeps {
  readonly servers: Servers;
  readonly library: DocumentLibrary;
  readonly images: PageImages;
  readonly inspectors: Pick<Inspectors, 'show'>;
  readonly recent: RecentStore;
  readonly notices: Pick<Notices, 'error'>;
  readonly source: AskedQuestionSourceDeps;
  readonly renderPrompt: RenderPrompt;
  /** Searches in the pages of documents while a question is answered. */
  readonly searchIn: SearchIn;
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

/** A question that is being asked, alone or as one of a series. */
interface Asking {
  readonly controller: AbortController;
  readonly report: (message: string) => void;
  readonly countViews: (change: 1 | -1) => void;
  readonly show: (source: AskedQuestionSource) => void;
  /** Whether nothing is asked of the person because of this question: what does not fit the model is not sent. */
  readonly isUnattended: boolean;
  /** Null until it was sent. */
  id: string | null;
  /** Only while its conversation is had. */
  stepping?: Stepping;
}

/** After these errors, the other questions of a series would fail too. */
const END_OF_SERIES: ReadonlySet<ErrorReason> = new Set([
  'cancelled',
  'server-unreachable',
  'server-dead',
  'server-unauthorized',
  'untrusted',
]);

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
    for (const asking of this.#running) {
      if (asking.id !== id) continue;
      asking.countViews(change);
      asking.stepping?.countViews(change);
    }
  }

  /** Where the conversation that answers a question is; null if there is none. */
  stepping(id: string): Stepping | null {
    return [...this.#running].find((asking) => asking.id === id)?.stepping ?? null;
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
    const asking: Asking = {
      controller,
      report: (message) => {
        progress.report(message);
      },
      countViews: (change) => {
        progress.countViews(change);
      },
      show: (source) => {
        const { inspectors } = this.#deps;
        if (options.show) options.show(source);
        else inspectors.show(source, { preserveFocus: true, replaces: options.replaces ?? null });
      },
      isUnattended: false,
      id: null,
    };
    this.#start(asking);
    try {
      await this.#ask(asking, toAsk);
    } catch (error) {
      const replaces = asking.id === null ? (options.replaces ?? null) : questionIdentity(asking.id);
      void this.#deps.notices.error(error, ...this.#offers(error, toAsk, { ...options, replaces }));
    } finally {
      progress.end();
      this.#stop(asking);
    }
  }

  /**
   * Asks questions one after the other, with one progress and one way to cancel; answers that have arrived are kept. A
   * question that fails does not keep the others from being asked, unless the server is the reason.
   */
  async askEach(series: QuestionSeries): Promise<void> {
    const { servers, notices } = this.#deps;
    const controller = new AbortController();
    const control: SeriesControl = {
      cancel: () => {
        controller.abort();
      },
      countViews: (change) => {
        progress.countViews(change);
      },
    };
    const progress = new WindowProgress(control.cancel);
    let index = 0;
    const report = (message: string): void => {
      progress.report(
        t('Question {0} of {1}: {2}', wholeNumber(index + 1), wholeNumber(series.count), message),
      );
      series.report(index, message);
    };
    const asking: Asking = {
      controller,
      report,
      // Its view is that of the series.
      countViews: () => undefined,
      show: (source) => {
        series.show(index, source);
      },
      isUnattended: true,
      id: null,
    };
    this.#start(asking);
    try {
      progress.report(t('Connecting to {0}', servers.name));
      await servers.agreeToSend(await servers.ready(controller.signal));
      series.begin(control);
      let end: PageTraceError | null = null;
      for (; index < series.count; index++) {
        end ??= controller.signal.aborted ? new PageTraceError('cancelled', t('Canceled.')) : null;
        asking.id = null;
        if (end === null) end = await this.#askNext(asking, series, index);
        else series.failed(index, end);
      }
    } catch (error) {
      void notices.error(error);
    } finally {
      progress.end();
      this.#stop(asking);
    }
  }

  /** Asks the question of a series at `index`; returns an error after which no others can be asked. */
  async #askNext(asking: Asking, series: QuestionSeries, index: number): Promise<PageTraceError | null> {
    try {
      await this.#ask(asking, await series.question(index));
      return null;
    } catch (raised) {
      const error = asPageTraceError(raised);
      // A question that was sent shows itself why it failed.
      if (asking.id === null) series.failed(index, error);
      return END_OF_SERIES.has(error.reason) ? error : null;
    }
  }

  #start(asking: Asking): void {
    this.#running.add(asking);
    this.#updateContext();
  }

  #stop(asking: Asking): void {
    this.#running.delete(asking);
    this.#updateContext();
  }

  dispose(): void {
    this.cancel();
  }

  /** What the person can do next when a question failed: if a key is missing, entering it comes first. */
  #offers(error: unknown, toAsk: QuestionToAsk, options: AskOptions): Offer[] {
    const again = { title: t('Try Again'), run: () => this.ask(toAsk, options) };
    if (!isPageTraceError(error) || error.reason !== 'server-unauthorized') return [again];
    const set = async (): Promise<void> => {
      if (await this.#deps.setApiKey()) await this.ask(toAsk, options);
    };
    return [{ title: t('Set API Key'), run: set }, again];
  }

  async #ask(asking: Asking, toAsk: QuestionToAsk): Promise<void> {
    const { servers, library } = this.#deps;
    const { report } = asking;
    const { signal } = asking.controller;
    report(t('Connecting to {0}', servers.name));
    const status = await servers.ready(signal);
    await servers.agreeToSend(status);
    const branch = await branchOf(toAsk, status, servers.inference, signal);
    const opened: AskedDocument[] = [];
    const isSearching = toAsk.conversation?.protocol.isSearching === true;
    let prepared: PreparedQuestion;
    try {
      for (const { uri, pages, isNarrowed = false } of toAsk.documents) {
        const document = await library.open(uri);
        opened.push({
          path: uri.scheme === 'file' ? uri.fsPath : uri.toString(),
          document,
          // A model that searches gets no page before it has searched.
          pages: isSearching ? [] : pages,
          isNarrowed: isNarrowed && !isSearching,
        });
      }
      const { prepareQuestion } = await import('../../asking/prepare.ts');
      prepared = await prepareQuestion(
        { ...questionFor(toAsk, status, opened), ...branch },
        {
          mayHaveNoPages: isSearching,
          renderPrompt: this.#deps.renderPrompt,
          signal,
          onProgress: report,
        },
      );
    } finally {
      for (const { document } of opened) await document.close();
    }
    const conversation =
      toAsk.conversation === undefined
        ? null
        : await this.#openConversation(prepared, toAsk, toAsk.conversation, asking);
    try {
      await this.#follow(prepared, conversation, asking);
    } finally {
      await conversation?.close();
    }
  }

  async #openConversation(
    prepared: PreparedQuestion,
    { documents }: QuestionToAsk,
    conversation: ConversationToAsk,
    { report, controller }: Asking,
  ): Promise<OpenedConversation> {
    const { library, servers, searchIn } = this.#deps;
    const { openConversation } = await import('./openConversation.ts');
    const uris = documents.map(({ uri }) => uri);
    const deps = { library, inference: servers.inference, uris, searchIn, report, controller };
    return openConversation(prepared, conversation, deps);
  }

  /** Sends a prepared question, and follows its answer to the end. */
  async #follow(
    prepared: PreparedQuestion,
    conversation: OpenedConversation | null,
    asking: Asking,
  ): Promise<void> {
    const { servers, recent, images } = this.#deps;
    const { status } = prepared.question;
    const { report } = asking;
    const { signal } = asking.controller;
    const request = { ...generateRequest(prepared, signal), ...conversation?.first };
    const forecast = await this.#forecast(request, asking);
    const { asCurl, redactRequest } = await import('../../inference/request.ts');
    const asked = AskedQuestion.start(afterTold(prepared, conversation), {
      hintOf: editorHint,
      now: Date.now,
      request: JSON.stringify(redactRequest(request), null, 2),
      curl: asCurl(request),
      forecast,
    });
    images.remember(prepared);
    asking.id = asked.id;
    if (conversation !== null) asking.stepping = conversation.stepping;
    const source = new AskedQuestionSource(asked, this.#deps.source);
    asking.show(source);
    const stop = reportProgress(asked, report);
    const stopHearing = asked.listen(({ type }) => {
      if (type === 'text') servers.heard(status);
    });
    try {
      await recent.keep(asked);
      const { generate } = await import('../../inference/generate.ts');
      const error = await asked.follow(conversation?.events(asked) ?? generate(request, servers.inference));
      if (error && error.reason !== 'cancelled') {
        if (error.reason === 'server-unreachable' || error.reason === 'server-dead')
          servers.lost(status, error);
        throw asked.hasArrived ? withKeptPart(error) : error;
      }
    } catch (error) {
      asked.fail(asPageTraceError(error));
      throw error;
    } finally {
      stop();
      stopHearing();
      conversation?.stepping.end();
      servers.streamEnded();
      await recent.flush();
      await recent.prune();
    }
  }

  /** Compares the prompt with the model's limits; if it certainly does not fit, asks whether to send it anyway. */
  async #forecast(request: GenerateRequest, { report, isUnattended }: Asking): Promise<TokenForecast> {
    report(t('Counting tokens'));
    const { forecastTokens } = await import('../../inference/forecast.ts');
    const forecast = await forecastTokens(request, this.#deps.servers.inference);
    if (forecast.problems.length === 0) return forecast;
    if (isUnattended) {
      if (forecast.certain) throw new PageTraceError('prompt-too-long', forecast.problems.join(' '));
      return forecast;
    }
    if (!forecast.certain) {
      void showWarning(forecast.problems.join(' '));
      return forecast;
    }
    const send = t('Send Anyway');
    const answer = await showWarning(
      t('This question does not fit the model.'),
      { modal: true, detail: forecast.problems.join('\n') },
      send,
    );
    if (answer !== send) throw new PageTraceError('cancelled', t('Nothing was sent.'));
    return forecast;
  }

  #updateContext(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.asking, this.asking);
  }
}

/** A question whose answer begins with what an earlier conversation has told, if it goes on after that. */
function afterTold(prepared: PreparedQuestion, conversation: OpenedConversation | null): PreparedQuestion {
  const { question } = prepared;
  const { told = '' } = conversation ?? {};
  if (told === '' || question.parent === undefined) return prepared;
  const parent = { ...question.parent, end: told.length };
  return { ...prepared, question: { ...question, parent, continued: told } };
}

/** Reports the progress of a question. Returns a function that stops this. */
function reportProgress(asked: AskedQuestion, report: (message: string) => void): () => void {
  return asked.listen(({ type }) => {
    const { progress } = asked;
    if (progress && (type === 'record' || type === 'progress')) report(progressLine(progress));
  });
}
