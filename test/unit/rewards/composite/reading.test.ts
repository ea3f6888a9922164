import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { CHECKS } from '../../../../src/core/rewards/composite/checks/registry.ts';
import { readComposite, SAID_BY_SCHEMA } from '../../../../src/core/rewards/composite/readComposite.ts';
import { PROFILE_NAMES } from '../../../../src/core/rewards/names.ts';
import { profileByName } from '../../../../src/core/rewards/registry.ts';
import { growth, LIMIT } from '../../../support/growth.ts';

const SCHEMA = fileURLToPath(new URL('../../../../media/schemas/reward.schema.json', import.meta.url));
const schema = JSON.parse(fs.readFileSync(SCHEMA, 'utf8')) as {
  readonly definitions: {
    readonly component: { readonly properties: Record<string, { readonly enum: string[] }> };
  };
};
const allows = new Ajv({ strict: false }).compile(schema);

/** The code, the marked text and the message of each problem of a file. */
function problems(text: string): readonly (readonly [string, string, string])[] {
  const read = readComposite(text, 'mine.reward.json');
  expect(read.profile === null).toBe(read.problems.length > 0);
  return read.problems.map(({ code, span, message }) => [code, text.slice(span.start, span.end), message]);
}

const component = (text: string): string => `{"components": [${text}]}`;

