import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { Continuation } from './continuation.ts';
import type { GenerateEvent, GenerateRequest, InferenceDeps } from './model.ts';
import { asksForProbabilities, completionsUrl } from './request.ts';
import { SampleStream, type Delta } from './sample.ts';
import { longText } from './sizeLimits.ts';
import { readTokens, TokenAlignment } from './tokenAlignment.ts';
import { asArray, asCount, asNumber, asRecord, asText, readUsage, type Wire } from './wire.ts';

/** The most characters of a status, which is shown to a person, and of a reason why a sample ended. */
const LONGEST_STATUS = 500;
const LONGEST_REASON = 1_000;

/** The most characters of a model's refusal that are shown. */
const LONGEST_REFUSAL = 2_000;

/** The most characters of a sample that are logged. */
const LONGEST_LOGGED = 200_000;

/** The most tokens with their probabilities, and the most alternatives of them, that are kept for all samples together. */
const MOST_PROBABILITIES = 1_000_000;

/** A sample's text for the log: its beginning, and how much is left out. */
class LoggedText {
  readonly #pieces: string[] = [];
  #length = 0;
  #omitted = 0;

  append(text: string): void {
    const kept = text.slice(0, LONGEST_LOGGED - this.#length);
    if (kept !== '') this.#pieces.push(kept);
    this.#length += kept.length;
    this.#omitted += text.length - kept.length;
  }

  prepend(text: string): void {
    this.#pieces.unshift(text);
  }

  toString(): string {
    const text = JSON.stringify(this.#pieces.join(''));
    return this.#omitted === 0 ? text : `${text} and ${this.#omitted} more characters`;
  }
}

/** What a choice of a chunk has. */
export function readDelta(choice: Wire, usage: Wire | null, hasProbabilities: boolean): Delta {
  const delta = asRecord(choice['delta']);
  const reasoning = asText(delta?.['reasoning']);
  const text = delta?.['content'] ?? delta?.['reasoning'] ?? delta?.['reasoning_content'];
  return {
    content: asText(delta?.['content']),
    reasoning: reasoning === '' ? asText(delta?.['reasoning_content']) : reasoning,
    field: reasoning === '' ? 'reasoning_content' : 'reasoning',
    tokens: usage === null ? null : asCount(usage['completion_tokens']),
    // The chunk that only opens a sample has its role; one that only ends it may have no text.
    hasTokens: typeof text === 'string' && (text !== '' || (delta?.['role'] ?? null) === null),
    ...(hasProbabilities ? { probabilities: readTokens(choice['logprobs']) } : {}),
  };
}

function readStopReason(value: unknown): string | number | null {
  if (typeof value === 'string') return value.slice(0, LONGEST_REASON);
  return typeof value === 'number' ? value : null;
}

/** The samples of one generation, as the stream reports them. */
export class Generation {
  readonly samples: readonly SampleStream[];
  readonly #request: GenerateRequest;
  readonly #deps: InferenceDeps;
  readonly #began: number;
  /** For each sample whether it continues the assistant's turn; none if no turn is continued. */
  readonly #continuations: readonly Continuation[];
  /** The beginnings of the samples, for the log. */
  readonly #logged: LoggedText[];
  readonly #mostCharacters: number;
  #characters = 0;
  /** What each sample refused with, where the server sends it apart from the text. */
  readonly #refusals = new Map<number, string>();
  readonly #withText = new Set<number>();
  /**
   * A sample that has finished but is not reported yet: with one sample, the usage that follows may correct an
   * estimate.
   */
  #unsaid: SampleStream | null = null;
  /** Whether it was said how many tokens the prompt of several samples has. */
  #saidPrompt = false;
  #chunks = 0;

  /** @param mostCharacters the most characters of all samples together */
  constructor(request: GenerateRequest, deps: InferenceDeps, mostCharacters: number) {
    this.#mostCharacters = mostCharacters;
    this.#request = request;
    this.#deps = deps;
    const hasPace = request.status.kind !== 'offline-reader';
    const { continued } = request;
    const share = Math.floor(MOST_PROBABILITIES / request.n);
    this.samples = Array.from({ length: request.n }, (_, index) => {
      const alignment = asksForProbabilities(request) ? new TokenAlignment(share) : null;
      return new SampleStream(index, hasPace, continued !== undefined, alignment);
    });
    this.#continuations =
      continued === undefined ? [] : this.samples.map(() => new Continuation(request.status, continued));
    this.#logged = this.samples.map(() => new LoggedText());
    this.#began = deps.now();
  }

  /**
   * The events of a chunk of the stream, in order.
   * @throws PageTraceError `stream-failed` after the events that have more text than the request allows;
   * `server-refused` if the server does not continue the turn that it was given
   */
  *take(chunk: Wire): Generator<GenerateEvent, void, undefined> {
    this.#chunks += 1;
    const status = asText(asRecord(chunk['pagetrace'])?.['status']).slice(0, LONGEST_STATUS);
    if (status !== '') yield { type: 'status', status };
    const usage = asRecord(chunk['usage']);
    const choices = asArray(chunk['choices']);
    const own = usage !== null && choices.length === 1 ? usage : null;
    for (const value of choices) {
      const choice = asRecord(value);
      if (choice !== null) yield* this.#keep(this.#takeChoice(choice, own));
      if (this.#characters > this.#mostCharacters)
        throw longText(completionsUrl(this.#request), this.#mostCharacters);
    }
    if (usage !== null && choices.length === 0) {
      const total = readUsage(usage);
      if (this.samples.length === 1 && total.completionTokens !== null)
        this.samples[0]?.countTokens(total.completionTokens);
      yield* this.sayFinish();
      yield { type: 'usage', usage: total };
    }
  }

  templateOpens(): GenerateEvent[] {
    return this.#keep(this.samples.flatMap((sample) => sample.templateOpens()));
  }

  /** The finish of a single sample, held until its usage has arrived. */
  sayFinish(): GenerateEvent[] {
    const sample = this.#unsaid;
    this.#unsaid = null;
    return sample === null ? [] : [{ type: 'finish', sample: 0, report: sample.report }];
  }

  /** The remaining events when the stream has ended, normally or not. */
  close(): GenerateEvent[] {
    const events = this.sayFinish();
    this.samples.forEach((sample, index) => {
      if (!sample.finished)
        events.push(...sample.flush(), ...sample.probabilities(), {
          type: 'progress',
          sample: index,
          report: sample.report,
        });
    });
    return this.#keep(events);
  }

  /** Whether any sample has text. */
  get hasText(): boolean {
    return this.#characters > 0;
  }

  /** Whether every sample is complete. */
  get isFinished(): boolean {
    return this.samples.every((sample) => sample.finished);
  }

  /**
   * Why a stream that ended without an error is no complete answer, or null if it is one.
   * @param streams whether it said that it is a stream of events
   */
  incomplete(streams: boolean): PageTraceError | null {
    const { host } = new URL(this.#request.status.baseUrl);
    if (this.isFinished && this.hasText) return null;
    const [refusal] = this.#refusals.values();
    if (this.isFinished && refusal !== undefined)
      return new PageTraceError('server-refused', t('The model refused: {0}', refusal), {
        hint: t('Ask in another way, or ask another model.'),
        said: refusal,
      });
    if (this.isFinished || (this.#chunks === 0 && streams))
      return new PageTraceError('server-failed', t('{0} sent an answer without any text.', host), {
        hint: t("Look at the server's own log, and try again."),
      });
    if (this.#chunks === 0)
      return new PageTraceError(
        'server-failed',
        t('{0} answered with something that is not a stream of events.', host),
        {
          hint: t("Check that the server's address leads to an OpenAI-compatible server."),
        },
      );
    return new PageTraceError('stream-cut', t('The answer of {0} ended before it was complete.', host), {
      hint: t('Check whether the server is still running, and try again.'),
    });
  }

  /** Logs the outcome of every sample. */
  log(error: PageTraceError | null): void {
    const spent = (this.#deps.now() - this.#began).toFixed(0);
    this.samples.forEach((sample, index) => {
      const { finishReason, tokens } = sample.report;
      const text = this.#logged[index]?.toString() ?? '';
      this.#deps.log(`Sample ${index} (${finishReason ?? 'not finished'}, ${tokens ?? 0} tokens): ${text}`);
    });
    const said = error?.said === undefined ? '' : ` The server said: ${error.said}`;
    this.#deps.log(
      `Ended after ${spent} ms. ${error === null ? '' : `${error.reason}: ${error.message}${said}`}`.trim(),
    );
  }

  #takeChoice(choice: Wire, usage: Wire | null): GenerateEvent[] {
    const index = asNumber(choice['index']) ?? 0;
    const sample = this.samples[index];
    if (sample === undefined || sample.finished) return [];
    const refusal = asText(asRecord(choice['delta'])?.['refusal']);
    if (refusal !== '')
      this.#refusals.set(index, `${this.#refusals.get(index) ?? ''}${refusal}`.slice(0, LONGEST_REFUSAL));
    const delta = readDelta(choice, usage, asksForProbabilities(this.#request));
    this.#continuations[index]?.take(delta);
    const events = sample.take(delta, this.#deps.now() - this.#began);
    const finishReason = asText(choice['finish_reason']).slice(0, LONGEST_REASON);
    if (finishReason !== '') {
      const reason = this.#refusedWith(index) ?? finishReason;
      events.push(...sample.finish(reason, readStopReason(choice['stop_reason'])), ...sample.probabilities());
      if (this.samples.length === 1 && sample.tokensEstimated) this.#unsaid = sample;
      else events.push(...this.#sayPrompt(usage), { type: 'finish', sample: index, report: sample.report });
    } else if (events.length > 0) events.push({ type: 'progress', sample: index, report: sample.report });
    return events;
  }

  /** What is known of the usage when the first of several samples ends, since that of all follows the last one. */
  #sayPrompt(usage: Wire | null): GenerateEvent[] {
    if (this.#saidPrompt || usage === null || this.samples.length === 1) return [];
    this.#saidPrompt = true;
    return [{ type: 'usage', usage: { ...readUsage(usage), completionTokens: null } }];
  }

  /** Why a sample without text ended, if the model refused to answer in it; null otherwise. */
  #refusedWith(index: number): string | null {
    const refusal = this.#refusals.get(index);
    if (refusal === undefined || this.#withText.has(index)) return null;
    return t('the model refused: {0}', refusal).slice(0, LONGEST_REASON);
  }

  #keep(events: GenerateEvent[]): GenerateEvent[] {
    for (const event of events) {
      if (event.type === 'text') {
        this.#characters += event.text.length;
        this.#withText.add(event.sample);
        this.#logged[event.sample]?.append(event.text);
      } else if (event.type === 'prefix') this.#logged[event.sample]?.prepend(event.text);
    }
    return events;
  }
}
