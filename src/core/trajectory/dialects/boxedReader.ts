import { t } from '../../t.ts';
import type { Finding, Span } from '../../span.ts';
import { finding } from '../findings.ts';
import type { BoxedAnswer, Part } from '../partModel.ts';
import { PlainReader } from './reader.ts';
import type { Content, Reading } from './reader.ts';

const BOXED = '\\boxed{';

/** Reads boxed answers in running text; the last one counts. */
export class BoxedReader extends PlainReader {
  readonly #answers: Span[] = [];
  #answer: string | null = null;
  #differ = false;
  #unclosed = false;

  override read(content: Content, _count: number): Reading {
    return content.kind === 'text' ? readBoxed(content) : { parts: [], findings: [] };
  }

  override close(content: Content, parts: readonly Part[]): readonly Finding[] {
    if (content.kind !== 'text') return [];
    for (const part of parts) if (part.kind === 'boxed-answer') this.#note(content, part);
    this.#unclosed ||= parts.length === 0 && content.text.includes(BOXED);
    return [];
  }

  override end(length: number): readonly Finding[] {
    const last = this.#answers.at(-1);
    if (last !== undefined) {
      if (!this.#differ) return [];
      return [
        finding(
          'answers-differ',
          last,
          t('The boxed answers differ, and only the last one counts; box the answer once.'),
        ),
      ];
    }
    if (this.#unclosed) return [];
    return [
      finding(
        'missing-answer',
        { start: length, end: length },
        t('There is no boxed answer; end with \\boxed{...}.'),
      ),
    ];
  }

  #note({ text, start }: Content, { body, span }: BoxedAnswer): void {
    const answer = text.slice(body.start - start, body.end - start);
    this.#differ ||= this.#answer !== null && this.#answer !== answer;
    this.#answer = answer;
    this.#answers.push(span);
  }
}

/** Boxed answers in running text; braces inside them must be balanced. */
function readBoxed({ text, start, speaker, open }: Content): Reading {
  const parts: Part[] = [];
  const findings: Finding[] = [];
  let at = text.indexOf(BOXED);
  while (at >= 0) {
    const from = at + BOXED.length;
    const to = closingBrace(text, from);
    const span = { start: start + at, end: start + (to < 0 ? from : to + 1) };
    if (to < 0) {
      findings.push(
        finding('answer-not-closed', span, t('The boxed answer is not closed; write } after it.')),
      );
      break;
    }
    parts.push({ kind: 'boxed-answer', span, speaker, open, body: { start: start + from, end: start + to } });
    at = text.indexOf(BOXED, to + 1);
  }
  return { parts, findings };
}

function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 123) depth++;
    else if (unit === 125 && --depth === 0) return at;
  }
  return -1;
}
