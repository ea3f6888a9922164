import type { DatasetItem } from '../../../core/datasets/model.ts';
import type { PageChoice } from '../../../core/records/pageChoice.ts';
import type { ChooseItemPages } from '../../../evaluation/prepareJob.ts';
import { choosePages, type ChoiceWay } from '../../../retrieval/choosePages.ts';
import { chooseOraclePages } from '../../../retrieval/oraclePages.ts';
import { searchOpen } from '../../../retrieval/searchedDocument.ts';
import { numberOption } from '../../arguments/arguments.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { choiceOption } from '../../retrieval/choiceOption.ts';
import { openRetriever } from '../../retrieval/openRetriever.ts';
import type { RetrieverValues } from '../../retrieval/retrieverOptions.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** How the options choose pages: in which way, and for `oracle`, with which seed. */
export type EvalChoice = ChoiceWay & { readonly seed: number };

/** Chooses the pages of the questions of a data set. */
export interface PageChooser {
  /** What changes its choices: a run goes on only with the same. */
  readonly settings: string;
  readonly choose: ChooseItemPages;
  readonly close: () => Promise<void>;
}

/**
 * The choice of pages that the options of `eval` ask for; null if the pages are as the data set has them.
 * @throws PageTraceError `bad-input` for page numbers, and for options without what they need
 */
export function evalChoiceOption(
  values: RetrieverValues & { readonly pages?: string; readonly 'pages-seed'?: string },
): EvalChoice | null {
  const way = choiceOption(values.pages === undefined ? [] : [values.pages], values);
  if (values.pages !== undefined && way === null)
    throw new UsageError(`--pages must be auto or oracle with a number, not "${values.pages}".`, {
      hint: 'The data set names the pages of its questions. Write auto:3 to find pages, or oracle:3.',
    });
  if (values['pages-seed'] !== undefined && way?.way !== 'oracle')
    throw new UsageError('--pages-seed is given without --pages oracle.', {
      hint: 'Choose pages with --pages oracle:3, or leave --pages-seed out.',
    });
  const range = { least: -(2 ** 31), most: 2 ** 31 - 1, whole: true };
  const seed = numberOption('pages-seed', values['pages-seed'], range, 0);
  return way === null ? null : { ...way, seed };
}

/**
 * Chooses pages as the options say: `auto` those that fit, for questions whose documents name no pages; `oracle` those with
 * the answer, for all questions.
 * @throws PageTraceError `bad-input` for options that are wrong
 */
export async function openPageChooser(
  { way, most, seed }: EvalChoice,
  values: RetrieverValues,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<PageChooser> {
  if (way === 'oracle')
    return {
      settings: `oracle:${most} seed ${seed}`,
      choose: (item, documents) =>
        Promise.resolve({
          ...chooseOraclePages(item.id, documents, item.goldPages, { most, seed }),
          ...goldElsewhere(item),
        }),
      close: () => Promise.resolve(),
    };
  const { retriever, close } = await openRetriever(values, environment, terminal, signal);
  return {
    settings: `auto:${most} ${retriever.settings}`,
    choose: async (item, documents, signal) => {
      const { question, documents: named, goldPages: gold } = item;
      if (named.some(({ pages }) => pages !== null)) return null;
      const searched = await Promise.all(documents.map((document) => searchOpen(document)));
      const choice = await choosePages(question, searched, { retriever, most, gold }, signal);
      return { ...choice, ...goldElsewhere(item) };
    },
    close,
  };
}

/** The images with the answer that cannot be chosen. */
const goldElsewhere = ({ goldElsewhere: paths }: DatasetItem): Partial<Pick<PageChoice, 'goldElsewhere'>> =>
  paths === undefined ? {} : { goldElsewhere: paths };
