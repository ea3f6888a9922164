import type { ComponentChildren, JSX } from 'preact';

import type { Decimal } from '../../../src/core/rewards/model.ts';
import type { Finding } from '../../../src/core/span.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import { count, counted, decimal } from '../../shared/format.ts';
import { memo } from '../../shared/memo.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { Place } from '../model/outline.ts';
import type { Parsed } from '../model/sampleModel.ts';
import { ImageChip, withImageChips } from './imageChip.tsx';

/** Characters of a step that are shown before it is opened, and after. */
const SHORT = 420;
const LONG = 20_000;
/** Findings shown under a step. */
const FINDINGS = 3;

export interface StepRowProps {
  readonly model: InspectorModel;
  readonly parsed: Parsed;
  readonly step: Step;
  readonly place: Place;
  /** How many stand beside it, itself included; -1 while more may come. */
  readonly siblings: number;
  readonly children: number;
  readonly current: boolean;
  readonly expanded: boolean;
  readonly collapsed: boolean;
  readonly cost: Decimal | null;
  /** Whether there is a score that this step has a part in. */
  readonly scored: boolean;
  readonly findings: readonly Finding[];
  readonly onChoose: (step: Step) => void;
  readonly onOpen: (step: Step) => void;
  readonly onExpand: (step: Step) => void;
  readonly onCollapse: (step: Step) => void;
}

/** One step: what was asked on one line, what was seen below it, and what it costs in the margin. */
export const StepRow = memo(
  function StepRow(props: StepRowProps): JSX.Element {
    const { step, place, current, cost } = props;
    const expandable = props.children > 0;
    return (
      <div
        id={`step-${step.index}`}
        role="treeitem"
        class={`step ${step.kind} depth-${Math.min(step.depth, 3)}${current ? ' current' : ''}`}
        aria-level={step.depth + 1}
        aria-posinset={place.position}
        aria-setsize={props.siblings}
        aria-selected={current}
        aria-expanded={expandable ? !props.collapsed : undefined}
        onClick={() => {
          props.onChoose(step);
        }}
        onDblClick={() => {
          props.onOpen(step);
        }}
      >
        <Marker {...props} expandable={expandable} />
        <div class="step-main">
          <div class="asked">
            <Asked {...props} />
          </div>
          {step.kind === 'tool' && (
            <div class="seen">
              <Body {...props} />
            </div>
          )}
          <StepFindings findings={props.findings} />
        </div>
        <Cost step={step} cost={cost} scored={props.scored} />
      </div>
    );
  },
  (before, after) =>
    before.step === after.step &&
    !after.step.open &&
    before.parsed.edition === after.parsed.edition &&
    before.place.position === after.place.position &&
    before.siblings === after.siblings &&
    before.children === after.children &&
    before.current === after.current &&
    before.expanded === after.expanded &&
    before.collapsed === after.collapsed &&
    before.cost === after.cost &&
    before.scored === after.scored &&
    before.findings === after.findings,
);

function Marker(props: StepRowProps & { readonly expandable: boolean }): JSX.Element {
  const { step, place } = props;
  if (props.expandable)
    return (
      <button
        type="button"
        class="marker twistie"
        tabIndex={-1}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          props.onCollapse(step);
        }}
      >
        {props.collapsed ? '\u25b8' : '\u25be'}
      </button>
    );
  const sign = step.kind === 'tool' ? place.tool : step.kind === 'answer' ? '\u2713' : '\u25cf';
  return (
    <span class="marker" aria-hidden="true">
      {sign}
    </span>
  );
}

function Asked(props: StepRowProps): JSX.Element {
  const { step, model, current } = props;
  if (step.kind === 'tool' && step.tool !== null) {
    const { tool } = step;
    return (
      <>
        <span class="tool-name">{tool.name === '' ? '(tool without a name)' : tool.name}</span>
        {tool.images.map(({ image, span }) => (
          <ImageChip key={span.start} model={model} image={image} text={`Image ${image}`} stop={current} />
        ))}
        <Args args={tool.args} />
      </>
    );
  }
  if (props.children > 0)
    return (
      <>
        <span class="block-name">{step.name}</span>{' '}
        <span class="dim">{props.collapsed ? counted(props.children, 'step') : ''}</span>
      </>
    );
  return (
    <>
      <span class={`${step.kind}-name`}>{step.name === '' ? 'text outside the tags' : step.name}</span>{' '}
      <Body {...props} />
    </>
  );
}

/** Args as one chip, without the image that has a chip of its own. */
function Args({ args }: { readonly args: string | null }): JSX.Element | null {
  if (args === null) return <span class="chip missing">no args</span>;
  const rest = args.replace(/^\s*image\s+\d+\s*:?\s*/i, '').trim();
  if (rest === '') return args.trim() === '' ? <span class="chip missing">empty args</span> : null;
  return <span class="chip">{rest.length > 300 ? `${rest.slice(0, 300)}\u2026` : rest}</span>;
}

function Body(props: StepRowProps): JSX.Element {
  const { step, parsed, model, current, expanded } = props;
  const { start, end } = step.body;
  const length = end - start;
  const more = (
    <button
      type="button"
      class="link more"
      tabIndex={current ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation();
        props.onExpand(step);
      }}
    >
      {expanded ? 'Show less' : `Show all ${count(length)} characters`}
    </button>
  );
  if (step.open && length > SHORT && !expanded) {
    // What arrives last is what is looked at.
    return (
      <span class="body">
        <span class="dim">{counted(length, 'character')} so far … </span>
        {withImageChips(model, parsed.text.slice(end - SHORT, end), current)}
      </span>
    );
  }
  const limit = expanded ? LONG : SHORT;
  const shown = parsed.text.slice(start, Math.min(end, start + limit)).trim();
  if (shown === '' && length <= limit) return <span class="dim">{step.open ? '…' : '(empty)'}</span>;
  const body: ComponentChildren = step.kind === 'tool' ? shown : withImageChips(model, shown, current);
  return (
    <span class="body">
      {body}
      {length > limit && '… '}
      {length > SHORT && more}
      {expanded && length > LONG && (
        <button
          type="button"
          class="link more"
          tabIndex={current ? 0 : -1}
          onClick={(event) => {
            event.stopPropagation();
            model.goTo(step.body, 'text');
          }}
        >
          Show in Text
        </button>
      )}
    </span>
  );
}

function StepFindings({ findings }: { readonly findings: readonly Finding[] }): JSX.Element | null {
  if (findings.length === 0) return null;
  return (
    <ul class="step-findings">
      {findings.slice(0, FINDINGS).map((finding) => (
        <li key={`${finding.code}-${finding.span.start}`} class={finding.severity}>
          {finding.message}
        </li>
      ))}
      {findings.length > FINDINGS && (
        <li class="dim">and {count(findings.length - FINDINGS)} more in Checks</li>
      )}
    </ul>
  );
}

interface CostProps {
  readonly step: Step;
  readonly cost: Decimal | null;
  readonly scored: boolean;
}

function Cost({ step, cost, scored }: CostProps): JSX.Element {
  const shown = cost !== null ? decimal(cost, true) : scored && step.kind === 'tool' ? '0' : '';
  const lost = cost?.startsWith('-') === true;
  return (
    <span
      class={`cost${lost ? ' lost' : ''}`}
      title={shown === '' ? undefined : 'What this step costs of the reward'}
    >
      {shown}
    </span>
  );
}
