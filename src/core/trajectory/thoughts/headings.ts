import type { Span } from '../../span.ts';
import type { ThoughtKind } from './model.ts';

/** A line that begins a piece of reasoning. */
export interface Heading {
  readonly kind: ThoughtKind;
  /** Nesting depth: the following headings that are deeper belong to this one. */
  readonly depth: number;
  readonly label: string;
  readonly title: string;
  /** The span of the title in the text. */
  readonly span: Span;
  /** Where the piece's own text begins: after the title and its colon. */
  readonly bodyStart: number;
  /** The kind of the items of the list below it, if the heading names several: `Initial thoughts`, `Sub-problems`. */
  readonly holds: ThoughtKind | null;
}

const DEPTHS: Readonly<Record<ThoughtKind, number>> = {
  section: 0,
  graph: 0,
  conclusion: 0,
  'sub-problem': 1,
  merge: 1,
  refinement: 1,
  thought: 2,
  evaluation: 3,
};

/** Kinds that can be identified by the number before the words. */
const NUMBERED: ReadonlySet<ThoughtKind> = new Set<ThoughtKind>(['sub-problem', 'thought']);

/** A line, split into its marks and its words. */
interface Line {
  /** Number or letter of the list item or section; empty if there is none. */
  readonly number: string;
  /** Whether `#`, or emphasis around the first words, makes it a heading. */
  readonly isMarked: boolean;
  readonly isItem: boolean;
  /** The words, and where they begin in the line. */
  readonly words: string;
  readonly start: number;
}

