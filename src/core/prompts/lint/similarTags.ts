/** Other words that prompts use for a tag. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  think: ['reasoning', 'reason', 'thought', 'thoughts', 'analysis', 'cot', 'rationale'],
  answer: ['final', 'response', 'result', 'conclusion', 'solution', 'output'],
  description: ['evidence', 'observation', 'caption', 'visual'],
  evidence: ['description', 'proof', 'facts'],
  observe: ['look', 'view', 'perception', 'description', 'see'],
  rethink: ['reflect', 'reflection', 'review', 'reconsider'],
  search: ['query', 'retrieve', 'retrieval'],
};

/** Whether one tag was written instead of another: words that begin alike (`thinking`), or synonyms. */
export function areSimilarTags(written: string, name: string): boolean {
  const [a, b] = [lettersOf(written), name.toLowerCase()];
  return haveSameBeginning(written, name) || a.endsWith(b) || (OTHER_WORDS[b] ?? []).includes(a);
}

/** Whether two tags begin alike, as `observation` and `observe` do. */
export function haveSameBeginning(written: string, name: string): boolean {
  const [a, b] = [lettersOf(written), name.toLowerCase()];
  const least = Math.min(4, b.length);
  return a.slice(0, least) === b.slice(0, least);
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');
