import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { sum } from '../../../src/core/decimal.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import { decimal } from '../../shared/format.ts';
import type { ListedPart } from '../model/details.ts';
import { isNothing, type Explained } from '../model/explain.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { ParsedText } from '../model/parsedText.ts';
import { StepEvidence } from './evidence.tsx';
import { ImageChip } from './imageChip.tsx';
import { StepFindings } from './stepFindings.tsx';
import { Coordinates } from './stepWords.tsx';
import { TreeRow } from './treeRow.tsx';
import { ExpandableText } from './wholeText.tsx';

/** How many characters of a part are shown until all are asked for. */
const SHORT = 2_000;

interface PartRowProps {
  readonly model: InspectorModel;
  readonly parsed: ParsedText;
  readonly step: Step;
  readonly part: ListedPart;
  /** Its index among the parts of its step, from 0, and their number; -1 while more may come. */
  readonly detail: number;
  readonly siblings: number;
  readonly current: boolean;
  readonly explained: Explained | null;
  /** The name of the box in the drawing. */
  readonly name: string | null;
  readonly onChoose: (part: ListedPart) => void;
  readonly onOpen: (part: ListedPart) => void;
}

/** A structured part below its step: the evidence of one image, or a box. */
export function PartRow(props: PartRowProps): JSX.Element {
  const { step, part, detail, current, explained } = props;
  const findings = explained?.ordered.within(part.span) ?? [];
  return (
    <TreeRow
      id={`step-${step.index}-${detail}`}
      class={`part depth-${Math.min(step.depth + 2, 3)} ${part.speaker}`}
      level={step.depth + 2}
      position={detail + 1}
      siblings={props.siblings}
      current={current}
      marker={
        <span class="marker" aria-hidden="true">
          {part.kind === 'evidence-item' ? part.image : (props.name ?? '\u25ab')}
        </span>
      }
      cost={<PartCost part={part} explained={explained} />}
      onChoose={() => {
        props.onChoose(part);
      }}
      onOpen={() => {
        props.onOpen(part);
      }}
    >
      <div class="asked">
        <Words {...props} />
      </div>
      <StepFindings findings={findings} />
      {current && <StepEvidence model={props.model} span={part.span} />}
    </TreeRow>
  );
}

function Words({ model, parsed, part, current }: PartRowProps): JSX.Element {
  if (part.kind !== 'evidence-item') {
    return (
      <>
        {part.kind === 'box' ? t('box') : t('point')}
        {part.image !== null && (
          <>
            {' '}
            <ImageChip model={model} image={part.image} text={t('Image {0}', part.image)} stop={current} />
          </>
        )}{' '}
        <Coordinates part={part} />
        {part.label !== null && <span>{part.label}</span>}
        {part.speaker === 'environment' && <span class="dim"> {t('by the other tool')}</span>}
      </>
    );
  }
  const { start, end } = part.body;
  const isEmpty =
    parsed.text.slice(start, Math.min(end, start + SHORT)).trim() === '' && end - start <= SHORT;
  return (
    <>
      <ImageChip model={model} image={part.image} text={t('Image {0}', part.image)} stop={current} />
      {isEmpty ? (
        <span class="dim">{part.open ? '…' : t('(empty)')}</span>
      ) : (
        <ExpandableText
          class={part.relevant ? 'body' : 'body dim'}
          model={model}
          parsed={parsed}
          span={part.body}
          short={SHORT}
          current={current}
        />
      )}
    </>
  );
}

function PartCost({ part, explained }: Pick<PartRowProps, 'part' | 'explained'>): JSX.Element {
  const own = (explained?.lines ?? []).filter(
    ({ span }) => span !== null && part.span.start <= span.start && span.start < part.span.end,
  );
  const paid = sum(own.map((line) => line.paid));
  const cost = isNothing(paid) ? null : decimal(paid, true);
  return (
    <span
      class={cost?.startsWith('-') === true ? 'cost lost' : 'cost'}
      title={cost === null ? undefined : t('What this part costs of the reward')}
    >
      {cost ?? ''}
    </span>
  );
}
