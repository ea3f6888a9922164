import type { Tool } from '../core/prompts/model.ts';
import { readToolFacts } from '../core/toolPool/definitions.ts';
import { wordsOf } from '../core/toolPool/toolNames.ts';

/** The tools that earlier responses have defined, in the order in which they came. */
export class ToolPool {
  /** By the words of their names: `readText` and `read_text` are the same tool. */
  readonly #tools = new Map<string, Tool>();

  /** @param tools those that are there at the beginning */
  constructor(tools: readonly Tool[]) {
    for (const tool of tools) this.#add(tool);
  }

  get tools(): readonly Tool[] {
    return [...this.#tools.values()];
  }

  /** Adds the tools that a response defines whole: with a description, under a name that no tool has yet. */
  take(response: string): void {
    for (const tool of readToolFacts(response).definitions) if (tool.description !== '') this.#add(tool);
  }

  #add(tool: Tool): void {
    const key = wordsOf(tool.name).join(' ');
    if (!this.#tools.has(key)) this.#tools.set(key, tool);
  }
}
