import { formatWord } from '../filter/quoteText.ts';

/** The filter of the samples that call a tool, in whatever spelling. Filters compare names in any case. */
export function toolFilter(spellings: readonly { readonly name: string }[]): string {
  const names = new Map(spellings.map(({ name }) => [name.toLowerCase(), name]));
  const conditions = [...names.values()].map((name) => `tool:${formatWord(name)}`);
  return conditions.length === 1 ? conditions.join('') : `(${conditions.join(' or ')})`;
}
