import type { Tool } from '../prompts/model.ts';

/** A tool as a line of a prompt. */
export const toolLine = (prefix: string, { name, args, description }: Tool): string =>
  `${prefix}${name} (args: ${args}): ${description}`;

/** Tools as the lines of a list. */
export function toolLines(tools: readonly Tool[]): readonly string[] {
  return tools.map((tool) => toolLine('- ', tool));
}
