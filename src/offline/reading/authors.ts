import { boxHeight, horizontalOverlap } from '../../core/geometry/box.ts';
import type { Phrase } from '../../core/layout/model.ts';
import { slicePhrase } from '../../core/layout/phrases.ts';
import type { KnownPair } from './knownPair.ts';
import { NAME } from './persons.ts';

const MARK = '[\\d*†‡§,¹²³⁴⁵]*';
const SEVERAL = new RegExp(
  `^${NAME}${MARK}(?:\\s?,\\s${NAME}${MARK})*\\s?,?\\s(?:and|&)\\s${NAME}${MARK}$|^${NAME}${MARK}(?:\\s?,\\s${NAME}${MARK})+$`,
  'u',
);
const BY = new RegExp(
  `^(?:[Ww]ritten\\s|[Tt]ext\\s)?[Bb]y:?\\s(?<names>${NAME}(?:(?:,\\s|,?\\s(?:and|&)\\s)${NAME})*)$`,
  'u',
);
/** Names of places and institutions, which are also capitalized words joined by commas. */
const NO_PERSON =
  /\b(?:University|Institute|College|School|Department|Faculty|Centre|Center|Laborator(?:y|ies)|Street|Road|Ltd|Inc|GmbH|Company|Hall|Room|Council|Agency|Ministry)\b/i;
/** The largest distance of authors below the title, in title heights. */
const BELOW = 6;

/** Words that questions use for the authors of a text with a title, and for the text. */
const ALL = 'author authors written paper article text';
const FIRST = 'first author paper article';

/** The names of authors directly below a title: several on a line, or one after "by". */
export function findAuthors(lines: readonly Phrase[]): KnownPair[] {
  const top = Math.min(...lines.map(({ box }) => box.top));
  const foot = Math.max(...lines.map(({ box }) => box.bottom));
  return lines.flatMap((line): KnownPair[] => {
    const { text, box } = line;
    const names = BY.exec(text)?.groups?.['names'] ?? (SEVERAL.test(text) ? text : '');
    if (names === '' || NO_PERSON.test(names) || box.top > (top + foot) / 2) return [];
    const title = lines
      .filter((one) => {
        const gap = (box.top - one.box.bottom) / boxHeight(one.box);
        const isTitle = one.words.length > 2 && !/[.,;:]$/.test(one.text);
        return isTitle && gap > -0.1 && gap < BELOW && horizontalOverlap(one.box, box) > 0;
      })
      .sort((a, b) => b.box.bottom - a.box.bottom)[0];
    if (title === undefined) return [];
    const at = text.lastIndexOf(names);
    const [first = names] = /^[^\d*†‡§¹²³⁴⁵,&]+?(?=[\d*†‡§¹²³⁴⁵]*\s?(?:,|&|\band\b|$))/.exec(names) ?? [];
    return [
      { label: title, value: slicePhrase(line, at, at + names.length), box, otherNames: ALL },
      { label: title, value: slicePhrase(line, at, at + first.length), box, otherNames: FIRST },
    ];
  });
}
