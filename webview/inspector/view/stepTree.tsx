import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { sum } from '../../../src/core/decimal.ts';
import type { Decimal } from '../../../src/core/rewards/model.ts';
import type { Finding, Span } from '../../../src/core/span.ts';
import { dialectOf } from '../../../src/core/trajectory/dialects/registry.ts';
import type { DialectName, Step } from '../../../src/core/trajectory/model.ts';
import { ChunkedList } from '../../shared/chunkedList.tsx';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { detailAt, listedPart, listedParts } from '../model/details.ts';
import type { Explained } from '../model/explain.ts';
import { Outline } from '../model/outline.ts';
import type { SampleModel } from '../model/sampleModel.ts';
import type { ParsedText } from '../model/parsedText.ts';
import { StepRows } from '../model/stepRows.ts';
import {
  textBeforeThoughts,
  outlineNote,
  thoughtAt,
  thoughtsIn,
  type ThoughtRows,
} from '../model/thoughts.ts';
import { turnsOfSteps } from '../model/turnsOfSteps.ts';
import { PartRow } from './partRow.tsx';
import { stepContext, StepRow } from './stepRow.tsx';
import { ThoughtRow } from './thoughtRow.tsx';
import { useChunkStamps } from './useChunkStamps.ts';

/** Rows per chunk. */
const ROWS = 24;
const ROW_HEIGHT = 56;
const PAGE = 10;
/** ARIA's value for an unknown number. */
const UNKNOWN = -1;
const NO_FINDINGS: readonly Finding[] = [];
/** The dialect of prompts that ask for a tree or a graph of thoughts, for which the outline is expanded at first. */
const OUTLINED: DialectName = 'think-answer';

interface StepTreeProps {
  readonly model: InspectorModel;
  readonly sample: SampleModel;
}

