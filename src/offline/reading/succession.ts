import type { Question } from './question.ts';
import { findCandidates, type Candidate } from './values.ts';
import { terms } from './words.ts';

const FOLLOWS = 'succeed(?:s|ed)?|replace[sd]?|follow(?:s|ed)?|(?:takes?|took) over from';
/** "A was succeeded by B". */
const PASSIVE = /\b(?:succeeded|replaced|followed)\s+by\b/i;
/** "B succeeded A", "B, the successor of A". */
const ACTIVE = new RegExp(`\\b(?:${FOLLOWS}|successor (?:of|to))\\b`, 'i');
const ASKS_BEFORE =
  /\bpredecessor\b|\bwho(?:m)?\s+(?:did|does|will)\b.*\b(?:succeed|replace|follow|take over from)\b|\b(?:succeeded|replaced|followed)\s+by\b/i;
const ASKS_AFTER = new RegExp(`\\bsuccessor\\b|\\bwho\\s+(?:will\\s+)?(?:${FOLLOWS})\\b`, 'i');

/**
 * The person before or after somebody in a sentence that says who follows whom. Null if the question asks for neither,
 * or if the sentence is about others.
 */
export function successionName(sentence: string, question: Question): Candidate | null {
  const before = ASKS_BEFORE.test(question.text);
  if (!before && !ASKS_AFTER.test(question.text)) return null;
  const passive = PASSIVE.exec(sentence);
  const verb = passive ?? ACTIVE.exec(sentence);
  if (verb === null) return null;
  const people = findCandidates(sentence, 'person');
  const left = people.findLast(({ end }) => end <= verb.index);
  const right = people.find(({ start }) => start >= verb.index + verb[0].length);
  const [earlier, later] = passive === null ? [right, left] : [left, right];
  const [asked, known] = before ? [earlier, later] : [later, earlier];
  if (asked === undefined) return null;
  const named = new Set(terms(question.text).map(({ stem }) => stem));
  const isNamed = ({ text }: Candidate): boolean => terms(text).some(({ stem }) => named.has(stem));
  if (isNamed(asked)) return null;
  const namesSomebody = question.concepts.some(({ required, text }) => required && /^\p{Lu}/u.test(text));
  return !namesSomebody || known === undefined || isNamed(known) ? asked : null;
}
