import type { Check } from '../check.ts';

/** The most tags of a pattern that are tried out. */
const MOST_TAGS = 12;
/** Contents and separators of the responses that are tried: a pattern may take only some of them. */
const CONTENTS = ['42', 'It says so.', '\n42\n', ' 42 ', 'A', '', '{"a": 1}', '\\boxed{42}'];
const SEPARATORS = ['\n', '', ' ', '\n\n'];
const OTHER_NAME = 'zz';

type Part = Pick<Check, 'tags' | 'optionalTags' | 'order' | 'caseSensitive'>;

/**
 * The tags without which a pattern does not match a whole response, and their order if it matters. They are found by
 * trying the pattern on responses with the tags that it contains literally. Of other patterns only the names are known.
 */
export function tagsOfPattern(pattern: string, matches: (response: string) => boolean): Part {
  const literal = pattern.replaceAll(/\\([<>/-])/g, '$1');
  const opened = [...literal.matchAll(/<([A-Za-z][\w-]*)>/g)].map(([, name = '']) => name);
  const optionalTags = [...new Set(opened)];
  const names = optionalTags.filter((name) => literal.includes(`</${name}>`));
  if (names.length === 0 || names.length > MOST_TAGS) return { optionalTags };
  const write = (
    order: readonly string[],
    content: string,
    separator: string,
    renamed: ReadonlyMap<string, string>,
  ) =>
    order
      .map((name) => {
        const written = renamed.get(name) ?? name;
        return `<${written}>${content}</${written}>`;
      })
      .join(separator);
  for (const content of CONTENTS)
    for (const separator of SEPARATORS) {
      const isMatch = (order: readonly string[], renamed: ReadonlyMap<string, string> = new Map()): boolean =>
        matches(write(order, content, separator, renamed));
      if (!isMatch(names)) continue;
      const tags = names.filter((name) => !isMatch(names, new Map([[name, OTHER_NAME]])));
      if (tags.length === 0) return { optionalTags };
      const isOrdered = tags.every(
        (name, index) => index === 0 || !isMatch(exchange(names, tags[index - 1] ?? '', name)),
      );
      return {
        tags,
        optionalTags,
        ...(isOrdered && tags.length > 1 ? { order: tags } : {}),
        caseSensitive: tags.some((name) => !isMatch(names, new Map([[name, otherCase(name)]]))),
      };
    }
  return { optionalTags };
}

const otherCase = (name: string): string =>
  name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();

/** The names with two of them in each other's places. */
const exchange = (names: readonly string[], one: string, other: string): readonly string[] =>
  names.map((name) => (name === one ? other : name === other ? one : name));
