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
  /** Whether the row is below the head of its group, which has the question. */
  readonly isGrouped: boolean;
}

/** What a sample has in a column; empty if it is not known. */
export function SampleCell(props: SampleCellProps): JSX.Element | null {
  const { column, row } = props;
  const { name } = column;
  switch (column.kind) {
    case 'component':
      return <Numbered value={componentOf(row, name)} as={reward} />;
    case 'field':
      return <Numbered value={row.fields[name] ?? null} as={anyNumber} />;
    case 'textField':
      return <Words text={row.texts[name] ?? null} />;
    case 'group':
      return null;
    case 'text':
    case 'number':
      return <OwnCell {...props} />;
  }
}

/** What a sample has in a column that every run may have. */
function OwnCell({ column: { name }, row, weights, isGrouped }: SampleCellProps): JSX.Element | null {
  switch (name) {
    case 'question':
      return <QuestionWords row={row} isGrouped={isGrouped} />;
    case 'answer':
      return row.answer === null ? <Unknown row={row} /> : <Words text={row.answer} />;
    case 'reference':
      return <Words text={row.reference} />;
    case 'verdict':
      return <VerdictWord row={row} />;
    case 'reward':
      return row.reward === null ? (
        <UnknownReward row={row} />
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
    case 'rloo':
      return <Numbered value={row.rloo} as={advantage} />;
    case 'grounded':
      return <Numbered value={row.grounded} as={share} />;
    case 'gold_sent':
    case 'gold_claims':
      return <Numbered value={row.fields[name] ?? null} as={share} />;
    case 'gold_seen':
      return <GoldMet met={row.fields[name] ?? null} />;
    case 'claims':
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
    case 'place':
      return <Words text={placePhrase(row.place)} />;
    default:
      return null;
  }
}

/** The question; below the head of its group, which of its samples the row is. */
function QuestionWords({ row, isGrouped }: Pick<SampleCellProps, 'row' | 'isGrouped'>): JSX.Element | null {
  const { question, id, place, placeInGroup } = row;
  return isGrouped && placeInGroup !== null ? (
    <span class="dim">{t('Sample {0}', whole(placeInGroup))}</span>
  ) : (
    <Words text={question ?? id ?? placePhrase(place)} />
  );
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

/** A reward that may come, or that needs what the record does not say. */
function UnknownReward({ row }: { readonly row: SampleRow }): JSX.Element | null {
  return row.isScored ? (
    <span
      class="dim"
      title={t('The reward needs something that the record does not say, such as a verdict.')}
    >
      {t('not known')}
    </span>
  ) : (
    <Unknown row={row} />
  );
}

/** Whether a claim meets a gold box. */
function GoldMet({ met }: { readonly met: SentNumber | null }): JSX.Element | null {
  return met === null ? null : met === 0 ? <span class="warned">{t('no')}</span> : <>{t('yes')}</>;
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

/** Findings in the words of their codes; what they say is where the pointer rests. */
function Findings({ codes }: { readonly codes: readonly string[] }): JSX.Element | null {
  return codes.length === 0 ? null : (
    <span class="words warned" title={codes.map(findingTitle).join('\n')}>
      {codes.map(findingWords).join(', ')}
    </span>
  );
}
