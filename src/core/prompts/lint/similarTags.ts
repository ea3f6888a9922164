/** Other words that prompts use for a tag. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  think: ['reasoning', 'reason', 'thought', 'thoughts', 'analysis', 'cot', 'rationale'],
  answer: ['ans', 'final', 'response', 'result', 'conclusion', 'solution', 'output'],
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

/** Whether one tag is another form of the other's word: `thinking`, `answers`, `ans`, `final_answer`. */
export function areInflections(written: string, name: string): boolean {
  const [a, b] = [lettersOf(written), name.toLowerCase()];
  if (/[_-]/.test(written)) return a.endsWith(b);
  return haveSameBeginning(a, b) ? Math.abs(a.length - b.length) <= 4 : a.length > 2 && b.startsWith(a);
}

/** Whether prompts use one word for the tag of the other name. */
export function areSynonyms(written: string, name: string): boolean {
  return (OTHER_WORDS[name.toLowerCase()] ?? []).includes(lettersOf(written));
}

/** Whether two tags begin alike, as `observation` and `observe` do. */
export function haveSameBeginning(written: string, name: string): boolean {
  const [a, b] = [lettersOf(written), name.toLowerCase()];
  const least = Math.min(4, b.length);
  return a.slice(0, least) === b.slice(0, least);
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');
