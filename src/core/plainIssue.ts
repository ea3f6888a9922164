import type { BaseIssue } from 'valibot';

const WORDS: Readonly<Record<string, string>> = {
  Array: 'a list',
  Object: 'keys with values',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'nothing',
  undefined: 'nothing',
};

const LENGTHS: ReadonlySet<string> = new Set(['length', 'min_length', 'max_length', 'non_empty']);

/**
 * Why a schema rejects a value, in plain words: `it must be a list, not 1`. The `message` of valibot's configuration;
 * schemas with a message of their own use that.
 */
export function plainIssue({ type, expected, received }: BaseIssue<unknown>): string {
  const wanted =
    expected === null ? `${type === 'integer' ? 'a whole' : 'another'} number` : plainly(expected);
  return `${LENGTHS.has(type) ? 'its length' : 'it'} must be ${wanted}, not ${WORDS[received] ?? received}`;
}

function plainly(expected: string): string {
  const choices = expected.replaceAll(/[()]/g, '').split(' | ').map(inWords);
  return [choices.slice(0, -1).join(', '), ...choices.slice(-1)].filter((each) => each !== '').join(' or ');
}

function inWords(expected: string): string {
  const bound = /^([<>]=)(.+)$/.exec(expected);
  return bound === null
    ? (WORDS[expected] ?? expected)
    : `at ${bound[1] === '<=' ? 'most' : 'least'} ${bound[2] ?? ''}`;
}
