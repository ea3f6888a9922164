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
import { code, fact, SLOT, strong, textOr, withElement, type Inline, type ListLine } from './blocks.ts';
import { markedText, type MarkedClaim } from './markedClaims.ts';

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

/** ` (step 4)` for a place in an action, the block's name for other places; nothing if it is in no step. */
export function place(
  span: Span | null,
  { steps, enclosing, numbers }: Places,
  idOf: (step: number) => string,
): readonly Inline[] {
  if (span === null) return [];
  let position = partitionPoint(steps.length, (index) => (steps[index]?.span.start ?? 0) <= span.start) - 1;
  while ((steps[position]?.span.end ?? Infinity) <= span.start) position = enclosing[position] ?? -1;
  const step = steps[position];
  if (step === undefined) return [];
  const number = numbers.get(step.index);
  const name = number === undefined ? step.name.trim() : t('step {0}', number);
  return name === '' ? [] : [' (', { kind: 'link', to: idOf(step.index), text: name }, ')'];
}

/** A trajectory whose steps are listed. */
export interface ListedTrajectory {
  readonly trajectory: Trajectory;
  readonly places: Places;
  /** The claims that are marked in its text. */
  readonly marks: readonly MarkedClaim[];
  /** The id of a step in the report, by its index. */
  readonly idOf: (step: number) => string;
}

/** The steps with their parts and thoughts below them. */
export function stepLines(listed: ListedTrajectory): readonly ListLine[] {
  const { steps, parts } = listed.trajectory;
  const names = boxNames(parts);
  let next = 0;
  return steps.flatMap((step, index): ListLine[] => {
    while ((parts[next]?.span.start ?? Infinity) < step.span.start) next++;
    const from = next;
    // The parts of a step that contains other steps may belong to those.
    while (
      (parts[next]?.span.start ?? Infinity) <
      Math.min(step.span.end, steps[index + 1]?.span.start ?? Infinity)
    )
      next++;
    const own = parts.slice(from, next);
    const below = [...thoughtLines(step, listed), ...partLines(step, own, listed, names)];
    const holdsSteps = (steps[index + 1]?.depth ?? 0) > step.depth;
    const content = stepLine({ step, own, isTold: below.length > 0 || holdsSteps, listed });
    return [
      { depth: step.depth, content, id: listed.idOf(step.index) },
      ...below.map((line) => ({ ...line, depth: step.depth + line.depth })),
    ];
  });
}

interface StepParts {
  readonly step: Step;
  readonly own: readonly Part[];
  /** Whether the lines below it say the same. */
  readonly isTold: boolean;
  readonly listed: ListedTrajectory;
}

function stepLine({ step, own, isTold, listed }: StepParts): readonly Inline[] {
  const { trajectory, places, marks } = listed;
  const { text, dialect } = trajectory;
  const said = orEmpty(markedText(text, step.body, marks));
  const number = places.numbers.get(step.index);
  if (step.tool) {
    const { name, args, argsSpan } = step.tool;
    const isAsWritten = argsSpan !== null && text.slice(argsSpan.start, argsSpan.end) === args;
    const shown = isAsWritten ? markedText(text, argsSpan, marks) : [args?.trim() ?? ''];
    const inBrackets = args === null ? [] : [' (', ...shown, ')'];
    return fact(t('Step {0}', number ?? 0), toolName(name), ...inBrackets, ': ', ...said);
  }
  if (number !== undefined) return fact(t('Step {0}', number), ...actionWords(step, own, said));
  const [part] = own;
  if (part?.kind === 'verdict') return fact(t('Item {0}', part.item), ...said);
  if (part?.kind === 'tools-end') return [step.name];
  if (part?.kind === 'tool-definition') {
    const { name, args, description } = part;
    return fact(
      t('Definition'),
      toolName(name),
      ` (${textOr(args, t('no args'))}): ${textOr(description, t('no description'))}`,
    );
  }
  const loose = dialectOf(dialect).loose === 'spoken' ? t('text') : t('text outside the tags');
  const speaker = step.speaker === 'environment' ? ` (${t('environment')})` : '';
  const name = strong(`${textOr(step.name, loose)}${speaker}:`);
  // The content of a block is listed as its steps and parts, and not repeated. Running text is always shown unchanged.
  return isTold && step.kind !== 'text' ? [name] : [name, ' ', ...said];
}

const orEmpty = (said: readonly Inline[]): readonly Inline[] => (said.length === 0 ? [t('(empty)')] : said);

const toolName = (name: string): Inline => (name.trim() === '' ? t('(no name)') : code(name));

function actionWords(step: Step, own: readonly Part[], said: readonly Inline[]): readonly Inline[] {
  const call = own.find((part) => part.kind === 'call');
  const box = own.find((part) => part.kind === 'box');
  const name = code(call?.name ?? step.name);
  if (box !== undefined) {
    const where = box.image === null ? [name] : withElement(t('{0} on Image {1}', SLOT, box.image), name);
    return [...where, `: ${coordinates(box)}`];
  }
  return call?.argumentsSpan === null ? [name] : [name, ': ', ...said];
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
  { trajectory: { text }, marks }: ListedTrajectory,
  names: ReadonlyMap<Part, string>,
): ListLine[] {
  const isAction = ACTION_KINDS.has(kind);
  return own.flatMap((part): ListLine[] => {
    if (part.kind === 'evidence-item') {
      return [below(1, fact(t('Image {0}', part.image), ...orEmpty(markedText(text, part.body, marks))))];
    }
    if (isAction || (part.kind !== 'box' && part.kind !== 'point')) return [];
    const label = part.label === null ? '' : `, ${part.label.trim()}`;
    const by = part.speaker === 'environment' ? ` (${t('from the other tool')})` : '';
    return [below(1, [`${boxTitle(part, names.get(part) ?? '')}: ${coordinates(part)}${label}${by}`])];
  });
}

/** A line below a step; its depth counts from that of the step. */
const below = (depth: number, content: readonly Inline[]): ListLine => ({ depth, content, id: null });

/** The thoughts of a reasoning step; none if it is not written as a tree or graph of thoughts. */
function thoughtLines(step: Step, { trajectory, marks }: ListedTrajectory): ListLine[] {
  if (step.kind !== 'think') return [];
  const outline = thoughtOutline(trajectory);
  if (
    outline.kind === 'unstructured' ||
    outline.span.start <= step.span.start ||
    outline.span.start > step.span.end
  )
    return [];
  const { text } = trajectory;
  const lines = (thoughts: readonly Thought[], depth: number): ListLine[] =>
    thoughts.flatMap(({ title, verdict, body, children }) => [
      below(depth, [
        strong(`${title.trim()}${verdict === null ? '' : ` (${VERDICTS[verdict]})`}:`),
        ' ',
        ...markedText(text, body, marks),
      ]),
      ...lines(children, depth + 1),
    ]);
  const before = markedText(text, outline.before, marks);
  return [...(before.length === 0 ? [] : [below(1, before)]), ...lines(outline.thoughts, 1)];
}

const VERDICTS = {
  get promising() {
    return t('promising');
  },
  get 'dead-end'() {
    return t('dead end');
  },
};
