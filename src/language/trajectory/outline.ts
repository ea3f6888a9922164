import { t } from '@vscode/l10n';
import { oneLine } from '../../core/oneLine.ts';
import type { Span } from '../../core/span.ts';
import type { BlockRole } from '../../core/trajectory/dialects/dialect.ts';
import type { Block, ToolCall } from '../../core/trajectory/model.ts';
import type { Part } from '../../core/trajectory/partModel.ts';
import type { Thought, ThoughtVerdict } from '../../core/trajectory/thoughts/model.ts';
import { thoughtOutline } from '../../core/trajectory/thoughts/outline.ts';
import type { Folding, OutlineItem } from '../model.ts';
import { touches, type Analysis } from './analysis.ts';

const LONGEST_DETAIL = 80;

/** Roles of blocks with a single content, which is shown as the block's detail. */
const SINGLE: ReadonlySet<BlockRole> = new Set(['answer', 'search', 'box', 'call', 'observation', 'verdict']);

/** An outline item to which children are still being added. */
interface Node extends OutlineItem {
  readonly children: Node[];
}

/** The parts of a trajectory as a tree: the front matter, blocks, and the tool calls and other parts inside them. */
export function outlineItems(analysis: Analysis): readonly OutlineItem[] {
  const { file, trajectory } = analysis;
  const single = new Set<Node>();
  const nodes: Node[] = trajectory.blocks.map((block) => {
    const isSingle = SINGLE.has(roleOf(analysis, block) ?? 'block');
    const node = blockNode(analysis, block, isSingle);
    if (isSingle && roleOf(analysis, block) !== 'answer') single.add(node);
    return node;
  });
  for (const call of trajectory.tools) nodes.push(toolNode(analysis, call));
  const parts = new Set(trajectory.parts.flatMap((part) => partNode(analysis, part) ?? []));
  for (const part of parts) nodes.push(part);
  for (const thought of thoughtsOf(analysis)) nodes.push(thoughtNode(analysis, thought));
  const roots = nestNodes(nodes, (node, parent) => !(parts.has(node) && single.has(parent)));
  const frontMatter = frontMatterSpan(analysis);
  if (frontMatter === null) return roots;
  const { start } = frontMatter;
  const head: OutlineItem = {
    name: t('front matter'),
    detail: shorten(file.info.question ?? ''),
    kind: 'front-matter',
    span: frontMatter,
    nameSpan: { start, end: start },
    children: [],
  };
  return [head, ...roots];
}

/** Puts each node into the narrowest one around it, unless `belongs` says that it is already part of that one. */
function nestNodes(nodes: readonly Node[], belongs: (node: Node, parent: Node) => boolean): readonly Node[] {
  const roots: Node[] = [];
  const around: Node[] = [];
  for (const node of nodes.toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end)) {
    while ((around.at(-1)?.span.end ?? Infinity) < node.span.end) around.pop();
    const parent = around.at(-1);
    if (parent === undefined) roots.push(node);
    else if (belongs(node, parent)) parent.children.push(node);
    else continue;
    around.push(node);
  }
  return roots;
}

/** What can be folded: the front matter, and every block, tool call, and thought of more than one line. */
export function foldingOf(analysis: Analysis): readonly Folding[] {
  const { trajectory, region } = analysis;
  const foldings: Folding[] = [];
  const frontMatter = frontMatterSpan(analysis);
  if (frontMatter !== null) foldings.push({ span: frontMatter, kind: 'front-matter' });
  for (const { span } of [...trajectory.blocks, ...trajectory.tools, ...thoughtsOf(analysis)]) {
    const place = analysis.place(span);
    const text = region.text.slice(place.start - region.start, place.end - region.start);
    if (text.includes('\n')) foldings.push({ span: place, kind: 'part' });
  }
  return foldings.sort((a, b) => a.span.start - b.span.start);
}

/** The spans around `offset`, from the narrowest to the whole file: a value, its tag, its part, the response. */
export function selectionsOf(analysis: Analysis, offset: number): readonly Span[] {
  const { trajectory, file, region } = analysis;
  const whole = { start: region.start, end: region.start + region.text.length };
  const at = analysis.offsetInBody(offset);
  if (at === null) {
    const frontMatter = frontMatterSpan(analysis);
    return frontMatter !== null && touches(frontMatter, offset) ? [frontMatter, whole] : [whole];
  }
  const around: Span[] = [{ start: 0, end: file.response.length }];
  for (const block of trajectory.blocks)
    around.push(block.span, block.content, block.open, ...closingSpans(block));
  for (const call of trajectory.tools) {
    if (!touches(call.span, at)) continue;
    around.push(call.span, call.observationSpan, call.open, ...closingSpans(call));
    around.push(...call.attributes.map(({ valueSpan }) => valueSpan));
  }
  const spans = around
    .filter((span) => touches(span, at))
    .map((span) => analysis.place(span))
    .concat(whole)
    .sort((a, b) => a.end - a.start - (b.end - b.start) || b.start - a.start);
  // Editors accept only spans that each contain the one before.
  const nested: Span[] = [];
  for (const span of spans) {
    const last = nested.at(-1);
    const isWider =
      last === undefined ||
      (span.start <= last.start && span.end >= last.end && span.end - span.start > last.end - last.start);
    if (isWider) nested.push(span);
  }
  return nested;
}

