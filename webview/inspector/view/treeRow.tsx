import type { ComponentChildren, JSX } from 'preact';

export interface TreeRowProps {
  readonly id: string;
  readonly class: string;
  /** Of the tree, from 1. */
  readonly level: number;
  /** Among the rows beside it, from 1, and how many these are; -1 while more may come. */
  readonly position: number;
  readonly siblings: number;
  readonly current: boolean;
  /** What VS Code is told about the row when its context menu is opened, as JSON. */
  readonly context?: string;
  /** Whether the rows below it are shown; none where there are no such rows. */
  readonly expanded?: boolean | undefined;
  readonly marker: ComponentChildren;
  readonly cost: ComponentChildren;
  readonly onChoose: () => void;
  readonly onOpen: () => void;
  readonly children: ComponentChildren;
}

/** A row of the tree of steps: a marker, what stands there, and what it costs in the margin. */
export function TreeRow(props: TreeRowProps): JSX.Element {
  return (
    <div
      id={props.id}
      role="treeitem"
      class={`step ${props.class}${props.current ? ' current' : ''}`}
      aria-level={props.level}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-selected={props.current}
      aria-expanded={props.expanded}
      data-vscode-context={props.context}
      onClick={props.onChoose}
      onContextMenu={props.onChoose}
      onDblClick={props.onOpen}
    >
      {props.marker}
      <div class="step-main">{props.children}</div>
      {props.cost}
    </div>
  );
}
