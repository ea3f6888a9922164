import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { RecordedTurn } from '../../../src/core/records/conversation.ts';
import type { Decimal } from '../../../src/core/rewards/model.ts';
import { dialectOf } from '../../../src/core/trajectory/dialects/registry.ts';
import type { Finding, Span } from '../../../src/core/span.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import { charactersPhrase, itemsPhrase, partsPhrase, stepsPhrase } from '../../../src/core/countPhrases.ts';
import { decimal } from '../../shared/format.ts';
import { memo } from '../../shared/memo.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { Place } from '../model/outline.ts';
import type { ParsedText } from '../model/parsedText.ts';
import { isNothing } from '../model/explain.ts';
import { StepEvidence } from './evidence.tsx';
import { ImageChip } from './imageChip.tsx';
import { MarkedText } from './markedText.tsx';
import { StepFindings } from './stepFindings.tsx';
import {
  ActionWords,
  DefinitionWords,
  isQualityAlone,
  Overlap,
  Quality,
  VerdictWords,
} from './stepWords.tsx';
import { TreeRow } from './treeRow.tsx';
import { TurnFacts } from './turnFacts.tsx';
import { ExpandableText, ShowAll, WholeText } from './wholeText.tsx';

/** How many characters of a step are shown until all are asked for. */
const SHORT = 420;

export interface StepRowProps {
  readonly model: InspectorModel;
  readonly parsed: ParsedText;
  readonly step: Step;
  readonly place: Place;
  /** What is recorded of the turn that it begins; null if it begins none. */
  readonly turn: RecordedTurn | null;
  /** The number of its siblings, including itself; -1 while more may come. */
  readonly siblings: number;
  /** The number of steps and parts below it. */
  readonly children: number;
  /** Whether the rows below it repeat its text, so that it is hidden while they are shown. */
  readonly isListed: boolean;
  /** Its text before the rows below it begin; null if there is none. */
  readonly lead: Span | null;
  /** A note next to its text; null if there is none. */
  readonly note: string | null;
  /** The overlap of its boxes with the reference, if the reward reports it. */
  readonly iou: number | null;
  readonly current: boolean;
  readonly expanded: boolean;
  readonly collapsed: boolean;
  readonly cost: Decimal | null;
  readonly findings: readonly Finding[];
  readonly onChoose: (step: Step) => void;
  readonly onOpen: (step: Step) => void;
  readonly onExpand: (step: Step) => void;
  readonly onCollapse: (step: Step) => void;
}

/** One step: its action on one line, its result below it, and its cost in the margin. */
export const StepRow = memo(
  function StepRow(props: StepRowProps): JSX.Element {
    const { step, place, current, cost } = props;
    const expandable = props.children > 0;
    return (
      <TreeRow
        id={`step-${step.index}`}
        class={`kind-${step.kind} ${step.speaker} depth-${Math.min(step.depth, 3)}`}
        level={step.depth + 1}
        position={place.position}
        siblings={props.siblings}
        current={current}
        context={stepContext(step)}
        expanded={expandable ? !props.collapsed : undefined}
        marker={<Marker {...props} expandable={expandable} />}
        cost={<Cost cost={cost} />}
        onChoose={() => {
          props.onChoose(step);
        }}
        onOpen={() => {
          props.onOpen(step);
        }}
      >
        <div class="asked">
          <Asked {...props} />
          {props.turn !== null && <TurnFacts model={props.model} turn={props.turn} current={current} />}
        </div>
        {step.kind === 'tool' && (
          <div class="seen">
            <Body {...props} />
          </div>
        )}
        {props.note !== null && props.children === 0 && <p class="step-note">{props.note}</p>}
        <StepFindings findings={props.findings} />
        {current && props.children === 0 && <StepEvidence model={props.model} span={step.span} />}
      </TreeRow>
    );
  },
  (before, after) =>
    before.step === after.step &&
    !after.step.open &&
    before.parsed.edition === after.parsed.edition &&
    before.place.position === after.place.position &&
    before.turn === after.turn &&
    before.siblings === after.siblings &&
    before.children === after.children &&
    before.isListed === after.isListed &&
    before.iou === after.iou &&
    before.note === after.note &&
    before.lead?.end === after.lead?.end &&
    before.place.turn === after.place.turn &&
    before.current === after.current &&
    before.expanded === after.expanded &&
    before.collapsed === after.collapsed &&
    before.cost === after.cost &&
    before.findings === after.findings,
);

/** What VS Code is told about a step for its context menu: where the step is in the response. */
export const stepContext = ({ span }: Step): string => JSON.stringify({ webviewSection: 'step', ...span });

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
  const sign = place.action > 0 ? place.action : step.kind === 'answer' ? '\u2713' : '\u25cf';
  return (
    <span class="marker" aria-hidden="true">
      {sign}
    </span>
  );
}

