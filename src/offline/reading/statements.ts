import { soleStems, type Concept, type Question } from './question.ts';
import { findCandidates, type Candidate } from './values.ts';
import { isStopWord, terms, type Term } from './words.ts';

/** The most words of an answer: longer ones are no better than the sentence. */
const MAX_WORDS = 14;
const WEEKDAY = '\\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\\b';
const CALENDAR: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bmonths?\b/i,
    /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g,
  ],
  [/\b(?:week)?days\b/i, new RegExp(`${WEEKDAY}(?:(?:,| and| or| to|, and)\\s${WEEKDAY})*`, 'g')],
  [/\b(?:week)?day\b/i, new RegExp(WEEKDAY, 'g')],
];

/**
 * What a sentence says that the requested thing is, if the question does not say what kind of value that is: the text
 * after `is` ("The busiest month was July"), a name next to its kind ("the AdamW optimizer"), or the text after `of`.
 * Null if the sentence has no such form.
 */
export function statedValue(sentence: string, question: Question): Candidate | null {
  const focus = question.concepts.find((concept) => concept.focus) ?? askedNoun(question);
  if (focus === undefined) return null;
  return (
    calendarValue(sentence, question) ??
    calledName(sentence, question) ??
    findNameBeside(sentence, focus) ??
    complement(sentence, focus, question) ??
    amountOf(sentence, focus) ??
    chargedAmount(sentence, focus) ??
    subjectName(sentence, question)
  );
}

function askedNoun({ concepts, text }: Question): Concept | undefined {
  return /^\W*(?:what|which)\b/i.test(text) ? concepts[0] : undefined;
}

/** The month or day that "which month" asks for, the nearest to a word of the question. */
function calendarValue(sentence: string, question: Question): Candidate | null {
  const kind = CALENDAR.find(([asked]) => asked.test(question.text.slice(0, 30)));
  if (kind === undefined) return null;
  const anchors = conceptTerms(sentence, question.concepts);
  const [best] = [...sentence.matchAll(kind[1])]
    .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }))
    .sort((a, b) => distance(a, anchors) - distance(b, anchors));
  return best ?? null;
}

