import { height, horizontalOverlap } from './geometry.ts';
import type { Pair, Segment } from './model.ts';

const MARK = '[\\d*†‡§,¹²³⁴⁵]*';
const NAME = `(?:(?:Dr|Prof|Mrs?|Ms)\\.?\\s)?\\p{Lu}[\\p{L}.'’-]*(?:\\s(?:(?:de|van|von|der|den|la|le|di|da|del|bin|al)\\s)*\\p{Lu}[\\p{L}.'’-]*){1,3}`;
const SEVERAL = new RegExp(
  `^${NAME}${MARK}(?:\\s?,\\s${NAME}${MARK})*\\s?,?\\s(?:and|&)\\s${NAME}${MARK}$|^${NAME}${MARK}(?:\\s?,\\s${NAME}${MARK})+$`,
  'u',
);
const BY = new RegExp(
  `^(?:[Ww]ritten\\s|[Tt]ext\\s)?[Bb]y:?\\s(?<names>${NAME}(?:(?:,\\s|,?\\s(?:and|&)\\s)${NAME})*)$`,
  'u',
);
/** Names of places and bodies, which are also capitalised words joined by commas. */
const NO_PERSON =
  /\b(?:University|Institute|College|School|Department|Faculty|Centre|Center|Laborator(?:y|ies)|Street|Road|Ltd|Inc|GmbH|Company|Hall|Room|Council|Agency|Ministry)\b/i;
/** Authors stand no further below the title than so many of its heights. */
const BELOW = 6;

/** What a question calls a text with a title, and those who wrote it. */
const ROLE = 'author authors written paper article text';
const FIRST_ROLE = 'first author paper article';

/** The names of authors right below a title: several in a line, or one behind "by". */
export function findAuthors(segments: readonly Segment[]): Pair[] {
  const top = Math.min(...segments.map(({ box }) => box.top));
  const foot = Math.max(...segments.map(({ box }) => box.bottom));
  return segments.flatMap((segment): Pair[] => {
    const { text, start, box } = segment;
    const names = BY.exec(text)?.groups?.['names'] ?? (SEVERAL.test(text) ? text : '');
    if (names === '' || NO_PERSON.test(names) || box.top > (top + foot) / 2) return [];
    const title = segments
      .filter(
        (one) =>
          one.words.length > 2 &&
          !/[.,;:]$/.test(one.text) &&
          one.box.bottom <= box.top + 2 &&
          box.top - one.box.bottom < BELOW * height(one.box) &&
          horizontalOverlap(one.box, box) > 0,
      )
      .sort((a, b) => b.box.bottom - a.box.bottom)[0];
    if (title === undefined) return [];
    const label = { text: title.text, start: title.start, end: title.end };
    const at = start + text.lastIndexOf(names);
    const pairOf = (value: string, role: string): Pair => ({
      label,
      value: { text: value, start: at, end: at + value.length },
      box,
      role,
    });
    const [first = names] = /^[^\d*†‡§¹²³⁴⁵,&]+?(?=[\d*†‡§¹²³⁴⁵]*\s?(?:,|&|\band\b|$))/.exec(names) ?? [];
    return [pairOf(names, ROLE), pairOf(first, FIRST_ROLE)];
  });
}
