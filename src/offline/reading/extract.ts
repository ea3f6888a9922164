import { soleStems, type Concept, type Question } from './question.ts';
import { newCandidates } from './fit.ts';
import type { Candidate } from './values.ts';
import { terms } from './words.ts';

/** A candidate must be so much better than the next one to be taken for the answer. */
const CLEAR = 0.12;
/** How much a word of the question counts that stands before or behind all candidates, for each of them. */
const SHARED = 0.6;
/** The same for a word in another candidate's clause. */
const FOREIGN = 0.15;
/** "What is the price of": what is asked for belongs to every candidate. */
const FOCUS = 0.4;

/**
 * The part of a sentence that a question asks for: the candidate of the right kind that stands nearest to the words
 * that the question shares with the sentence. Null when none is clearly nearest, and the sentence itself is the answer.
 */
export function extract(sentence: string, question: Question): Candidate | null {
  // Names of places are too often parts of longer ones; the sentence says where.
  if (question.kind === 'text' || question.kind === 'place') return null;
  const wanted = newCandidates(sentence, question);
  const candidates =
    wanted.length === 0 && (question.kind === 'money' || question.kind === 'percent')
      ? newCandidates(sentence, question, 'number')
      : wanted;
  const anchors = findAnchors(sentence, question.concepts);
  const [best, next] = candidates
    .map((candidate) => ({
      candidate,
      tie: tie(sentence, candidate, candidates, anchors) + (counts(sentence, candidate, question) ? 1 : 0),
    }))
    .sort((a, b) => b.tie - a.tie);
  if (best === undefined) return null;
  return next === undefined || best.tie - next.tie > CLEAR ? best.candidate : null;
}

/** Whether a number has what "how many ..." asks for right behind it. */
function counts(sentence: string, { start, end }: Candidate, question: Question): boolean {
  const focus = question.concepts.find((concept) => concept.focus);
  if (focus === undefined || !/\bhow many\b/i.test(question.text)) return false;
  const stems = soleStems(focus);
  return terms(sentence.slice(start, end + 60))
    .slice(0, 4)
    .some((term) => stems.has(term.stem));
}

interface Anchor {
  readonly at: number;
  readonly weight: number;
}

/** Where the sentence has words of the question, and how much each counts. */
function findAnchors(sentence: string, concepts: readonly Concept[]): Anchor[] {
  const words = terms(sentence);
  return concepts.flatMap((concept) => {
    const stems = soleStems(concept);
    const places = words.filter(
      ({ stem }) => stems.has(stem) || concept.wordings[0]?.some((own) => alike(own, stem)) === true,
    );
    const weight = (concept.weight * (concept.focus ? FOCUS : 1)) / places.length;
    return places.map(({ start }) => ({ at: start, weight }));
  });
}

/** Stems of one family: `manag` and `manager`. */
function alike(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  return shorter >= 5 && one.slice(0, shorter) === other.slice(0, shorter);
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
  const last = Math.max(...candidates.map(({ end }) => end));
  return anchors.reduce((sum, { at, weight }) => {
    const between =
      at < candidate.start ? sentence.slice(at, candidate.start) : sentence.slice(candidate.end, at);
    if (!CLAUSE.test(` ${between} `)) return sum + weight / (1 + 0.12 * between.split(/\s+/).length);
    return sum + weight * (at < first || isSharedEnd(sentence, last, at) ? SHARED : FOREIGN);
  }, 0);
}

/** Whether a word behind all candidates speaks of all of them: "88% of the buses and 93% of the trains were punctual". */
function isSharedEnd(sentence: string, last: number, at: number): boolean {
  return at > last && /\b(?:is|are|was|were|has|have|had|will|can)\b/.test(sentence.slice(last, at));
}
