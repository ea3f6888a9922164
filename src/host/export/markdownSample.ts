import { sum } from '../../core/decimal.ts';
import type { Component, Entry, Score } from '../../core/rewards/model.ts';
import { profileByName } from '../../core/rewards/profiles.ts';
import type { Span } from '../../core/span.ts';
import { checks, type Check } from '../../core/trajectory/checks.ts';
import type { Step, Trajectory } from '../../core/trajectory/model.ts';
import { parseTrajectory } from '../../core/trajectory/parser.ts';
import type { InspectorSample, InspectorState } from '../../protocol/inspector.ts';
import { code, fenced, inline } from './markdownText.ts';

/** What a sample is parsed and scored by. */
export type SampleContext = Pick<
  InspectorState,
  'dialect' | 'numImages' | 'toolNames' | 'profile' | 'reference'
>;

/**
 * One sample as the parts of a Markdown document: what became of it, its reward, checks, steps and text.
 * @param heading the marks of its headings, e.g. `##`.
 */
export function sampleParts(sample: InspectorSample, context: SampleContext, heading: string): string[] {
  const { dialect, numImages, toolNames: tools, profile, reference } = context;
  const { text, verdict } = sample;
  const trajectory = parseTrajectory(text, { dialect, numImages, tools });
  const facts = factsOf(sample, trajectory);
  if (text === '') return [bullets([...facts, 'Nothing had arrived.'])];
  const score = profileByName(profile).score(text, {
    numImages,
    verdict,
    reference: reference === '' ? null : reference,
  });
  const places = placesOf(trajectory);
  return [
    bullets(facts),
    `${heading} Reward`,
    ...rewardParts(score, places),
    `${heading} Checks`,
    ...checkParts(checks(trajectory), places),
    `${heading} Steps`,
    trajectory.steps.map((step, index) => stepLine(step, trajectory, places, index)).join('\n') || 'None.',
    `${heading} Response`,
    fenced(text),
  ];
}

const STATES = {
  waiting: 'still waiting for the first token',
  streaming: 'still arriving when this was written',
  cancelled: 'cancelled',
  failed: 'failed',
} as const;
const BY = { person: ', set by a person', judge: ', set by the judge model' } as const;

function factsOf(sample: InspectorSample, { blocks, text }: Trajectory): string[] {
  const answer = blocks.findLast(({ name }) => name === 'answer');
  const said = answer ? text.slice(answer.content.start, answer.content.end) : '';
  const about = sample.tokensEstimated ? '~' : '';
  const speed =
    sample.tokensPerSecond === null ? '' : ` at ${about}${sample.tokensPerSecond.toFixed(1)} a second`;
  return [
    `**Answer:** ${inline(said) || 'none'}`,
    `**Verdict:** ${sample.verdict}${sample.verdictBy === null ? '' : BY[sample.verdictBy]}`,
    ...(sample.tokens === null ? [] : [`**Tokens:** ${about}${grouped(sample.tokens)}${speed}`]),
    ...(sample.firstTokenAfter === null
      ? []
      : [`**First token:** after ${(sample.firstTokenAfter / 1000).toFixed(2)} s`]),
    ...(sample.state === 'done'
      ? sample.finishReason === null
        ? []
        : [`**Ended:** ${inline(sample.finishReason)}`]
      : [`**Ended:** ${STATES[sample.state]}`]),
  ];
}

function rewardParts(score: Score, places: Places): string[] {
  const { overall, ifWrong, ifRight, components, adjustments, notes, profile } = score;
  const open = ifWrong === ifRight ? '' : `: ${ifWrong} if the answer is wrong, ${ifRight} if it is right`;
  const total = overall === null ? `not known yet${open}` : String(overall);
  const lines = [...components.flatMap(({ entries }) => entries), ...adjustments].filter(
    ({ paid }) => sum([paid]) !== '0',
  );
  return [
    `**${total}** (${profile})`,
    [
      '| Component | Weight | Paid | At most |',
      '| --- | ---: | ---: | ---: |',
      ...components.map(componentRow),
    ].join('\n'),
    bullets([
      ...lines.map((entry) => entryLine(entry, places)),
      ...notes.map(({ message, span }) => `Note: ${inline(message)}${place(span, places)}`),
    ]),
  ];
}

function componentRow({ title, weight, paid, most }: Component): string {
  return `| ${inline(title)} | ${weight} | ${paid ?? `0 or ${most}`} | ${most} |`;
}

function entryLine({ paid, reason, span }: Entry, places: Places): string {
  return `**${paid.startsWith('-') ? paid : `+${paid}`}** ${inline(reason)}${place(span, places)}`;
}

const SIGNS = { failed: '✗', passed: '✓', 'not-applicable': '–' } as const;

function checkParts(all: readonly Check[], places: Places): string[] {
  const of = (state: Check['state']): readonly Check[] => all.filter((check) => check.state === state);
  const [failed, passed, rest] = [of('failed'), of('passed'), of('not-applicable')];
  const lines = [...failed, ...passed, ...rest].map(({ title, state, findings }) =>
    [
      `- ${SIGNS[state]} ${inline(title)}${state === 'not-applicable' ? ' (not applicable)' : ''}`,
      ...findings.map(({ message, span }) => `  - ${inline(message)}${place(span, places)}`),
    ].join('\n'),
  );
  return [
    `${failed.length} failed, ${passed.length} passed, ${rest.length} not applicable.`,
    lines.join('\n'),
  ];
}

function stepLine(step: Step, { text, steps }: Trajectory, { numbers }: Places, index: number): string {
  const indent = '  '.repeat(step.depth);
  if (step.tool) {
    const said = inline(text.slice(step.body.start, step.body.end)) || '(empty)';
    const args = step.tool.args === null ? '' : ` (${inline(step.tool.args)})`;
    const number = numbers.get(step.index) ?? 0;
    return `${indent}- **Step ${number}:** ${code(step.tool.name) || '(no name)'}${args}: ${said}`;
  }
  const name = `**${inline(step.name) || 'text outside the tags'}:**`;
  // What a block holds is its steps: it is not said twice.
  if ((steps[index + 1]?.depth ?? 0) > step.depth) return `${indent}- ${name}`;
  return `${indent}- ${name} ${inline(text.slice(step.body.start, step.body.end)) || '(empty)'}`;
}

/** The steps, and the number of each tool call among them, from 1, by the step's index. */
interface Places {
  readonly steps: readonly Step[];
  readonly numbers: ReadonlyMap<number, number>;
}

function placesOf({ steps }: Trajectory): Places {
  const tools = steps.filter(({ kind }) => kind === 'tool');
  return { steps, numbers: new Map(tools.map(({ index }, number) => [index, number + 1])) };
}

/** ` (step 4)` for a place in a tool call, the block's name for others; nothing where it is in none. */
function place(span: Span | null, { steps, numbers }: Places): string {
  if (span === null) return '';
  const step = steps.findLast(({ span: held }) => held.start <= span.start && span.start < held.end);
  if (step === undefined) return '';
  const number = numbers.get(step.index);
  const name = number === undefined ? inline(step.name) : `step ${number}`;
  return name === '' ? '' : ` (${name})`;
}

/** A list; empty of none. */
export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

/** A whole number with thousands marked: 1,020. */
export function grouped(value: number): string {
  return value.toLocaleString('en');
}
