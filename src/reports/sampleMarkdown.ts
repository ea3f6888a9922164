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
import type { Trajectory } from '../core/trajectory/model.ts';
import { TrajectoryParser } from '../core/trajectory/parser.ts';
import type { InspectorSample, InspectorState } from '../protocol/inspector.ts';
import { shownSample } from '../protocol/shownSample.ts';
import { place, numberSteps, stepList, type Places } from './stepMarkdown.ts';
import { codeBlock, escapeMarkdown, fact, tableRow } from '../language/markdown.ts';

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
}

/**
 * One sample as the parts of a Markdown document: its state, reward, checks, steps, and text.
 * @param heading the marks of its headings, e.g. `##`
 */
export function sampleParts(sample: InspectorSample, context: SampleContext, heading: string): string[] {
  const { dialect, numImages, toolNames: tools } = context;
  const { text } = sample;
  const parser = new TrajectoryParser({ dialect, numImages, tools });
  parser.append(text);
  const beforeEnd = parser.snapshot();
  parser.end();
  const trajectory = parser.snapshot();
  const facts = factsOf(sample, trajectory);
  if (text === '') return [bullets([...facts, t('No text had arrived.')])];
  const profile = context.scoredBy ?? (context.profile === null ? null : profileByName(context.profile));
  const scoring = scoreContext(shownSample(context, sample, text), dialect);
  const score = profile?.score(text, scoring) ?? null;
  const places = numberSteps(trajectory);
  return [
    bullets(facts),
    `${heading} ${t('Reward')}`,
    ...(profile === null || score === null
      ? [noReward(context)]
      : !isPartial(sample)
        ? [`**${totalOf(score)}** (${escapeMarkdown(score.profile)})`, ...rewardParts(score, places)]
        : context.scoredBy === null
          ? soFarParts(profile.name, scoreSoFar(profile, text, scoring), places)
          : // A composite reward is only known as if the response ended here, with parts that can still change.
            [
              t(
                'If the response ended here: {0}',
                `**${totalOf(score)}** (${escapeMarkdown(score.profile)})`,
              ),
            ]),
    ...userRewardParts(sample.userReward, score),
    `${heading} ${t('Checks')}`,
    // More text could repair what is missing at the end of a response that is not complete.
    ...checkParts(checks(isPartial(sample) ? beforeEnd : trajectory), places),
    `${heading} ${t('Steps')}`,
    stepList(trajectory, places),
    `${heading} ${t('Response')}`,
    codeBlock(text),
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

function factsOf(sample: InspectorSample, trajectory: Trajectory): string[] {
  const answer = finalAnswer(trajectory);
  const said = answer ? trajectory.text.slice(answer.start, answer.end) : '';
  return [
    fact(t('Answer'), escapeMarkdown(said) || t('none')),
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
        : [fact(t('Ended'), escapeMarkdown(sample.finishReason))]
      : [fact(t('Ended'), STATES[sample.state])]),
  ];
}

function noReward({ composite }: SampleContext): string {
  if (composite?.chosen !== true) return t('There is no reward profile for this dialect.');
  return escapeMarkdown(composite.fault?.message ?? t('The reward file {0} cannot be used.', composite.file));
}

/** The reward of a response that is not complete: what it can still become, and what is lost for good. */
function soFarParts(profile: string, { components, most }: ScoreSoFar, places: Places): string[] {
  const lost = causesFirst(components.flatMap(({ entries }) => entries));
  return [
    `**${t('At most {0}', most)}** (${escapeMarkdown(profile)}). ${t('The response is not complete.')}`,
    bullets(lost.map((entry) => entryLine(entry, places))),
  ].filter((part) => part !== '');
}

function rewardParts(score: Score, places: Places): string[] {
  const { components, adjustments, notes } = score;
  const lines = causesFirst([...components.flatMap(({ entries }) => entries), ...adjustments]).filter(
    ({ paid }) => sum([paid]) !== '0',
  );
  return [
    [
      `| ${t('Component')} | ${t('Weight')} | ${t('Paid')} | ${t('At most')} |`,
      '| --- | ---: | ---: | ---: |',
      ...components.map((part) => componentRow(part, score)),
    ].join('\n'),
    bullets([
      ...score.defaults.map(({ key, value }) =>
        t(
          'The record has no {0}; the default is used: {1}',
          escapeMarkdown(key),
          escapeMarkdown(value) || t('empty'),
        ),
      ),
      ...lines.map((entry) => entryLine(entry, places)),
      ...notes.map(({ message, span }) => `${t('Note: {0}', escapeMarkdown(message))}${place(span, places)}`),
    ]),
  ];
}

function totalOf({ overall, ifWrong, ifRight, between, raises, needs }: Score): string {
  if (overall !== null) return String(overall);
  if (raises !== null) return `${escapeMarkdown(raises.name)}: ${escapeMarkdown(raises.reason)}`;
  const needed = describeNeeds(needs);
  if (between !== undefined)
    return t('between {0} and {1}: not known without {2}', between[0], between[1], needed);
  if (ifWrong === null || ifRight === null) return t('not known without {0}', needed);
  return eitherWay(String(ifWrong), String(ifRight));
}

function componentRow({ title, weight, paid, most }: Component, { ifWrong }: Score): string {
  const unknown = ifWrong === null ? t('not known') : eitherWay('0', most);
  return tableRow([escapeMarkdown(title), weight, paid ?? unknown, most]);
}

function entryLine({ paid, reason, span }: Entry, places: Places): string {
  return `**${paid.startsWith('-') ? paid : `+${paid}`}** ${escapeMarkdown(reason)}${place(span, places)}`;
}

/** The result of the person's own reward function, compared with the reward that is shown. */
function userRewardParts(shown: InspectorSample['userReward'], score: Score | null): string[] {
  if (shown === null || shown.state.kind === 'running') return [];
  const { file, state, notes = [] } = shown;
  const said = notes.map(escapeMarkdown);
  if (state.kind === 'not-applicable') return said;
  if (state.kind === 'failed')
    return [`${escapeMarkdown(file)}: ${escapeMarkdown(`${state.failure} ${state.hint}`)}`, ...said];
  const reported = score?.reported ?? {};
  const names = [...new Set(['overall', ...Object.keys(state.fields)])];
  const returned: Readonly<Record<string, unknown>> = { ...state.fields, overall: state.overall };
  return [
    [
      tableRow([t('Field'), escapeMarkdown(score?.profile ?? t('no reward')), escapeMarkdown(file)]),
      '| --- | ---: | ---: |',
      ...names.map((name) =>
        tableRow([
          escapeMarkdown(name),
          String(reported[name] ?? '–'),
          escapeMarkdown(String(returned[name])),
        ]),
      ),
    ].join('\n'),
    ...said,
  ];
}

const SIGNS = { failed: '✗', passed: '✓', 'not-applicable': '–' } as const;

function checkParts(all: readonly Check[], places: Places): string[] {
  const of = (state: Check['state']): readonly Check[] => all.filter((check) => check.state === state);
  const [failed, passed, rest] = [of('failed'), of('passed'), of('not-applicable')];
  const lines = [...failed, ...passed, ...rest].map(({ title, state, findings }) =>
    [
      `- ${SIGNS[state]} ${escapeMarkdown(title)}${state === 'not-applicable' ? ` (${t('not applicable')})` : ''}`,
      ...findings.map(({ message, span }) => `  - ${escapeMarkdown(message)}${place(span, places)}`),
    ].join('\n'),
  );
  return [
    t('{0} failed, {1} passed, {2} not applicable.', failed.length, passed.length, rest.length),
    lines.join('\n'),
  ];
}

/** A list; empty if there are no items. */
export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

/** The number of tokens, or about how many if nobody has counted them exactly. */
function tokenNumber(tokens: number, isEstimated: boolean): string {
  return isEstimated ? t('about {0}', wholeNumber(tokens)) : wholeNumber(tokens);
}
