import { subtract, ofNumber } from '../../decimal.ts';
import { anlsOf, codePoints } from '../../metrics/anls.ts';
import { strip } from '../../python/strip.ts';
import type { Finding, Span } from '../../span.ts';
import type { PaidPart, RewardForm, RewardProfile, Score, ScoreContext } from '../model.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { assembleMeasured, measuredComponent, unknown } from '../explanation/measuredScore.ts';
import { originalParts, withoutUserTurns } from './userTurns.ts';
import type { KeptText } from './userTurns.ts';
import { pluralize, quote } from '../explanation/wording.ts';

/** A score of `vrag-rl`, with intermediate results of the reference's own functions. */
export interface VragScore extends Score {
  readonly formatScore: 0 | 1;
  /** The answer as it is compared, not stripped; null if there is none. */
  readonly answer: string | null;
}

/** The profile, whose scores have additional fields. */
export interface VragProfile extends RewardProfile {
  score(response: string, context: ScoreContext): VragScore;
}

/** The normalized distance from which on an answer is paid nothing. */
const THRESHOLD = 0.5;

const FORM: RewardForm = {
  tags: ['search', 'answer'].map((name) => ({ name, required: true, caseSensitive: true })),
  order: [],
  closed: false,
  tools: null,
  length: null,
  judged: false,
  reads: ['ground_truth'],
};

const PAYS: readonly PaidPart[] = [
  {
    key: 'anls',
    title: 'Answer',
    weight: '1',
    sentence:
      'The last answer is similar to the reference, character by character (ANLS), and the response contains a search.',
    changes: [
      {
        code: 'format-incomplete',
        amount: '-1',
        reason: 'There is no `<answer>` with a `</answer>` after it, or no such pair of `<search>`.',
      },
      {
        code: 'answer-differs',
        amount: '-0.5 to 0',
        reason: 'Fewer than half of the characters differ; the amount is minus their share.',
        againstReference: true,
      },
      {
        code: 'answer-far',
        amount: '-1',
        reason: 'Half of the characters differ, or more.',
        againstReference: true,
      },
    ],
  },
];

const HEAD = { key: 'anls', title: 'Answer', weight: '1', start: '1' } as const;

/**
 * VRAG-RL's rule-based reward (Alibaba-NLP/VRAG, vrag.py): the ANLS of the last answer, if the response contains a
 * search and an answer; injected turns are removed first. Training adds an NDCG of the retrieved pages, which cannot be
 * computed from a response alone.
 */
export const vragRl: VragProfile = {
  name: 'vrag-rl',
  version: '1',
  title: 'VRAG-RL',
  description:
    'Pays for the nearness of the last answer where the response has searched, as the code of VRAG-RL does; the NDCG of retrieved pages that training adds is not in it.',
  form: FORM,
  pays: PAYS,
  score: scoring(THRESHOLD),
};

/** The profile with another distance, a share of the characters, from which on an answer is paid nothing. */
export function vragRlWith(threshold: number): RewardProfile {
  const share = shareOf(threshold);
  return {
    ...vragRl,
    pays: PAYS.map((part) => ({
      ...part,
      changes: part.changes.map((change) => {
        if (change.code === 'answer-differs') {
          const reason = `Fewer than ${share} of the characters differ: minus their share.`;
          return { ...change, amount: `-${threshold} to 0`, reason };
        }
        if (change.code !== 'answer-far') return change;
        return {
          ...change,
          reason: `${share[0]?.toUpperCase() ?? ''}${share.slice(1)} of the characters differ, or more.`,
        };
      }),
    })),
    score: scoring(threshold),
  };
}

function shareOf(threshold: number): string {
  return threshold === 0.5 ? 'half' : `${Number((threshold * 100).toPrecision(6))}%`;
}

