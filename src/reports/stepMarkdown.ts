import { t } from '@vscode/l10n';
import { partitionPoint } from '../core/binarySearch.ts';
import { fourPlaces } from '../core/decimal.ts';
import type { Span } from '../core/span.ts';
import { ACTION_KINDS } from '../core/trajectory/actionKinds.ts';
import { dialectOf } from '../core/trajectory/dialects/registry.ts';
import type { Step, Trajectory } from '../core/trajectory/model.ts';
import type { BoxPart, Part, PointPart } from '../core/trajectory/partModel.ts';
import type { Thought } from '../core/trajectory/thoughts/model.ts';
import { thoughtOutline } from '../core/trajectory/thoughts/outline.ts';
import { escapeMarkdown, fact, inlineCode } from '../language/markdown.ts';

/** The steps, and the number of each action among them, from 1, by the step's index. */
export interface Places {
  /** In the order of their starts. */
  readonly steps: readonly Step[];
  /** For each step, the position of the last step before it that ends after it; -1 if there is none. */
  readonly enclosing: readonly number[];
  readonly numbers: ReadonlyMap<number, number>;
}

/** The steps of a trajectory with the numbers of its actions. */
export function numberSteps({ steps }: Trajectory): Places {
  const actions = steps.filter(({ kind }) => ACTION_KINDS.has(kind));
  const endOf = (position: number): number => steps[position]?.span.end ?? Infinity;
  const enclosing: number[] = [];
  for (const [position, { span }] of steps.entries()) {
    let before = position - 1;
    while (before >= 0 && endOf(before) <= span.end) before = enclosing[before] ?? -1;
    enclosing.push(before);
  }
  return { steps, enclosing, numbers: new Map(actions.map(({ index }, number) => [index, number + 1])) };
}

/** ` (step 4)` for a place in an action, the block's name for other places; empty if it is in no step. */
export function place(span: Span | null, { steps, enclosing, numbers }: Places): string {
  if (span === null) return '';
  let position = partitionPoint(steps.length, (index) => (steps[index]?.span.start ?? 0) <= span.start) - 1;
  while ((steps[position]?.span.end ?? Infinity) <= span.start) position = enclosing[position] ?? -1;
  const step = steps[position];
  if (step === undefined) return '';
  const number = numbers.get(step.index);
  const name = number === undefined ? escapeMarkdown(step.name) : t('step {0}', number);
  return name === '' ? '' : ` (${name})`;
}

/** The steps as a list in Markdown, with their parts and thoughts below them; `None.` if there are none. */
export function stepList(trajectory: Trajectory, places: Places): string {
  const { steps, parts } = trajectory;
  const names = boxNames(parts);
  let next = 0;
  const lines = steps.flatMap((step, index): string[] => {
    while ((parts[next]?.span.start ?? Infinity) < step.span.start) next++;
    const from = next;
    // The parts of a step that contains other steps may belong to those.
    while (
      (parts[next]?.span.start ?? Infinity) <
      Math.min(step.span.end, steps[index + 1]?.span.start ?? Infinity)
    )
      next++;
    const own = parts.slice(from, next);
    const below = [...thoughtLines(step, trajectory), ...partLines(step, own, trajectory, names)];
    const holdsSteps = (steps[index + 1]?.depth ?? 0) > step.depth;
    const line = stepLine({ step, own, isTold: below.length > 0 || holdsSteps, trajectory, places });
    return [line, ...below].map((text) => `${'  '.repeat(step.depth)}${text}`);
  });
  return lines.join('\n') || t('None.');
}

interface StepParts {
  readonly step: Step;
  readonly own: readonly Part[];
  /** Whether the lines below it say the same. */
  readonly isTold: boolean;
  readonly trajectory: Trajectory;
  readonly places: Places;
}

function stepLine({ step, own, isTold, trajectory, places: { numbers } }: StepParts): string {
  const { text, dialect } = trajectory;
  const said = escapeMarkdown(text.slice(step.body.start, step.body.end)) || t('(empty)');
  const number = numbers.get(step.index);
  if (step.tool) {
    const args = step.tool.args === null ? '' : ` (${escapeMarkdown(step.tool.args)})`;
    return `- ${fact(t('Step {0}', number ?? 0), `${toolName(step.tool.name)}${args}: ${said}`)}`;
  }
  if (number !== undefined) return `- ${fact(t('Step {0}', number), actionWords(step, own, said))}`;
  const [part] = own;
  if (part?.kind === 'verdict') return `- ${fact(t('Item {0}', part.item), said)}`;
  if (part?.kind === 'tools-end') return `- ${escapeMarkdown(step.name)}`;
  if (part?.kind === 'tool-definition') {
    const { name, args, description } = part;
    return `- ${fact(t('Definition'), `${toolName(name)} (${escapeMarkdown(args ?? '') || t('no args')}): ${escapeMarkdown(description ?? '') || t('no description')}`)}`;
  }
  const loose = dialectOf(dialect).loose === 'spoken' ? t('text') : t('text outside the tags');
  const speaker = step.speaker === 'environment' ? ` (${t('environment')})` : '';
  const name = `**${escapeMarkdown(step.name) || loose}${speaker}:**`;
  // The content of a block is listed as its steps and parts, and not repeated. Running text is always shown unchanged.
  return isTold && step.kind !== 'text' ? `- ${name}` : `- ${name} ${said}`;
}

