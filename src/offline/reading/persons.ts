/** A person's name as a pattern, with titles. */
export const NAME =
  "(?:(?:Dr|Prof|Mrs?|Ms)\\.?\\s)*\\p{Lu}[\\p{L}.'’-]*(?:\\s(?:(?:de|van|von|der|den|la|le|di|da|del|bin|al)\\s)*\\p{Lu}[\\p{L}.'’-]*){1,3}";
const BEHIND = new RegExp(`^(?<task>\\p{L}.*?)\\s?(?:[,:(–—-]|\\bby|\\bwith)\\s?(?<name>${NAME})\\)?$`, 'u');
/** What places are called, and the headers of their columns. */
const PLACE =
  /\b(?:Hall|Rooms?|Foyer|Canteen|Street|Road|Lane|Avenue|Square|Building|Library|Theatre|Theater|Auditorium|Hotel|Garden|Church|Station|Campus|Centre|Center|Lobby|Floor|Stage|Gallery|Chapel|Workshop|Cafeteria)$/;
const PLACE_HEADER = /^(?:rooms?|places?|venues?|locations?|where|halls?|sites?|address|stages?)$/i;

/** A person at the end of a text, after what the person does: `Erik Sandvik` of "Opening, Erik Sandvik". */
export interface PersonWithTask {
  readonly task: string;
  readonly name: string;
  /** Offset of the name into the text. */
  readonly start: number;
}

/** The person whom a text names at its end; null if there is none. */
export function findPerson(text: string): PersonWithTask | null {
  const { task = '', name = '' } = BEHIND.exec(text)?.groups ?? {};
  return name === '' || PLACE.test(name) ? null : { task, name, start: text.lastIndexOf(name) };
}

/** Whether a text below a header names a place, so that it cannot be who does something. */
export function isPlace(text: string, header: string): boolean {
  return PLACE.test(text) || PLACE_HEADER.test(header.trim());
}
