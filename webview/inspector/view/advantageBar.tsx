import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { AdvantageSpan, ScopedAdvantages } from '../../../src/core/groups/scopedAdvantages.ts';
import { oneLine } from '../../../src/core/oneLine.ts';
import { Button } from '../../shared/controls.tsx';
import { DataTable } from '../../shared/dataTable.tsx';
import type { Advantages } from '../model/advantages.ts';
import {
  ADVANTAGE_LEVELS,
  advantageLook,
  advantageSentences,
  signedNumber,
} from '../model/advantageWords.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { ParsedText } from '../model/parsedText.ts';

/** Characters of a piece of text that name it in the table. */
const NAMED = 60;

interface AdvantageBarProps {
  readonly model: InspectorModel;
  readonly advantages: Advantages;
  readonly parsed: ParsedText;
}

/** Above the text: shows and hides the advantages of the parts of the reward over their scopes, and says what they are. */
export function AdvantageBar({ model, advantages, parsed }: AdvantageBarProps): JSX.Element | null {
  const shown = advantages.shown.value;
  const state = advantages.state.value;
  const { info, trainer } = model;
  // What is shown may be of another sample, reward or trainer now.
  useEffect(() => {
    advantages.ask();
  }, [advantages, shown, info.value, trainer.value]);
  if (!advantages.isOffered.value) return null;
  return (
    <div class="advantages">
      <Button
        appearance="secondary"
        pressed={shown}
        onClick={() => {
          advantages.show(!shown);
        }}
      >
        {t('Advantages')}
      </Button>
      {state?.kind === 'waiting' && (
        <p class="dim" role="status">
          {state.message}
        </p>
      )}
      {state?.kind === 'failed' && <p role="alert">{state.message}</p>}
      {state?.kind === 'known' && (
        <>
          <Legend />
          <p>{advantageSentences(state.advantages, state.samples)}</p>
          <PieceTable model={model} parsed={parsed} advantages={state.advantages} />
        </>
      )}
    </div>
  );
}

/** The looks of pieces of text and the advantages that they mean. */
function Legend(): JSX.Element {
  const sizes = [...ADVANTAGE_LEVELS].reverse();
  const marks = [...sizes, ...ADVANTAGE_LEVELS.map((size) => -size)];
  return (
    <ul class="advantage-legend" aria-label={t('Marks of advantages')}>
      {marks.map((advantage) => (
        <li key={advantage}>
          <span class={advantageLook({ advantage })}>
            {advantage > 0 ? t('from {0}', signedNumber(advantage)) : t('to {0}', signedNumber(advantage))}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface PieceTableProps {
  readonly model: InspectorModel;
  readonly parsed: ParsedText;
  readonly advantages: ScopedAdvantages;
}

/** The pieces of the text with their advantages, and what each part adds. */
function PieceTable({ model, parsed, advantages: { parts, spans } }: PieceTableProps): JSX.Element {
  const columns = [
    { title: t('Text') },
    { title: t('Advantage'), numeric: true as const },
    ...parts.map(({ title }) => ({ title, numeric: true as const })),
  ];
  return (
    <DataTable label={t('Advantages of the pieces of the text')} columns={columns}>
      {spans.map((piece) => (
        <tr key={piece.start}>
          <th scope="row">
            <button
              type="button"
              class="link"
              title={t('Select this piece of the text')}
              onClick={() => {
                model.select({ start: piece.start, end: piece.end }, 'link', true);
              }}
            >
              {oneLine(parsed.text.slice(piece.start, Math.min(piece.end, piece.start + NAMED * 4)), NAMED)}
            </button>
          </th>
          <td class="numeric">
            <span class={advantageLook(piece)}>{signedNumber(piece.advantage)}</span>
          </td>
          {parts.map(({ key }) => (
            <td key={key} class="numeric">
              {addedBy(piece, key)}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}

/** What a part adds to a piece; nothing if its scope does not hold it. */
function addedBy({ parts }: AdvantageSpan, key: string): string {
  const part = parts.find((each) => each.key === key);
  return part === undefined ? '' : signedNumber(part.advantage);
}
