import { t } from '../../t.ts';
import { strip } from '../../python/strip.ts';
import type { Finding, Span } from '../../span.ts';
import { finding } from '../findings.ts';
import type { EvidenceItem, Part } from '../partModel.ts';
import { evidenceFindings, readEvidence } from './evidence.ts';
import { PlainReader } from './reader.ts';
import type { Content, Reading } from './reader.ts';

/** Marks in `<observe>` that the reward deducts for. */
const OBSERVED_MARK = /\[[1-5]\]/g;
/** How the answer says that the images do not contain it. */
const INSUFFICIENT = /insufficient to answer|no relevant information/i;

/** Reads items of evidence, and finds what else the reward deducts for. */
export class EvisragReader extends PlainReader {
  readonly #numImages: number | null;
  #think: { readonly said: string; readonly span: Span } | null = null;
  /** Whether any image has evidence; null before the first item. */
  #hasEvidence: boolean | null = null;

  constructor(numImages: number | null) {
    super();
    this.#numImages = numImages;
  }

  override read(content: Content): Reading {
    return content.name === 'evidence' ? readEvidence(content) : super.read(content, 0);
  }

  override close(content: Content, parts: readonly Part[]): readonly Finding[] {
    const { name, text, start, span } = content;
    if (name === 'observe') return markFindings(text, start);
    if (name === 'evidence') {
      const items = parts.filter((part): part is EvidenceItem => part.kind === 'evidence-item');
      if (items.length === 0) return [];
      this.#hasEvidence = (this.#hasEvidence ?? false) || items.some((item) => item.relevant);
      const end = start + text.length - (text.length - text.trimEnd().length);
      return evidenceFindings(items, end, this.#numImages);
    }
    if (name === 'think') this.#think = { said: strip(text), span };
    return name === 'answer' ? this.#answerFindings(strip(text), span) : [];
  }

  #answerFindings(answer: string, span: Span): Finding[] {
    if (answer === '') return [];
    if (this.#think?.said === answer) {
      return [
        finding(
          'think-is-answer',
          this.#think.span,
          t('<think> has the same text as <answer>, which costs 1; write the reasoning there.'),
        ),
      ];
    }
    if (this.#hasEvidence !== false || INSUFFICIENT.test(answer)) return [];
    return [
      finding(
        'answer-without-evidence',
        span,
        t(
          'There is an answer, but <evidence> says that no image has evidence; write `insufficient to answer`, or the evidence.',
        ),
      ),
    ];
  }
}

function markFindings(text: string, start: number): Finding[] {
  return Array.from(text.matchAll(OBSERVED_MARK), ({ index, 0: mark }) =>
    finding(
      'mark-in-observe',
      { start: start + index, end: start + index + mark.length },
      t('The reward deducts 1 for {0} in <observe>; write Image {1}.', mark, mark.slice(1, -1)),
    ),
  );
}
