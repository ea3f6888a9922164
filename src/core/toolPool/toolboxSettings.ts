import type { Tool } from '../prompts/model.ts';

/** The key `toolbox` of the settings of a prompt file, as lines of YAML that are indented by `indent`. */
export function toolboxSettings(tools: readonly Tool[], indent = ''): string {
  if (tools.length === 0) return 'toolbox: []';
  const lines = tools.map((tool) => `${indent}  - ${flowTool(tool)}`);
  return ['toolbox:', ...lines].join('\n');
}

/** The same in one line, for settings that are themselves in one. */
export const toolboxInLine = (tools: readonly Tool[]): string =>
  `toolbox: [${tools.map(flowTool).join(', ')}]`;

function flowTool({ name, args, description }: Tool): string {
  return `{ name: ${quoted(name)}, args: ${quoted(args)}, description: ${quoted(description)} }`;
}

/** A text of YAML in quotes, which neither ends a comment of Jinja nor a line. */
function quoted(text: string): string {
  return JSON.stringify(text)
    .replaceAll('#}', '#\\u007d')
    .replace(
      /[\u2028\u2029\u0085]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