/** The name after "called" and "named", if the question asks for a name. */
function calledName(sentence: string, { text }: Question): Candidate | null {
  if (!/\b(?:name|called|named)\b/i.test(text)) return null;
  const match = /\b(?:called|named)\s+["“]?(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)*)/u.exec(sentence);
  const name = match?.[1];
  if (match === null || name === undefined) return null;
  const start = match.index + match[0].length - name.length;
  return { text: name, start, end: start + name.length };
}

/** The amount after the word for the requested thing: "a dividend of 1.40 euros". */
function amountOf(sentence: string, focus: Concept): Candidate | null {
  const stems = soleStems(focus);
  const amounts = findCandidates(sentence, 'number');
  for (const { stem, end } of terms(sentence)) {
    const amount = stems.has(stem)
      ? amounts.find(
          ({ start }) => start >= end && /^\s+of\s+(?:about\s+)?$/.test(sentence.slice(end, start)),
        )
      : undefined;
    if (amount !== undefined) return amount;
  }
  return null;
}

/** The amount that "costs" or "is charged" names, with what it is a share of: "2 percent of the rent". */
function chargedAmount(sentence: string, focus: Concept): Candidate | null {
  const stems = soleStems(focus);
  const charged = terms(sentence).find(({ stem, word }) => stems.has(stem) && /^(?:cost|charge)/.test(word));
  const amount = [...findCandidates(sentence, 'percent'), ...findCandidates(sentence, 'money')]
    .filter(({ start }) => charged !== undefined && start >= charged.end)
    .sort((a, b) => a.start - b.start)[0];
  if (amount === undefined) return null;
  const share = /^\s+of\s+(?:the|its|an?)\s+\p{Ll}+(?:\s(?!for|per|in|on|at|by|and|or|to|is)\p{Ll}+)?/u;
  const whole = share.exec(sentence.slice(amount.end))?.[0] ?? '';
  const end = amount.end + whole.length;
  return { text: sentence.slice(amount.start, end), start: amount.start, end };
}

/**
 * The name at the beginning of a sentence, if "which town has ..." asks for the one that does what the sentence says.
 */
function subjectName(sentence: string, { text }: Question): Candidate | null {
  if (!/^\W*(?:in\s+|at\s+)?which\b/i.test(text)) return null;
  const match = /^\W{0,40}(?:The\s+)?(\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}[\p{L}'’-]*)*)\s+\p{Ll}/u.exec(sentence);
  const name = match?.[1];
  if (match === null || name === undefined) return null;
  const own = new Set(terms(text).map(({ stem }) => stem));
  if (terms(name).every(({ stem, word }) => own.has(stem) || isStopWord(word))) return null;
  const start = match[0].indexOf(name);
  return { text: name, start, end: start + name.length };
}

/** A capitalized or coded name directly before or after the word for its kind: "the AdamW optimizer". */
function findNameBeside(sentence: string, focus: Concept): Candidate | null {
  const stems = soleStems(focus);
  const words = terms(sentence);
  for (const [index, { stem, start }] of words.entries()) {
    if (!stems.has(stem)) continue;
    const before = words[index - 1];
    if (before === undefined || !isName(sentence, before)) continue;
    if (sentence.slice(before.end, start).trim() !== '') continue;
    let first = before;
    for (let at = index - 2; at >= 0; at -= 1) {
      const word = words[at];
      if (
        word === undefined ||
        !isName(sentence, word) ||
        sentence.slice(word.end, first.start).trim() !== ''
      )
        break;
      first = word;
    }
    return { text: sentence.slice(first.start, before.end), start: first.start, end: before.end };
  }
  return null;
}

function isName(sentence: string, { start, end, word }: Term): boolean {
  const written = sentence.slice(start, end);
  return start > 0 && !isStopWord(word) && /\p{Lu}/u.test(written);
}

/** Words that say that something was done, and name nothing: "paid by the port". */
const PARTICIPLE = /^(?:\p{Ll}+(?:ed|en|ing)|paid|built|made|sold|sent|held|lost)\b/u;
const COPULA = /\b(?:is|are|was|were|comes? from|consists? of|called|named)\s+/g;

/**
 * The text after a form of "be" whose subject is the requested thing; or the text before it, if that thing comes after
 * it.
 */
function complement(sentence: string, focus: Concept, question: Question): Candidate | null {
  for (const match of sentence.matchAll(COPULA)) {
    const subject = sentence.slice(clauseStart(sentence, match.index), match.index);
    const stems = soleStems(focus);
    if (!terms(subject).some(({ stem }) => stems.has(stem))) continue;
    const start = match.index + match[0].length;
    const rest = /^[^,;.:()]+(?:[.,:](?=\S)[^,;.:()]*)*/.exec(sentence.slice(start))?.[0].trimEnd() ?? '';
    const words = rest.split(/\s+/).length;
    const own = new Set(terms(question.text).map(({ stem }) => stem));
    const isNew = terms(rest).some(({ stem, word }) => !own.has(stem) && !isStopWord(word));
    const isDone = /^\W*which\b/i.test(question.text) && PARTICIPLE.test(rest);
    if (rest !== '' && words <= MAX_WORDS && isNew && !isDone)
      return { text: rest, start, end: start + rest.length };
  }
  const [name, ...more] = findCandidates(sentence, 'person').filter(({ end }) =>
    /^\s*(?:,|\bis\b|\bwas\b)/.test(sentence.slice(end)),
  );
  return name !== undefined && more.length === 0 && /\bname\b/i.test(question.text) ? name : null;
}

function clauseStart(sentence: string, before: number): number {
  const part = sentence.slice(0, before);
  return Math.max(part.lastIndexOf(';'), part.lastIndexOf('.')) + 1;
}

function conceptTerms(sentence: string, concepts: readonly Concept[]): Term[] {
  const stems = new Set(concepts.flatMap((concept) => [...soleStems(concept)]));
  return terms(sentence).filter(({ stem }) => stems.has(stem));
}

function distance({ start, end }: Candidate, words: readonly Term[]): number {
  return Math.min(
    Infinity,
    ...words.map((word) => (word.start >= end ? word.start - end : Math.max(0, start - word.end))),
  );
}