function scoring(threshold: number): VragProfile['score'] {
  return (response, { reference }) => {
    const kept = withoutUserTurns(response);
    const { text } = kept;
    const missing = ['search', 'answer'].filter((tag) => !hasPair(text, tag));
    const formatScore = missing.length === 0 ? 1 : 0;
    const place = lastAnswer(text);
    const parts = place === null ? [] : originalParts(kept, place);
    const scope = whole(parts);
    const answer = place === null ? null : text.slice(place.start, place.end);
    const head = { ...HEAD, scope };
    const notes = turnNotes(response, kept, parts);
    const common = { profile: 'vrag-rl', raises: null, defaults: [], notes } as const;
    if (formatScore === 1 && reference === null) {
      const score = assembleMeasured({
        ...common,
        overall: null,
        reported: { anls: null, format: formatScore },
        needs: ['reference'],
        components: [unknown(head)],
      });
      return { ...score, formatScore, answer };
    }
    const { anls, changes } =
      formatScore === 0
        ? { anls: 0, changes: [formatLost(missing)] }
        : nearness(response, parts, reference ?? '', threshold);
    const score = assembleMeasured({
      ...common,
      overall: anls,
      reported: { anls, format: formatScore },
      needs: [],
      components: [measuredComponent({ ...head, changes })],
    });
    return { ...score, formatScore, answer };
  };
}

/** Whether an opening tag precedes a closing tag. */
function hasPair(text: string, tag: string): boolean {
  const open = text.indexOf(`<${tag}>`);
  return open >= 0 && text.lastIndexOf(`</${tag}>`) >= open + tag.length + 2;
}

/** The text between the last `</answer>` and the `<answer>` before it. */
function lastAnswer(text: string): Span | null {
  const opening = '<answer>';
  const end = text.lastIndexOf('</answer>');
  if (end < opening.length) return null;
  const open = text.lastIndexOf(opening, end - opening.length);
  return open < 0 ? null : { start: open + opening.length, end };
}

function whole(parts: readonly Span[]): Span | null {
  const [first] = parts;
  const last = parts.at(-1);
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end };
}

function formatLost(missing: readonly string[]): EntryParts {
  const lacking = missing.map((tag) => `no complete <${tag}>`).join(' and ');
  const reason = `There is ${lacking}: the answer is not compared.`;
  return { code: 'format-incomplete', amount: '-1', reason, span: null, tool: null };
}

function nearness(
  response: string,
  parts: readonly Span[],
  reference: string,
  threshold: number,
): { readonly anls: number; readonly changes: readonly EntryParts[] } {
  // Each part is converted on its own, so that halves of characters that were apart are not combined.
  const points = parts.flatMap(({ start, end }) => codePoints(response.slice(start, end)));
  const { anls, distance, length } = anlsOf(points, codePoints(reference), threshold);
  if (anls === 1) return { anls, changes: [] };
  const isFar = anls === 0;
  const reason =
    `${pluralize(distance, 'character')} of ${length} ${distance === 1 ? 'differs' : 'differ'} from the reference ${quote(reference)}` +
    (isFar ? `; ${shareOf(threshold)} of them or more pay nothing.` : '.');
  const code = isFar ? 'answer-far' : 'answer-differs';
  const amount = subtract(ofNumber(anls), '1');
  return { anls, changes: [{ code, amount, reason, span: whole(parts), tool: null }] };
}

/** Notes about parts of a response that the reward reads differently from a person. */
function turnNotes(response: string, { leftTurns }: KeptText, parts: readonly Span[]): Finding[] {
  const notes = leftTurns.map(({ start, end }) => {
    const message =
      'A line break stands in this turn, so that the reward does not take it out: it reads tags in it as the model’s own.';
    return warning('turn-not-removed', message, start, end);
  });
  const place = whole(parts);
  if (place === null) return notes;
  const said = response.slice(place.start, place.end);
  if (strip(said) !== said) {
    const message = 'White space stands around the answer; the reward compares it too.';
    notes.push(warning('answer-not-stripped', message, place.start, place.end));
  }
  return notes;
}

function warning(code: string, message: string, start: number, end: number): Finding {
  return { code, severity: 'warning', span: { start, end }, message };
}
