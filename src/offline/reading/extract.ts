import { isValueOfQuantity } from './attributes.ts';
import { newCandidates } from './fit.ts';
import { soleStems, type Concept, type Question } from './question.ts';
import { yearsOfFigures } from './periods.ts';
import { statedValue } from './statements.ts';
import { successionName } from './succession.ts';
import { hasNumber } from '../../core/layout/cellText.ts';
import type { Candidate } from './values.ts';
import { areAlike, terms } from './words.ts';

/** The weight, for each candidate, of a word of the question before or after all candidates. */
const SHARED = 0.6;
/** The weight of a word in another candidate's clause. */
const FOREIGN = 0.15;
/** The weight of the requested thing ("What is the price of"), which belongs to every candidate. */
const FOCUS = 0.4;
/** The weight of a word of the question directly before or after a candidate. */
const LINKED = 0.6;
/** The weight of a name after "by". */
const AGENT = 0.5;
/** The weight of a number before what "how many" asks for; less before a synonym of it. */
const COUNTED = 1;
const COUNTED_OTHERWISE = 0.6;
/** The weight of a number before something else in the question. */
const COUNTS_ANOTHER = -0.6;
/** The weight of a figure of the requested year, or of another year. */
const PERIOD = 2;

/**
 * The most candidates of a sentence, and the most places of the question's words in it, that are compared with one
 * another; sentences that people write have a few.
 */
const MAX_COMPARED = 100;

/**
 * The part of a sentence that a question asks for: the candidate of the right kind to which the words shared by
 * question and sentence point, or what the sentence says that a thing is. Null if there is neither, so that the
 * sentence itself is the answer.
 */
export function extract(sentence: string, question: Question): Candidate | null {
  if (question.kind === 'text') return figureOfYear(sentence, question) ?? statedValue(sentence, question);
  if (question.kind === 'place')
    return newCandidates(sentence, question).length === 0 ? null : findPlace(sentence, question);
  if (question.kind === 'person') {
    const follower = successionName(sentence, question);
    if (follower !== null) return follower;
  }
  const wanted = newCandidates(sentence, question);
  const all =
    wanted.length === 0 && (question.kind === 'money' || question.kind === 'percent')
      ? newCandidates(sentence, question, 'number')
      : wanted;
  const fitting = all.filter(({ text }) => hasAskedUnit(text, question));
  const candidates = (fitting.length > 0 ? fitting : all).slice(0, MAX_COMPARED);
  const anchors = findAnchors(sentence, question.concepts);
  const years = yearsOfFigures(sentence);
  const [best] = candidates
    .map((candidate) => ({
      candidate,
      tie:
        tieStrength(sentence, candidate, candidates, anchors) +
        LINKED * link(sentence, candidate, anchors) +
        (question.kind === 'person' && isAgent(sentence, candidate) ? AGENT : 0) +
        scoreCount(sentence, candidate, question) +
        PERIOD * ofAskedYear(years.get(candidate.start), question),
    }))
    .sort((a, b) => b.tie - a.tie);
  return best?.candidate ?? null;
}

/** Whether a value has the unit of what the question asks for: "how heavy" and 3 kg. */
function hasAskedUnit(value: string, { concepts }: Question): boolean {
  return concepts.some(({ wordings }) => wordings[0]?.some((own) => isValueOfQuantity(own, value)) === true);
}

/** The name after "in", "at", and the like that is nearest after a word of the question. */
function findPlace(sentence: string, question: Question): Candidate | null {
  const anchors = findAnchors(sentence, question.concepts);
  const places = newCandidates(sentence, question)
    .filter(({ start }) => /\b(?:in|at|from|to|near|of|on)\s+(?:the\s+)?$/i.test(sentence.slice(0, start)))
    .slice(0, MAX_COMPARED);
  const [best] = places
    .map((candidate) => ({ candidate, tie: tieStrength(sentence, candidate, places, anchors) }))
    .sort((a, b) => b.tie - a.tie);
  return best?.candidate ?? null;
}

/** The score for what a number of the sentence counts, if the question asks "how many". */
function scoreCount(sentence: string, { start, end }: Candidate, question: Question): number {
  const noun = countedNoun(question);
  if (noun === undefined) return 0;
  const behind = terms(sentence.slice(start, end + 60)).slice(1);
  const next = behind.findIndex((term) => term.start >= end - start && hasNumber(term.word));
  const stems = behind.slice(0, Math.min(3, next === -1 ? 3 : next)).map(({ stem }) => stem);
  if (noun.wordings[0]?.some((own) => stems.includes(own)) === true) return COUNTED;
  const other = question.concepts.some(
    (concept) =>
      concept !== noun && !concept.isVerb && concept.wordings[0]?.some((own) => stems[0] === own) === true,
  );
  if (other) return COUNTS_ANOTHER;
  const sole = soleStems(noun);
  return stems.some((stem) => sole.has(stem)) ? COUNTED_OTHERWISE : 0;
}

