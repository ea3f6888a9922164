import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { valueOf } from '../../../src/core/prompts/pythonSource/placedText.ts';
import { readTokens, type StringToken } from '../../../src/core/prompts/pythonSource/tokens.ts';

const PYTHON = process.env['PYTHON'] ?? 'python3';
const askPython = (script: string, input: unknown): unknown =>
  JSON.parse(
    execFileSync(PYTHON, ['-W', 'ignore', '-c', script], {
      input: JSON.stringify(input),
      maxBuffer: 1 << 28,
      encoding: 'utf8',
    }),
  );

/** A path, its text, and the place of each string: line and column of both ends. */
type TokenizedFile = readonly [string, string, readonly (readonly number[])[]];

const stringsOf = (source: string): readonly StringToken[] =>
  readTokens(source).filter((token) => token.kind === 'string');

/** The places of string literals in files of the standard library, as `tokenize` gives them, with the files' texts. */
const TOKENIZE = `
import glob, io, json, os, sys, tokenize
made = []
folder = os.path.dirname(os.__file__)
start = getattr(tokenize, 'FSTRING_START', None)
for path in sorted(glob.glob(folder + '/*.py'))[::json.load(sys.stdin)]:
    with open(path, newline='', encoding='utf-8', errors='replace') as file:
        text = file.read()
    if len(text) > 60000: continue
    found, open_at = [], []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if start is not None and token.type == start: open_at.append(token.start)
            elif start is not None and token.type == tokenize.FSTRING_END:
                first = open_at.pop()
                if not open_at: found.append([*first, *token.end])
            elif token.type == tokenize.STRING and not open_at: found.append([*token.start, *token.end])
    except (tokenize.TokenError, SyntaxError):
        continue
    made.append([path, text, found])
json.dump(made, sys.stdout)
`;

/** The value of each source as a string: its constant parts, with a mark for each field; null if it is not valid. */
const EVALUATE = `
import ast, json, sys
made = []
for source in json.load(sys.stdin):
    try:
        value = ast.parse('x = (' + source + ')').body[0].value
    except (SyntaxError, ValueError):
        made.append(None)
        continue
    if isinstance(value, ast.Constant): made.append(value.value if isinstance(value.value, str) else None)
    elif isinstance(value, ast.JoinedStr):
        made.append(''.join(part.value if isinstance(part, ast.Constant) else chr(0xE000) for part in value.values))
    else: made.append(None)
json.dump(made, sys.stdout)
`;

describe('string literals of Python', () => {
  it('finds the string literals of the standard library where tokenize finds them', () => {
    const files = askPython(TOKENIZE, 3) as readonly TokenizedFile[];
    expect(files.length).toBeGreaterThan(20);
    for (const [path, text, places] of files) {
      const lines = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: end, index }) => index + end.length)];
      // Columns of tokenize count code points.
      const offset = (line: number, column: number): number => {
        const start = lines[line - 1] ?? 0;
        return (
          start +
          Array.from(text.slice(start, start + 2 * column))
            .slice(0, column)
            .join('').length
        );
      };
      const expected = places.map(([a = 0, b = 0, c = 0, d = 0]) => [offset(a, b), offset(c, d)]);
      expect([path, stringsOf(text).map(({ span }) => [span.start, span.end])]).toEqual([path, expected]);
    }
  });

  it('reads the values that ast reads, and gives each character the place that it comes from', () => {
    const piece = fc.constantFrom(
      'a',
      'Z',
      ' ',
      '\\n',
      '\\\\',
      "\\'",
      '\\"',
      '\\x41',
      '\\u00e9',
      '\\U0001F600',
      '\\101',
      '\\0',
      '\\q',
      '\\\n',
      '\n',
      '{{',
      '}}',
      '{x}',
      '{x!r}',
      '{x:>{w}}',
      "{d['k']}",
      '{ {1: 2}[1] }',
      '{x + 1:.2f}',
      '"',
      "'",
      '#',
      'é',
      '\u{1F600}',
      '<think>',
      '\\{',
      '中',
      '{x=}',
      '{(lambda y: y)(1)}',
      '{x!r:>4}',
      '{x != 1}',
    );
    const literal = fc
      .record({
        prefix: fc.constantFrom('', 'r', 'f', 'F', 'rf', 'fR', 'u', 'R'),
        quotes: fc.constantFrom('"', "'", '"""', "'''"),
        body: fc.array(piece, { maxLength: 8 }),
      })
      .map(({ prefix, quotes, body }) => `${prefix}${quotes}${body.join('')}${quotes}`);
    const sources = fc.sample(
      fc.array(literal, { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')),
      propertyRuns(20_000),
    );
    const values = askPython(EVALUATE, sources) as readonly (string | null)[];
    const isOneValue = (value: string | null): value is string => value !== null;
    expect(values.filter(isOneValue).length).toBeGreaterThan(sources.length / 8);
    for (const [index, value] of values.entries()) {
      const source = sources[index] ?? '';
      // `{x=}` also writes the expression, which ast gives as text; and a field may swallow what follows it.
      if (value === null || source.includes('{x=}')) continue;
      const parts = stringsOf(source).flatMap((token) => valueOf(source, token));
      expect([source, parts.map((part) => (part.kind === 'text' ? part.text : '\uE000')).join('')]).toEqual([
        source,
        value,
      ]);
      for (const part of parts) {
        if (part.kind !== 'text') continue;
        for (const [unit, place] of part.places.entries()) {
          const written = source.slice(place.start, place.end);
          const char = part.text.charAt(unit);
          if (!written.startsWith('\\') && !/^(?:\{\{|\}\})$/.test(written)) expect(written).toBe(char);
        }
      }
    }
  });

  it.each([
    [`f"{'a' + f"{b}"}c"`, '\uE000c'],
    [`f'{x['k']}'`, '\uE000'],
    ['f"{\n  x # } "\n}d"', '\uE000d'],
    [`f"{f"{f"{1}"}"}"`, '\uE000'],
    ['t"hello {name}"', 'hello \uE000'],
    ['"a" # "b"\n', 'a'],
  ])('reads what only newer versions of Python read: %s', (source, value) => {
    const parts = stringsOf(source).flatMap((token) => valueOf(source, token));
    expect(parts.map((part) => (part.kind === 'text' ? part.text : '\uE000')).join('')).toBe(value);
  });

  it('reads any text without an error, with tokens in order', () => {
    const text = fc.array(
      fc.constantFrom('"', "'", '"""', 'f"', '{', '}', '\\', '\n', '#', '(', ')', 'x', ' = ', "rb'"),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(text, (pieces) => {
        const source = pieces.join('');
        let end = 0;
        for (const { span } of readTokens(source)) {
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(span.end).toBeLessThanOrEqual(source.length);
          ({ end } = span);
        }
      }),
      propertyRuns(2000),
    );
  });
});
