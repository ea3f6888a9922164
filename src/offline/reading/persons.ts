import type { Excerpt } from './passages.ts';

const NAME =
  "(?:(?:Dr|Prof|Mrs?|Ms)\\.?\\s)*\\p{Lu}[\\p{L}.'’-]*(?:\\s(?:(?:de|van|von|der|den|la|le|di|da|del|bin|al)\\s)*\\p{Lu}[\\p{L}'’-]+){1,3}";
const BEHIND = new RegExp(`^(?<what>\\p{L}.*?)\\s?(?:[,:(–—-]|\\bby|\\bwith)\\s?(?<who>${NAME})\\)?$`, 'u');
/** What places are called, and the headers of their columns. */
const PLACE =
  /\b(?:Hall|Rooms?|Foyer|Canteen|Street|Road|Lane|Avenue|Square|Building|Library|Theatre|Theater|Auditorium|Hotel|Garden|Church|Station|Campus|Centre|Center|Lobby|Floor|Stage|Gallery|Chapel|Workshop|Cafeteria)$/;
const PLACE_HEADER = /^(?:rooms?|places?|venues?|locations?|where|halls?|sites?|address|stages?)$/i;

/** What a cell says that somebody does, and who: `Opening` and `Erik Sandvik` of "Opening, Erik Sandvik". */
export interface Deed {
  readonly what: Excerpt;
  readonly who: Excerpt;
}

/** The person whom a text names at its end, behind what the person does; null where there is none. */
export function deedOf({ text, start }: Excerpt): Deed | null {
  const { what = '', who = '' } = BEHIND.exec(text)?.groups ?? {};
  if (who === '' || PLACE.test(who)) return null;
  const at = text.lastIndexOf(who);
  return {
    what: { text: what, start, end: start + what.length },
    who: { text: who, start: start + at, end: start + at + who.length },
  };
}

/** Whether a text below a header names a place, so that it cannot be who does something. */
export function isPlace(text: string, header: string): boolean {
  return PLACE.test(text) || PLACE_HEADER.test(header.trim());
}