/** The steps as a tree for keyboard navigation; the tree has the focus, and the current row is marked. */
export function StepTree({ model, sample }: StepTreeProps): JSX.Element {
  const parsed = sample.parsed.value;
  const explained = sample.explained.value;
  const selection = model.selection.value;
  const current = model.currentStep.value;
  const dialect = model.info.value?.dialect ?? null;
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set());
  const tree = useRef<HTMLDivElement | null>(null);
  const thoughts = sample.thoughts.value;
  const outline = useMemo(() => new Outline(turnsOf(dialect)), [sample, parsed.edition, dialect]);
  outline.extend(parsed.steps);
  const latest = useRef(parsed);
  latest.current = parsed;
  const isFolded = (step: Step): boolean =>
    collapsed.has(step.index) !== (dialect !== OUTLINED && thoughtsIn(thoughts, step).length > 0);
  const rows = useMemo(
    () =>
      new StepRows({
        outline,
        details: (step) => thoughtsIn(thoughts, step).length || listedParts(latest.current, step).count,
        isFolded,
      }),
    [outline, collapsed, thoughts, dialect],
  );
  rows.extend(parsed.steps);
  const { index: boxes } = sample.boxes.value;
  const conversation = model.info.value?.conversation;
  const turns = useMemo(() => turnsOfSteps(parsed.steps, conversation), [parsed, conversation]);
  const detail =
    current === null || selection === null ? -1 : rowAt(parsed, thoughts, current, selection.span.start);
  const currentRow = current === null ? -1 : rows.rowOf(current.index, detail);
  const currentId = currentRow === -1 ? undefined : idOf(rows, currentRow);

  const stamp = useChunkStamps({
    parsed,
    explained,
    selection,
    selected: () => {
      const element = currentId === undefined ? null : document.getElementById(currentId);
      return element && { element, block: selection?.origin === 'kept' ? 'center' : 'nearest' };
    },
  });

  const choose = (place: { readonly span: Span }, now = false): void => {
    model.select(place.span, 'steps', now);
  };
  const toggle = (set: ReadonlySet<number>, index: number): ReadonlySet<number> => {
    const next = new Set(set);
    if (!next.delete(index)) next.add(index);
    return next;
  };
  const open = ({ span }: { readonly span: Span }): void => {
    if (model.info.peek()?.isFile === true) model.select(span, 'steps', true);
    else model.goTo(span, 'text');
  };
  const placeAt = (row: number): { readonly span: Span } | null => {
    const { step: index, detail: number } = rows.at(row);
    const step = parsed.steps.item(index);
    if (step === undefined || number < 0) return step ?? null;
    return thoughtsIn(thoughts, step)[number]?.thought ?? listedPart(parsed, step, number);
  };
  const goRow = (row: number): void => {
    const place = placeAt(Math.max(0, Math.min(rows.count - 1, row)));
    if (place !== null) choose(place);
  };
  const below = (step: Step): number =>
    outline.childrenOf(step.index) + (thoughtsIn(thoughts, step).length || listedParts(parsed, step).count);
  const walk = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    // In a part below a step, the right arrow has no effect, and the left arrow moves to the step.
    const isPart = currentRow >= 0 && rows.at(currentRow).detail >= 0;
    const children = current === null || isPart ? 0 : below(current);
    const isCollapsed = current !== null && isFolded(current);
    switch (event.key) {
      case 'ArrowDown':
        goRow(currentRow + 1);
        break;
      case 'ArrowUp':
        goRow(currentRow === -1 ? 0 : currentRow - 1);
        break;
      case 'PageDown':
        goRow(currentRow + PAGE);
        break;
      case 'PageUp':
        goRow(currentRow - PAGE);
        break;
      case 'Home':
        goRow(0);
        break;
      case 'End':
        goRow(rows.count - 1);
        break;
      case 'ArrowRight':
        if (current === null) goRow(0);
        else if (children > 0 && isCollapsed) setCollapsed(toggle(collapsed, current.index));
        else if (children > 0) goRow(currentRow + 1);
        break;
      case 'ArrowLeft':
        if (current === null) goRow(0);
        else if (isPart) goRow(rows.rowOf(current.index));
        else if (children > 0 && !isCollapsed) setCollapsed(toggle(collapsed, current.index));
        else {
          const { parent } = outline.at(current.index);
          if (parent >= 0) goRow(rows.rowOf(parent));
        }
        break;
      case ' ':
        if (current !== null) setExpanded(toggle(expanded, current.index));
        break;
      case 'Enter':
        if (currentRow >= 0) open(placeAt(currentRow) ?? { span: { start: 0, end: 0 } });
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  const render = (chunk: number): JSX.Element[] => {
    const drawn: JSX.Element[] = [];
    for (let row = chunk * ROWS; row < Math.min(rows.count, (chunk + 1) * ROWS); row++) {
      const { step: index, detail: number } = rows.at(row);
      const step = parsed.steps.item(index);
      if (step === undefined) continue;
      const key = idOf(rows, row);
      const isCurrent = row === currentRow;
      const reasoned = thoughtsIn(thoughts, step);
      const thought = number < 0 ? undefined : reasoned[number];
      if (thought !== undefined) {
        drawn.push(
          <ThoughtRow
            key={key}
            model={model}
            parsed={parsed}
            step={step}
            place={thought}
            detail={number}
            current={isCurrent}
            onChoose={choose}
            onOpen={open}
          />,
        );
        continue;
      }
      const listed = listedParts(parsed, step).count;
      const folded = isFolded(step);
      const part = number < 0 ? null : listedPart(parsed, step, number);
      if (part !== null) {
        drawn.push(
          <PartRow
            key={key}
            model={model}
            parsed={parsed}
            step={step}
            part={part}
            detail={number}
            siblings={parsed.complete ? listed : UNKNOWN}
            current={isCurrent}
            explained={explained}
            name={part.kind === 'evidence-item' ? null : boxes.nameAt(part.span)}
            onChoose={choose}
            onOpen={open}
          />,
        );
        continue;
      }
      const place = outline.at(index);
      drawn.push(
        <StepRow
          key={key}
          model={model}
          parsed={parsed}
          step={step}
          place={place}
          turn={turns.get(index) ?? null}
          siblings={parsed.complete ? outline.childrenOf(place.parent) : UNKNOWN}
          children={below(step)}
          isListed={listed > 0 || reasoned.length > 0}
          lead={folded ? null : textBeforeThoughts(thoughts, step)}
          note={outlineNote(thoughts, step, dialect === OUTLINED)}
          iou={listed > 0 ? iouOf(explained, step) : null}
          current={isCurrent}
          expanded={expanded.has(index)}
          collapsed={folded}
          cost={costOf(explained, parsed, step, listed > 0 && !folded)}
          findings={findingsOf(explained, parsed, step, listed > 0 && !folded)}
          onChoose={choose}
          onOpen={open}
          onExpand={(chosen) => {
            setExpanded(toggle(expanded, chosen.index));
          }}
          onCollapse={(chosen) => {
            setCollapsed(toggle(collapsed, chosen.index));
          }}
        />,
      );
    }
    return drawn;
  };

  const chunks = Math.ceil(rows.count / ROWS);
  const currentChunk = currentRow === -1 ? null : Math.floor(currentRow / ROWS);
  const growing = growingChunks(parsed, outline, rows);
  const marks = useMarks(expanded, collapsed);
  return (
    <div
      ref={tree}
      class="steps"
      role="tree"
      aria-label={t('Steps of the trajectory')}
      tabIndex={0}
      aria-activedescendant={currentId}
      data-vscode-context={current === null ? undefined : stepContext(current)}
      onKeyDown={walk}
    >
      <ChunkedList
        count={chunks}
        edition={parsed.edition}
        estimate={(chunk) => Math.min(ROWS, rows.count - chunk * ROWS) * ROW_HEIGHT}
        pinned={currentChunk}
        stamp={(chunk) =>
          stamp({
            place: idOf(rows, chunk * ROWS),
            grows: chunk === chunks - 1 || growing.has(chunk),
            selected: chunk === currentChunk ? currentRow : '',
            look: marks,
          })
        }
        render={render}
      />
    </div>
  );
}

