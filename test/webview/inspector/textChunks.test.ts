import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { TextChunks } from '../../../webview/inspector/model/textChunks.ts';

const line = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.repeat(90)),
  fc.constant('x'.repeat(13_000)),
  fc.constant('😀'.repeat(7_000)),
  fc.constant(''),
);
const text = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'));

const spans = (chunks: TextChunks): { start: number; end: number }[] =>
  Array.from({ length: chunks.count }, (_, index) => chunks.at(index));

describe('the chunks of a text', () => {
  it('covers every character once, in chunks of bounded size', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const all = spans(new TextChunks(whole));
        let at = 0;
        for (const { start, end } of all) {
          expect(start).toBe(at);
          expect(end - start).toBeLessThanOrEqual(12_001);
          at = end;
        }
        expect(at).toBe(whole.length);
        // Throws on a lone surrogate.
        for (const { start, end } of all) encodeURIComponent(whole.slice(start, end));
      }),
      propertyRuns(150),
    );
  });

  it('makes the same chunks however the text arrives', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 30 }),
        (whole, sizes) => {
          const grown = new TextChunks();
          for (let at = 0, turn = 0; at < whole.length; turn++) {
            const size = sizes[turn % sizes.length] ?? 1;
            grown.append(whole.slice(at, at + size));
            at += size;
          }
          expect(spans(grown)).toEqual(spans(new TextChunks(whole)));
        },
      ),
      propertyRuns(150),
    );
  });

  it('finds the chunk at an offset', () => {
    const chunks = new TextChunks('line of text\n'.repeat(3_000));
    for (let index = 0; index < chunks.count; index++) {
      expect(chunks.indexAt(chunks.at(index).start)).toBe(index);
      expect(chunks.indexAt(chunks.at(index).end - 1)).toBe(index);
    }
  });
});
