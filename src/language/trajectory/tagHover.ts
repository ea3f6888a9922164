import type { Dialect, Occurrence } from '../../core/trajectory/dialects/dialect.ts';
import { TOOL_TAG } from '../../core/trajectory/dialects/tags.ts';
import { DIALECT_NAMES } from '../../core/trajectory/dialects/names.ts';
import { dialectOf } from '../../core/trajectory/dialects/registry.ts';
import { inlineCode } from '../markdown.ts';
import type { Analysis } from './analysis.ts';

const OCCURS: Readonly<Record<Occurrence, string>> = {
  once: 'It stands once.',
  optional: 'It may be left out.',
  some: 'It stands once or more.',
  any: 'It may stand again and again, or be left out.',
};

/** What a block must contain in the dialect, and what the reward reads from it. */
export function tagMarkdown(analysis: Analysis, name: string): string {
  const { dialect, profile } = analysis;
  const index = dialect.blocks.findIndex((block) => block.name === name);
  const rule = dialect.blocks[index];
  const lines = [`**\\<${name}\\>**`];
  if (rule === undefined) {
    const others = DIALECT_NAMES.filter((other) =>
      dialectOf(other).blocks.some((block) => block.name === name),
    );
    const of = others.length === 0 ? '' : ` It is a tag of ${others.join(', ')}.`;
    lines.push(`${dialect.name} has no tag of this name.${of}`);
  } else {
    lines.push(rule.holds);
    lines.push(
      [
        placeText(dialect, index),
        OCCURS[rule.occurs],
        ...(rule.speaker === 'environment' ? ['The environment writes it, not the model.'] : []),
      ].join(' '),
    );
    if (dialect.tools?.container === name) lines.push(containerText(analysis));
  }
  const read = profile?.form.tags.find((tag) => tag.name === name);
  if (profile !== null) {
    lines.push(
      read === undefined
        ? `The reward ${inlineCode(profile.name)} does not read it.`
        : `The reward ${inlineCode(profile.name)} reads it${read.required ? ' and pays less without it' : ''}${read.caseSensitive ? '; upper and lower case count' : ''}.`,
    );
  }
  return lines.join('\n\n');
}

/** The position of a block among those of its dialect, in words. */
function placeText({ name, blocks, flow }: Dialect, index: number): string {
  const names = (each: readonly string[]): string => each.map((tag) => inlineCode(`<${tag}>`)).join(', ');
  const all = blocks.map((block) => block.name);
  if (flow.kind === 'sequence') return `Block ${index + 1} of ${all.length} in ${name}: ${names(all)}.`;
  if (flow.kind === 'free') return `${name} has ${names(all)}.`;
  return `In ${name} each turn begins with ${names([flow.begins])} and ends with one of ${names(flow.actions)}.`;
}

/** What the block for tool calls contains, in words. */
function containerText({ dialect, profile, toolbox }: Analysis): string {
  const most = profile?.form.tools?.most ?? dialect.tools?.most;
  const limit =
    most === undefined || most === null ? '' : ` The reward takes up to ${most} without a deduction.`;
  const names = toolbox.map((tool) => inlineCode(tool.name)).join(', ');
  return `It holds tool calls, \`<${TOOL_TAG} name="..." args="...">observation</${TOOL_TAG}>\`.${limit}${names === '' ? '' : ` On offer: ${names}.`}`;
}