describe('mistakes in a composite reward', () => {
  it('counts components from 1 when it names the one whose fields contradict each other', () => {
    const said = problems(component('{"check": "tool-count", "weight": 1, "least": 3, "most": 2}'));
    expect(said[0]?.[2]).toBe('Number 1 of this list cannot be used: least must not be greater than most.');
  });

  it.each(['[', '{"components": ', '{"components": [', '["]", '])(
    'marks the bracket that is nested too deeply in a text of %s',
    (piece) => {
      const text = piece.repeat(20_000);
      expect(problems(text)).toEqual([
        [
          'reward-json',
          piece === '{"components": [' ? '{' : piece.charAt(0),
          'This is nested more than 500 levels deep.',
        ],
      ]);
    },
  );

  it.each([
    ['checks of one kind', '{"check": "tag-present", "weight": 1, "tag": "a"}'],
    ['components of one profile', '{"profile": "lang2act", "component": "format", "weight": 1}'],
    ['checks with one key', '{"check": "tag-present", "weight": 1, "tag": "a", "key": "b"}'],
    ['checks with mistakes', '{"check": "tag-present", "weight": "x", "tag": 1}'],
    ['unknown checks', '{"check": "a"}'],
    ['numbers', '1'],
  ])('reads thousands of %s in time that grows with their number', async (_, part) => {
    const read = (length: number): unknown =>
      readComposite(component(Array(length).fill(part).join(',')), 'mine.reward.json');
    expect(await growth(read, { small: 500, large: 2000 })).toBeLessThan(LIMIT);
  });

  it('numbers the keys of components of one kind, without those that are taken', () => {
    const own = '{"check": "word-f1", "weight": 1, "key": "word-f1-3"}';
    const { profile } = readComposite(
      component([own, ...Array<string>(4).fill('{"check": "word-f1", "weight": 1}')].join(',')),
      'mine.reward.json',
    );
    expect(profile?.pays.map(({ key }) => key)).toEqual([
      'word-f1-3',
      'word-f1',
      'word-f1-2',
      'word-f1-4',
      'word-f1-5',
    ]);
  });

  it('refuses a pattern that is too long', () => {
    const pattern = (length: number) =>
      problems(component(`{"check": "pattern", "weight": 1, "pattern": "${'a'.repeat(length)}"}`));
    expect(pattern(10_000)).toEqual([]);
    expect(pattern(10_003)).toEqual([
      [
        'reward-pattern',
        'aaa',
        'A pattern can have at most 10000 characters. Divide it into several checks.',
      ],
    ]);
  });

  it.each([
    ['long patterns', 'a'.repeat(9000), 2],
    ['nested repetitions', '(?:a{1,9}){1,9}'.repeat(100), 2],
    ['classes of Unicode', '\\\\p{L}'.repeat(400), 2],
    ['many patterns', 'ab', 10_000],
  ])(
    'refuses patterns that are too long together, once, before they are compiled: %s',
    (_, pattern, most) => {
      const patterns = (count: number) =>
        problems(
          component(
            Array(count).fill(`{"check": "pattern", "weight": 1, "pattern": "${pattern}"}`).join(','),
          ),
        ).map(([code, , message]) => [code, message]);
      const said =
        'The patterns of this reward are too long together: with their counted repetitions written out, they can have at most 20000 characters.';
      expect(patterns(most)).toEqual([]);
      expect(patterns(most + 2)).toEqual([['reward-pattern', said]]);
    },
  );

  it.each([
    ['', 'reward-json', ''],
    ['{"components": [}', 'reward-json', '}'],
    ['{"components": [{"check": "word-f1", "weight": 1,}]}', 'reward-json', '}'],
    ['{components: []}', 'reward-json', 'components'],
    ['{// so\n"components": []}', 'reward-json', '// so'],
    ['[]', 'reward-value', '[]'],
    ['{}', 'reward-key-missing', '{}'],
    ['{"components": []}', 'reward-value', '[]'],
    [
      component('{"check": "word-f1", "weight": 1}').replace('{', '{"wieght": 2, '),
      'reward-key-unknown',
      '"wieght"',
    ],
    [
      '{"name": "lang2act", "components": [{"check": "word-f1", "weight": 1}]}',
      'reward-contradiction',
      '"lang2act"',
    ],
    [
      '{"range": [1, 0], "components": [{"check": "word-f1", "weight": 1}]}',
      'reward-contradiction',
      '[1, 0]',
    ],
    [component('{"weight": 1}'), 'reward-component', '{"weight": 1}'],
    [component('7'), 'reward-component', '7'],
    [component('{"check": "word-f1"}'), 'reward-key-missing', '{"check": "word-f1"}'],
    [component('{"check": "word-f1", "weight": 0}'), 'reward-value', '0'],
    [component('{"check": "word-f2", "weight": 1}'), 'reward-check-unknown', '"word-f2"'],
    [component('{"check": "word-f1", "weight": 1, "least": 2}'), 'reward-key-unknown', '"least"'],
    [component('{"check": "tag-present", "weight": 1, "tag": "<a>"}'), 'reward-value', '"<a>"'],
    [component('{"check": "order", "weight": 1, "tags": ["a", 5]}'), 'reward-value', '5'],
    [
      component('{"check": "tool-count", "weight": 1, "least": 3, "most": 2}'),
      'reward-contradiction',
      '{"check": "tool-count", "weight": 1, "least": 3, "most": 2}',
    ],
    [
      component('{"profile": "lang3act", "component": "tool", "weight": 1}'),
      'reward-profile-unknown',
      '"lang3act"',
    ],
    [
      component('{"profile": "evisrag", "component": "tool", "weight": 1}'),
      'reward-component-unknown',
      '"tool"',
    ],
    [
      component('{"profile": "lang2act", "component": "tool", "weight": 1, "parameters": {"mostTool": 3}}'),
      'reward-key-unknown',
      '"mostTool"',
    ],
    [
      component(
        '{"profile": "lang2act", "component": "tool", "weight": 1, "parameters": {"costs": {"unknown-tool": -1}}}',
      ),
      'reward-value',
      '-1',
    ],
    [
      component('{"check": "word-f1", "weight": 1, "key": "a"}, {"check": "anls", "weight": 1, "key": "a"}'),
      'reward-key-taken',
      '"a"',
    ],
    [component('{"check": "pattern", "weight": 1, "pattern": "a(?=b)"}'), 'reward-pattern', '(?='],
    [component('{"check": "pattern", "weight": 1, "pattern": "\\"\\u00e9(?<!b)"}'), 'reward-pattern', '(?<!'],
    [component('{"check": "pattern", "weight": 1, "pattern": "(a)\\\\1"}'), 'reward-pattern', '\\\\1'],
    [component('{"check": "pattern", "weight": 1, "pattern": "(?<n>a)\\\\k<n>"}'), 'reward-pattern', '\\\\k'],
    [component('{"check": "pattern", "weight": 1, "pattern": "x(?>a)"}'), 'reward-pattern', '(?>'],
    [component('{"check": "pattern", "weight": 1, "pattern": "[(?=]a++"}'), 'reward-pattern', '++'],
    [component('{"check": "pattern", "weight": 1, "pattern": "a[b"}'), 'reward-pattern', '[b'],
    [component('{"check": "pattern", "weight": 1, "pattern": "a{2,1}"}'), 'reward-pattern', '{2,1}'],
    [component('{"check": "pattern", "weight": 1, "pattern": "a\\\\"}'), 'reward-pattern', 'a\\\\'],
    [component('{"check": "pattern", "weight": 1, "pattern": "a", "flags": "g"}'), 'reward-value', '"g"'],
  ])('reports the mistake at its place in %s', (text, code, place) => {
    const found = problems(text);
    expect(found.map(([each, at]) => [each, at])).toContainEqual([code, place]);
    for (const [, , message] of found) expect(message).toMatch(/^[^]*\.$/);
  });

  it('reports each of several mistakes once', () => {
    const text = component(
      '{"check": "length", "weight": "1", "unit": "bytes"}, {"check": "word-f1", "wait": 1}',
    );
    expect(problems(text).map(([code, place]) => [code, place])).toEqual([
      ['reward-value', '"1"'],
      ['reward-value', '"bytes"'],
      ['reward-key-missing', '{"check": "word-f1", "wait": 1}'],
      ['reward-key-unknown', '"wait"'],
    ]);
  });

  it('lists the known names if a name is unknown', () => {
    expect(problems(component('{"check": "word-f2", "weight": 1}'))[0]?.[2]).toBe(
      `There is no check "word-f2". The checks are ${[...CHECKS.keys()].join(', ')}.`,
    );
    expect(problems(component('{"profile": "evisrag", "component": "tool", "weight": 1}'))[0]?.[2]).toBe(
      'EVisRAG has no component "tool". It has accuracy, evidence, overlong, format, isObserve, isThink.',
    );
    expect(problems(component('{"check": "pattern", "weight": 1, "pattern": "a(?=b)"}'))[0]?.[2]).toMatch(
      /^This engine, which matches in linear time, does not support lookaround\./,
    );
  });

  it('reads any text without an exception', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"components"',
      '"check"',
      '"pattern"',
      '"weight"',
      '1',
      '"(?="',
      '"\\u12"',
      'null',
    ];
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom(...pieces)).map((all) => all.join('')),
        ),
        (text) => {
          for (const { span } of readComposite(text, 'a.reward.json').problems) {
            expect(span.start >= 0 && span.start <= span.end && span.end <= text.length).toBe(true);
          }
        },
      ),
      propertyRuns(500),
    );
  });
});

