import type { GenerateEvent, SampleReport } from './model.ts';
import type { TokenAlignment, WireToken } from './tokenAlignment.ts';
import { estimateTokens } from './tokenEstimate.ts';

const OPEN = '<think>';
const CLOSE = '</think>';

/** What one chunk of the stream contains for one sample. */
export interface Delta {
  readonly content: string;
  readonly reasoning: string;
  /** The field that contained reasoning. */
  readonly field: 'reasoning' | 'reasoning_content';
  /** The server's own count of the sample's tokens so far; null if it does not report it. */
  readonly tokens: number | null;
  /** Whether the chunk has at least one token, although its text may be empty (half a character). */
  readonly hasTokens: boolean;
  /** The tokens with their probabilities, if the server reports them. */
  readonly probabilities?: readonly WireToken[];
}

/**
 * One sample while it streams. Puts the think part back into the text if the server split it off, and finds out whether
 * the server's template opened it. Looks at each character once.
 */
export class SampleStream {
  readonly #index: number;
  #reasoning: SampleReport['reasoning'] = 'content';
  /** Whether text is inside a think part that arrived in a separate field. */
  #inReasoning = false;
  /** Whether it is known who opened the think part (the text itself, the template, or a separate field). */
  #decided = false;
  /** The last characters of the text, for tags that are split between chunks. */
  #tail = '';
  /**
   * Text that is held back: only while it could still become the opening tag after a template that already opened one.
   */
  #held = '';
  /** The held text without the blanks before it, in lower case. */
  #heldWord = '';
  #expectTemplate = false;
  #started = false;
  readonly #hasPace: boolean;
  readonly #alignment: TokenAlignment | null;
  /** Our own estimate of the tokens so far, a fraction. */
  #estimate = 0;
  #tokens: number | null = null;
  /** Tokens that the first chunk with text brought, which took no measurable time. */
  #firstTokens = 0;
  #first: number | null = null;
  #last: number | null = null;
  #finishReason: string | null = null;
  #stopReason: string | number | null = null;
  #finished = false;

  /**
   * @param hasPace false for a server whose pieces are no tokens of a model, so that their rate means nothing
   * @param isContinued whether the text continues an assistant's turn, whose beginning has the opening of the think part
   * @param alignment finds the text of each token; null if no probabilities were requested
   */
  constructor(index: number, hasPace = true, isContinued = false, alignment: TokenAlignment | null = null) {
    this.#index = index;
    this.#hasPace = hasPace;
    this.#decided = isContinued;
    this.#alignment = alignment;
  }

  get finished(): boolean {
    return this.#finished;
  }

  /** Whether the number of tokens is our own estimate. */
  get tokensEstimated(): boolean {
    return this.#tokens === null;
  }

  /** Takes a chunk that arrived at `time` (milliseconds since the request) and returns its events. */
  take(delta: Delta, time: number): GenerateEvent[] {
    if (delta.tokens !== null) this.#tokens = delta.tokens;
    this.#estimate += estimateTokens(delta.reasoning) + estimateTokens(delta.content);
    if (delta.hasTokens) {
      if (this.#first === null) {
        this.#first = time;
        this.#firstTokens = this.#counted ?? 0;
      }
      this.#last = time;
    }
    this.#alignment?.addTokens(delta.probabilities ?? []);
    if (delta.content === '' && delta.reasoning === '') return [];
    let text = '';
    if (delta.reasoning !== '') {
      this.#decided = true;
      this.#reasoning = delta.field;
      if (!this.#inReasoning) {
        text += OPEN;
        this.#alignment?.insert(OPEN.length);
      }
      text += delta.reasoning;
      this.#alignment?.addText(delta.reasoning);
      this.#inReasoning = true;
    }
    if (delta.content !== '') {
      if (this.#inReasoning) {
        text += CLOSE;
        this.#alignment?.insert(CLOSE.length);
      }
      this.#inReasoning = false;
      text += delta.content;
      this.#alignment?.addText(delta.content);
    }
    return this.#decided ? this.#emitText(text) : this.#decide(text);
  }

