import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Finding } from '../../../src/core/span.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import { ChunkedList } from '../../shared/chunkedList.tsx';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { Outline } from '../model/outline.ts';
import type { Parsed, SampleModel } from '../model/sampleModel.ts';
import { StepRow } from './stepRow.tsx';

/** Rows drawn as one. */
const ROWS = 24;
const ROW_HEIGHT = 56;
const PAGE = 10;
/** ARIA's word for a number that is not known yet. */
const UNKNOWN = -1;
const NO_FINDINGS: readonly Finding[] = [];

interface StepTreeProps {
  readonly model: InspectorModel;
  readonly sample: SampleModel;
}

/** The steps as a tree that is walked with the keyboard; the tree has the focus, the current row its mark. */
export function StepTree({ model, sample }: StepTreeProps): JSX.Element {
  const parsed = sample.parsed.value;
  const explained = sample.explained.value;
  const selection = model.selection.value;
  const current = model.currentStep.value;
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set());
  const tree = useRef<HTMLDivElement | null>(null);
  const outline = useMemo(() => new Outline(), [sample, parsed.edition]);
  outline.extend(parsed.steps);
  const rows = useRows(parsed, outline, collapsed);
  const currentRow = current === null ? -1 : rows.rowOf(current.index);

  // A selection that was made elsewhere is brought into sight.
  useLayoutEffect(() => {
    if (selection === null || current === null) return;
    const row = document.getElementById(`step-${current.index}`);
    row?.scrollIntoView({ block: selection.origin === 'kept' ? 'center' : 'nearest' });
  }, [selection]);

  const choose = (step: Step, now = false): void => {
    model.select(step.span, 'steps', now);
  };
  const toggle = (set: ReadonlySet<number>, index: number): ReadonlySet<number> => {
    const next = new Set(set);
    if (!next.delete(index)) next.add(index);
    return next;
  };
  const open = (step: Step): void => {
    if (model.info.peek()?.source === 'file') model.select(step.span, 'steps', true);
    else model.goTo(step.span, 'text');
  };
  const goRow = (row: number): void => {
    const step = parsed.steps.item(rows.at(Math.max(0, Math.min(rows.count - 1, row))));
    if (step !== undefined) choose(step);
  };
  const walk = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const children = current === null ? 0 : outline.childrenOf(current.index);
    const isCollapsed = current !== null && collapsed.has(current.index);
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
        if (current !== null) open(current);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  const render = (chunk: number): JSX.Element[] => {
    const drawn: JSX.Element[] = [];
    for (let row = chunk * ROWS; row < Math.min(rows.count, (chunk + 1) * ROWS); row++) {
      const index = rows.at(row);
      const step = parsed.steps.item(index);
      if (step === undefined) continue;
      const place = outline.at(index);
      drawn.push(
        <StepRow
          key={index}
          model={model}
          parsed={parsed}
          step={step}
          place={place}
          siblings={parsed.complete ? outline.childrenOf(place.parent) : UNKNOWN}
          children={outline.childrenOf(index)}
          current={current?.index === index}
          expanded={expanded.has(index)}
          collapsed={collapsed.has(index)}
          cost={explained?.costs.get(index) ?? null}
          scored={explained !== null}
          findings={explained?.findings.get(index) ?? NO_FINDINGS}
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
      aria-label="Steps of the trajectory"
      tabIndex={0}
      aria-activedescendant={current === null ? undefined : `step-${current.index}`}
      onKeyDown={walk}
    >
      <ChunkedList
        count={chunks}
        edition={parsed.edition}
        estimate={(chunk) => Math.min(ROWS, rows.count - chunk * ROWS) * ROW_HEIGHT}
        pinned={currentChunk}
        stamp={(chunk) => {
          return [
            chunk === chunks - 1 || growing.has(chunk) ? parsed.version : 'whole',
            chunk === currentChunk ? currentRow : '',
            explained === null ? '' : explained.serial,
            marks,
          ].join();
        }}
        render={render}
      />
    </div>
  );
}

/** Chunks of rows that may still change although they are not last: of the blocks that the last step stands in. */
function growingChunks(parsed: Parsed, outline: Outline, rows: Rows): ReadonlySet<number> {
  const chunks = new Set<number>();
  if (parsed.complete) return chunks;
  for (let index = outline.at(parsed.steps.length - 1).parent; index >= 0; index = outline.at(index).parent)
    chunks.add(Math.floor(rows.rowOf(index) / ROWS));
  return chunks;
}

/** Rows in sight: all steps, or those not inside a collapsed one. */
interface Rows {
  readonly count: number;
  /** Index of the step in a row. */
  at(row: number): number;
  /** Row of a step; its nearest shown ancestor's where it is hidden. */
  rowOf(step: number): number;
}

function useRows(parsed: Parsed, outline: Outline, collapsed: ReadonlySet<number>): Rows {
  return useMemo(() => {
    if (collapsed.size === 0)
      return { count: parsed.steps.length, at: (row) => row, rowOf: (step) => step } satisfies Rows;
    const shown: number[] = [];
    const rowOf = new Map<number, number>();
    for (let index = 0; index < parsed.steps.length; index++) {
      const { parent } = outline.at(index);
      const hidden =
        parent >= 0 && (collapsed.has(parent) || !rowOf.has(parent) || rowIsHidden(rowOf, shown, parent));
      rowOf.set(index, hidden ? (rowOf.get(parent) ?? 0) : shown.length);
      if (!hidden) shown.push(index);
    }
    return { count: shown.length, at: (row) => shown[row] ?? -1, rowOf: (step) => rowOf.get(step) ?? -1 };
  }, [parsed, outline, collapsed]);
}

const rowIsHidden = (rowOf: ReadonlyMap<number, number>, shown: readonly number[], step: number): boolean =>
  shown[rowOf.get(step) ?? -1] !== step;

/** A short text that changes with what is opened and folded. */
function useMarks(expanded: ReadonlySet<number>, collapsed: ReadonlySet<number>): string {
  return useMemo(() => `${[...expanded].join()}|${[...collapsed].join()}`, [expanded, collapsed]);
}
