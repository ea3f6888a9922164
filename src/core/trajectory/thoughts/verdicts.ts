import type { ThoughtVerdict } from './model.ts';

/** Words that say that a thought leads nowhere; some contain a word of the other list. */
const DEAD_END =
  /\b(?:dead[- ]?ends?|(?:not|less|un|isn't|no longer) ?promising|unpromising|discard(?:ed)?|reject(?:ed)?|pruned?|ruled out|abandon(?:ed)?|incorrect|invalid|implausible|not (?:viable|valid|correct|useful|supported))\b|[\u2717\u2718\u274c]/gi;
/** Words that say that a thought is worth pursuing. */
const PROMISING =
  /\b(?:(?:most |more |very )?promising|viable|plausible|selected|correct|valid|strongest|best)\b|[\u2713\u2714\u2705]/gi;

/** Thoughts named in running text, alone or in a list: `Thought 1.2`, `Thoughts A and C`, `T3`. */
const MENTION =
  /\b(?:thoughts?|paths?|approach(?:es)?|branch(?:es)?|options?|nodes?|hypothes[ie]s|ideas?)[ \t]+#?((?:\d{1,3}(?:\.\d{1,3})*[a-z]?|[A-Z]\d{0,2})(?:(?:,[ \t]*(?:and[ \t]+)?|[ \t]+(?:and|&|\+)[ \t]+)#?(?:\d{1,3}(?:\.\d{1,3})*[a-z]?|[A-Z]\d{0,2}))*)(?![\w'])|\bT(\d{1,3}(?:\.\d{1,3})*)\b/gi;
const ARROW =
  /\b(?:thoughts?[ \t]+|T)?#?(\d{1,3}(?:\.\d{1,3})*|[A-Z]\d{0,2})\b[\])*]*[ \t]*(?:-{1,2}>|=>|\u2192|\u27f6)[ \t]*[[(*]*((?:thoughts?[ \t]+|T)?#?(\d{1,3}(?:\.\d{1,3})*|[A-Z]\d{0,2}))\b/gi;

/** Words that drop the thought that follows them. */
const DROPS = /\b(?:discard|reject|prun|drop|abandon|eliminat)(?:e|es|s|ed|ing)?[ \t]+(?:the[ \t]+)?$/i;

/** A thought that a text names, and what the text says about it. */
export interface Mention {
  readonly labels: readonly string[];
  readonly verdict: ThoughtVerdict | null;
  /** Whether the words before it drop it: `discard Thought C`. */
  readonly isDropped: boolean;
}

/** The verdict of `text` on the thought that it is about; null if it gives none, or both. */
export function verdictIn(text: string): ThoughtVerdict | null {
  const isDead = text.search(DEAD_END) >= 0;
  const isPromising = text.replaceAll(DEAD_END, '').search(PROMISING) >= 0;
  if (isDead === isPromising) return null;
  return isDead ? 'dead-end' : 'promising';
}

/** The thoughts that `text` names, each with the text about it up to the next one. */
export function mentionsIn(text: string): Mention[] {
  const found = [...text.matchAll(MENTION)];
  return found.map((mention, index) => ({
    labels: (mention[1] ?? mention[2] ?? '').split(/[^\w.]+|\band\b/i).filter((label) => label !== ''),
    isDropped: DROPS.test(text.slice(Math.max(0, mention.index - 24), mention.index)),
    verdict: verdictIn(text.slice(mention.index + mention[0].length, found[index + 1]?.index ?? text.length)),
  }));
}

/** Arrows from thought to thought in `text`. */
export function arrowsIn(text: string): { from: string; to: string }[] {
  const arrows: { from: string; to: string }[] = [];
  ARROW.lastIndex = 0;
  for (let arrow = ARROW.exec(text); arrow !== null; arrow = ARROW.exec(text)) {
    const [, from = '', target = '', to = ''] = arrow;
    arrows.push({ from, to });
    // The target of an arrow may be the source of the next one.
    ARROW.lastIndex -= target.length;
  }
  return arrows;
}
