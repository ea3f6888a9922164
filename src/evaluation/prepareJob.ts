import { t } from '@vscode/l10n';
import { prepareQuestion } from '../asking/prepare.ts';
import type { AskedDocument, Question } from '../asking/model.ts';
import type { DatasetItem } from '../core/datasets/model.ts';
import { PageTraceError } from '../core/errors.ts';
import type { PageChoice } from '../core/records/pageChoice.ts';
import type { RenderPrompt } from '../core/prompts/model.ts';
import { defaultPages } from '../core/records/defaultPages.ts';
import { sentPagesOf } from '../retrieval/choosePages.ts';
import type { OpenDocument } from '../documents/model.ts';
import { takeItemDocuments, type TakeDeps } from './itemDocuments.ts';
import type { Job, PreparedJob } from './model.ts';

/** What the questions of an evaluation have in common. */
export type CommonQuestion = Pick<Question, 'prompt' | 'status' | 'model' | 'sampling' | 'pixels'>;

/** Chooses the pages of an item, whose documents are open; null if they are as the data set says. */
export type ChooseItemPages = (
  item: DatasetItem,
  documents: readonly OpenDocument[],
  signal: AbortSignal,
) => Promise<PageChoice | null>;

/** What preparing a job needs. */
export interface PrepareDeps extends TakeDeps {
  readonly question: CommonQuestion;
  /** Whether the model searches for pages, so that none is sent with its question. */
  readonly isSearching?: boolean;
  readonly renderPrompt: RenderPrompt;
  readonly choosePages?: ChooseItemPages;
  readonly now: () => number;
}

/**
 * Opens the documents of a job and renders its pages.
 * @throws PageTraceError the errors of documents, pages and prompts; `page-out-of-range`; `bad-input` for a document that
 * has changed; `cancelled`
 */
export async function prepareJob(job: Job, deps: PrepareDeps, signal: AbortSignal): Promise<PreparedJob> {
  const { question, renderPrompt, now } = deps;
  const begun = now();
  const taken = await takeItemDocuments(job.item, deps, signal);
  try {
    const opened = taken.documents.map((asked, at): AskedDocument => {
      const { pages = null } = job.item.documents[at] ?? {};
      const { document } = asked;
      const beyond = pages?.find((page) => page > document.pageCount);
      if (beyond !== undefined) throw pageError(document.name, beyond, document.pageCount);
      if (deps.isSearching === true) return asked;
      return { ...asked, pages: pages ?? defaultPages(document.pageCount, [], null) };
    });
    const choosing = now();
    const choice =
      (await deps.choosePages?.(
        job.item,
        opened.map(({ document }) => document),
        signal,
      )) ?? null;
    const retrievalTime = choice === null ? null : now() - choosing;
    const documents =
      choice === null ? opened : opened.map((asked, at) => ({ ...asked, pages: sentPagesOf(choice, at) }));
    const prepared = await prepareQuestion(
      {
        ...question,
        text: job.item.question,
        documents,
        samples: job.count,
        sampling: samplingOf(question, job),
        reference: referenceOf(job.item),
      },
      { renderPrompt, mayHaveNoPages: deps.isSearching === true, signal },
    );
    return { ...job, prepared, choice, retrievalTime, renderTime: now() - begun - (retrievalTime ?? 0) };
  } finally {
    taken.release();
  }
}

/** The seed of a sample does not depend on which samples are asked for together with it. */
function samplingOf({ sampling }: CommonQuestion, { first }: Job): Question['sampling'] {
  return sampling.seed === null ? sampling : { ...sampling, seed: sampling.seed + first - 1 };
}

const referenceOf = ({ references }: DatasetItem): string | null => references[0] ?? null;

function pageError(name: string, page: number, pageCount: number): PageTraceError {
  return new PageTraceError(
    'page-out-of-range',
    t('{0} has no page {1}, which the question names: it has {2}.', name, page, pageCount),
    { hint: t('Correct the pages of the question.') },
  );
}
