import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { hiddenSpans, visibleText } from '../../../src/core/visibleText.ts';
import { inlineCode } from '../../../src/core/inlineCode.ts';
import { codeBlock, escapeMarkdown, sentenceMarkdown, tableRow } from '../../../src/language/markdown.ts';
import { plainText } from '../../../src/core/plainText.ts';
import {
  HIDDEN_CHARACTER,
  HOSTILE_PIECES,
  HOSTILE_TEXT,
  liveInPlainText,
} from '../../support/hostileText.ts';
import { liveInMarkdown, markdownTokens } from '../../support/liveMarkdown.ts';

const texts = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE_PIECES), fc.string({ unit: 'grapheme', maxLength: 6 })), {
    maxLength: 8,
  })
  .map((pieces) => pieces.join(''));

/** The text as a person reads it: on one line, with what is hidden made visible. */
const asRead = (text: string): string => visibleText(text.replaceAll(/\s+/g, ' ')).trim();

/** What Markdown shows, without the invisible characters that end mentions. */
function rendered(markdown: string): string {
  return markdownTokens(markdown)
    .filter(({ type }) => type === 'text' || type === 'escape' || type === 'codespan')
    .map((token) => ('text' in token ? token.text : ''))
    .join('')
    .replaceAll(/(?<=@)\u2060/g, '');
}

describe('Markdown with text of others', () => {
  it('shows any text unchanged, and nothing in it is markup', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const markdown = escapeMarkdown(text);
        const kinds = new Set(markdownTokens(markdown).map(({ type }) => type));
        for (const kind of ['paragraph', 'text', 'escape'] as const) kinds.delete(kind);
        expect([...kinds]).toEqual([]);
        expect(rendered(markdown)).toBe(asRead(text));
        expect(liveInMarkdown(markdown)).toEqual([]);
      }),
      propertyRuns(2000),
    );
  });

  it('shows any text as code unchanged', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(asRead(text) !== '');
        const markdown = `x ${inlineCode(text)}`;
        expect(markdownTokens(markdown).map(({ type }) => type)).toEqual(['paragraph', 'text', 'codespan']);
        expect(rendered(markdown)).toBe(`x ${asRead(text)}`);
        expect(liveInMarkdown(markdown)).toEqual([]);
      }),
      propertyRuns(2000),
    );
  });

  it('has only code of its own in a sentence', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const kinds = new Set(markdownTokens(sentenceMarkdown(text)).map(({ type }) => type));
        for (const kind of ['paragraph', 'text', 'escape', 'codespan'] as const) kinds.delete(kind);
        expect([...kinds]).toEqual([]);
        expect(liveInMarkdown(sentenceMarkdown(text))).toEqual([]);
      }),
      propertyRuns(2000),
    );
  });

  it('has as many cells in a row of a table as were given', () => {
    fc.assert(
      fc.property(texts, texts, (left, right) => {
        const markdown = [
          tableRow(['a', 'b', 'c']),
          '| --- | --- | --- |',
          tableRow([escapeMarkdown(left), inlineCode(right), sentenceMarkdown(left)]),
          tableRow(['end', '', '']),
        ].join('\n');
        const [table, ...more] = markdownTokens(markdown).filter(({ type }) => type !== 'text');
        expect(table?.type).toBe('table');
        expect(more.every(({ type }) => type === 'escape' || type === 'codespan')).toBe(true);
        expect(markdown.match(/^\| end /gm)).toHaveLength(1);
        expect(table?.type === 'table' ? table.rows.map((row) => row.length) : []).toEqual([3, 3]);
        if (table?.type !== 'table') return;
        expect(table.rows[1]?.[0]?.text).toBe('end');
      }),
      propertyRuns(2000),
    );
  });

  it('keeps text in its fence', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const tokens = markdownTokens(`${codeBlock(text)}\nafter`);
        expect(tokens.map(({ type }) => type)).toEqual(['code', 'paragraph', 'text']);
      }),
      propertyRuns(1000),
    );
  });

  it('finishes for a response of a million backticks', () => {
    expect(codeBlock('` '.repeat(500_000)).startsWith('```xml\n')).toBe(true);
  });

  it.each(['snake_case.py', 'Überschrift (1)', '3 * 4 = 12', 'a|b', '100 % #1', 'x < y & y > z', '- 1.'])(
    'shows %s as it is',
    (text) => {
      expect(rendered(escapeMarkdown(text))).toBe(text);
    },
  );
});

