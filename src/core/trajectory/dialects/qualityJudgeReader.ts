import { t } from '../../t.ts';
import type { Finding, Span } from '../../span.ts';
import { finding } from '../findings.ts';
import type { Part, QualityLine } from '../partModel.ts';
import { LINE_BEGINS, QUALITY_LINES } from './qualityJudge.ts';
import { PlainReader, trimmedSpan } from './reader.ts';
import type { Content, Reading } from './reader.ts';

const SCORES = 3;
/** The average may be rounded to one decimal. */
const ROUNDING = 0.0501;

/** Reads the scores of the quality judge. */
export class QualityReader extends PlainReader {
  readonly #seen = new Map<string, QualityLine>();
  #furthest = -1;

  override read(content: Content, count: number): Reading {
    const name = QUALITY_LINES.find((line) => line === content.name);
    if (content.kind !== 'line' || name === undefined) return super.read(content, count);
    const { text, start, span, speaker, open } = content;
    const head = LINE_BEGINS.get(name)?.exec(text)?.[0].length ?? 0;
    const body = trimmedSpan({ text: text.slice(head), start: start + head });
    const said = text.slice(body.start - start, body.end - start);
    const number = name === 'Explanation' ? null : /^-?\d+(?:\.\d+)?/.exec(said);
    const valueSpan = number === null ? null : { start: body.start, end: body.start + number[0].length };
    const value = number === null ? null : Number(number[0]);
    return {
      parts: [{ kind: 'quality-line', span, speaker, open, name, value, valueSpan, body }],
      findings: [],
    };
  }

  override close(_content: Content, parts: readonly Part[]): readonly Finding[] {
    return parts.flatMap((part) => (part.kind === 'quality-line' ? this.#lineFindings(part) : []));
  }

  override end(length: number): readonly Finding[] {
    const findings: Finding[] = [];
    for (const name of QUALITY_LINES) {
      if (this.#seen.has(name)) continue;
      findings.push(
        finding(
          'score-missing',
          { start: length, end: length },
          name === 'Explanation'
            ? t('There is no line `{0}: ...`; write it, with the reasons for the scores.', name)
            : t('There is no line `{0}: ...`; write it.', name),
        ),
      );
    }
    const average = this.#seen.get('Average');
    const scores = QUALITY_LINES.slice(0, SCORES).map((name) => this.#seen.get(name)?.value ?? NaN);
    const mean = scores.reduce((sum, score) => sum + score, 0) / SCORES;
    const rounded = Number(mean.toFixed(2));
    if (average?.value != null && average.valueSpan !== null && Math.abs(average.value - mean) > ROUNDING) {
      findings.push(
        finding(
          'average-wrong',
          average.valueSpan,
          t('The average of {0} is {1}, not {2}; correct it.', scores.join(', '), rounded, average.value),
          { average: rounded },
        ),
      );
    }
    return findings;
  }

  #lineFindings(line: QualityLine): Finding[] {
    const { name, span } = line;
    if (this.#seen.has(name)) {
      return [finding('score-doubled', headOf(line), t('{0} occurs twice; keep one of the lines.', name))];
    }
    this.#seen.set(name, line);
    const findings: Finding[] = [];
    const place = QUALITY_LINES.indexOf(name);
    const before = QUALITY_LINES[this.#furthest];
    if (before !== undefined && place < this.#furthest) {
      findings.push(
        finding('score-order', headOf(line), t('{0} comes after {1}; move it before {1}.', name, before)),
      );
    }
    this.#furthest = Math.max(this.#furthest, place);
    return [...findings, ...valueFindings(line, span)];
  }
}

function valueFindings({ name, value, valueSpan, body }: QualityLine, span: Span): Finding[] {
  const isEmpty = body.start === body.end;
  if (name === 'Explanation') {
    return isEmpty
      ? [finding('score-unread', span, t('The explanation is empty; give the reasons for the scores.'))]
      : [];
  }
  if (value === null || valueSpan === null) {
    const message =
      name === 'Average'
        ? t('{0} has no number; write the mean of the three scores.', name)
        : t('{0} has no number; write a whole number from 1 to 5.', name);
    return [finding('score-unread', isEmpty ? span : body, message)];
  }
  if (name === 'Average' || (Number.isInteger(value) && value >= 1 && value <= 5)) return [];
  return [
    finding('score-out-of-range', valueSpan, t('{0} is {1}; write a whole number from 1 to 5.', name, value)),
  ];
}

/** The span of the words before the value of a line. */
function headOf({ span, body }: QualityLine): Span {
  return { start: span.start, end: Math.max(body.start, span.start) };
}
