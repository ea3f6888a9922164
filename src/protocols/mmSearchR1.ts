import { t } from '@vscode/l10n';
import { strip } from '../core/python/strip.ts';
import type { RequestPart } from '../inference/model.ts';
import { end } from './actions.ts';
import type { Action, Conversation, Protocol, Result } from './model.ts';
import { lastTurn, modelTurns, toolTurns } from './turns.ts';

/** How often MM-Search-R1 may speak and search. */
export interface MmSearchRules {
  /** The most turns of the model. */
  readonly rounds: number;
  /** The most searches. */
  readonly searches: number;
}

/** MM-Search-R1's rollouts while it trains (scripts/run_mmsearch_r1_grpo.sh). */
export const MM_SEARCH_RULES: MmSearchRules = { rounds: 3, searches: 2 };

const STOPS = ['</search>', '</text_search>', '</answer>'];

const OPEN_QUERY = '<text_search>';
const CLOSE_QUERY = '</text_search>';
const IMAGE_SEARCH = /<search>\s{0,9}<img>\s{0,9}<\/search>$/;
const ANSWER = /<answer>[\s\S]*?<\/answer>/;

/** What is said of a search by image, which finds nothing in documents. */
const NO_IMAGE_SEARCH =
  'There is no search by image here. Search in words with <text_search> and </text_search>.';

/** What stands in the place of a page. */
const NOTHING = 'No page was found that you have not seen yet.';

/** What is said after the results. */
const AFTER =
  'Reason about the results and the question between <reason> and </reason>. Then answer between <answer> and </answer>, in a few words, or search once more with <text_search> and </text_search>.';

/** MM-Search-R1: rounds of reasoning, whose end decides whether the model searches or answers. */
export function mmSearchR1(rules: MmSearchRules): Protocol {
  return {
    name: 'mm-search-r1',
    dialect: 'mm-search-r1',
    continues: false,
    isSearching: true,
    hasTool: false,
    extra: () => ({ stop: STOPS, include_stop_str_in_output: true }),
    next: (conversation) => nextAction(conversation, rules),
    reply: (result, _call, { question }) => [
      { type: 'text', text: 'Searched results: <information>' },
      found(result),
      { type: 'text', text: `</information>\nOriginal user's question: ${question}\n${AFTER}` },
    ],
  };
}

function found(result: Result): RequestPart {
  if (result.kind === 'image') return { type: 'image', image: result.image };
  return { type: 'text', text: result.kind === 'refused' ? result.why : NOTHING };
}

function nextAction(conversation: Conversation, { rounds, searches }: MmSearchRules): Action {
  const last = lastTurn(conversation);
  if (last?.speaker !== 'model') return { kind: 'ask' };
  const text = strip(last.text);
  const query = queryAtEnd(text);
  const isImageSearch = IMAGE_SEARCH.test(text);
  if (query === null && !isImageSearch) {
    if (ANSWER.test(text)) return end('answered', t('The model answered.'));
    return last.report?.finishReason === 'length'
      ? end('cut-off', t('The model reached the most tokens of a turn before it called or answered.'))
      : end('no-call', t('The turn ends with neither a search nor an answer.'));
  }
  if (modelTurns(conversation).length >= rounds)
    return end('round-limit', t('The model did not answer in {0} rounds.', rounds));
  if (query === null) return { kind: 'refuse', call: null, why: NO_IMAGE_SEARCH };
  if (query === '') return end('malformed-call', t('The search is empty.'));
  // The limit of searches is below that of any loop.
  if (toolTurns(conversation).filter(({ call }) => call !== null).length >= searches)
    return end('call-limit', t('The model searched more than {0} times.', searches));
  return { kind: 'call', call: { kind: 'search', query } };
}

/** The query with which a turn ends; null if it does not end with one. */
function queryAtEnd(text: string): string | null {
  if (!text.endsWith(CLOSE_QUERY)) return null;
  const from = text.lastIndexOf(OPEN_QUERY);
  return from < 0 ? null : strip(text.slice(from + OPEN_QUERY.length, -CLOSE_QUERY.length));
}
