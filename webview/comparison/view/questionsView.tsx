import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { questionsPhrase } from '../../../src/core/countPhrases.ts';
import type { ComparedQuestion, ComparedQuestions, SideSummary } from '../../../src/protocol/comparison.ts';
import { DataTable, type Column } from '../../shared/dataTable.tsx';
import { StatusLine } from '../../shared/statusLine.tsx';
import { count } from '../../shared/format.ts';
import type { ComparisonModel } from '../model/comparisonModel.ts';
import { differenceText, formatRange, outcomeOf, sumSentences } from '../model/questionOutcome.ts';
import { PromptDiffView } from './promptDiffView.tsx';

const columns = (): readonly Column[] => [
  { title: t('Question') },
  { title: t('Answer') },
  { title: t('Reward'), numeric: true },
  { title: t('Difference'), numeric: true },
  { title: t('Format') },
];

interface QuestionsViewProps {
  readonly model: ComparisonModel;
  readonly table: ComparedQuestions;
}

/** All questions of a comparison, a row each, and what they come to. */
export function QuestionsView({ model, table }: QuestionsViewProps): JSX.Element {
  const { questions, notes, progress } = table;
  const element = useRef<HTMLDivElement | null>(null);
  // Back from a question, the focus returns to its row.
  useEffect(() => {
    const last = model.lastIndex;
    if (last === null) return;
    model.lastIndex = null;
    element.current?.querySelector<HTMLElement>(`[data-index="${last}"]`)?.focus();
  }, [model]);
  return (
    <div class="questions" ref={element}>
      <header class="head">
        <h1 class="question">{t('{0} compared', questionsPhrase(questions.length))}</h1>
        <p class="meta">{promptsLine(questions)}</p>
        <StatusLine
          sentence={progress ?? ''}
          isBusy={progress !== null}
          onCancel={() => {
            model.cancel();
          }}
        />
        <p class="sums" role="status">
          {sumSentences(questions).join(' ')}
        </p>
        {notes.map((note) => (
          <p key={note} class="note">
            {note}
          </p>
        ))}
        <SharedPrompt model={model} />
      </header>
      <main
        class="views"
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event);
        }}
      >
        <DataTable label={t('Questions compared')} columns={columns()}>
          {questions.map((question, index) => (
            <Row
              key={index}
              index={index}
              question={question}
              onOpen={() => {
                model.open(index);
              }}
            />
          ))}
        </DataTable>
      </main>
    </div>
  );
}

function SharedPrompt({ model }: { readonly model: ComparisonModel }): JSX.Element | null {
  const diff = model.promptDiff.value;
  if (diff === 'unknown') return null;
  if (diff === 'different')
    return (
      <p class="prompt-same">
        {t('The prompt did not change in the same way for all questions. Open a question to see its change.')}
      </p>
    );
  return <PromptDiffView diff={diff} />;
}

interface RowProps {
  readonly index: number;
  readonly question: ComparedQuestion;
  readonly onOpen: () => void;
}

function Row({ index, question, onOpen }: RowProps): JSX.Element {
  const { before, after, missing } = question;
  const outcome = outcomeOf(question);
  const text = question.question === '' ? t('(no question)') : question.question;
  const fault = missing ?? after?.failure ?? before.failure;
  return (
    <tr class="compared" data-outcome={outcome} onClick={after === null ? undefined : onOpen}>
      <th scope="row">
        {after === null ? (
          <span>{text}</span>
        ) : (
          <button type="button" class="link" data-index={index}>
            {text}
          </button>
        )}
        {fault !== null && <p class="fault">{fault}</p>}
      </th>
      <td>
        <Change before={before.answer} after={laterText(after, (side) => side.answer)} />
      </td>
      <td class="numeric">
        <Rewards question={question} />
      </td>
      <td class="numeric difference">{differenceText(question)}</td>
      <td>
        <Change before={formatText(before)} after={laterText(after, formatText)} />
      </td>
    </tr>
  );
}

/** What a cell says of the later side; undefined if it has no complete response. */
function laterText(
  after: SideSummary | null,
  textOf: (side: SideSummary) => string | null,
): string | null | undefined {
  return after === null || after.complete === 0 ? undefined : textOf(after);
}

function Rewards({ question: { rewards } }: { readonly question: ComparedQuestion }): JSX.Element | null {
  if (rewards === null || typeof rewards === 'string') return null;
  return <Change before={formatRange(rewards.before)} after={formatRange(rewards.after)} />;
}

interface ChangeProps {
  /** Null if there is nothing. */
  readonly before: string | null;
  /** Undefined if it is not known. */
  readonly after: string | null | undefined;
}

/** What stands on both sides; one text if they are equal. */
function Change({ before, after }: ChangeProps): JSX.Element {
  const earlier = before ?? '\u2013';
  if (after === undefined) return <span>{earlier}</span>;
  const later = after ?? '\u2013';
  if (earlier === later) return <span class="unchanged">{earlier}</span>;
  return (
    <>
      <span class="visually-hidden">{t('before:')} </span>
      <span class="earlier">{earlier}</span>{' '}
      <span aria-hidden="true" class="arrow">
        {'\u2192'}
      </span>{' '}
      <span class="visually-hidden">{t('after:')} </span>
      <span class="later">{later}</span>
    </>
  );
}

/** Whether the complete responses follow the rules of their dialect; null without a complete response. */
function formatText({ complete, valid }: SideSummary): string | null {
  if (complete === 0) return null;
  if (complete > 1) return t('{0} of {1} valid', count(valid), count(complete));
  return valid === 1 ? t('valid') : t('invalid');
}

/** The prompts of both sides; empty if they differ between questions. */
function promptsLine(questions: readonly ComparedQuestion[]): string {
  const only = (prompts: readonly string[]): string => {
    const [first = '', ...others] = new Set(prompts);
    return others.length > 0 ? t('several prompts') : first;
  };
  const before = only(questions.map((question) => question.before.prompt));
  const after = only(questions.flatMap((question) => question.after?.prompt ?? []));
  return [before === '' ? '' : t('Before: {0}', before), after === '' ? '' : t('After: {0}', after)]
    .filter((part) => part !== '')
    .join(' \u00b7 ');
}

/** Moves the focus to the question above or below. */
function moveFocus(event: KeyboardEvent): void {
  const main = event.currentTarget as HTMLElement;
  const links = [...main.querySelectorAll<HTMLElement>('[data-index]')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at < 0 ? undefined : links[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