/** White space, quote and heading marks, a bullet, a number, emphasis. */
const MARKS =
  /^[ \t]*(?:>[ \t]*)*(#{1,6}[ \t]*)?([-*+\u2022][ \t]+)?(?:(?:\((\d{1,3}|[A-Za-z])\)|(\d{1,3}(?:\.\d{1,3}){0,4}|[A-Za-z](?=[.)]))[.):]?)[ \t]+)?(?:(\*\*|__)(?:(\d{1,3}(?:\.\d{1,3}){0,4})[.):]?[ \t]+)?)?(?:(?:step|stage|phase|part)[ \t]+\d{1,2}[ \t]*[:.)\-\u2013][ \t]*)?/i;

const LABEL = /^[ \t]*#?(\d{1,3}(?:\.\d{1,3}){0,4}[a-z]?|[A-Z]\d{0,3}(?:\.\d{1,3})*)(?![\w'])/;

/** Kinds by the words that begin their headings, the most specific first. */
const KINDS: readonly (readonly [RegExp, ThoughtKind, holds: ThoughtKind | null])[] = [
  [
    /^(?:generate |generating )?(?:initial |possible |candidate |independent )*(?:thoughts|(?:reasoning )?paths|approaches|ideas)\b/i,
    'section',
    'thought',
  ],
  [
    /^(?:sub-?[ ]?(?:problems|questions|tasks)\b|(?:problem )?(?:deconstruct|decompos)\w*|breaking down\b)/i,
    'section',
    'sub-problem',
  ],
  [/^(?:evaluations\b|evaluat(?:e|ing|ion of) (?:each|the|all) )/i, 'section', 'evaluation'],
  [/^(?:structur(?:e|ed|ing) as a graph|(?:final |reasoning |thought )?graph\b)/i, 'graph', null],
  [/^(?:transform(?:ation|ing)? and refin\w*|refinements?(?: and \w+)?(?=[:*]|$))/i, 'section', 'refinement'],
  [/^sub-?[ ]?(?:problem|question|task|goal)\b/i, 'sub-problem', null],
  [
    /^(?:final |overall )?conclu(?:sion|ding|de)\b|^(?:final|overall) (?:answer|reasoning|chain|synthesis|thought)\b|^(?:coherent|combined) reasoning\b/i,
    'conclusion',
    null,
  ],
  [
    /^(?:merg(?:ed?|ing)|combin(?:ed?|ing|ation)|synthes(?:is|i[sz]ed?|i[sz]ing)|aggregat(?:ed?|ion))\b(?: (?:the |promising |initial )*(?:thoughts?|paths?|approach(?:es)?|node))?/i,
    'merge',
    null,
  ],
  [
    /^(?:refin(?:ed?|ing|ement)|improv(?:ed?|ing|ement))\b(?: (?:of )?(?:the |initial )*(?:thoughts?|paths?|approach(?:es)?|node))?/i,
    'refinement',
    null,
  ],
  [
    /^(?:self-)?(?:evaluat(?:ion|e|ing)|assess(?:ment|ing)?|verdict)\b(?: (?:of )?(?:the )?(?:thoughts?|paths?|approach(?:es)?|branch(?:es)?|options?))?/i,
    'evaluation',
    null,
  ],
  [/^(?:promising|dead[- ]end)s?\b/i, 'evaluation', null],
  [
    /^(?:initial |reasoning |alternative |possible |candidate |new )*(?:thought|path|approach|branch|option|hypothesis|idea|node)\b/i,
    'thought',
    null,
  ],
  [/^T(?=\d)/, 'thought', null],
];

/** What ends a title: a colon, a dash, a bracket, a period, emphasis, or the end of the line. */
const TITLE_END = /^[ \t]*(?:[:\u2013\u2014(|.,]|-[ \t]|\*\*|__|$)/;

/**
 * Reads line `line`, which starts at `start`, as a heading; null if it is running text. `listed` is the kind of list
 * items here; `numbered` holds the first numbers of all dotted numbers (1 for 1.2): a bare 1 is their heading.
 */
export function readHeading(
  line: string,
  start: number,
  listed: ThoughtKind | null,
  numbered: ReadonlySet<string>,
): Heading | null {
  const read = readLine(line);
  if (read.words === '') return null;
  for (const [pattern, kind, holds] of KINDS) {
    const word = pattern.exec(read.words)?.[0];
    if (word === undefined) continue;
    const rest = read.words.slice(word.length);
    const label = LABEL.exec(rest);
    const behind = rest.slice(label?.[0].length ?? 0);
    // `Thought 1 is promising` is a sentence, `Thought 1: ...` a heading.
    if (!read.isMarked && !TITLE_END.test(behind)) continue;
    // `Merge thoughts A and B` has no name of its own.
    const isOfSeveral = kind !== 'thought' && /(?:thoughts|paths|approaches)$/i.test(word);
    return headingOf(read, start, kind, isOfSeveral ? '' : (label?.[1] ?? ''), holds);
  }
  const isDotted = read.number.includes('.');
  if (isDotted) return headingOf(read, start, 'thought', read.number, null);
  if (numbered.has(read.number)) return headingOf(read, start, 'sub-problem', read.number, 'thought');
  if (listed !== null && read.isItem) return headingOf(read, start, listed, read.number, null);
  return null;
}

/** The number that a line begins with, e.g. `1.2`; empty if it begins with none. */
export function leadingNumber(line: string): string {
  return readLine(line).number;
}

function readLine(line: string): Line {
  const [marks = '', hashes, bullet, bracketed, number, emphasis, inner] = MARKS.exec(line) ?? [];
  const words = line.slice(marks.length).trimEnd();
  const label = bracketed ?? number ?? inner ?? '';
  return {
    number: label,
    isMarked: hashes !== undefined || (emphasis !== undefined && words.includes(emphasis)),
    isItem: bullet !== undefined || label !== '',
    words,
    start: marks.length,
  };
}

function headingOf(
  { words, start: offset, isMarked, number }: Line,
  start: number,
  kind: ThoughtKind,
  label: string,
  holds: ThoughtKind | null,
): Heading {
  const emphasis = isMarked ? words.search(/\*\*|__/) : -1;
  const colon = words.search(/:(?:[\s*_]|$)/);
  const cuts = [emphasis, colon].filter((at) => at >= 0);
  const length = cuts.length > 0 ? Math.min(...cuts) : isMarked ? words.length : firstSentence(words);
  const begin = start + offset;
  const behind = /^[*_: \t]*/.exec(words.slice(length))?.[0].length ?? 0;
  return {
    kind,
    depth: DEPTHS[kind],
    label: label === '' && NUMBERED.has(kind) ? number : label,
    title: words.slice(0, length).trim(),
    span: { start: begin, end: begin + words.slice(0, length).trimEnd().length },
    bodyStart: begin + length + behind,
    holds,
  };
}

/** The end of the first sentence of `words`; a title need not be longer. */
function firstSentence(words: string): number {
  const end = /[.;](?=\s)/.exec(words);
  return end === null ? words.length : end.index + 1;
}
