import type { Tool } from '../prompts/model.ts';
import { templateText } from './templateText.ts';

/** A tool as a line of a template. */
export const toolLine = (prefix: string, { name, args, description }: Tool): string =>
  `${prefix}${templateText(name)} (args: ${templateText(args)}): ${templateText(description)}`;

/** Tools as the lines of a list. */
export function toolLines(tools: readonly Tool[]): readonly string[] {
  return tools.map((tool) => toolLine('- ', tool));
}
