import type { Component, Score } from '../../core/rewards/model.ts';
import { inlineCode, sentenceMarkdown } from '../markdown.ts';
import type { DialectStatus, RewardStatus } from '../model.ts';
import type { Analysis } from './analysis.ts';
import { formatReward, formatDecimal, describeNeeds, describeReward } from './reward.ts';

/** The most lines of explanation in a tooltip. */
const MOST_LINES = 8;

/** The reward as a status bar shows it. */
export function rewardStatus({ profile, score, dialect, composite }: Analysis): RewardStatus {
  if (profile === null || score === null) {
    return {
      profile: null,
      label: 'no reward',
      tooltip:
        composite?.fault ??
        `No reward is named in the front matter, and ${dialect.name} has none of its own.`,
    };
  }
  return { profile: profile.name, label: shortReward(score), tooltip: scoreMarkdown(score) };
}

/** The dialect as a status bar shows it. */
export function dialectStatus({ dialect, detected }: Analysis): DialectStatus {
  return { name: dialect.name, title: dialect.title, detected };
}

/** `0.9`, `0.1–0.9`, `raises IndexError`, `unknown`. */
function shortReward(score: Score): string {
  const { overall, ifWrong, ifRight, between } = score;
  if (between !== undefined) return `${formatReward(between[0])}–${formatReward(between[1])}`;
  if (overall !== null || ifWrong === null || ifRight === null || ifWrong === ifRight)
    return describeReward(score);
  return `${formatReward(ifWrong)}–${formatReward(ifRight)}`;
}

/** A score in Markdown: what it is, its components, and what was deducted and why. */
function scoreMarkdown(score: Score): string {
  const { profile, components, adjustments, raises, defaults } = score;
  const parts = [`**${describeReward(score)}** · reward ${inlineCode(profile)}`];
  if (raises !== null) parts.push(sentenceMarkdown(raises.reason));
  else if (score.needs.length > 0) parts.push(`It is known once there is ${describeNeeds(score)}.`);
  if (components.length > 0) parts.push(components.map(componentLine).join('\n'));
  const entries = [
    ...components.flatMap(({ title, entries: list }) => list.map((entry) => ({ title, entry }))),
    ...adjustments.map((entry) => ({ title: 'Sum', entry })),
  ].filter(({ entry }) => entry.paid !== '0');
  const lines = entries
    .slice(0, MOST_LINES)
    .map(
      ({ title, entry }) => `- **${formatDecimal(entry.paid)}** ${title}: ${sentenceMarkdown(entry.reason)}`,
    );
  if (entries.length > MOST_LINES) lines.push(`- and ${entries.length - MOST_LINES} more`);
  if (lines.length > 0) parts.push(lines.join('\n'));
  parts.push(...defaults.map(({ reason }) => sentenceMarkdown(reason)));
  return parts.join('\n\n');
}

function componentLine({ title, paid, most }: Component): string {
  const limit = most === '0' ? '' : ` of ${formatDecimal(most)}`;
  return `- ${title}: ${paid === null ? 'not known yet' : formatDecimal(paid)}${limit}`;
}