describe('the schema', () => {
  it('the schema knows every check, every built-in reward and its components', () => {
    const { properties } = schema.definitions.component;
    expect(properties['check']?.enum).toEqual(expect.arrayContaining([...CHECKS.keys()]));
    expect(properties['check']?.enum).toHaveLength(CHECKS.size);
    expect(properties['profile']?.enum).toEqual(expect.arrayContaining([...PROFILE_NAMES]));
    expect(properties['profile']?.enum).toHaveLength(PROFILE_NAMES.length);
    for (const profile of PROFILE_NAMES) {
      for (const { key } of profileByName(profile).pays) {
        expect(allows({ components: [{ profile, component: key, weight: 1 }] })).toBe(true);
        expect(allows({ components: [{ profile, component: `${key}s`, weight: 1 }] })).toBe(false);
      }
    }
  });

  const valid = [
    { components: [{ check: 'word-f1', weight: 1 }] },
    {
      $schema: 'x',
      name: 'a.b',
      version: '2',
      title: 't',
      description: '',
      range: null,
      round: null,
      components: [
        {
          check: 'equals',
          weight: 0.1,
          key: 'a',
          title: 'b',
          start: 0,
          in: '*',
          reference: 'c',
          normalized: false,
        },
      ],
    },
    {
      range: [0, 1],
      round: 6,
      components: [{ check: 'length', weight: 1, unit: 'words', in: 'think', least: 1, most: 2, end: 3 }],
    },
    {
      components: [
        { check: 'order', weight: 1, tags: ['a', 'b'], closed: true },
        { check: 'tag-present', weight: 1, tag: 'a' },
      ],
    },
    { components: [{ check: 'pattern', weight: 1, pattern: 'a', flags: 'ims', least: 0, most: 0 }] },
    {
      components: [
        { check: 'number', weight: 1, absolute: 1, relative: 0.1, which: 'last' },
        { check: 'iou', weight: 1, threshold: 0.5 },
      ],
    },
    {
      components: [
        { check: 'anls', weight: 1, threshold: 1, ignoreCase: true },
        { check: 'contains', weight: 1 },
      ],
    },
    {
      components: [
        { check: 'tool-count', weight: 1, tool: 'a', least: 0, most: 2 },
        { check: 'image-cited', weight: 1, least: 2 },
      ],
    },
    { components: [{ check: 'repetition', weight: 1, words: 3, most: 0.2, in: '*' }] },
    {
      components: [
        {
          profile: 'lang2act',
          component: 'tool',
          weight: 1,
          parameters: {
            allowedTools: ['a', { name: 'b', args: 'any' }],
            mostTools: null,
            costs: { 'unknown-tool': 0 },
          },
        },
      ],
    },
    {
      components: [
        {
          profile: 'evisrag',
          component: 'overlong',
          weight: 1,
          parameters: { length: { least: 1, most: 2, end: 3 } },
        },
      ],
    },
    {
      components: [
        { profile: 'vrag-rl-anls', component: 'anls', weight: 1, parameters: { threshold: 1 } },
        { profile: 'vg-refiner', component: 'accuracy', weight: 1, parameters: { threshold: 0.7 } },
      ],
    },
  ];
  it.each(valid.map((file) => [JSON.stringify(file), file]))(
    'the schema allows every file that can be read: %s',
    (text, file) => {
      expect(readComposite(text, 'a.reward.json').problems).toEqual([]);
      expect(allows(file)).toBe(true);
    },
  );

  /** Copies of a file with one value broken or one key added, anywhere in it. */
  function* breakValue(value: unknown): Generator {
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value;
      for (const [index, item] of items.entries())
        for (const each of breakValue(item)) yield items.with(index, each);
    } else if (typeof value === 'object' && value !== null) {
      yield { ...value, unknown: 1 };
      for (const [key, item] of Object.entries(value))
        for (const each of breakValue(item)) yield { ...value, [key]: each };
    } else if (typeof value === 'string') yield* [7, '<a b>'];
    else if (typeof value === 'number') yield* ['1', -1, 1e9 + 0.5];
    else yield 'yes';
  }

  it('the schema refuses every file that cannot be read, except for mistakes that no schema can express', () => {
    let compared = 0;
    for (const file of valid) {
      for (const each of breakValue(file)) {
        const { problems: found } = readComposite(JSON.stringify(each), 'a.reward.json');
        const sayable = found.filter(({ code }) => SAID_BY_SCHEMA.has(code));
        compared += 1;
        expect([JSON.stringify(each), allows(each)]).toEqual([JSON.stringify(each), sayable.length === 0]);
      }
    }
    expect(compared).toBeGreaterThan(150);
  });
});
