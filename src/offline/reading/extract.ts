import type { Concept, Question } from './question.ts';
import { newCandidates } from './rank.ts';
import type { Candidate } from './values.ts';
import { terms } from './words.ts';

/** A candidate must stand so much closer than the next one to be taken for the answer. */
const CLEAR = 1.25;

/**
 * The part of a sentence that a question asks for: the candidate of the right kind that stands nearest to the words
 * that the question shares with the sentence. Null when none is clearly nearest, and the sentence itself is the answer.
 */
export function extract(sentence: string, question: Question): Candidate | null {
  if (question.kind === 'text') return null;
  const wanted = newCandidates(sentence, question);
  const candidates =
    wanted.length === 0 && (question.kind === 'money' || question.kind === 'percent')
      ? newCandidates(sentence, question, 'number')
      : wanted;
  const anchors = findAnchors(sentence, question.concepts);
  const [best, next] = candidates
    .map((candidate) => ({ candidate, closeness: closeness(sentence, candidate, anchors) }))
    .sort((a, b) => b.closeness - a.closeness);
  if (best === undefined) return null;
  return next === undefined || best.closeness > CLEAR * next.closeness ? best.candidate : null;
}

interface Anchor {
  readonly at: number;
  readonly weight: number;
}

/** Where the sentence has words of the question, and how much each counts. */
function findAnchors(sentence: string, concepts: readonly Concept[]): Anchor[] {
  const words = terms(sentence);
  return concepts.flatMap((concept) => {
    const stems = new Set(concept.wordings.flat());
    const places = words.filter(
      ({ stem }) => stems.has(stem) || concept.wordings[0]?.some((own) => alike(own, stem)) === true,
    );
    return places.map(({ start }) => ({ at: start, weight: concept.weight / places.length }));
  });
}

/** Stems of one family: `manag` and `manager`. */
function alike(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  return shorter >= 5 && one.slice(0, shorter) === other.slice(0, shorter);
}

function closeness(sentence: string, candidate: Candidate, anchors: readonly Anchor[]): number {
  return anchors.reduce((sum, { at, weight }) => {
    const [from, to] = at < candidate.start ? [at, candidate.start] : [candidate.end, at];
    const between = sentence.slice(from, Math.max(from, to));
    const words = between.split(/\s+/).length;
    const clauses = between.match(/[;,:]\s|\b(?:and|but|while|whereas|or|from)\s/g)?.length ?? 0;
    return sum + weight / ((1 + words) * (1 + 1.5 * clauses));
  }, 0);
}