const toolName = (name: string): string => (name.trim() === '' ? t('(no name)') : inlineCode(name));

function actionWords(step: Step, own: readonly Part[], said: string): string {
  const call = own.find((part) => part.kind === 'call');
  const box = own.find((part) => part.kind === 'box');
  const name = inlineCode(call?.name ?? step.name);
  if (box !== undefined) {
    const where = box.image === null ? name : t('{0} on Image {1}', name, box.image);
    return `${where}: ${escapeMarkdown(coordinates(box))}`;
  }
  return call?.argumentsSpan === null ? name : `${name}: ${said}`;
}

/** `box 1 on Image 2`, `point T1`. */
function boxTitle({ kind, image }: BoxPart | PointPart, name: string): string {
  if (kind === 'box') return image === null ? t('box {0}', name) : t('box {0} on Image {1}', name, image);
  return image === null ? t('point {0}', name) : t('point {0} on Image {1}', name, image);
}

/** `[412, 230, 480, 251] px`. */
function coordinates(part: BoxPart | PointPart): string {
  const numbers = part.kind === 'box' ? part.box : part.point;
  const list = `[${numbers.map(fourPlaces).join(', ')}]`;
  return part.unit === 'pixels' ? t('{0} px', list) : t('{0} as fractions of the image', list);
}

/** The names of boxes and points: their number among the model's, or with a T among the other tool's. */
function boxNames(parts: readonly Part[]): ReadonlyMap<Part, string> {
  const counts = { model: 0, environment: 0 };
  return new Map(
    parts
      .filter(({ kind }) => kind === 'box' || kind === 'point')
      .map((part) => {
        counts[part.speaker] += 1;
        return [part, `${part.speaker === 'environment' ? 'T' : ''}${counts[part.speaker]}`];
      }),
  );
}

/** Parts that have a separate line below their step: evidence by image, boxes and points of an answer. */
function partLines(
  { kind }: Step,
  own: readonly Part[],
  { text }: Trajectory,
  names: ReadonlyMap<Part, string>,
): string[] {
  const isAction = ACTION_KINDS.has(kind);
  return own.flatMap((part): string[] => {
    if (part.kind === 'evidence-item') {
      return [
        `  - ${fact(t('Image {0}', part.image), escapeMarkdown(text.slice(part.body.start, part.body.end)) || t('(empty)'))}`,
      ];
    }
    if (isAction || (part.kind !== 'box' && part.kind !== 'point')) return [];
    const label = part.label === null ? '' : `, ${escapeMarkdown(part.label)}`;
    const by = part.speaker === 'environment' ? ` (${t('from the other tool')})` : '';
    return [
      `  - ${boxTitle(part, names.get(part) ?? '')}: ${escapeMarkdown(coordinates(part))}${label}${by}`,
    ];
  });
}

/** The thoughts of a reasoning step; none if it is not written as a tree or graph of thoughts. */
function thoughtLines(step: Step, trajectory: Trajectory): string[] {
  if (step.kind !== 'think') return [];
  const outline = thoughtOutline(trajectory);
  if (
    outline.kind === 'unstructured' ||
    outline.span.start <= step.span.start ||
    outline.span.start > step.span.end
  )
    return [];
  const { text } = trajectory;
  const lines = (thoughts: readonly Thought[], depth: number): string[] =>
    thoughts.flatMap((thought) => [
      `${'  '.repeat(depth)}- **${escapeMarkdown(thought.title)}${thought.verdict === null ? '' : ` (${VERDICTS[thought.verdict]})`}:** ${escapeMarkdown(text.slice(thought.body.start, thought.body.end))}`.trimEnd(),
      ...lines(thought.children, depth + 1),
    ]);
  const before = escapeMarkdown(text.slice(outline.before.start, outline.before.end));
  return [...(before === '' ? [] : [`  - ${before}`]), ...lines(outline.thoughts, 1)];
}

const VERDICTS = {
  get promising() {
    return t('promising');
  },
  get 'dead-end'() {
    return t('dead end');
  },
};
