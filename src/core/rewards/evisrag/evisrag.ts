import { t } from '../../t.ts';
import { matchWordSets, normalizedWords } from '../../metrics/normalizedAnswer.ts';
import type { Span } from '../../span.ts';
import { matchEvidence } from './evidence.ts';
import { EVISRAG_FORM, EVISRAG_HEADS, EVISRAG_LENGTH, evisragPays, lengthPaid } from './form.ts';
import { formatFault } from './formatFault.ts';
import { evisragNotes } from './notes.ts';
import type { Component, LengthWindow, Need, Raised, RewardProfile, Score, ScoreContext } from '../model.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { between, hasBoth } from './tagText.ts';
import { assembleMeasured, measuredComponent, shortfall, unknown } from '../explanation/measuredScore.ts';
import { sharedWords } from '../explanation/wording.ts';
import { tokensPhrase } from '../../countPhrases.ts';
import { wholeNumber } from '../../displayLocale.ts';

/** A part of the reward: the reference's double, and the changes of the component; null if not known. */
interface Part {
  readonly value: number;
  readonly changes: readonly EntryParts[];
}

const NOTHING: Part = { value: 0, changes: [] };

/**
 * EVisRAG's reward (OpenBMB/VisRAG, evidencecot.py, `sum_all`): 3 accuracy + 3 evidence + overlong + format + isObserve
 * + isThink, not rounded. Tags are exact and case-sensitive. If the response has a tag pair whose opening tag the
 * reference lacks, the reference implementation raises IndexError and gives no score. The scope of a component is where
 * RS-GRPO applies its advantage (reward/function.py, `BatchFunctionRewardManager`).
 */
export const evisrag: RewardProfile = {
  name: 'evisrag',
  version: '1',
  title: 'EVisRAG',
  get description() {
    return t(
      'Pays for the words of answer and evidence, the form and the length, as the code of EVisRAG (VisRAG 2.0) does.',
    );
  },
  form: EVISRAG_FORM,
  get pays() {
    return evisragPays();
  },
  score: scoring(EVISRAG_LENGTH),
};

/** The profile with another length that is paid in full. */
export function evisragWith(length: LengthWindow): RewardProfile {
  return {
    ...evisrag,
    form: { ...EVISRAG_FORM, length },
    get pays() {
      return evisragPays().map((part) =>
        part.key === 'overlong' ? { ...part, ...lengthPaid(length) } : part,
      );
    },
    score: scoring(length),
  };
}

function scoring(length: LengthWindow): RewardProfile['score'] {
  return (response, context) => {
    const raises = whatRaises(response, context.reference);
    const accuracy = accuracyPart(response, context.reference);
    const evidence = evidencePart(response, context.reference);
    const overlong = lengthPart(context.responseLength, length);
    const fault = formatFault(response);
    const format: Part = fault === null ? { value: 1, changes: [] } : { value: 0, changes: [fault] };
    const isObserve = observePart(response);
    const isThink = thinkPart(response);
    const values = { accuracy, evidence, overlong, format, isObserve, isThink };
    const needs = raises === null ? missingNeeds(values, context) : [];
    const components = EVISRAG_HEADS.map((head) =>
      componentOf(response, head, raises === null ? values : {}),
    );
    return assembleMeasured({
      profile: 'evisrag',
      overall: raises === null ? sumParts(values) : null,
      reported: reportedOf(raises === null ? values : {}),
      raises,
      defaults: [],
      needs,
      components,
      notes: evisragNotes(response, fault?.code ?? null),
    });
  };
}

type PartKey = 'accuracy' | 'evidence' | 'overlong' | 'format' | 'isObserve' | 'isThink';
type Parts = Readonly<Partial<Record<PartKey, Part | null>>>;

/** Components that start at 1; others start at 0 and can only cost. */
const EARNED: ReadonlySet<string> = new Set(['accuracy', 'evidence', 'format']);

function componentOf(
  response: string,
  { key, title, weight }: (typeof EVISRAG_HEADS)[number],
  parts: Readonly<Partial<Record<string, Part | null>>>,
): Component {
  const head = {
    key,
    title,
    weight,
    start: EARNED.has(key) ? '1' : '0',
    scope: scopeOf(response, key),
  } as const;
  const part = parts[key] ?? null;
  return part === null ? unknown(head) : measuredComponent({ ...head, changes: part.changes });
}

/** The sum in the reference's order; null if a part is not known. */
function sumParts({
  accuracy,
  evidence,
  overlong,
  format,
  isObserve,
  isThink,
}: Required<Parts>): number | null {
  if (!accuracy || !evidence || !overlong || !format || !isObserve || !isThink) return null;
  return (
    3 * accuracy.value + 3 * evidence.value + overlong.value + format.value + isObserve.value + isThink.value
  );
}

function reportedOf(parts: Parts): Score['reported'] {
  const times = (weight: number, part: Part | null | undefined): number | null =>
    part ? weight * part.value : null;
  const { accuracy, evidence, overlong, format, isObserve, isThink } = parts;
  return {
    overall: sumParts({
      accuracy: accuracy ?? null,
      evidence: evidence ?? null,
      overlong: overlong ?? null,
      format: format ?? null,
      isObserve: isObserve ?? null,
      isThink: isThink ?? null,
    }),
    accuracy: times(3, accuracy),
    evidence: times(3, evidence),
    format: times(1, format),
    overlong: times(1, overlong),
    isObserve: times(1, isObserve),
    isThink: times(1, isThink),
  };
}

