import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { nameChoice } from '../../../src/core/records/nameChoice.ts';
import type {
  FittingTerm,
  MissedPage,
  NamedChoice,
  NamedChoicePage,
  PagePlace,
  RecordedChoice,
} from '../../../src/core/records/pageChoice.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { imageOf, pageAt } from '../model/unsentPages.ts';

interface PagesViewProps {
  readonly model: InspectorModel;
  readonly recorded: RecordedChoice;
}

/** How the pages were chosen: the ranking with its reasons, which pages were sent, and which have the answer. */
export function PagesView({ model, recorded }: PagesViewProps): JSX.Element {
  const choice = nameChoice(recorded);
  const isRanked = choice.pages.some(({ score }) => score !== null);
  // Vectors give no reason besides the score.
  const isExplained = choice.pages.some(({ reason: { kind } }) => kind !== 'embeddings' && kind !== 'unfit');
  const rows = choice.pages.map((page, index) => (
    <tr key={index} class={page.isSent ? 'sent' : 'unsent'}>
      {isRanked && <td class="number">{index + 1}</td>}
      <th scope="row">
        <PageLink model={model} place={page.place} text={t('{0}, page {1}', page.document, page.page)} />
        {page.isGold && <span class="gold"> {t('has the answer')}</span>}
      </th>
      <td>{page.isSent ? t('sent') : t('not sent')}</td>
      {isRanked && <td class="number score">{page.score?.toFixed(4)}</td>}
      {isExplained && (
        <td>
          <Why page={page} />
        </td>
      )}
    </tr>
  ));
  return (
    <section class="page-choice" aria-label={t('How the pages were chosen')}>
      <p>{howSentence(choice, isRanked)}</p>
      <Missed model={model} missed={choice.missed} />
      <table>
        <thead>
          <tr>
            {isRanked && <th scope="col">{t('Rank')}</th>}
            <th scope="col">{t('Page')}</th>
            <th scope="col">{t('Request')}</th>
            {isRanked && (
              <th scope="col" class="score">
                {t('Score')}
              </th>
            )}
            {isExplained && <th scope="col">{t('Why')}</th>}
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    </section>
  );
}

function howSentence({ way, retriever }: NamedChoice, isRanked: boolean): string {
  if (way === 'oracle') return t('The pages with the answer were sent, and others at random.');
  if (!isRanked) return t('No page fits the question, so the first pages were sent.');
  switch (retriever) {
    case 'embeddings':
      return t('Pages are ranked by the vectors of their images.');
    case 'hybrid':
      return t('Pages are ranked by their words (BM25) and by the vectors of their images.');
    default:
      return t('Pages are ranked by the words that they share with the question (BM25).');
  }
}

interface PageLinkProps {
  readonly model: InspectorModel;
  readonly place: PagePlace | null;
  readonly text: string;
  /** Whether the person wants to draw on the page. */
  readonly draws?: boolean;
}

/** Shows a page, sent or not; only its text if it is of none of the documents. */
function PageLink({ model, place, text, draws = false }: PageLinkProps): JSX.Element | null {
  const info = model.info.value;
  const page = info === null || place === null ? null : pageAt(info, place);
  if (info === null || page === null) return draws ? null : <>{text}</>;
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        model.enlarged.value = imageOf(info, page)?.image ?? { ...page, isDrawn: draws };
      }}
    >
      {text}
    </button>
  );
}

interface MissedProps {
  readonly model: InspectorModel;
  readonly missed: readonly MissedPage[] | null;
}

/** The pages with the answer that were not sent; nothing if those with the answer are not known. */
function Missed({ model, missed }: MissedProps): JSX.Element | null {
  if (missed === null) return null;
  if (missed.length === 0) return <p class="all-sent">{t('All pages with the answer were sent.')}</p>;
  return (
    <ul class="missed" aria-label={t('Pages with the answer that were not sent')}>
      {missed.map(({ document, page, place, rank }, index) => (
        <li key={index}>
          {rank === null
            ? t('Page {0} of {1} has the answer and was not found.', page, document)
            : t('Page {0} of {1} has the answer and was not sent: its rank is {2}.', page, document, rank)}
          <PageLink model={model} place={place} text={t('Draw Gold Box')} draws />
        </li>
      ))}
    </ul>
  );
}

function Why({ page: { reason } }: { readonly page: NamedChoicePage }): JSX.Element | null {
  switch (reason.kind) {
    case 'bm25':
      return <Terms terms={reason.terms} />;
    case 'hybrid':
      return (
        <>
          {reason.bm25 !== null && (
            <div>
              {t('words: rank {0}', reason.bm25.rank)} <Terms terms={reason.bm25.terms} />
            </div>
          )}
          {reason.embeddings !== null && <div>{t('image: rank {0}', reason.embeddings.rank)}</div>}
        </>
      );
    case 'gold':
      return <>{t('it has the answer')}</>;
    case 'distractor':
      return <>{t('chosen at random')}</>;
    default:
      return null;
  }
}

/** The terms that a page shares with the question, with what each adds to its score. */
function Terms({ terms }: { readonly terms: readonly FittingTerm[] }): JSX.Element {
  return (
    <span class="terms">
      {terms.map(({ term, count, score }) => (
        <span key={term} class="term">
          {count === 1 ? term : t('{0} ({1} times)', term, count)} <b>{score.toFixed(2)}</b>
        </span>
      ))}
    </span>
  );
}