/** The row below `step` that contains `offset`, from 0; -1 if it is the step's own row. */
function rowAt(parsed: ParsedText, thoughts: ThoughtRows | null, step: Step, offset: number): number {
  const reasoned = thoughtsIn(thoughts, step);
  return reasoned.length > 0 ? thoughtAt(reasoned, offset) : detailAt(parsed, step, offset);
}

/** The block that begins every turn of a dialect; null if it has no turns. */
function turnsOf(dialect: DialectName | null): string | null {
  const flow = dialect === null ? null : dialectOf(dialect).flow;
  return flow?.kind === 'turns' ? flow.begins : null;
}

function idOf(rows: StepRows, row: number): string {
  const { step, detail } = rows.at(row);
  return detail < 0 ? `step-${step}` : `step-${step}-${detail}`;
}

/** The overlap of a step's boxes with the reference, if the reward reports it. */
function iouOf(explained: Explained | null, step: Step): number | null {
  const reported = explained?.score?.reported;
  return reported?.[step.speaker === 'environment' ? 'tool_iou' : 'model_iou'] ?? null;
}

/** The cost of a step, without the cost of parts that are shown themselves. */
function costOf(
  explained: Explained | null,
  parsed: ParsedText,
  step: Step,
  isTold: boolean,
): Decimal | null {
  const whole = explained?.costs.get(step.index) ?? null;
  if (explained === null || whole === null || !isTold) return whole;
  const own = explained.lines.filter(
    (line) => line.step === step.index && line.span !== null && detailAt(parsed, step, line.span.start) < 0,
  );
  return own.length === 0 ? null : sum(own.map(({ paid }) => paid));
}

/** The findings of a step, without those that its parts show. */
function findingsOf(
  explained: Explained | null,
  parsed: ParsedText,
  step: Step,
  isTold: boolean,
): readonly Finding[] {
  const all = explained?.findings.get(step.index) ?? NO_FINDINGS;
  return isTold ? all.filter(({ span }) => detailAt(parsed, step, span.start) < 0) : all;
}

/**
 * Chunks of rows that may still change although they are not the last: those of the blocks that contain the last step.
 */
function growingChunks(parsed: ParsedText, outline: Outline, rows: StepRows): ReadonlySet<number> {
  const chunks = new Set<number>();
  if (parsed.complete) return chunks;
  for (let index = parsed.steps.length - 1; index >= 0; index = outline.at(index).parent)
    chunks.add(Math.floor(rows.rowOf(index) / ROWS));
  return chunks;
}

/** A short text that changes when a row is expanded or collapsed. */
function useMarks(expanded: ReadonlySet<number>, collapsed: ReadonlySet<number>): string {
  return useMemo(() => `${[...expanded].join()}|${[...collapsed].join()}`, [expanded, collapsed]);
}
