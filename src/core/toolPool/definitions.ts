import { parseTrajectory } from '../trajectory/parser.ts';
import { wordsOf } from './toolNames.ts';

/** What a response says of the tools that it defines and calls. */
export interface ToolFacts {
  readonly definitions: readonly WrittenDefinition[];
  readonly calls: readonly CalledArgs[];
}

/** A DEFINE_TOOL line; a part that it leaves out is empty. */
export interface WrittenDefinition {
  readonly name: string;
  readonly args: string;
  readonly description: string;
}

/** A call, and whether its args begin with an image. */
interface CalledArgs {
  readonly name: string;
  readonly namesImage: boolean;
}

const DEFINES = 'DEFINE_TOOL';

const CALL = /<tool\s+name\s*=\s*(["'])([^"'<>]+)\1\s+args\s*=\s*["']\s*(Image\s+\d+\s*:)?/gi;

/** The DEFINE_TOOL lines of a response that have a name, as the dialect of tool curation reads them, and its tool calls. */
export function readToolFacts(response: string): ToolFacts {
  return {
    definitions: response.includes(DEFINES) ? definitionsIn(response) : [],
    calls: [...response.matchAll(CALL)].map(([, , name = '', image]) => ({
      name: name.trim(),
      namesImage: image !== undefined,
    })),
  };
}

function definitionsIn(response: string): readonly WrittenDefinition[] {
  const { parts } = parseTrajectory(response, { dialect: 'tool-curation', numImages: null, tools: null });
  return parts.flatMap((part) =>
    part.kind === 'tool-definition' && part.name !== ''
      ? [{ name: part.name, args: part.args ?? '', description: part.description ?? '' }]
      : [],
  );
}

/** A text that definitions of a tool give, and how many do. */
export interface CountedText {
  readonly text: string;
  readonly count: number;
}

/** The definitions of a tool, merged. */
export interface MergedDefinition {
  /** The number of definitions. */
  readonly count: number;
  /** The most frequent args and description come first; of equally frequent ones, the first that was written. */
  readonly args: readonly CountedText[];
  readonly descriptions: readonly CountedText[];
}

/** A definition as it is written, with how often, and where first. */
interface CountedDefinition extends WrittenDefinition {
  readonly count: number;
  /** The first row with it, and its place among the definitions of that row. */
  readonly row: number;
  readonly at: number;
}

/** A tool of a pool with its definitions; null without any. */
export interface DefinedTool {
  readonly name: string;
  readonly definition: MergedDefinition | null;
}

/** How some rows define and call tools, by the name that they write. It can be sent between threads. */
export interface CountedToolFacts {
  readonly definitions: readonly CountedDefinition[];
  readonly calls: readonly { readonly name: string; readonly count: number; readonly withImage: number }[];
}

/** The most different definitions that are kept: a model that goes astray defines a tool in every response. */
const MOST_DEFINITIONS = 100_000;

/** Counts what responses say of tools, in whatever order they are read. */
export class ToolFactsCounter {
  readonly #definitions = new Map<string, CountedDefinition>();
  readonly #calls = new Map<string, { count: number; withImage: number }>();

  /** Adds what the response of a row says. */
  add(row: number, { definitions, calls }: ToolFacts): void {
    definitions.forEach((each, at) => {
      this.#addDefinition({ ...each, row, at, count: 1 });
    });
    for (const { name, namesImage } of calls) this.#addCalls(name, 1, Number(namesImage));
  }

  /** Adds what was counted elsewhere. */
  addCounted({ definitions, calls }: CountedToolFacts): void {
    for (const each of definitions) this.#addDefinition(each);
    for (const { name, count, withImage } of calls) this.#addCalls(name, count, withImage);
  }

  /** All that was counted, the definitions in the order of the rows. */
  counted(): CountedToolFacts {
    return {
      definitions: [...this.#definitions.values()].sort(
        (one, other) => one.row - other.row || one.at - other.at,
      ),
      calls: [...this.#calls].map(([name, counts]) => ({ name, ...counts })),
    };
  }

  #addDefinition(added: CountedDefinition): void {
    const { name, args, description, count } = added;
    const key = JSON.stringify([name, args, description]);
    const known = this.#definitions.get(key);
    if (known !== undefined) {
      const isEarlier = added.row < known.row || (added.row === known.row && added.at < known.at);
      const { row, at } = isEarlier ? added : known;
      this.#definitions.set(key, { ...known, row, at, count: known.count + count });
    } else if (this.#definitions.size < MOST_DEFINITIONS) this.#definitions.set(key, added);
  }

  #addCalls(name: string, count: number, withImage: number): void {
    const known = this.#calls.get(name);
    if (known === undefined) this.#calls.set(name, { count, withImage });
    else {
      known.count += count;
      known.withImage += withImage;
    }
  }
}

/**
 * The definitions of the tool that has some spellings, merged; null if no line defines it. A spelling that is never called
 * belongs to the tool too, if it has the same words.
 */
export function mergeDefinitions(
  { definitions }: Pick<CountedToolFacts, 'definitions'>,
  spellings: readonly { readonly name: string }[],
): MergedDefinition | null {
  const names = new Set(spellings.map(({ name }) => name));
  const words = new Set(spellings.map(({ name }) => wordsOf(name).join(' ')));
  const own = definitions.filter(({ name }) => names.has(name) || words.has(wordsOf(name).join(' ')));
  if (own.length === 0) return null;
  return {
    count: own.reduce((sum, { count }) => sum + count, 0),
    args: countTexts(own.map(({ args, count }) => ({ text: args, count }))),
    descriptions: countTexts(own.map(({ description, count }) => ({ text: description, count }))),
  };
}

/** Different texts with their counts, the most frequent first; those that are empty are left out. */
function countTexts(texts: readonly CountedText[]): readonly CountedText[] {
  const counts = new Map<string, number>();
  for (const { text, count } of texts) if (text !== '') counts.set(text, (counts.get(text) ?? 0) + count);
  // The sort is stable, and a Map has its keys in the order in which they were set.
  return [...counts].map(([text, count]) => ({ text, count })).sort((one, other) => other.count - one.count);
}

/** Whether most calls of a tool name an image first; null if it is never called in that form. */
export function namesImages(
  { calls }: Pick<CountedToolFacts, 'calls'>,
  spellings: readonly { readonly name: string }[],
): boolean | null {
  const names = new Set(spellings.map(({ name }) => name));
  const own = calls.filter(({ name }) => names.has(name));
  const count = own.reduce((sum, each) => sum + each.count, 0);
  return count === 0 ? null : own.reduce((sum, each) => sum + each.withImage, 0) * 2 > count;
}
