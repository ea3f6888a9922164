import { cellPassages, valuePassage } from './cells.ts';
import { extremePassages } from './extremes.ts';
import type { ReadPage } from './page.ts';
import { WEIGHTS, type CellPassage, type Passage, type SentencePassage } from './passage.ts';
import { impliedYear } from './periods.ts';
import { headingAbove } from './surroundings.ts';
import { isQuotable } from './values.ts';

/** A sentence that begins with one of these continues the subject of the previous one. */
const PRONOUN = /^(?:It|Its|He|His|She|Her|They|Their|This|These|That|Those|Both|There|Here)\b/;

/** The most characters of a text that can answer a question: no sentence is longer, and no cell that people read. */
const MAX_TEXT = 2000;

/** Everything on a page that can answer a question. `image` is the page's number in the request, from 1. */
export function passagesOf(page: ReadPage, image: number): Passage[] {
  const { tables } = page.layout;
  return [
    ...tables.flatMap((table) => cellPassages(page, table, image)),
    ...tables.flatMap((table) => extremePassages(page, table, image)),
    ...pairPassages(page, image),
    ...sentencePassages(page, image),
  ].filter(({ text }) => text.length <= MAX_TEXT && isQuotable(text));
}

function pairPassages(page: ReadPage, image: number): CellPassage[] {
  return page.pairs.flatMap(({ label, value, box, otherNames }): CellPassage[] => {
    const above = headingAbove(page, box, true);
    const heading = above === null || above.text === label.text ? null : page.words.quoteOf(above);
    const parts = [{ text: above?.text ?? '', weight: WEIGHTS.title }];
    return valuePassage(page, label, value, { image, heading, parts, otherNames });
  });
}

function sentencePassages(page: ReadPage, image: number): SentencePassage[] {
  return page.sentences.map((sentence, index): SentencePassage => {
    const { text, stretches, paragraph, box } = sentence;
    const before = page.sentences[index - 1];
    const isHeading =
      stretches.length === 1 && page.layout.headings.some((heading) => text.startsWith(heading.text));
    const heading = isHeading ? null : page.words.quoteOf(headingAbove(page, box, false));
    return {
      kind: 'sentence',
      image,
      parts: [
        { text, weight: WEIGHTS.own },
        { text: heading ?? '', weight: WEIGHTS.title },
        { text: String(impliedYear(text) ?? ''), weight: WEIGHTS.own },
        {
          text: before?.paragraph === paragraph ? before.text : '',
          weight: PRONOUN.test(text) ? WEIGHTS.title : WEIGHTS.before,
        },
      ],
      heading,
      text,
      quotes: stretches.map((stretch) => stretch.text),
      sentence,
      isHeading,
    };
  });
}
