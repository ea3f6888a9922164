const WORDS: Readonly<Record<string, string>> = {
  Array: 'a list',
  Object: 'keys with values',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'nothing',
  undefined: 'nothing',
};

/** What a schema says of a value that it refuses, in plain words: `it must be a list, not 1`. Own words stay. */
export function plainIssue(message: string): string {
  const said = /^Invalid (\w+): (?:Expected (.+) but r|R)eceived (.+)$/s.exec(message);
  const [, kind, expected, received = ''] = said ?? [];
  if (said === null) return message;
  const wanted =
    expected === undefined ? `${kind === 'integer' ? 'a whole' : 'another'} number` : plainly(expected);
  return `${kind === 'length' ? 'its length' : 'it'} must be ${wanted}, not ${WORDS[received] ?? received}`;
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
