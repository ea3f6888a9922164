import { t } from '@vscode/l10n';
import type { Component, Score } from '../../core/rewards/model.ts';
import { inlineCode } from '../../core/inlineCode.ts';
import { escapeMarkdown, sentenceMarkdown } from '../markdown.ts';
import type { DialectStatus, RewardStatus } from '../model.ts';
import type { Analysis } from './analysis.ts';
import { describeNeeds } from '../../core/rewards/explanation/needs.ts';
import { formatReward, formatDecimal, describeReward } from './reward.ts';

/** The most lines of explanation in a tooltip. */
const MOST_LINES = 8;

/** The reward as a status bar shows it. */
export function rewardStatus({ profile, score, dialect, composite }: Analysis): RewardStatus {
  if (profile === null || score === null) {
    return {
      profile: null,
      label: t('no reward'),
      tooltip:
        (composite?.fault == null ? null : sentenceMarkdown(composite.fault)) ??
        t('No reward is named in the front matter, and {0} has none of its own.', dialect.name),
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
  const parts = [`**${escapeMarkdown(describeReward(score))}** · ${t('reward {0}', inlineCode(profile))}`];
  if (raises !== null) parts.push(sentenceMarkdown(raises.reason));
  else if (score.needs.length > 0) parts.push(t('It is not known without {0}.', describeNeeds(score.needs)));
  if (components.length > 0) parts.push(components.map(componentLine).join('\n'));
  const entries = [
    ...components.flatMap(({ title, entries: list }) => list.map((entry) => ({ title, entry }))),
    ...adjustments.map((entry) => ({ title: t('Sum'), entry })),
  ].filter(({ entry }) => entry.paid !== '0');
  const lines = entries
    .slice(0, MOST_LINES)
    .map(
      ({ title, entry }) =>
        `- **${formatDecimal(entry.paid)}** ${escapeMarkdown(title)}: ${sentenceMarkdown(entry.reason)}`,
    );
  if (entries.length > MOST_LINES) lines.push(`- ${t('and {0} more', entries.length - MOST_LINES)}`);
  if (lines.length > 0) parts.push(lines.join('\n'));
  parts.push(...defaults.map(({ reason }) => sentenceMarkdown(reason)));
  return parts.join('\n\n');
}

function componentLine({ title: text, paid, most }: Component): string {
  const title = escapeMarkdown(text);
  if (paid === null) return `- ${title}: ${t('not known yet')}`;
  const amount = formatDecimal(paid);
  return `- ${title}: ${most === '0' ? amount : t('{0} of {1}', amount, formatDecimal(most))}`;
}
