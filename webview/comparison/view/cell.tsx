import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { charactersPhrase } from '../../../src/core/countPhrases.ts';
import { holdsSteps } from '../../../src/core/comparison/comparableSteps.ts';
import type { WordDiffPiece } from '../../../src/core/comparison/wordDiff.ts';
import { splitImageTokens } from '../../../src/core/trajectory/imageTokens.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import { count, decimal } from '../../shared/format.ts';
import { stepText, type Row, type SidesModel } from '../model/sidesModel.ts';

/** Characters of a step that are shown while it is collapsed. */
const SHORT = 1_200;

export interface CellProps {
  readonly model: SidesModel;
  readonly row: Row;
  readonly side: number;
  /** Whether the other sides are not in sight, as in a narrow panel. */
  readonly isAlone: boolean;
  /** Whether the trajectories part here. */
  readonly parts: boolean;
  readonly opened: boolean;
  readonly onToggle: () => void;
}

/** A step of one side. */
export function Cell({ model, row, side, isAlone, parts, opened, onToggle }: CellProps): JSX.Element {
  const step = row.steps[side] ?? null;
  const sample = model.sides[side]?.sample.value ?? null;
  if (step === null || sample === null)
    return (
      <div class="cell missing" role="cell">
        {sample === null || sample.streaming ? '' : t('No matching step')}
      </div>
    );
  const reference = row.steps[model.reference.value] ?? null;
  // Of two sides, each is compared with the other one.
  const other = model.sides.length === 2 ? (row.steps[1 - side] ?? null) : reference;
  const parsed = sample.parsed.value;
  const action = row.actions[side] ?? 0;
  const cost = sample.explained.value?.costs.get(step.index) ?? null;
  return (
    <div class={`cell depth-${Math.min(step.depth, 3)}`} role="cell">
      <div class="cell-head">
        {parts && <span class="sign parting">{t('They part here')}</span>}
        {action > 0 && <span class="action dim">{count(action)}</span>}
        <Head step={step} other={other} />
        <Sign model={model} row={row} side={side} />
        {cost !== null && (
          <span class={cost.startsWith('-') ? 'cost lost' : 'cost'}>{decimal(cost, true)}</span>
        )}
      </div>
      {!holdsSteps(parsed.steps, step) && (
        <Body pieces={piecesOf(model, row, side, isAlone)} opened={opened} onToggle={onToggle} />
      )}
    </div>
  );
}

/**
 * The text of a step. Beside its only other side, each text has its own words marked. Elsewhere, a side's text has what
 * the reference side has instead in it.
 */
function piecesOf(model: SidesModel, row: Row, side: number, isAlone: boolean): readonly WordDiffPiece[] {
  const step = row.steps[side];
  const parsed = model.sides[side]?.sample.value?.parsed.value;
  if (step == null || parsed === undefined) return [];
  const reference = model.reference.value;
  const isPair = model.sides.length === 2 && !isAlone;
  const text = stepText(parsed, step);
  if (side === reference) {
    const pieces = isPair
      ? model.wordDiff(row, 1 - side)?.pieces.filter(({ kind }) => kind !== 'added')
      : null;
    const isOnly = model.sides.length === 2 && row.state === 'removed';
    // A text that differs from the other one only in its white space is shown as it is.
    return pieces?.some(({ kind }) => kind === 'removed') === true
      ? pieces
      : [{ text, kind: isOnly ? 'removed' : 'same' }];
  }
  const diff = model.wordDiff(row, side);
  if (diff === null) {
    const isAdded = row.steps[reference] == null && row.state === 'added' && !step.open;
    return [{ text, kind: isAdded ? 'added' : 'same' }];
  }
  return isPair ? diff.pieces.filter(({ kind }) => kind !== 'removed') : diff.pieces;
}

function Head({ step, other }: { readonly step: Step; readonly other: Step | null }): JSX.Element {
  const name = step.name === '' ? t('text outside the tags') : step.name;
  const isOther = other !== null && other.name !== step.name;
  const args = step.tool?.args ?? null;
  const argsDiffer = other?.tool != null && other.tool.args !== args;
  return (
    <>
      <span class={`${step.kind === 'tool' ? 'tool' : step.kind}-name${isOther ? ' own' : ''}`}>{name}</span>
      {args !== null && <span class={argsDiffer ? 'chip own' : 'chip'}>{args.slice(0, 300)}</span>}
    </>
  );
}

/** What a screen reader, and a person who does not see the colors, is told about a step. */
function Sign({ model, row, side }: Pick<CellProps, 'model' | 'row' | 'side'>): JSX.Element | null {
  const sign = signOf(model, row, side);
  return sign === null ? null : <span class="sign">{sign}</span>;
}

function signOf(model: SidesModel, row: Row, side: number): string | null {
  const isPair = model.sides.length === 2;
  const reference = model.reference.value;
  if (row.state === 'same' || row.state === 'arriving') return null;
  if (row.state === 'changed' || !isPair) {
    if (row.steps.filter((step) => step !== null).length === 1) return t('only here');
    return side !== reference && model.differsFromReference(row, side) ? t('differs') : null;
  }
  return row.state === 'removed' ? t('removed') : t('added');
}

interface BodyProps {
  readonly pieces: readonly WordDiffPiece[];
  readonly opened: boolean;
  readonly onToggle: () => void;
}

function Body({ pieces, opened, onToggle }: BodyProps): JSX.Element {
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (length === 0) return <p class="dim">{t('(empty)')}</p>;
  const shown: JSX.Element[] = [];
  let left = opened ? Infinity : SHORT;
  for (const [index, { text, kind }] of pieces.entries()) {
    if (left <= 0) break;
    const cut = text.slice(0, left);
    left -= cut.length;
    const piece = splitImageTokens(cut, (at) => (
      <span key={at} class="chip">
        {t('Image')}
      </span>
    ));
    if (kind === 'same') {
      shown.push(<span key={index}>{piece}</span>);
      continue;
    }
    // Removed words would run into those that replace them, and a screen reader would not tell the two apart.
    const isReplacing = index > 0 && pieces[index - 1]?.kind !== 'same';
    if (isReplacing) shown.push(<span key={`${index} space`}> </span>);
    shown.push(
      <span key={`${index} kind`} class="visually-hidden">
        {kind === 'removed' ? t('removed:') : t('added:')}{' '}
      </span>,
      kind === 'removed' ? <del key={index}>{piece}</del> : <ins key={index}>{piece}</ins>,
    );
  }
  return (
    <div class="body">
      {shown}
      {length > SHORT && (
        <button type="button" class="link more" aria-expanded={opened} onClick={onToggle}>
          {opened ? t('Show less') : t('\u2026 Show all {0}', charactersPhrase(length))}
        </button>
      )}
    </div>
  );
}