function missingNeeds({ accuracy, evidence, overlong }: Parts, context: ScoreContext): readonly Need[] {
  const needs: Need[] = [];
  if (context.reference === null && (accuracy === null || evidence === null)) needs.push('reference');
  if (overlong === null) needs.push('response_length');
  return needs;
}

/** The exception for a reference that lacks a tag of the response. */
function whatRaises(response: string, reference: string | null): Raised | null {
  if (reference === null) return null;
  for (const tag of ['answer', 'evidence']) {
    if (!hasBoth(response, tag) || reference.includes(`<${tag}>`)) continue;
    const reason = t(
      'The response has <{0}>, and the reference has none: the reference implementation fails on it and scores nothing.',
      tag,
    );
    return { name: 'IndexError', reason };
  }
  return null;
}

function accuracyPart(response: string, reference: string | null): Part | null {
  if (!hasBoth(response, 'answer')) return missingPart('answer');
  const span = between(response, 'answer');
  const wanted = reference === null ? null : between(reference, 'answer');
  if (span === null || reference === null || wanted === null) return null;
  const { f1, common, predicted, expected } = matchWordSets(
    normalizedWords(response.slice(span.start, span.end)),
    normalizedWords(reference.slice(wanted.start, wanted.end)),
  );
  const reason = sharedWords(predicted, common, expected);
  return { value: f1, changes: shortfall(f1, { code: 'answer-differs', reason, span }) };
}

function evidencePart(response: string, reference: string | null): Part | null {
  if (!hasBoth(response, 'evidence')) return missingPart('evidence');
  const span = between(response, 'evidence');
  const wanted = reference === null ? null : between(reference, 'evidence');
  if (span === null || reference === null || wanted === null) return null;
  const { score, changes } = matchEvidence(response, span, reference.slice(wanted.start, wanted.end));
  return { value: score, changes };
}

function missingPart(tag: string): Part {
  const reason = t('The response lacks <{0}> or </{1}>: nothing is compared.', tag, tag);
  return { value: 0, changes: [{ code: `${tag}-missing`, amount: '-1', reason, span: null, tool: null }] };
}

function lengthPart(tokens: number | null, { least, most, end }: LengthWindow): Part | null {
  if (tokens === null) return null;
  if (tokens >= least && tokens <= most) return NOTHING;
  const has = tokensPhrase(tokens);
  if (tokens < least) {
    const reason = t('The response has {0}; fewer than {1} are too short.', has, wholeNumber(least));
    return losingPart('too-short', reason, null);
  }
  if (tokens > end) {
    const reason = t('The response has {0}; more than {1} are too long.', has, wholeNumber(end));
    return losingPart('too-long', reason, null);
  }
  const value = (most - tokens) / (end - most);
  const reason = t(
    'The response has {0}; above {1} the reward falls, to -1 at {2}.',
    has,
    wholeNumber(most),
    wholeNumber(end),
  );
  return { value, changes: shortfall(value + 1, { code: 'long', reason, span: null }) };
}

function observePart(response: string): Part {
  const span = hasBoth(response, 'observe') ? between(response, 'observe') : null;
  if (span === null) return NOTHING;
  for (let item = 1; item <= 5; item++) {
    const mark = `[${item}]`;
    const start = response.indexOf(mark, span.start);
    const end = start + mark.length;
    if (start < 0 || end > span.end) continue;
    const reason = t('{0} is in observe; numbered items belong in evidence.', mark);
    return losingPart('evidence-in-observe', reason, { start, end });
  }
  return NOTHING;
}

function thinkPart(response: string): Part {
  if (!hasBoth(response, 'think') || !hasBoth(response, 'answer')) return NOTHING;
  const think = between(response, 'think');
  const answer = between(response, 'answer');
  if (think === null || answer === null) return NOTHING;
  const isSame = response.slice(think.start, think.end) === response.slice(answer.start, answer.end);
  return isSame ? losingPart('think-equals-answer', t('Think says the same as the answer.'), think) : NOTHING;
}

function losingPart(code: string, reason: string, span: Span | null): Part {
  return { value: -1, changes: [{ code, amount: '-1', reason, span, tool: null }] };
}

/** The opening tags from and to which the advantage of a component applies; null for the ends of the response. */
const SCOPES: Readonly<Record<string, readonly [string | null, string | null]>> = {
  accuracy: ['<think>', null],
  evidence: [null, '<think>'],
  isObserve: [null, '<evidence>'],
  isThink: ['<think>', '<answer>'],
};

/**
 * The scope of a component: the whole response (null), or from one tag to another; if a tag is missing, to that end of
 * the response.
 */
function scopeOf(response: string, key: string): Span | null {
  const scope = SCOPES[key];
  if (scope === undefined) return null;
  const [from, to] = scope;
  const start = from === null ? 0 : Math.max(0, response.indexOf(from));
  const stop = to === null ? -1 : response.indexOf(to);
  return { start, end: stop < 0 ? response.length : Math.max(start, stop) };
}
