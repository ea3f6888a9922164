import { t } from '../../t.ts';
import { subtract, ofNumber } from '../../decimal.ts';
import { anlsOf, codePoints } from '../../metrics/anls.ts';
import { strip } from '../../python/strip.ts';
import type { Finding, Span } from '../../span.ts';
import type { PaidPart, RewardForm, RewardProfile, Score, ScoreContext } from '../model.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { assembleMeasured, measuredComponent, unknown } from '../explanation/measuredScore.ts';
import { formatChange, formatLost, lastAnswer, readFormat, turnNotes, VRAG_FORM } from './format.ts';
import type { FormatReading } from './format.ts';
import { originalParts } from './userTurns.ts';
import { differingCharacters, paysNothingFrom, percent, quote } from '../explanation/wording.ts';

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

const pays = (threshold: number): readonly PaidPart[] => [
  {
    key: 'anls',
    title: t('Answer'),
    weight: '1',
    sentence: t(
      'The last answer is similar to the reference, character by character (ANLS), and the response contains a search.',
    ),
    changes: [
      formatChange(),
      {
        code: 'answer-differs',
        amount: t('-{0} to 0', threshold),
        reason:
          threshold === 0.5
            ? t('Fewer than half of the characters differ; the amount is minus their share.')
            : t(
                'Fewer than {0} of the characters differ; the amount is minus their share.',
                percent(threshold),
              ),
        againstReference: true,
      },
      {
        code: 'answer-far',
        amount: '-1',
        reason:
          threshold === 0.5
            ? t('Half of the characters differ, or more.')
            : t('{0} of the characters differ, or more.', percent(threshold)),
        againstReference: true,
      },
    ],
  },
];

/**
 * The rule-based reward that VRAG-RL's code describes (Alibaba-NLP/VRAG, vrag.py, `compute_score`): the ANLS of the last
 * answer, if the response contains a search and an answer; injected turns are removed first. As written, the function
 * raises a TypeError, because it calls its format check with one of three arguments; the reward manager calls only the
 * format check (see `vragRl`).
 */
export const vragRlAnls: VragAnlsProfile = {
  name: 'vrag-rl-anls',
  version: '1',
  get title() {
    return t('VRAG-RL, ANLS');
  },
  get description() {
    return t(
      'Pays for the nearness of the last answer if the response has searched. VRAG-RL’s `compute_score` reads like this, but no training run pays it: the function raises a TypeError before it scores.',
    );
  },
  form: FORM,
  get pays() {
    return pays(THRESHOLD);
  },
  score: scoring(THRESHOLD),
};

/** The profile with another distance, a share of the characters, from which on an answer is paid nothing. */
export function vragRlAnlsWith(threshold: number): RewardProfile {
  return {
    ...vragRlAnls,
    get pays() {
      return pays(threshold);
    },
    score: scoring(threshold),
  };
}

function scoring(threshold: number): VragAnlsProfile['score'] {
  return (response, { reference }) => {
    const format = readFormat(response);
    const { kept, formatScore } = format;
    const place = lastAnswer(kept.text);
    const parts = place === null ? [] : originalParts(kept, place);
    const scope = whole(parts);
    const answer = place === null ? null : kept.text.slice(place.start, place.end);
    const head = { key: 'anls', title: t('Answer'), weight: '1', start: '1', scope } as const;
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
  const differing = differingCharacters(distance, length, quote(reference));
  const reason = isFar ? `${differing} ${paysNothingFrom(threshold)}` : differing;
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
  const message = t('There is white space around the answer, and the reward compares it too.');
  return [...notes, { code: 'answer-not-stripped', severity: 'warning', span: answer, message }];
}
