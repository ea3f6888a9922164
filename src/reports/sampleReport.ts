import { t } from '@vscode/l10n';
import { isPartial } from '../core/records/sampleState.ts';
import { sum } from '../core/decimal.ts';
import { wholeNumber } from '../core/displayLocale.ts';
import { scoreContext } from '../core/records/scoreContext.ts';
import { causesFirst } from '../core/rewards/explanation/causes.ts';
import { describeNeeds } from '../core/rewards/explanation/needs.ts';
import { scoreSoFar, type ScoreSoFar } from '../core/rewards/explanation/soFar.ts';
import { eitherWay } from '../core/rewards/explanation/wording.ts';
import type { Component, Entry, RewardProfile, Score } from '../core/rewards/model.ts';
import { profileByName } from '../core/rewards/registry.ts';
import { checks, type Check } from '../core/trajectory/checks.ts';
import { finalAnswer } from '../core/trajectory/finalAnswer.ts';
import type { Span } from '../core/span.ts';
import type { Trajectory } from '../core/trajectory/model.ts';
import { TrajectoryParser } from '../core/trajectory/parser.ts';
import { completeGrounding, type GroundingShown } from '../protocol/grounding.ts';
import type { InspectorSample, InspectorState } from '../protocol/inspector.ts';
import { shownSample } from '../protocol/shownSample.ts';
import {
  fact,
  heading,
  list,
  paragraph,
  SLOT,
  strong,
  textOr,
  withElement,
  type Block,
  type Inline,
  type ListLine,
} from './blocks.ts';
import { markedClaims } from './markedClaims.ts';
import { claimBlocks } from './claimsReport.ts';
import type { PlaceOfClaim, ReportIds } from './reportIds.ts';
import { numberSteps, place, stepLines } from './steps.ts';

/** What is needed to parse and score a sample. */
export interface SampleContext extends Pick<
  InspectorState,
  | 'dialect'
  | 'numImages'
  | 'toolNames'
  | 'profile'
  | 'composite'
  | 'question'
  | 'reference'
  | 'toolResults'
  | 'retrieval'
> {
  /** The composite reward that scores it; null if a built-in one does, or if it cannot be used. */
  readonly scoredBy: RewardProfile | null;
  /** Every reference answer, and the prompt that was sent, of a record that has them. */
  readonly references?: readonly string[];
  readonly sentPrompt?: string | null;
}

/** What is known of a sample, and how it is written. */
export interface ReportedSample {
  readonly sample: InspectorSample;
  readonly grounding: GroundingShown;
  readonly ids: ReportIds;
  readonly placeOf: PlaceOfClaim;
  /** The depth of its headings. */
  readonly depth: number;
}

/** Writes the place of a span in the response. */
type SpanPlace = (span: Span | null) => readonly Inline[];