/** What "how many" asks for, even if it is a word as general as `people`. */
function countedNoun({ concepts, text }: Question): Concept | undefined {
  const match = /\bhow many\s+/i.exec(text);
  if (match === null) return undefined;
  return (
    concepts.find(({ focus }) => focus) ??
    concepts.find((concept) => text.startsWith(concept.text, match.index + match[0].length))
  );
}

/**
 * The only figure of the requested year in a sentence with figures of several years, if the question is like "what were
 * the sales".
 */
function figureOfYear(sentence: string, question: Question): Candidate | null {
  if (!/^\W*what (?:was|were|is|are)\b/i.test(question.text)) return null;
  const years = yearsOfFigures(sentence);
  const [only, ...more] = newCandidates(sentence, question, 'number').filter(
    ({ start }) => ofAskedYear(years.get(start), question) === 1,
  );
  return only !== undefined && more.length === 0 ? only : null;
}

/** 1 if a figure's year is the requested one, -1 if it is another one, 0 if nothing is known. */
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

/** The places of the question's words in the sentence, each with its weight. */
function findAnchors(sentence: string, concepts: readonly Concept[]): Anchor[] {
  const words = terms(sentence);
  const anchors = concepts.flatMap((concept) => {
    const stems = soleStems(concept);
    const places = words.filter(
      ({ stem }) => stems.has(stem) || concept.wordings[0]?.some((own) => areAlike(own, stem)) === true,
    );
    const weight = (concept.weight * (concept.focus ? FOCUS : 1)) / places.length;
    return places.map(({ start, end }) => ({ at: start, end, weight }));
  });
  return anchors.slice(0, MAX_COMPARED);
}

const LINK =
  /^\W*(?:(?:of|is|was|are|were|be|been|at|to|by|for|in|on|costs?|totals?|than|from|with|out|now|only|already|just|about|around|some|nearly|almost|over|under|up|the|an?|Dr|Mr|Mrs|Ms|Prof|engineer|painter|stands?|amounts?|came|comes)\W+)*$/i;

/** The weight of the word of the question that points to a candidate: one with only small words in between. */
function link(sentence: string, { start, end }: Candidate, anchors: readonly Anchor[]): number {
  const linked = anchors.filter(
    (anchor) =>
      (anchor.end <= start && LINK.test(sentence.slice(anchor.end, start))) ||
      (anchor.at >= end && LINK.test(sentence.slice(end, anchor.at))),
  );
  return Math.max(0, ...linked.map(({ weight }) => weight));
}

/** Whether a name is that of the agent: "carried out by the institute". */
function isAgent(sentence: string, { start }: Candidate): boolean {
  return /\bby (?:the |its |our )?(?:\p{Ll}+ )?(?:(?:Dr|Mrs?|Ms|Prof)\.? )?$/u.test(sentence.slice(0, start));
}

const CLAUSE = /[;,:]\s|\s(?:and|but|while|whereas|or|from|who|which)\s/;

/**
 * How strongly the words of the question point to a candidate: those of its own clause count more the nearer they are.
 */
function tieStrength(
  sentence: string,
  candidate: Candidate,
  candidates: readonly Candidate[],
  anchors: readonly Anchor[],
): number {
  const first = Math.min(...candidates.map(({ start }) => start));
  const last = Math.max(...candidates.map(({ end }) => end));
  return anchors.reduce((sum, { at, weight }) => {
    const between =
      at < candidate.start ? sentence.slice(at, candidate.start) : sentence.slice(candidate.end, at);
    if (!CLAUSE.test(` ${between} `)) return sum + weight / (1 + 0.12 * between.split(/\s+/).length);
    return sum + weight * (at < first || isSharedEnd(sentence, last, at) ? SHARED : FOREIGN);
  }, 0);
}

/**
 * Whether a word after all candidates applies to all of them: "88% of the buses and 93% of the trains were punctual".
 */
function isSharedEnd(sentence: string, last: number, at: number): boolean {
  return at > last && /\b(?:is|are|was|were|has|have|had|will|can)\b/.test(sentence.slice(last, at));
}
