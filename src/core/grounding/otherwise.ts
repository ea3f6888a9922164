import { changeIn } from './computations/comparisonWords.ts';
import { contentOf } from './content.ts';
import type { Difference } from './model.ts';
import { isCapital } from './soughtText.ts';
import { tokenize } from './tokens.ts';

/** Words of which any says as much as another one of the same list. */
const ALIKE: readonly RegExp[] = [
  'and|&|versus|vs\\.?|against|as against|as well as|compared (?:with|to)|und|sowie|gegenüber|et|和|与|及',
  'is|are|was|were|comes|came|amounts|amounted|totals|totall?ed|stood|reached|ist|sind|war|waren|betragen|beträgt|betrugen?',
  'in|of|for|at|on|im|am|für',
  'about|around|nearly|almost|roughly|approximately|etwa|rund|fast|knapp',
].map((words) => new RegExp(`^(?:${words})$`, 'iu'));
/** A word that says how a number or a place is meant: `to 5` is not `by 5`. */
const RELATION =
  /^(?:in|of|for|at|on|to|by|from|over|under|into|out|up|down|about|than|im|am|für|auf|um|von|über|unter|zu|bis|ab|seit|vor|nach|above|below|before|after|until|since|nearly|almost)$/iu;
const NEGATION = /(?<!\p{L})(?:no|not|never|without|nicht|kein|keine|ohne)(?!\p{L})|n['’]t(?!\p{L})/iu;
const HAN = /\p{Script=Han}/u;
/** A word of fewer letters is not another one without its ending. */
const MIN_STEM = 4;

/**
 * Whether words that differ from those of nearly the same sentence say something else: digits, a name, a negation, a word
 * in the place of another one (`fallen` for `risen`), or a change in the other direction. Words that only one of them has
 * are a paraphrase, and so are others of the same direction: `grew by` where the page has `increased in the quarter`.
 * @param differences where the sentences differ, in their order; one side is empty where the other one has more words
 */
export function saysOtherwise(differences: readonly Difference[]): boolean {
  const said = differences.map((one) => one.said).join(' … ');
  const pageHas = differences.map((one) => one.pageHas).join(' … ');
  if (NEGATION.test(said) !== NEGATION.test(pageHas) || isOpposite(said, pageHas)) return true;
  const parts = differences.map((one) => ({ ofClaim: readWords(one.said), onPage: readWords(one.pageHas) }));
  const added = new Set(parts.flatMap(({ ofClaim, onPage }) => (ofClaim.text === '' ? onPage.content : [])));
  // Words that stand elsewhere in the sentence, where the claim has none, are only moved.
  return parts.some(
    ({ ofClaim, onPage }) =>
      !(ofClaim.content.length > 0 && ofClaim.content.every((word) => added.has(word))) &&
      replacesWords(ofClaim, onPage),
  );
}

/** Some words of a sentence. */
interface Words {
  readonly text: string;
  /** Those that say what it is about, as they are compared. */
  readonly content: readonly string[];
  /** Whether digits or a name are among them. */
  readonly isNamed: boolean;
}

function readWords(text: string): Words {
  const tokens = tokenize(text);
  const content = contentOf(tokens);
  return {
    text,
    content: content.map((at) => tokens.keys[at] ?? ''),
    isNamed: /\d/.test(text) || content.some((at) => isCapital(tokens, text, at)),
  };
}

/** Whether words of a claim say something else than those of the page in their place. */
function replacesWords(said: Words, pageHas: Words): boolean {
  if (ALIKE.some((words) => words.test(said.text) && words.test(pageHas.text))) return false;
  if (said.isNamed || isOpposite(said.text, pageHas.text)) return true;
  if (RELATION.test(said.text) && RELATION.test(pageHas.text)) return true;
  if (said.content.length === 0 || pageHas.content.length === 0) return false;
  if (HAN.test(said.text + pageHas.text)) return false;
  if (directionOf(said.text) !== null && directionOf(pageHas.text) !== null) return false;
  return !said.content.some((word) => pageHas.content.some((other) => isInflected(word, other)));
}

/** Whether two texts say changes in directions that differ. */
function isOpposite(one: string, other: string): boolean {
  const [said, pageHas] = [directionOf(one), directionOf(other)];
  return said !== null && pageHas !== null && said !== pageHas;
}

function directionOf(text: string): '<' | '>' | null {
  return changeIn(text.toLowerCase(), false)?.sign ?? null;
}

/** Whether one word is the other one with an ending: `approve`, `approved`. */
function isInflected(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= MIN_STEM && long.startsWith(short);
}
