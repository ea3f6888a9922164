import { subtract, ofNumber } from '../../decimal.ts';
import { anlsOf, codePoints } from '../../metrics/anls.ts';
import { strip } from '../../python/strip.ts';
import type { Finding, Span } from '../../span.ts';
import type { PaidPart, RewardForm, RewardProfile, Score, ScoreContext } from '../model.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { assembleMeasured, measuredComponent, unknown } from '../explanation/measuredScore.ts';
import { FORMAT_CHANGE, formatLost, lastAnswer, readFormat, turnNotes, VRAG_FORM } from './format.ts';
import type { FormatReading } from './format.ts';
import { originalParts } from './userTurns.ts';
import { pluralize, quote } from '../explanation/wording.ts';

/** A score of `vrag-rl-anls`, with intermediate results of the reference's own functions. */
export interface VragAnlsScore extends Score {
  readonly formatScore: 0 | 1;
  /** The answer as it is compared, not stripped; null if there is none. */
  readonly answer: string | null;
}

/** The profile, whose scores have additional fields. */
export interface VragAnlsProfile extends RewardProfile {
  score(response: string, context: ScoreContext): VragAnlsScore;
}

/** The normalized distance from which on an answer is paid nothing. */
const THRESHOLD = 0.5;

const FORM: RewardForm = { ...VRAG_FORM, judged: false, reads: ['ground_truth'] };

const PAYS: readonly PaidPart[] = [
  {
    key: 'anls',
    title: 'Answer',
    weight: '1',
    sentence:
      'The last answer is similar to the reference, character by character (ANLS), and the response contains a search.',
    changes: [
      FORMAT_CHANGE,
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
 * The rule-based reward that VRAG-RL's code describes (Alibaba-NLP/VRAG, vrag.py, `compute_score`): the ANLS of the last
 * answer, if the response contains a search and an answer; injected turns are removed first. As written, the function
 * raises a TypeError, because it calls its format check with one of three arguments; the reward manager calls only the
 * format check (see `vragRl`).
 */
export const vragRlAnls: VragAnlsProfile = {
  name: 'vrag-rl-anls',
  version: '1',
  title: 'VRAG-RL, ANLS',
  description:
    'Pays for the nearness of the last answer if the response has searched. VRAG-RL’s `compute_score` reads like this, but no training run pays it: the function raises a TypeError before it scores.',
  form: FORM,
  pays: PAYS,
  score: scoring(THRESHOLD),
};

/** The profile with another distance, a share of the characters, from which on an answer is paid nothing. */
export function vragRlAnlsWith(threshold: number): RewardProfile {
  const share = shareOf(threshold);
  return {
    ...vragRlAnls,
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

function scoring(threshold: number): VragAnlsProfile['score'] {
  return (response, { reference }) => {
    const format = readFormat(response);
    const { kept, formatScore } = format;
    const place = lastAnswer(kept.text);
    const parts = place === null ? [] : originalParts(kept, place);
    const scope = whole(parts);
    const answer = place === null ? null : kept.text.slice(place.start, place.end);
    const head = { ...HEAD, scope };
    const notes = notesOf(response, format, scope);
    const common = { profile: 'vrag-rl-anls', raises: null, defaults: [], notes } as const;
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
        ? { anls: 0, changes: [formatLost(format)] }
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

function whole(parts: readonly Span[]): Span | null {
  const [first] = parts;
  const last = parts.at(-1);
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end };
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
function notesOf(response: string, format: FormatReading, answer: Span | null): readonly Finding[] {
  const notes = turnNotes(format);
  if (answer === null) return notes;
  const written = response.slice(answer.start, answer.end);
  if (strip(written) === written) return notes;
  const message = 'There is white space around the answer, and the reward compares it too.';
  return [...notes, { code: 'answer-not-stripped', severity: 'warning', span: answer, message }];
}