function Asked(props: StepRowProps): JSX.Element {
  const { step, model, parsed, current } = props;
  if (step.kind === 'tool' && step.tool !== null) {
    const { tool } = step;
    return (
      <>
        <span class="tool-name">{tool.name === '' ? t('(tool without a name)') : tool.name}</span>
        {tool.images.map(({ image, span }) => (
          <ImageChip
            key={span.start}
            model={model}
            image={image}
            text={t('Image {0}', image)}
            stop={current}
          />
        ))}
        <Args model={model} args={tool.args} span={tool.argsSpan} />
      </>
    );
  }
  switch (step.kind) {
    case 'search':
    case 'box':
    case 'call':
      return <ActionWords model={model} parsed={parsed} step={step} current={current} />;
    case 'definition':
      return <DefinitionWords parsed={parsed} step={step} />;
    case 'verdict':
      return <VerdictWords parsed={parsed} step={step} />;
    default:
      return <BlockWords {...props} />;
  }
}

/** A block, a line, or loose text: its name, and its text unless rows below show it. */
function BlockWords(props: StepRowProps): JSX.Element {
  const { model, step, parsed, collapsed } = props;
  const isUntold = props.children === 0 || step.kind === 'text' || (props.isListed && collapsed);
  return (
    <>
      <span class={`${step.kind}-name`}>{stepName(model, step)}</span>{' '}
      {step.speaker === 'environment' && <span class="speaker">{t('environment')}</span>}
      {props.place.turn > 1 && <span class="speaker">{t('turn {0}', props.place.turn)}</span>}
      <Overlap iou={props.iou} />
      {props.note !== null && props.children > 0 && <span class="speaker">{props.note}</span>}
      {props.children > 0 && collapsed && props.note === null && (
        <span class="dim">{belowPhrase(props)} </span>
      )}
      {props.lead !== null && ' '}
      {props.lead !== null && (
        <ExpandableText
          model={model}
          parsed={parsed}
          span={props.lead}
          short={SHORT}
          current={props.current}
        />
      )}
      {step.kind === 'score' ? <Quality parsed={parsed} step={step} /> : null}
      {isUntold && !isQualityAlone(parsed, step) && <Body {...props} />}
    </>
  );
}

/** The name of a step; loose text is a mistake in some dialects, and the model's normal text in others. */
function stepName(model: InspectorModel, { name }: Step): string {
  if (name !== '') return name;
  const dialect = model.info.value?.dialect;
  return dialect !== undefined && dialectOf(dialect).loose === 'spoken'
    ? t('text')
    : t('text outside the tags');
}

/** How many steps or parts are below a step. */
function belowPhrase({ isListed, step, children }: StepRowProps): string {
  if (!isListed) return stepsPhrase(children);
  return step.name === 'evidence' ? itemsPhrase(children) : partsPhrase(children);
}

interface ArgsProps {
  readonly model: InspectorModel;
  readonly args: string | null;
  readonly span: Span | null;
}

/** Args as one chip, without the image that has its own chip. */
function Args({ model, args, span }: ArgsProps): JSX.Element | null {
  if (args === null) return <span class="chip missing">{t('no args')}</span>;
  const rest = args.replace(/^\s*image\s+\d+\s*:?\s*/i, '').trim();
  if (rest === '') return args.trim() === '' ? <span class="chip missing">{t('empty args')}</span> : null;
  const { index, mentioned } = model.claims;
  const isMentioned = span !== null && index.value.within(span).some((one) => mentioned.value.has(one.index));
  return (
    <span class={isMentioned ? 'chip mentioned' : 'chip'}>
      {rest.length > 300 ? `${rest.slice(0, 300)}\u2026` : rest}
    </span>
  );
}

function Body(props: StepRowProps): JSX.Element {
  const { step, parsed, model, current, expanded } = props;
  const { start, end } = step.body;
  const length = end - start;
  if (step.open && length > SHORT && !expanded) {
    // The end of arriving text is what a person looks at.
    return (
      <span class="body">
        <span class="dim">{t('{0} so far', charactersPhrase(length))} … </span>
        <MarkedText model={model} parsed={parsed} span={{ start: end - SHORT, end }} current={current} />
      </span>
    );
  }
  const isShort = length <= SHORT;
  if (parsed.text.slice(start, Math.min(end, start + SHORT)).trim() === '' && isShort)
    return <span class="dim">{step.open ? '…' : t('(empty)')}</span>;
  return (
    <span class="body">
      <WholeText
        model={model}
        parsed={parsed}
        span={isShort || expanded ? step.body : { start, end: start + SHORT }}
        current={current}
      />
      {!isShort && !expanded && '… '}
      {!isShort && (
        <ShowAll
          all={expanded}
          length={length}
          current={current}
          onToggle={() => {
            props.onExpand(step);
          }}
        />
      )}
    </span>
  );
}

interface CostProps {
  readonly cost: Decimal | null;
}

function Cost({ cost }: CostProps): JSX.Element {
  const shown = cost === null || isNothing(cost) ? '' : decimal(cost, true);
  const lost = shown.startsWith('-');
  return (
    <span
      class={`cost${lost ? ' lost' : ''}`}
      title={shown === '' ? undefined : t('What this step costs of the reward')}
    >
      {shown}
    </span>
  );
}