  /**
   * Records that the server's template opens the think part, which was found out outside the stream. The tag goes
   * before the text: immediately if there is text already, otherwise with the first text.
   */
  templateOpens(): GenerateEvent[] {
    if (this.#decided || this.#finished) return [];
    if (this.#started) return this.#prefix();
    this.#expectTemplate = true;
    return [];
  }

  /** The sample is complete. */
  finish(finishReason: string, stopReason: string | number | null): GenerateEvent[] {
    this.#finishReason = finishReason;
    this.#stopReason = stopReason;
    this.#finished = true;
    return this.flush();
  }

  /** Returns the text that was held back, when no more will arrive. */
  flush(): GenerateEvent[] {
    if (this.#held === '') return [];
    const text = this.#held;
    this.#held = '';
    if (this.#decided) return this.#emitText(text);
    this.#decided = true;
    this.#openedByTemplate();
    return this.#emitText(OPEN + text);
  }

  /** Notes that the opening tag, which is in the server's template, comes before all text. */
  #openedByTemplate(): void {
    this.#reasoning = 'template';
    this.#alignment?.insertBefore(OPEN.length);
  }

  /** The tokens of the text, when no more will arrive; none if the server reported no probabilities. */
  probabilities(): GenerateEvent[] {
    const probabilities = this.#alignment?.end() ?? null;
    return probabilities === null ? [] : [{ type: 'probabilities', sample: this.#index, probabilities }];
  }

  /** Sets the number of tokens from the usage of the whole request, if it has only this sample. */
  countTokens(tokens: number): void {
    this.#tokens = tokens;
  }

  /** The tokens so far, by the server's count or otherwise estimated; null before the first. */
  get #counted(): number | null {
    return this.#tokens ?? (this.#estimate > 0 ? Math.ceil(this.#estimate) : null);
  }

  get report(): SampleReport {
    const tokens = this.#counted;
    const spent = this.#first === null || this.#last === null ? 0 : this.#last - this.#first;
    return {
      finishReason: this.#finishReason,
      stopReason: this.#stopReason,
      tokens,
      tokensEstimated: this.tokensEstimated,
      firstTokenAfter: this.#first,
      lastTokenAfter: this.#last,
      tokensPerSecond:
        !this.#hasPace || tokens === null || tokens <= this.#firstTokens || spent <= 0
          ? null
          : ((tokens - this.#firstTokens) * 1000) / spent,
      reasoning: this.#reasoning,
    };
  }

  #emitText(text: string): GenerateEvent[] {
    if (text === '') return [];
    this.#started = true;
    return [{ type: 'text', sample: this.#index, text }];
  }

  #prefix(): GenerateEvent[] {
    this.#decided = true;
    this.#openedByTemplate();
    this.#tail = '';
    return [{ type: 'prefix', sample: this.#index, text: OPEN }];
  }

  #decide(text: string): GenerateEvent[] {
    if (this.#expectTemplate) {
      const start = this.#held + text;
      const word = (this.#heldWord + (this.#heldWord === '' ? text.trimStart() : text))
        .slice(0, OPEN.length)
        .toLowerCase();
      if (word.length < OPEN.length && OPEN.startsWith(word)) {
        this.#held = start;
        this.#heldWord = word;
        return [];
      }
      this.#held = '';
      this.#decided = true;
      if (word === OPEN) return this.#emitText(start);
      this.#openedByTemplate();
      return this.#emitText(OPEN + start);
    }
    const seen = (this.#tail + text).toLowerCase();
    const open = seen.indexOf(OPEN);
    const close = seen.indexOf(CLOSE);
    if (close >= 0 && (open < 0 || close < open)) return [...this.#prefix(), ...this.#emitText(text)];
    if (open >= 0) this.#decided = true;
    this.#tail = seen.slice(-(CLOSE.length - 1));
    return this.#emitText(text);
  }
}
