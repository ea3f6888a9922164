import { t } from '@vscode/l10n';
import type { Dialect, Occurrence } from '../../core/trajectory/dialects/dialect.ts';
import type { FormTag } from '../../core/rewards/model.ts';
import { TOOL_TAG } from '../../core/trajectory/dialects/tags.ts';
import { DIALECT_NAMES } from '../../core/trajectory/dialects/names.ts';
import { dialectOf } from '../../core/trajectory/dialects/registry.ts';
import { inlineCode } from '../../core/inlineCode.ts';
import { escapeMarkdown } from '../markdown.ts';
import type { Analysis } from './analysis.ts';

const OCCURS: Readonly<Record<Occurrence, string>> = {
  get once() {
    return t('It appears once.');
  },
  get optional() {
    return t('It may be left out.');
  },
  get some() {
    return t('It appears once or more.');
  },
  get any() {
    return t('It may appear any number of times, or be left out.');
  },
};

/** What a block must contain in the dialect, and what the reward reads from it. */
export function tagMarkdown(analysis: Analysis, name: string): string {
  const { dialect, profile } = analysis;
  const index = dialect.blocks.findIndex((block) => block.name === name);
  const rule = dialect.blocks[index];
  const lines = [`**${escapeMarkdown(`<${name}>`)}**`];
  if (rule === undefined) {
    const others = DIALECT_NAMES.filter((other) =>
      dialectOf(other).blocks.some((block) => block.name === name),
    );
    const elsewhere = others.length === 0 ? [] : [t('It is a tag of {0}.', others.join(', '))];
    lines.push([t('{0} has no tag of this name.', dialect.name), ...elsewhere].join(' '));
  } else {
    lines.push(rule.holds);
    lines.push(
      [
        placeText(dialect, index),
        OCCURS[rule.occurs],
        ...(rule.speaker === 'environment' ? [t('The environment writes it, not the model.')] : []),
      ].join(' '),
    );
    if (dialect.tools?.container === name) lines.push(containerText(analysis));
  }
  const read = profile?.form.tags.find((tag) => tag.name === name);
  if (profile !== null) lines.push(readingText(inlineCode(profile.name), read));
  return lines.join('\n\n');
}

/** Whether a reward reads a tag, and how. */
function readingText(reward: string, tag: FormTag | undefined): string {
  if (tag === undefined) return t('The reward {0} does not read it.', reward);
  return [
    tag.required
      ? t('The reward {0} reads it, and pays less without it.', reward)
      : t('The reward {0} reads it.', reward),
    ...(tag.caseSensitive ? [t('Uppercase and lowercase letters are different there.')] : []),
  ].join(' ');
}

/** The position of a block among those of its dialect, in words. */
function placeText({ name, blocks, flow }: Dialect, index: number): string {
  const names = (each: readonly string[]): string => each.map((tag) => inlineCode(`<${tag}>`)).join(', ');
  const all = blocks.map((block) => block.name);
  if (flow.kind === 'sequence')
    return t('Block {0} of {1} in {2}: {3}.', index + 1, all.length, name, names(all));
  if (flow.kind === 'free') return t('{0} has {1}.', name, names(all));
  return t(
    'In {0} each turn begins with {1} and ends with one of {2}.',
    name,
    names([flow.begins]),
    names(flow.actions),
  );
}

/** What the block for tool calls contains, in words. */
function containerText({ dialect, profile, toolbox }: Analysis): string {
  const most = profile?.form.tools?.most ?? dialect.tools?.most;
  const names = toolbox.map((tool) => inlineCode(tool.name)).join(', ');
  const form = `\`<${TOOL_TAG} name="..." args="...">observation</${TOOL_TAG}>\``;
  return [
    t('It contains tool calls, {0}.', form),
    ...(most === undefined || most === null
      ? []
      : [t('The reward accepts up to {0} without a deduction.', most)]),
    ...(names === '' ? [] : [t('Tools of the prompt: {0}.', names)]),
  ].join(' ');
}
