import { t } from '../../t.ts';
import { finding } from '../findings.ts';
import type { Part } from '../partModel.ts';
import { PlainReader, trimmedSpan } from './reader.ts';
import type { Content, Reading } from './reader.ts';

/** What the program accepts between the tags: exactly these words, without white space. */
const VERDICTS: Readonly<Record<string, boolean>> = { True: true, true: true, False: false, false: false };

/** Reads verdicts, and counts the items judged so far. */
export class JudgeReader extends PlainReader {
  override read(content: Content, count: number): Reading {
    if (content.kind !== 'block' || content.name !== 'judge') return super.read(content, count);
    const { text, span, speaker, open } = content;
    // The program uses the opening tag directly before the word; an earlier one does not matter.
    const value = VERDICTS[text.split('<judge>').at(-1) ?? text] ?? null;
    const body = trimmedSpan(content);
    const part: Part = { kind: 'verdict', span, speaker, open, item: count + 1, value, body };
    if (value !== null || body.start === body.end) return { parts: [part], findings: [] };
    return {
      parts: [part],
      findings: [
        finding(
          'verdict-unread',
          { start: content.start, end: content.start + text.length },
          t(
            'The program cannot read the verdict on item {0}; write only True or False between the tags, without white space.',
            count + 1,
          ),
        ),
      ],
    };
  }

  override close(_content: Content, parts: readonly Part[]): readonly never[] {
    this.counted += parts.length;
    return [];
  }
}
