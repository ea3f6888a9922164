import { appendAll } from '../../appendAll.ts';
import { t } from '@vscode/l10n';
import { strip } from '../../python/strip.ts';
import type { Span } from '../../span.ts';
import type { Step, Trajectory } from '../model.ts';
import { trajectoryViews } from '../partialTrajectory.ts';
import { leadingNumber, readHeading } from './headings.ts';
import type { Heading } from './headings.ts';
import type { Thought, ThoughtEdge, ThoughtKind, ThoughtOutline, ThoughtVerdict } from './model.ts';
import { arrowsIn, mentionsIn, verdictIn } from './verdicts.ts';

/** How many UTF-16 units of an open think block are read, because it is read again after each change. */
const LONGEST_OPEN = 32_768;

/** The fewest pieces with a heading that make an outline: fewer may occur by chance. */
const FEWEST = 2;

/** A piece of reasoning whose parts are still being collected. */
interface GrowingThought {
  readonly heading: Heading;
  readonly start: number;
  end: number;
  verdict: ThoughtVerdict | null;
  about: string[];
  readonly children: GrowingThought[];
}

/** Marks, bullets, and numbers before the words of the next heading. */
const NEXT_MARKS =
  /^[ \t#>*_\-+\u2022\d.():]{0,30}(?:(?:[A-Za-z]|step|stage|phase|part)[ \t#>*_\-+\u2022\d.():]{0,30})?$/i;

/** Outlines of closed think blocks, whose steps never change. */
const outlines = new WeakMap<Step, ThoughtOutline>();

/**
 * The reasoning of `trajectory` as the tree or graph of thoughts that its prompt asks for: sub-problems, thoughts,
 * verdicts on them (promising, a dead end), merges and refinements, and a conclusion, if they are numbered or have
 * headings (`Sub-problem 1:`, `### Thought 1.2`, `**Thought A**`, `1.1`, bullets under `Initial thoughts`). If they do
 * not, the result gives the reason. Only the first think block is read; an open one as far as it has arrived.
 */
export function thoughtOutline(trajectory: Trajectory): ThoughtOutline {
  const think = firstThink(trajectory);
  if (think === null) {
    return {
      kind: 'unstructured',
      span: null,
      reason: t('There is no reasoning because the response has no <think> block.'),
    };
  }
  const { start, end } = think.body;
  if (think.open) {
    return readOutline(trajectory.text.slice(start, Math.min(end, start + LONGEST_OPEN)), think.body);
  }
  let outline = outlines.get(think);
  if (outline === undefined) {
    outline = readOutline(trajectory.text.slice(start, end), think.body);
    outlines.set(think, outline);
  }
  return outline;
}

/** The first reasoning step. Uses the view, because while text streams each access to the list copies it. */
function firstThink(trajectory: Trajectory): Step | null {
  const { steps } = trajectoryViews(trajectory);
  for (let index = 0; index < steps.length; index++) {
    const step = steps.item(index);
    if (step?.kind === 'think') return step;
  }
  return null;
}

function readOutline(text: string, span: Span): ThoughtOutline {
  const headings = headingsIn(text, span.start);
  const pieces = headings.filter(({ kind }) => kind === 'thought' || kind === 'sub-problem');
  if (pieces.length < FEWEST) {
    return {
      kind: 'unstructured',
      span,
      reason:
        strip(text) === ''
          ? t('There is no reasoning because <think> is empty.')
          : t(
              'The reasoning has no sub-problems or thoughts with numbers or headings, so it is shown as plain text.',
            ),
    };
  }
  const end = span.start + text.trimEnd().length;
  const roots = growThoughts(headings, end);
  const textAt = ({ start, end: until }: Span): string => text.slice(start - span.start, until - span.start);
  const byLabel = thoughtsByLabel(roots);
  for (const root of roots) judge(root, textAt, [], byLabel);
  const edges = findEdges(roots, text);
  const before = inkWithin(text, span.start, span.start, headings[0]?.span.start ?? end);
  return {
    kind: 'outline',
    span,
    before,
    edges,
    thoughts: roots.map((root) => finishThought(root, text, span.start)),
  };
}

/** Every heading of `text`, which starts at `base`. */
function headingsIn(text: string, base: number): Heading[] {
  const lines = text.split('\n');
  const numbered = new Set(
    lines.flatMap((line) => {
      const number = leadingNumber(line);
      return number.includes('.') ? [number.slice(0, number.indexOf('.'))] : [];
    }),
  );
  const headings: Heading[] = [];
  let listed: ThoughtKind | null = null;
  let place: Place = { inSubProblem: false, isEvaluating: false, labels: new Set() };
  /** The end of the line of the last heading. */
  let lineEnd = base;
  let at = base;
  for (const line of lines) {
    const read = readHeading(line, at, listed, numbered);
    at += line.length + 1;
    if (read === null) continue;
    const heading = placeHeading(read, line, place);
    const last = headings.at(-1);
    // An evaluation that says nothing before the next one is the heading of a list of evaluations.
    if (last?.kind === 'evaluation' && heading.kind === 'evaluation' && last.bodyStart >= lineEnd) {
      headings[headings.length - 1] = {
        ...last,
        kind: 'section',
        label: '',
        depth: place.inSubProblem ? 2 : 0,
      };
    }
    headings.push(heading);
    lineEnd = at - 1;
    if (heading.holds !== null) listed = heading.holds;
    else if (heading.kind !== listed) listed = null;
    place = after(place, heading);
  }
  return headings;
}

/** What is known from the headings before a heading. */
interface Place {
  readonly inSubProblem: boolean;
  /** Whether thoughts are being evaluated, one after the other. */
  readonly isEvaluating: boolean;
  /** Labels of the thoughts so far, in the sub-problem or in the whole text. */
  readonly labels: Set<string>;
}

/**
 * `heading` as it is meant in its place: while thoughts are evaluated, a heading that names a known thought is an
 * evaluation.
 */
function placeHeading(heading: Heading, line: string, { isEvaluating, labels }: Place): Heading {
  if (heading.kind === 'thought' && isEvaluating && labels.has(heading.label)) {
    return { ...heading, kind: 'evaluation', depth: 3 };
  }
  if (heading.kind !== 'evaluation') return heading;
  // An evaluation of several thoughts is a sibling of them, not part of the last one.
  const isOfSeveral = mentionsIn(line).length > 1;
  return isOfSeveral ? { ...heading, depth: 2 } : heading;
}

function after({ inSubProblem, isEvaluating, labels }: Place, { kind, label, holds }: Heading): Place {
  switch (kind) {
    case 'sub-problem':
      return { inSubProblem: true, isEvaluating: false, labels: new Set() };
    case 'thought':
      labels.add(label);
      return { inSubProblem, isEvaluating: false, labels };
    case 'evaluation':
      return { inSubProblem, isEvaluating: true, labels };
    case 'section':
      return { inSubProblem: false, isEvaluating: holds === 'evaluation', labels };
    default:
      return {
        inSubProblem: kind === 'merge' || kind === 'refinement' ? inSubProblem : false,
        isEvaluating,
        labels,
      };
  }
}

/**
 * Builds the tree of the headings from their depths; each piece ends where the next one of its depth or less begins.
 */
function growThoughts(headings: readonly Heading[], end: number): GrowingThought[] {
  const roots: GrowingThought[] = [];
  const open: GrowingThought[] = [];
  headings.forEach((heading, index) => {
    const depth = heading.depth;
    while (open.length > 0 && headingDepth(open.at(-1)) >= depth) open.pop();
    const thought: GrowingThought = {
      heading,
      start: heading.span.start,
      end,
      verdict: null,
      about: [],
      children: [],
    };
    (open.at(-1)?.children ?? roots).push(thought);
    open.push(thought);
    thought.end = endOf(headings, index, depth, end);
  });
  return roots;
}

function endOf(headings: readonly Heading[], index: number, depth: number, end: number): number {
  for (let next = index + 1; next < headings.length; next++) {
    const heading = headings[next];
    if (heading !== undefined && heading.depth <= depth) return heading.span.start;
  }
  return end;
}

function headingDepth(thought: GrowingThought | undefined): number {
  return thought === undefined ? -1 : thought.heading.depth;
}

/** A thought, and the sub-problem that it belongs to. */
interface Placed {
  readonly thought: GrowingThought;
  readonly within: GrowingThought | null;
}

type ByLabel = ReadonlyMap<string, readonly Placed[]>;

function thoughtsByLabel(roots: readonly GrowingThought[]): ByLabel {
  const byLabel = new Map<string, Placed[]>();
  const gather = (thoughts: readonly GrowingThought[], within: GrowingThought | null): void => {
    for (const thought of thoughts) {
      const { kind, label } = thought.heading;
      if (kind === 'thought' && label !== '') {
        const list = byLabel.get(label);
        if (list === undefined) byLabel.set(label, [{ thought, within }]);
        else list.push({ thought, within });
      }
      gather(thought.children, kind === 'sub-problem' ? thought : within);
    }
  };
  gather(roots, null);
  return byLabel;
}

/** Records the verdict of a piece on thoughts: on the thought that contains it, or on those that it names. */
function judge(
  thought: GrowingThought,
  textOf: (span: Span) => string,
  above: readonly GrowingThought[],
  byLabel: ByLabel,
): void {
  for (const child of thought.children) judge(child, textOf, [...above, thought], byLabel);
  const { kind, span, label } = thought.heading;
  const own = textOf({ start: span.start, end: thought.children[0]?.start ?? thought.end });
  const within = above.findLast(({ heading }) => heading.kind === 'sub-problem') ?? null;
  const mentions = mentionsIn(own);
  if (kind === 'thought') {
    thought.verdict ??= verdictIn(textOf(span)) ?? findVerdict(own);
    return;
  }
  if (kind === 'evaluation') {
    thought.verdict = verdictIn(own);
    thought.about = distinct(mentions.flatMap(({ labels }) => labels));
    if (thought.about.length === 0 && label !== '') thought.about = [label];
    const parent = above.at(-1);
    if (parent?.heading.kind === 'thought' && mentions.length < 2) {
      parent.verdict ??= thought.verdict;
      if (thought.about.length === 0 && parent.heading.label !== '') thought.about = [parent.heading.label];
      return;
    }
    const said = mentions.length === 0 ? [{ labels: thought.about, verdict: thought.verdict }] : mentions;
    for (const { labels, verdict } of said) {
      for (const named of labels) settle(byLabel.get(named) ?? [], within, verdict ?? thought.verdict);
    }
    return;
  }
  for (const { labels, isDropped } of mentions) {
    if (isDropped) for (const named of labels) settle(byLabel.get(named) ?? [], within, 'dead-end');
  }
  if (kind === 'merge' || kind === 'refinement') {
    const named = mentions.filter(({ isDropped }) => !isDropped).flatMap(({ labels }) => labels);
    thought.about = distinct(named).filter((each) => kind === 'refinement' || each !== label);
  }
}

/** A verdict in brackets or after a dash: `(promising)`, `- dead end`. */
function findVerdict(text: string): ThoughtVerdict | null {
  const [said] =
    /[([][^)\]\n]{0,60}[)\]]|(?:\u2014|\u2013| - |\u2192|->)[^\n.]{0,60}(?=[.\n]|$)/.exec(text) ?? [];
  return said === undefined ? null : verdictIn(said);
}

