/** A pattern for a person's name, with titles. */
export const NAME =
  "(?:(?:Dr|Prof|Mrs?|Ms)\\.?\\s)*\\p{Lu}[\\p{L}.'’-]*(?:\\s(?:(?:de|van|von|der|den|la|le|di|da|del|bin|al)\\s)*\\p{Lu}[\\p{L}.'’-]*){1,3}";
const BEHIND = new RegExp(`^(?<task>\\p{L}.*?)\\s?(?:[,:(–—-]|\\bby|\\bwith)\\s?(?<name>${NAME})\\)?$`, 'u');
/** Words for places, and headers of columns with places. */
const PLACE =
  /\b(?:Hall|Rooms?|Foyer|Canteen|Street|Road|Lane|Avenue|Square|Building|Library|Theatre|Theater|Auditorium|Hotel|Garden|Church|Station|Campus|Centre|Center|Lobby|Floor|Stage|Gallery|Chapel|Workshop|Cafeteria)$/;
const PLACE_HEADER = /^(?:rooms?|places?|venues?|locations?|where|halls?|sites?|address|stages?)$/i;

/** A person at the end of a text, after what the person does: `Erik Sandvik` in "Opening, Erik Sandvik". */
export interface PersonWithTask {
  readonly task: string;
  readonly name: string;
  /** Offset of the name into the text. */
  readonly start: number;
}

/** The person that a text names at its end; null if there is none. */
export function findPerson(text: string): PersonWithTask | null {
  const { task = '', name = '' } = BEHIND.exec(text)?.groups ?? {};
  return name === '' || PLACE.test(name) ? null : { task, name, start: text.lastIndexOf(name) };
}

/** Whether a text below a header names a place, so that it cannot be a person. */
export function isPlace(text: string, header: string): boolean {
  return PLACE.test(text) || PLACE_HEADER.test(header.trim());
}
