import { t } from '@vscode/l10n';
import { fourPlaces } from '../../../src/core/decimal.ts';
import type { JSX } from 'preact';
import type { Step } from '../../../src/core/trajectory/model.ts';
import type { BoxPart, PointPart } from '../../../src/core/trajectory/partModel.ts';
import { decimal } from '../../shared/format.ts';
import { numberInStrip } from '../model/addedImages.ts';
import { findStepPart } from '../model/details.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { ParsedText } from '../model/parsedText.ts';
import { ImageChip } from './imageChip.tsx';

interface WordsProps {
  readonly model: InspectorModel;
  readonly parsed: ParsedText;
  readonly step: Step;
  readonly current: boolean;
}

/** The most characters of a chip. */
const CHIP = 300;

/** What the model asks the environment for: a search, a zoom, a call. */
export function ActionWords({ model, parsed, step, current }: WordsProps): JSX.Element {
  const box = findStepPart(parsed, step, 'box');
  const call = step.kind === 'call' ? findStepPart(parsed, step, 'call') : null;
  const { start, end } = call === null ? step.body : (call.argumentsSpan ?? { start: 0, end: 0 });
  const said = parsed.text.slice(start, Math.min(end, start + CHIP)).trim();
  const image = box?.image ?? null;
  return (
    <>
      <span class="tool-name">{call?.name ?? step.name}</span>
      {image !== null && (
        <ImageChip model={model} image={inStrip(model, image)} text={t('Image {0}', image)} stop={current} />
      )}
      {box !== null && <Coordinates part={box} />}
      {box === null && said !== '' && <span class="chip">{cut(said)}</span>}
      {said === '' && call === null && <span class="dim">{step.open ? '…' : t('(empty)')}</span>}
    </>
  );
}

function inStrip({ info }: InspectorModel, image: number): number {
  return info.value === null ? image : numberInStrip(info.value, image);
}

const cut = (text: string): string => (text.length === CHIP ? `${text}…` : text);

/** A box or a point in words: `[412, 230, 480, 251] px`. */
export function Coordinates({ part }: { readonly part: BoxPart | PointPart }): JSX.Element {
  const numbers = part.kind === 'box' ? part.box : part.point;
  const written = `[${numbers.map(fourPlaces).join(', ')}]`;
  return (
    <span
      class="chip coordinates"
      title={part.unit === 'pixels' ? t('Pixels of the image sent') : t('Parts of the image')}
    >
      {part.unit === 'pixels' ? t('{0} px', written) : t('{0} of the image', written)}
    </span>
  );
}

/** A verdict on an item, in words. */
export function VerdictWords({ parsed, step }: Pick<WordsProps, 'parsed' | 'step'>): JSX.Element {
  const verdict = findStepPart(parsed, step, 'verdict');
  if (verdict === null) return <span class="block-name">{step.name}</span>;
  const { item, value, open } = verdict;
  return (
    <>
      <span class="block-name">{t('item {0}', item)}</span>{' '}
      {open ? <span class="dim">…</span> : <Judged value={value} />}
    </>
  );
}

function Judged({ value }: { readonly value: boolean | null }): JSX.Element {
  if (value === null) return <span class="warned">? {t('neither True nor False')}</span>;
  return <span class={value ? 'good' : 'bad'}>{value ? '\u2713 True' : '\u2717 False'}</span>;
}

/** The number on a line of the quality judge. */
export function Quality({ parsed, step }: Pick<WordsProps, 'parsed' | 'step'>): JSX.Element | null {
  const value = findStepPart(parsed, step, 'quality-line')?.value ?? null;
  return value === null ? null : <b class="quality">{String(value)} </b>;
}

/** Whether a line of the quality judge has only its number. */
export function isQualityAlone(parsed: ParsedText, step: Step): boolean {
  if (step.kind !== 'score') return false;
  const line = findStepPart(parsed, step, 'quality-line');
  if (line?.valueSpan == null) return false;
  const { valueSpan, body } = line;
  return valueSpan.start === body.start && valueSpan.end === body.end;
}

/** The definition of a tool as a row of a table: name, args, description; or the end of the definitions. */
export function DefinitionWords({ parsed, step }: Pick<WordsProps, 'parsed' | 'step'>): JSX.Element {
  const definition = findStepPart(parsed, step, 'tool-definition');
  if (definition === null) return <span class="dim">{step.name === '' ? t('definition') : step.name}</span>;
  const { name, args, description } = definition;
  return (
    <span class="tool-definition">
      <span class="tool-name">{name === '' ? t('(no name)') : name}</span>
      <span>{args === null || args === '' ? <span class="chip missing">{t('no args')}</span> : args}</span>
      <span>
        {description === null || description === '' ? (
          <span class="chip missing">{t('no description')}</span>
        ) : (
          description
        )}
      </span>
    </span>
  );
}

/** The overlap with the reference, if the reward reports it. */
export function Overlap({ iou }: { readonly iou: number | null }): JSX.Element | null {
  if (iou === null) return null;
  return <span class="overlap">{t('IoU {0} with the reference', decimal(String(iou)))}</span>;
}
