import { parseChoice, type ChoiceWay } from '../../retrieval/choosePages.ts';
import { UsageError } from '../arguments/usageError.ts';
import { RETRIEVER_OPTIONS, type RetrieverValues } from './retrieverOptions.ts';

/**
 * The choice of pages that `--pages` asks for; null if it names pages. It is one over all files.
 * @throws PageTraceError `bad-input` if it is given beside others, or without what it needs
 */
export function choiceOption(pages: readonly string[], values: RetrieverValues): ChoiceWay | null {
  const ways = pages.map((each) => parseChoice(each));
  const way = ways.find((each) => each !== null) ?? null;
  if (way !== null && ways.length > 1)
    throw new UsageError('--pages auto chooses among the pages of all files, and stands alone.', {
      hint: 'Give --pages once.',
    });
  const idle = way?.way === 'auto' ? undefined : RETRIEVER_OPTIONS.find((each) => values[each] !== undefined);
  if (idle === undefined) return way;
  throw new UsageError(`--${idle} is given without --pages auto.`, {
    hint: `Let pages be found with --pages auto:3, or leave --${idle} out.`,
  });
}
