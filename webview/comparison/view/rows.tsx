import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { charactersPhrase } from '../../../src/core/countPhrases.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import type { ComparisonSide } from '../../../src/protocol/comparison.ts';
import { ChunkedList } from '../../shared/chunkedList.tsx';
import { decimal } from '../../shared/format.ts';
import type { SampleModel } from '../../inspector/model/sampleModel.ts';
import { holdsSteps, stepText, type PairModel, type Row } from '../model/pairModel.ts';
import type { WordDiffPiece } from '../model/wordDiff.ts';

/** Rows per chunk, and the estimated height of a row, in CSS pixels. */
const ROWS = 16;
const ROW_HEIGHT = 90;
/** Characters of a step that are shown while it is collapsed. */
const SHORT = 1_200;

const stateTitles = (): Readonly<Record<Row['state'], string>> => ({
  same: t('The same on both sides'),
  changed: t('Differs'),
  'before-only': t('Removed'),
  'after-only': t('Added'),
  arriving: t('Still arriving'),
});

/** The steps of both sides, with matching ones in one row. */
export function Rows({ model }: { readonly model: PairModel }): JSX.Element {
  const all = model.rows.value;
  const only = model.onlyDifferences.value;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const rows = only ? all.filter(({ state }) => state !== 'same') : all;
  const before = model.before.sample.value;
  const after = model.after.sample.value;
  if (before === null || after === null || all.length === 0)
    return <p class="hint">{t('The steps of both responses appear here side by side as they arrive.')}</p>;
  if (rows.length === 0) return <p class="hint">{t('All steps are the same on both sides.')}</p>;
  const serial = `${before.explained.value?.serial ?? 0},${after.explained.value?.serial ?? 0}`;
  const versions = `${before.parsed.value.version},${after.parsed.value.version}`;
  const toggle = (key: string): void => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  return (
    <div class="rows" role="table" aria-label={t('Steps compared')} tabIndex={0}>
      <ChunkedList
        count={Math.ceil(rows.length / ROWS)}
        edition={only ? 'differences' : 'all'}
        estimate={(chunk) => Math.min(ROWS, rows.length - chunk * ROWS) * ROW_HEIGHT}
        pinned={null}
        stamp={() => `${serial}|${versions}|${[...opened].join()}`}
        attributes={() => ({ role: 'rowgroup' })}
        render={(chunk) =>
          rows
            .slice(chunk * ROWS, (chunk + 1) * ROWS)
            .map((row) => (
              <RowView
                key={row.key}
                row={row}
                before={before}
                after={after}
                opened={opened.has(row.key)}
                onToggle={toggle}
              />
            ))
        }
      />
    </div>
  );
}

interface RowProps {
  readonly row: Row;
  readonly before: SampleModel;
  readonly after: SampleModel;
  readonly opened: boolean;
  readonly onToggle: (key: string) => void;
}

function RowView({ row, before, after, opened, onToggle }: RowProps): JSX.Element {
  const toggle = (): void => {
    onToggle(row.key);
  };
  return (
    <div class={`row ${row.state}`} role="row" title={stateTitles()[row.state]}>
      <Cell side="before" row={row} sample={before} opened={opened} onToggle={toggle} />
      <Cell side="after" row={row} sample={after} opened={opened} onToggle={toggle} />
    </div>
  );
}

interface CellProps {
  readonly side: ComparisonSide;
  readonly row: Row;
  readonly sample: SampleModel;
  readonly opened: boolean;
  readonly onToggle: () => void;
}

function Cell({ side, row, sample, opened, onToggle }: CellProps): JSX.Element {
  const step = row[side];
  if (step === null)
    return (
      <div class="cell missing" role="cell">
        {row.state === 'arriving' ? '' : t('No matching step')}
      </div>
    );
  const other = row[side === 'before' ? 'after' : 'before'];
  const cost = sample.explained.value?.costs.get(step.index) ?? null;
  return (
    <div class={`cell depth-${Math.min(step.depth, 3)}`} role="cell">
      <div class="cell-head">
        <Head step={step} other={other} />
        <Sign row={row} side={side} />
        {cost !== null && (
          <span class={cost.startsWith('-') ? 'cost lost' : 'cost'}>{decimal(cost, true)}</span>
        )}
      </div>
      {!holdsSteps(sample.parsed.value, step) && (
        <Body
          side={side}
          pieces={
            row.diff?.[side] ?? [
              { text: stepText(sample.parsed.value, step), own: other === null && !step.open },
            ]
          }
          opened={opened}
          onToggle={onToggle}
        />
      )}
    </div>
  );
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

/** What a screen reader, and a person who does not see the colors, is told about a row. */
function Sign({ row, side }: { readonly row: Row; readonly side: ComparisonSide }): JSX.Element | null {
  if (row.state === 'same' || row.state === 'arriving') return null;
  if (row.state === 'changed') return side === 'after' ? <span class="sign">{t('differs')}</span> : null;
  return <span class="sign">{row.state === 'before-only' ? t('removed') : t('added')}</span>;
}

interface BodyProps {
  readonly side: ComparisonSide;
  readonly pieces: readonly WordDiffPiece[];
  readonly opened: boolean;
  readonly onToggle: () => void;
}

function Body({ side, pieces, opened, onToggle }: BodyProps): JSX.Element {
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (length === 0) return <p class="dim">{t('(empty)')}</p>;
  // What only the earlier side says was removed; what only the later one says was added.
  const Changed = side === 'before' ? 'del' : 'ins';
  const shown: JSX.Element[] = [];
  let left = opened ? Infinity : SHORT;
  for (const [index, { text, own }] of pieces.entries()) {
    if (left <= 0) break;
    const piece = text.slice(0, left);
    left -= piece.length;
    shown.push(own ? <Changed key={index}>{piece}</Changed> : <span key={index}>{piece}</span>);
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