/** One sample: its state, claims, reward, checks, steps, and text. */
export function sampleBlocks(
  { sample, grounding, ids, placeOf, depth }: ReportedSample,
  context: SampleContext,
): readonly Block[] {
  const { dialect, numImages, toolNames: tools } = context;
  const { text } = sample;
  const parser = new TrajectoryParser({ dialect, numImages, tools });
  parser.append(text);
  const beforeEnd = parser.snapshot();
  parser.end();
  const trajectory = parser.snapshot();
  const facts = factsOf(sample, trajectory);
  if (text === '') return list([...facts, [t('No text had arrived.')]]);
  const profile = context.scoredBy ?? (context.profile === null ? null : profileByName(context.profile));
  const complete = completeGrounding(grounding);
  const scoring = {
    ...scoreContext(
      {
        ...shownSample(context, sample, text),
        references: context.references ?? [],
        sentPrompt: context.sentPrompt ?? null,
      },
      dialect,
    ),
    ...(complete !== null && { grounding: complete }),
  };
  const score = profile?.score(text, scoring) ?? null;
  const places = numberSteps(trajectory);
  const spanPlace: SpanPlace = (span) => place(span, places, ids.step);
  const marks = grounding.kind === 'grounded' ? markedClaims(grounding.grounding, ids.claim) : [];
  const lines = stepLines({ trajectory, places, marks, idOf: ids.step });
  return [
    ...list(facts),
    ...claimBlocks({ shown: grounding, response: text, ids, placeOf, depth }),
    heading(depth, t('Reward'), ids.section('reward')),
    ...(profile === null || score === null
      ? [paragraph(noReward(context))]
      : !isPartial(sample)
        ? [paragraph(strong(totalOf(score)), ` (${score.profile})`), ...rewardBlocks(score, spanPlace)]
        : context.scoredBy === null
          ? soFarBlocks(profile.name, scoreSoFar(profile, text, scoring), spanPlace)
          : // A composite reward is only known as if the response ended here, with parts that can still change.
            [
              paragraph(
                ...withElement(t('If the response ended here: {0}', SLOT), strong(totalOf(score))),
                ` (${score.profile})`,
              ),
            ]),
    ...userRewardBlocks(sample.userReward, score),
    heading(depth, t('Checks'), ids.section('checks')),
    // More text could repair what is missing at the end of a response that is not complete.
    ...checkBlocks(checks(isPartial(sample) ? beforeEnd : trajectory), spanPlace),
    heading(depth, t('Steps'), ids.section('steps')),
    lines.length === 0 ? paragraph(t('None.')) : { kind: 'list', lines },
    heading(depth, t('Response'), ids.section('response')),
    { kind: 'response', text },
  ];
}

const STATES = {
  get waiting() {
    return t('still waiting for the first token');
  },
  get streaming() {
    return t('still arriving when this was written');
  },
  get cancelled() {
    return t('canceled');
  },
  get failed() {
    return t('failed');
  },
};
const VERDICTS = {
  get right() {
    return t('right');
  },
  get wrong() {
    return t('wrong');
  },
  get unknown() {
    return t('unknown');
  },
};
const SET_BY = {
  get person() {
    return t('set by a person');
  },
  get judge() {
    return t('set by the judge model');
  },
};

function factsOf(sample: InspectorSample, trajectory: Trajectory): (readonly Inline[])[] {
  const answer = finalAnswer(trajectory);
  const said = answer ? trajectory.text.slice(answer.start, answer.end) : '';
  return [
    fact(t('Answer'), textOr(said, t('none'))),
    fact(
      t('Verdict'),
      `${VERDICTS[sample.verdict]}${sample.verdictBy === null ? '' : ` (${SET_BY[sample.verdictBy]})`}`,
    ),
    ...(sample.tokens === null
      ? []
      : [fact(t('Tokens'), tokenNumber(sample.tokens, sample.tokensEstimated))]),
    ...(sample.tokensPerSecond === null
      ? []
      : [fact(t('Speed'), t('{0} tokens per second', sample.tokensPerSecond.toFixed(1)))]),
    ...(sample.firstTokenAfter === null
      ? []
      : [fact(t('First token'), t('after {0} s', (sample.firstTokenAfter / 1000).toFixed(2)))]),
    ...(sample.state === 'done'
      ? sample.finishReason === null
        ? []
        : [fact(t('Ended'), sample.finishReason)]
      : [fact(t('Ended'), STATES[sample.state])]),
  ];
}

function noReward({ composite }: SampleContext): string {
  if (composite?.chosen !== true) return t('There is no reward profile for this dialect.');
  return composite.fault?.message ?? t('The reward file {0} cannot be used.', composite.file);
}

/** The reward of a response that is not complete: what it can still become, and what is lost for good. */
function soFarBlocks(
  profile: string,
  { components, most }: ScoreSoFar,
  spanPlace: SpanPlace,
): readonly Block[] {
  const lost = causesFirst(components.flatMap(({ entries }) => entries));
  return [
    paragraph(strong(t('At most {0}', most)), ` (${profile}). ${t('The response is not complete.')}`),
    ...list(lost.map((entry) => entryLine(entry, spanPlace))),
  ];
}

