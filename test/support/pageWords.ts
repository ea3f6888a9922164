import type { PageWords } from '../../src/core/grounding/model.ts';
import type { Word } from '../../src/core/geometry/word.ts';

/** Points of a character, a line, and the height of its letters. */
const CHARACTER = 6;
const LINE = 14;
const HEIGHT = 10;

/**
 * A page with the words of some lines, as if they were set in a font whose characters are all equally wide. Words are
 * separated by spaces, so that columns of a table can be aligned. `\u00ad` at the end of a line marks a broken word.
 */
export function pageOfLines(
  lines: readonly string[],
  { document = 'report.pdf', page = 1 }: { readonly document?: string; readonly page?: number } = {},
): PageWords {
  const words = lines.flatMap((text, line) =>
    [...text.matchAll(/\S+/g)].map(({ 0: word, index }): Word => {
      const left = 20 + index * CHARACTER;
      const top = 20 + line * LINE;
      const isBroken = word.endsWith('\u00ad');
      return {
        text: isBroken ? `${word.slice(0, -1)}-` : word,
        box: { left, top, right: left + word.length * CHARACTER, bottom: top + HEIGHT },
        height: HEIGHT,
        line,
        edges: Array.from({ length: word.length + 1 }, (_, at) => left + at * CHARACTER),
        ...(isBroken ? { continues: true as const } : {}),
      };
    }),
  );
  return { document, page, size: { width: 612, height: 792 }, words, source: 'text' };
}
