import { t } from '@vscode/l10n';
import type { RewardGrounding } from '../../core/grounding/rewardGrounding.ts';
import type { RecordedResponse } from '../../core/records/model.ts';
import { joinList } from '../../core/joinList.ts';
import type { AnswerMark, Entry, RewardForm, RewardProfile, Score } from '../../core/rewards/model.ts';
import { applies, profilesFor } from '../../core/rewards/ownProfile.ts';
import { profiles } from '../../core/rewards/registry.ts';
import type { Span } from '../../core/span.ts';
import { inlineCode } from '../../core/inlineCode.ts';
import { escapeMarkdown, sentenceMarkdown, tableRow } from '../markdown.ts';
import { analyze, type Analysis } from './analysis.ts';
import { describeNeeds } from '../../core/rewards/explanation/needs.ts';
import { formatReward, formatDecimal, describeReward } from './reward.ts';

/** The most deductions that a row lists. */
const WORST = 3;

/** A deduction of a compared reward; the span is in the document. */
export interface WorstDeduction {
  readonly title: string;
  readonly entry: Entry;
  readonly span: Span | null;
}

/** What names a reward to a person. */
type NamedReward = Pick<RewardProfile, 'name' | 'title'>;

/** The score of one reward for a trajectory. */
export interface PaidReward {
  readonly profile: NamedReward;
  readonly score: Score;
  /** Whether it is the reward by which the file is scored. */
  readonly isOwn: boolean;
  /** The largest deductions, largest first. */
  readonly worst: readonly WorstDeduction[];
}

/** The scores of every applicable reward, side by side. Plain data. */
export interface AllRewards {
  readonly rewards: readonly PaidReward[];
  /** Rewards of other dialects, with the tags that they require and the mark of the answer, as in a response. */
  readonly others: readonly { readonly profile: NamedReward; readonly reads: readonly string[] }[];
}

/** Scores a trajectory with every profile that applies to it, those of its dialect first. */
export function scoreWithAllRewards(analysis: Analysis): AllRewards {
  const { dialectName, file } = analysis;
  const rewards: PaidReward[] = [];
  const others: AllRewards['others'][number][] = [];
  const named = analysis.composite?.profile;
  for (const profile of [...(named ? [named] : []), ...profilesFor(profiles, dialectName)]) {
    const isOwn = profile.name === analysis.profile?.name;
    if (!isOwn && !applies(profile, dialectName, file.response)) {
      others.push({ profile: namedReward(profile), reads: marksOf(profile.form) });
      continue;
    }
    const score =
      isOwn && analysis.score !== null ? analysis.score : profile.score(file.response, analysis.scoreContext);
    rewards.push({ profile: namedReward(profile), score, isOwn, worst: worstOf(analysis, score) });
  }
  return { rewards: rewards.sort((a, b) => Number(b.isOwn) - Number(a.isOwn)), others };
}

const namedReward = ({ name, title }: RewardProfile): NamedReward => ({ name, title });

/** The text of the mark that a reward reads the answer from. */
const ANSWER_MARKS: Readonly<Record<AnswerMark, string>> = { box: String.raw`\boxed{...}`, hashes: '####' };

function marksOf({ tags, answerMark }: RewardForm): readonly string[] {
  const required = tags.filter((tag) => tag.required).map(({ name }) => `<${name}>`);
  return answerMark === undefined ? required : [...required, ANSWER_MARKS[answerMark]];
}

/**
 * Scores a response that is in no file; spans are in the response.
 * @param composite the reward that its info names
 * @param grounding what the pages say of it; null if that is not known
 */
export function scoreSampleWithAllRewards(
  { info, response }: RecordedResponse,
  composite: RewardProfile | null,
  grounding: RewardGrounding | null,
): AllRewards {
  const file = { info, response, bodyStart: 0, expected: null, problems: [] };
  const named = composite && { profile: composite, fault: null };
  const region = { text: response, start: 0 };
  return scoreWithAllRewards(
    analyze(region, file, { prompt: null, tools: [] }, { composite: named, grounding }),
  );
}

function worstOf(analysis: Analysis, { components }: Score): readonly WorstDeduction[] {
  return components
    .flatMap(({ title, entries }) =>
      entries.map((entry) => ({
        title,
        entry,
        span: entry.span === null ? null : analysis.place(entry.span),
      })),
    )
    .filter(({ entry }) => entry.paid.startsWith('-'))
    .sort((a, b) => Number(a.entry.paid) - Number(b.entry.paid))
    .slice(0, WORST);
}

/**
 * A comparison as a Markdown document.
 * @param name the name of the trajectory
 * @param whereOf the line of the trajectory that contains an offset, as Markdown
 */
export function allRewardsMarkdown(
  { rewards, others }: AllRewards,
  name: string,
  whereOf: (offset: number) => string,
): string {
  const parts = [`# ${t('Rewards of {0}', escapeMarkdown(name))}`];
  if (rewards.length > 0) {
    parts.push(
      [
        tableRow([t('Reward'), t('Pays'), t('Raw output of the original code'), t('Missing or assumed')]),
        '| --- | --- | --- | --- |',
        ...rewards.map(row),
      ].join('\n'),
    );
  }
  for (const { profile, worst } of rewards) {
    if (worst.length === 0) continue;
    parts.push(
      `## ${t('Largest deductions of {0}', escapeMarkdown(profile.name))}`,
      worst.map((each) => deductionLine(each, whereOf)).join('\n'),
    );
  }
  if (others.length > 0) {
    const lines = others.map(
      ({ profile, reads }) =>
        `- ${t('{0} reads {1}', inlineCode(profile.name), joinList(reads.map(inlineCode)))}`,
    );
    parts.push(`## ${t('Rewards of other dialects')}`, lines.join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

function row({ profile, score, isOwn }: PaidReward): string {
  const reported = Object.entries(score.reported).map(
    ([key, value]) => `${inlineCode(key)} ${value === null ? '?' : formatReward(value)}`,
  );
  const needs = describeNeeds(score.needs);
  const missing = [
    ...(needs === '' ? [] : [t('needs {0}', needs)]),
    ...(score.raises === null ? [] : [sentenceMarkdown(score.raises.reason)]),
    ...score.defaults.map(({ key, value }) => t('{0} assumed to be {1}', inlineCode(key), inlineCode(value))),
  ];
  const cells = [
    `${isOwn ? '**' : ''}${escapeMarkdown(profile.title)}${isOwn ? '**' : ''} ${inlineCode(profile.name)}`,
    escapeMarkdown(describeReward(score)),
    reported.join(', '),
    missing.join('; '),
  ];
  return tableRow(cells);
}

function deductionLine({ title, entry, span }: WorstDeduction, whereOf: (offset: number) => string): string {
  const where = span === null ? '' : ` (${whereOf(span.start)})`;
  return `- **${formatDecimal(entry.paid)}** ${escapeMarkdown(title)}: ${sentenceMarkdown(entry.reason)}${where}`;
}
