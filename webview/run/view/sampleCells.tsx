import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { SampleRow, SentNumber, ShownComponent } from '../../../src/protocol/run.ts';
import type { TableColumn } from '../model/columns.ts';
import { findingTitle, findingWords } from '../model/findingWords.ts';
import { advantage, anyNumber, reward, share, whole } from '../model/numbers.ts';
import { placePhrase } from '../model/placePhrase.ts';
import { claimsWords } from '../model/claimsWords.ts';
import { RewardBars } from './rewardBars.tsx';

interface SampleCellProps {
  readonly column: TableColumn;
  readonly row: SampleRow;
  readonly weights: readonly ShownComponent[];
}

/** What a sample has in a column; empty if it is not known. */
export function SampleCell({ column, row, weights }: SampleCellProps): JSX.Element | null {
  const { name } = column;
  switch (name) {
    case 'question':
      return <Words text={row.question ?? row.id ?? placePhrase(row.place)} />;
    case 'answer':
      return row.answer === null ? <Unknown row={row} /> : <Words text={row.answer} />;
    case 'reference':
      return <Words text={row.reference} />;
    case 'verdict':
      return <VerdictWord row={row} />;
    case 'reward':
      return row.reward === null ? (
        <Unknown row={row} />
      ) : (
        <span class="reward">
          <Figure text={reward(row.reward)} />
          <RewardBars components={row.components} weights={weights} />
        </span>
      );
    case 'score':
      return <Numbered value={row.score} as={reward} />;
    case 'advantage':
      return <Numbered value={row.advantage} as={advantage} />;
    case 'grounded':
      if (column.kind === 'field') return <Numbered value={row.fields[name] ?? null} as={anyNumber} />;
      return <Numbered value={row.grounded} as={share} />;
    case 'claims':
      if (column.kind === 'field') return <Numbered value={row.fields[name] ?? null} as={anyNumber} />;
      return row.claims === null ? null : <Words text={claimsWords(row.claims)} />;
    case 'findings':
      return row.isScored ? <Findings codes={row.findings} /> : <Unknown row={row} />;
    case 'tools':
      return row.isScored ? <Words text={row.tools.join(', ')} /> : <Unknown row={row} />;
    case 'length':
      return row.tokens === null ? null : <Figure text={whole(row.tokens)} />;
    case 'finish':
      return <Words text={row.finishReason} />;
    case 'step':
      return row.step === null ? null : <Figure text={anyNumber(row.step)} />;
    case 'group':
      return <Words text={row.groupName} />;
    case 'id':
      return <Words text={row.id} />;
    case 'format':
      return <Words text={row.format} />;
    case 'place':
      return <Words text={placePhrase(row.place)} />;
    default:
      return column.kind === 'component' ? (
        <Numbered value={componentOf(row, name)} as={reward} />
      ) : (
        <Numbered value={row.fields[name] ?? null} as={anyNumber} />
      );
  }
}

/** What a component pays, by the name of its column. */
function componentOf({ components }: SampleRow, column: string): SentNumber | null {
  return components.find(({ name }) => column === `reward.${name}`)?.paid ?? null;
}

/** A text on one line, in full where the pointer rests. */
function Words({ text }: { readonly text: string | null }): JSX.Element | null {
  return text === null || text === '' ? null : (
    <span class="words" title={text}>
      {text}
    </span>
  );
}

function Figure({ text }: { readonly text: string }): JSX.Element {
  return <span class="figure">{text}</span>;
}

interface NumberedProps {
  readonly value: SentNumber | null;
  readonly as: (value: SentNumber) => string;
}

function Numbered({ value, as }: NumberedProps): JSX.Element | null {
  return value === null ? null : <Figure text={as(value)} />;
}

/** What is not there: of a sample that is not scored yet, it may come. */
function Unknown({ row }: { readonly row: SampleRow }): JSX.Element | null {
  return row.isScored ? null : (
    <span class="dim">
      <span aria-hidden="true">…</span>
      <span class="visually-hidden">{t('Not scored yet')}</span>
    </span>
  );
}

function VerdictWord({ row }: { readonly row: SampleRow }): JSX.Element | null {
  switch (row.verdict) {
    case 'right':
      return <span class="verdict-right">{t('right')}</span>;
    case 'wrong':
      return <span class="verdict-wrong">{t('wrong')}</span>;
    case 'unknown':
      return null;
  }
}

function Findings({ codes }: { readonly codes: readonly string[] }): JSX.Element {
  return (
    <>
      {codes.map((code) => (
        <span class="tag" key={code} title={findingTitle(code)}>
          {findingWords(code)}
        </span>
      ))}
    </>
  );
}
