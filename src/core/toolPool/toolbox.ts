import type { Tool } from '../prompts/model.ts';
import { toolboxes } from '../prompts/toolboxes.ts';
import { mergeDefinitions, namesImages, type CountedToolFacts } from './definitions.ts';
import { templateText } from './templateText.ts';
import { wordsOf, type Spelling } from './toolNames.ts';

/** Where the args and the description of a tool come from: the run's own definitions, a toolbox of PageTrace, or its name. */
export type ToolSource = 'defined' | 'known' | 'name';

/** A tool as it is written into a prompt. */
export interface ToolboxTool extends Tool {
  readonly source: ToolSource;
}

/** The args of a tool that looks at a page, and of one that does not, where no definition says it. */
const IMAGE_ARGS = 'Image k: <where on the page>';
const OTHER_ARGS = 'the values';

/**
 * What a prompt says of a tool of the pool: what most of its definitions say; where there are none, what the toolboxes of
 * PageTrace say; otherwise what its name and its calls tell.
 */
export function toolboxTool(
  tool: { readonly name: string; readonly spellings: readonly Pick<Spelling, 'name'>[] },
  facts: CountedToolFacts,
): ToolboxTool {
  const { name, spellings } = tool;
  const merged = mergeDefinitions(facts, spellings);
  const known = Object.values(toolboxes)
    .flat()
    .find((each) => each.name === name);
  const guessed = { args: argsOf(facts, spellings), description: phraseOf(name) };
  const [args] = merged?.args ?? [];
  const [description] = merged?.descriptions ?? [];
  return {
    name,
    args: plainLine(args?.text ?? '') || (known ?? guessed).args,
    description: plainLine(description?.text ?? '') || (known ?? guessed).description,
    source: description !== undefined ? 'defined' : known === undefined ? 'name' : 'known',
  };
}

function argsOf(facts: CountedToolFacts, spellings: readonly Pick<Spelling, 'name'>[]): string {
  return namesImages(facts, spellings) === false ? OTHER_ARGS : IMAGE_ARGS;
}

/** `subtract_values` as a sentence. */
function phraseOf(name: string): string {
  const words = wordsOf(name).join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** The most characters of a text that a model wrote for a prompt, and of what is read of it. */
const LONGEST = 300;
const LONGEST_READ = 3000;

const TAG =
  /<\/?(?:think|rethink|description|answer|tool|tool_call|image|observe|evidence|function|search|bbox)\b[^<>]*>/gi;

/**
 * A text of a model as a line of a prompt: no tag in it is one of the form that the prompt asks for, nothing places an
 * image, and Jinja reads nothing in it.
 */
function plainLine(text: string): string {
  const line = templateText(withoutTags(text.slice(0, LONGEST_READ))).trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).trimEnd()}…`;
}

/** A text without tags, also without those that appear when others are removed. */
function withoutTags(text: string): string {
  for (let before = text; ;) {
    const after = before.replace(TAG, '');
    if (after === before) return after;
    before = after;
  }
}
