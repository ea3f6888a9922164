import { newCandidates } from './fit.ts';
import { soleStems, type Concept, type Question } from './question.ts';
import { yearsOfFigures } from './periods.ts';
import { statedValue } from './statements.ts';
import { hasNumber } from '../../core/layout/cellText.ts';
import type { Candidate } from './values.ts';
import { areAlike, terms } from './words.ts';

/** How much a word of the question counts that stands before all candidates, for each of them. */
const SHARED = 0.6;
/** The same for a word in another candidate's clause. */
const FOREIGN = 0.15;
/** "What is the price of": what is asked for belongs to every candidate. */
const FOCUS = 0.4;
/** What counts that a name stands behind "by". */
const AGENT = 0.5;
/** What counts that a number stands before what "how many" asks for; less before another word for it. */
const COUNTED = 1;
const COUNTED_OTHERWISE = 0.6;
/** What counts that a figure is that of the year that is asked for, or of another year. */
const PERIOD = 2;

/**
 * The part of a sentence that a question asks for: the candidate of the right kind that the words which the question
 * shares with the sentence point to, or what the sentence says that a thing is. Null when there is neither, and the
 * sentence itself is the answer.
 */
export function extract(sentence: string, question: Question): Candidate | null {
  if (question.kind === 'text') return figureOfYear(sentence, question) ?? statedValue(sentence, question);
  if (question.kind === 'place')
    return newCandidates(sentence, question).length === 0 ? null : placed(sentence, question);
  const wanted = newCandidates(sentence, question);
  const candidates =
    wanted.length === 0 && (question.kind === 'money' || question.kind === 'percent')
      ? newCandidates(sentence, question, 'number')
      : wanted;
  const anchors = findAnchors(sentence, question.concepts);
  const years = yearsOfFigures(sentence);
  const [best] = candidates
    .map((candidate) => ({
      candidate,
      tie:
        tie(sentence, candidate, candidates, anchors) +
        (question.kind === 'person' && isAgent(sentence, candidate) ? AGENT : 0) +
        counted(sentence, candidate, question) +
        PERIOD * ofAskedYear(years.get(candidate.start), question),
    }))
    .sort((a, b) => b.tie - a.tie);
  return best?.candidate ?? null;
}

/** The name behind "in", "at" and the like that stands nearest behind a word of the question. */
function placed(sentence: string, question: Question): Candidate | null {
  const anchors = findAnchors(sentence, question.concepts);
  const places = newCandidates(sentence, question).filter(({ start }) =>
    /\b(?:in|at|from|to|near|of|on)\s+(?:the\s+)?$/i.test(sentence.slice(0, start)),
  );
  const [best] = places
    .map((candidate) => ({ candidate, tie: tie(sentence, candidate, places, anchors) }))
    .sort((a, b) => b.tie - a.tie);
  return best?.candidate ?? null;
}

/** How much it counts what a number of the sentence counts, where the question asks "how many". */
function counted(sentence: string, { start, end }: Candidate, question: Question): number {
  const noun = countedNoun(question);
  if (noun === undefined) return 0;
  const behind = terms(sentence.slice(start, end + 60)).slice(1);
  const next = behind.findIndex((term) => term.start >= end - start && hasNumber(term.word));
  const stems = behind.slice(0, Math.min(3, next === -1 ? 3 : next)).map(({ stem }) => stem);
  if (noun.wordings[0]?.some((own) => stems.includes(own)) === true) return COUNTED;
  const sole = soleStems(noun);
  return stems.some((stem) => sole.has(stem)) ? COUNTED_OTHERWISE : 0;
}

/** What "how many" asks for, also where that is a word as general as `people`. */
function countedNoun({ concepts, text }: Question): Concept | undefined {
  const match = /\bhow many\s+/i.exec(text);
  if (match === null) return undefined;
  return (
    concepts.find(({ focus }) => focus) ??
    concepts.find((concept) => text.startsWith(concept.text, match.index + match[0].length))
  );
}

/** The only figure of the asked year in a sentence with figures of several, where "what were the sales" asks for one. */
function figureOfYear(sentence: string, question: Question): Candidate | null {
  if (!/^\W*what (?:was|were|is|are)\b/i.test(question.text)) return null;
  const years = yearsOfFigures(sentence);
  const [only, ...more] = newCandidates(sentence, question, 'number').filter(
    ({ start }) => ofAskedYear(years.get(start), question) === 1,
  );
  return only !== undefined && more.length === 0 ? only : null;
}

/** 1 where a figure's year is the one that is asked for, -1 where it is another one, 0 where nothing tells. */
function ofAskedYear(year: number | undefined, { years }: Question): number {
  const [asked] = years;
  if (year === undefined || asked === undefined || years.length > 1 || !/^\d{4}$/.test(asked)) return 0;
  return Number(asked) === year ? 1 : -1;
}

interface Anchor {
  readonly at: number;
  readonly end: number;
  readonly weight: number;
}

/** Where the sentence has words of the question, and how much each counts. */
function findAnchors(sentence: string, concepts: readonly Concept[]): Anchor[] {
  const words = terms(sentence);
  return concepts.flatMap((concept) => {
    const stems = soleStems(concept);
    const places = words.filter(
      ({ stem }) => stems.has(stem) || concept.wordings[0]?.some((own) => areAlike(own, stem)) === true,
    );
    const weight = (concept.weight * (concept.focus ? FOCUS : 1)) / places.length;
    return places.map(({ start, end }) => ({ at: start, end, weight }));
  });
}

/** Whether a name is that of who does it: "carried out by the institute". */
function isAgent(sentence: string, { start }: Candidate): boolean {
  return /\bby (?:the |its |our )?(?:\p{Ll}+ )?(?:(?:Dr|Mrs?|Ms|Prof)\.? )?$/u.test(sentence.slice(0, start));
}

const CLAUSE = /[;,:]\s|\s(?:and|but|while|whereas|or|from|who|which)\s/;

/** How strongly the words of the question tie a candidate: those of its own clause the more the nearer they stand. */
function tie(
  sentence: string,
  candidate: Candidate,
  candidates: readonly Candidate[],
  anchors: readonly Anchor[],
): number {
  const first = Math.min(...candidates.map(({ start }) => start));
  return anchors.reduce((sum, { at, weight }) => {
    const between =
      at < candidate.start ? sentence.slice(at, candidate.start) : sentence.slice(candidate.end, at);
    if (!CLAUSE.test(` ${between} `)) return sum + weight / (1 + 0.12 * between.split(/\s+/).length);
    return sum + weight * (at < first ? SHARED : FOREIGN);
  }, 0);
}