const closingSpans = ({ close }: { readonly close: Span | null }): readonly Span[] =>
  close === null ? [] : [close];

/** The lines of the front matter, including its two marks; null if there is none. */
function frontMatterSpan({ file, region }: Analysis): Span | null {
  if (file.bodyStart === 0) return null;
  const end = region.text.slice(0, file.bodyStart).trimEnd().length;
  return { start: region.start, end: region.start + end };
}

const roleOf = ({ dialect }: Analysis, block: Block): BlockRole | undefined =>
  dialect.blocks.find(({ name }) => name === block.name)?.role;

function blockNode(analysis: Analysis, block: Block, isSingle: boolean): Node {
  return {
    name: block.name,
    detail: isSingle ? textAt(analysis, block.content) : '',
    kind: 'block',
    span: analysis.place(block.span),
    nameSpan: analysis.place(block.open),
    children: [],
  };
}

function toolNode(analysis: Analysis, call: ToolCall): Node {
  return {
    name: call.name === '' ? 'tool' : call.name,
    detail: shorten(call.args ?? ''),
    kind: 'tool',
    span: analysis.place(call.span),
    nameSpan: analysis.place(call.nameSpan ?? call.open),
    children: [],
  };
}

/** The item of a structured part; null if it adds nothing to the item around it. */
function partNode(analysis: Analysis, part: Part): Node | null {
  const namedNode = (name: string, detail: string, nameSpan: Span = part.span): Node => ({
    name,
    detail,
    kind: part.kind === 'call' ? 'tool' : 'part',
    span: analysis.place(part.span),
    nameSpan: analysis.place(nameSpan),
    children: [],
  });
  const ofImage = (image: number | null): string => (image === null ? '' : t('Image {0}', image));
  switch (part.kind) {
    case 'evidence-item':
      return namedNode(`[${part.image}]`, textAt(analysis, part.body), part.mark);
    case 'box':
      return namedNode(t('box {0}', part.box.join(', ')), part.label ?? ofImage(part.image));
    case 'point':
      return namedNode(t('point {0}', part.point.join(', ')), part.label ?? ofImage(part.image));
    case 'call':
      return namedNode(
        part.name ?? 'call',
        part.argumentsSpan === null ? '' : textAt(analysis, part.argumentsSpan),
        part.nameSpan ?? part.span,
      );
    case 'search':
      return namedNode('search', shorten(part.query));
    case 'observation':
      return namedNode('observation', textAt(analysis, part.body));
    case 'verdict':
      return namedNode(t('item {0}', part.item), textAt(analysis, part.body));
    case 'quality-line':
      return namedNode(part.name, textAt(analysis, part.body));
    case 'tool-definition':
      return namedNode(part.name === '' ? 'definition' : part.name, shorten(part.args ?? ''), part.nameSpan);
    case 'boxed-answer':
      return namedNode('answer', textAt(analysis, part.body));
    case 'tools-end':
      return null;
  }
}

/** Every thought of a tree or graph of thoughts, including nested ones; none if the reasoning is plain text. */
function thoughtsOf({ trajectory }: Analysis): readonly Thought[] {
  const outline = thoughtOutline(trajectory);
  const flat = (thoughts: readonly Thought[]): readonly Thought[] =>
    thoughts.flatMap((thought) => [thought, ...flat(thought.children)]);
  return outline.kind === 'outline' ? flat(outline.thoughts) : [];
}

function thoughtNode(
  analysis: Analysis,
  { kind, label, title, heading, span, body, verdict }: Thought,
): Node {
  const name = shorten(title);
  return {
    name: name === '' ? `${kind} ${label}`.trim() : name,
    detail: [verdict === null ? '' : VERDICTS[verdict], textAt(analysis, body)]
      .filter((text) => text !== '')
      .join(' · '),
    kind: 'thought',
    span: analysis.place(span),
    nameSpan: analysis.place(heading),
    children: [],
  };
}

const VERDICTS: Readonly<Record<ThoughtVerdict, string>> = {
  get promising() {
    return t('promising');
  },
  get 'dead-end'() {
    return t('dead end');
  },
};

const textAt = ({ file }: Analysis, { start, end }: Span): string =>
  shorten(file.response.slice(start, Math.min(end, start + 2 * LONGEST_DETAIL)));

/** The beginning of a text on one line; a long text is not read to its end. */
function shorten(text: string): string {
  return oneLine(text.slice(0, 2 * LONGEST_DETAIL), LONGEST_DETAIL);
}