/** Sets a verdict on thoughts with a given label that have none: those of the same sub-problem, otherwise all. */
function settle(
  placed: readonly Placed[],
  within: GrowingThought | null,
  verdict: ThoughtVerdict | null,
): void {
  const near = within === null ? [] : placed.filter((each) => each.within === within);
  for (const { thought } of near.length > 0 ? near : placed) thought.verdict ??= verdict;
}

function findEdges(roots: readonly GrowingThought[], text: string): ThoughtEdge[] {
  const edges = arrowsIn(text);
  const waiting = [...roots];
  for (let thought = waiting.shift(); thought !== undefined; thought = waiting.shift()) {
    const { kind, label } = thought.heading;
    if ((kind === 'merge' || kind === 'refinement') && label !== '') {
      for (const from of thought.about) edges.push({ from, to: label });
    }
    appendAll(waiting, thought.children);
  }
  const seen = new Set<string>();
  return edges.filter(
    ({ from, to }) => from !== to && !seen.has(`${from} ${to}`) && seen.add(`${from} ${to}`),
  );
}

function finishThought(
  { heading, start, end, verdict, about, children }: GrowingThought,
  text: string,
  base: number,
): Thought {
  const { kind, label, title, span, bodyStart } = heading;
  return {
    kind,
    label,
    title,
    heading: span,
    span: inkWithin(text, base, start, end),
    body: inkWithin(text, base, bodyStart, children[0]?.start ?? end),
    verdict,
    about,
    children: children.map((child) => finishThought(child, text, base)),
  };
}

/**
 * The text from `start` to `end` of a text at `base`, without white space and without the marks of the next heading.
 */
function inkWithin(text: string, base: number, start: number, end: number): Span {
  const slice = text.slice(start - base, Math.max(start, end) - base);
  const line = slice.lastIndexOf('\n') + 1;
  const held =
    end < base + text.trimEnd().length && NEXT_MARKS.test(slice.slice(line)) ? slice.slice(0, line) : slice;
  const ink = strip(held);
  if (ink === '') return { start, end: start };
  const from = start + held.indexOf(ink);
  return { start: from, end: from + ink.length };
}

function distinct(labels: readonly string[]): string[] {
  return [...new Set(labels)];
}
