import type { Tool } from '../../core/prompts/model.ts';
import type { PromptSource } from '../model.ts';

const read = new WeakMap<PromptSource, Promise<readonly Tool[]>>();

/**
 * The toolbox of a prompt, read once. Mistakes in the prompt are reported in the prompt itself. The template reader is
 * loaded only here, because most trajectories name no prompt and need not wait for it.
 */
export function readTools(prompt: PromptSource): Promise<readonly Tool[]> {
  let tools = read.get(prompt);
  if (tools === undefined) {
    tools = import('../../core/prompts/promptFile.ts').then(
      ({ readPromptFile }) => readPromptFile(prompt.name, prompt.text).prompt.toolbox,
    );
    read.set(prompt, tools);
  }
  return tools;
}