function rewardBlocks(score: Score, spanPlace: SpanPlace): readonly Block[] {
  const { components, adjustments, notes } = score;
  const lines = causesFirst([...components.flatMap(({ entries }) => entries), ...adjustments]).filter(
    ({ paid }) => sum([paid]) !== '0',
  );
  return [
    {
      kind: 'table',
      caption: t('Components of the reward'),
      head: [t('Component'), t('Weight'), t('Paid'), t('At most')],
      numeric: [1, 2, 3],
      rows: components.map((part) => ({ cells: componentCells(part, score), id: null })),
    },
    ...list([
      ...score.defaults.map(({ key, value }) => [
        t('The record has no {0}; the default is used: {1}', key, textOr(value, t('empty'))),
      ]),
      ...lines.map((entry) => entryLine(entry, spanPlace)),
      ...notes.map(({ message, span }) => [t('Note: {0}', message.trim()), ...spanPlace(span)]),
    ]),
  ];
}

function totalOf({ overall, ifWrong, ifRight, between, raises, needs }: Score): string {
  if (overall !== null) return String(overall);
  if (raises !== null) return `${raises.name}: ${raises.reason}`;
  const needed = describeNeeds(needs);
  if (between !== undefined)
    return t('between {0} and {1}: not known without {2}', between[0], between[1], needed);
  if (ifWrong === null || ifRight === null) return t('not known without {0}', needed);
  return eitherWay(String(ifWrong), String(ifRight));
}

function componentCells(
  { title, weight, paid, most }: Component,
  { ifWrong }: Score,
): readonly (readonly Inline[])[] {
  const unknown = ifWrong === null ? t('not known') : eitherWay('0', most);
  return [[title], [weight], [paid ?? unknown], [most]];
}

function entryLine({ paid, reason, span }: Entry, spanPlace: SpanPlace): readonly Inline[] {
  return [strong(paid.startsWith('-') ? paid : `+${paid}`), ` ${reason.trim()}`, ...spanPlace(span)];
}

/** The result of the person's own reward function, compared with the reward that is shown. */
function userRewardBlocks(shown: InspectorSample['userReward'], score: Score | null): readonly Block[] {
  if (shown === null || shown.state.kind === 'running') return [];
  const { file, state, notes = [] } = shown;
  const said = notes.map((note) => paragraph(note));
  if (state.kind === 'not-applicable') return said;
  if (state.kind === 'failed') return [paragraph(`${file}: ${state.failure} ${state.hint}`), ...said];
  const reported = score?.reported ?? {};
  const names = [...new Set(['overall', ...Object.keys(state.fields)])];
  const returned: Readonly<Record<string, unknown>> = { ...state.fields, overall: state.overall };
  return [
    {
      kind: 'table',
      caption: t('Comparison with {0}', file),
      head: [t('Field'), score?.profile ?? t('no reward'), file],
      numeric: [1, 2],
      rows: names.map((name) => ({
        cells: [[name], [String(reported[name] ?? '–')], [String(returned[name])]],
        id: null,
      })),
    },
    ...said,
  ];
}

const SIGNS = { failed: '✗', passed: '✓', 'not-applicable': '–' } as const;

function checkBlocks(all: readonly Check[], spanPlace: SpanPlace): readonly Block[] {
  const of = (state: Check['state']): readonly Check[] => all.filter((check) => check.state === state);
  const [failed, passed, rest] = [of('failed'), of('passed'), of('not-applicable')];
  const lines = [...failed, ...passed, ...rest].flatMap(({ title, state, findings }): ListLine[] => {
    const note = state === 'not-applicable' ? ` (${t('not applicable')})` : '';
    return [
      { depth: 0, content: [`${SIGNS[state]} ${title}${note}`], id: null },
      ...findings.map(({ message, span }) => ({
        depth: 1,
        content: [message.trim(), ...spanPlace(span)],
        id: null,
      })),
    ];
  });
  return [
    paragraph(t('{0} failed, {1} passed, {2} not applicable.', failed.length, passed.length, rest.length)),
    { kind: 'list', lines },
  ];
}

/** The number of tokens, or about how many if nobody has counted them exactly. */
function tokenNumber(tokens: number, isEstimated: boolean): string {
  return isEstimated ? t('about {0}', wholeNumber(tokens)) : wholeNumber(tokens);
}