describe('plain text of the workbench', () => {
  it('has no link, icon or hidden character of others', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(liveInPlainText(plainText(text))).toEqual([]);
        expect(plainText(plainText(text))).toBe(plainText(text));
      }),
      propertyRuns(2000),
    );
    expect(liveInPlainText(HOSTILE_TEXT)).not.toEqual([]);
  });

  it.each(['a_b.pdf', 'C:\\new\\table', '[1] (2)', '$5 (net)', 'a\nb', 'Kosten: 3 €', '`x` *y*'])(
    'leaves %j unchanged',
    (text) => {
      expect(plainText(text)).toBe(text);
    },
  );
});

describe('text with hidden characters', () => {
  it.each([
    ['gpj\u202Eexe', 'gpj\\u202Eexe'],
    ['a\u200Bb\u00ADc\uFEFF', 'a\\u200Bb\\u00ADc\\uFEFF'],
    ['\u001B[31m\u009B', '␛[31m\\u009B'],
    ['x\u{E0041}', 'x\\uDB40\\uDC41'],
    ['pay\u200Dpal', 'pay\\u200Dpal'],
    ['❤\uFE0F\uFE0F', '❤\uFE0F\\uFE0F'],
    ['h\uFE01i\uFE0F', 'h\\uFE01i\\uFE0F'],
    ['to\u061C\u200F\u061C\u200E bob', 'to\\u061C\\u200F\\u061C\\u200E bob'],
    [
      '\u{1F3F4}\u{E0068}\u{E0069}\u{E0064}\u{E0065}\u{E007F}',
      `\u{1F3F4}${['68', '69', '64', '65', '7F'].map((low) => `\\uDB40\\uDC${low}`).join('')}`,
    ],
    ['\u0E01\u200B\u200B\u0E02', '\u0E01\\u200B\\u200B\u0E02'],
    ['a\u2060b\u3164', 'a\\u2060b\\u3164'],
    ['ab\u200Ccd', 'ab\\u200Ccd'],
  ])('shows what is hidden in %j', (text, visible) => {
    expect(visibleText(text)).toBe(visible);
    expect(visibleText(text)).not.toMatch(HIDDEN_CHARACTER);
    expect(hiddenSpans(text)).not.toEqual([]);
  });

  it('has the spans of what is hidden, which are shown one by one like the whole text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let shown = '';
        let from = 0;
        for (const { start, end } of hiddenSpans(text)) {
          shown += text.slice(from, start) + Array.from(text.slice(start, end), visibleText).join('');
          from = end;
        }
        shown += text.slice(from);
        expect(shown.replaceAll('\r\n', '\u240D\n')).toBe(visibleText(text));
      }),
      propertyRuns(1000),
    );
  });

  it.each([
    'مرحبا بالعالم',
    'می‌خواهم',
    'שלום עולם',
    'क्‍ष',
    '👩‍👩‍👧‍👦 👩🏽‍💻 🏳️‍🌈 ❤️‍🔥 1️⃣ ☎️',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'a\tb\nc',
    'naïve — “x” 東京',
    'שלום!\u200F (1) abc',
    'abc \u200Eمرحبا',
    '\u0E01\u0E32\u200B\u0E23',
    '\u1820\u180B\u1821',
    '\u2268\uFE00 \u845B\uFE00',
    '葛󠄀城',
  ])('leaves %s as it is', (text) => {
    expect(visibleText(text)).toBe(text);
    expect(hiddenSpans(text)).toEqual([]);
  });
});
