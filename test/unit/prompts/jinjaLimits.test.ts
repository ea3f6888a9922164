import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Interpreter } from '@huggingface/jinja';
import { buildSync } from 'esbuild';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import type { Value } from '../../../src/core/prompts/jinja/ast.ts';
import { Budget, type RenderLimits } from '../../../src/core/prompts/jinja/budget.ts';
import { RENDER_LIMITS, renderTemplate } from '../../../src/core/prompts/jinja/render.ts';

const LIMITS: RenderLimits = { work: 400_000, depth: 300, textLength: 20_000, listLength: 2000 };

const grown = (name: string, start: string, step: string, times = 30): string =>
  `{% set ${name} = ${start} %}${`{% set ${name} = ${step} %}`.repeat(times)}`;
const loop = (body: string): string => `{% for i in range(2000) %}${body}{% endfor %}`;
/** A text of 16,384 characters, and a list of 1,024 numbers. */
const TEXT = grown('x', '"a\\nb "', 'x ~ x', 12);
const LIST = grown('l', '[1]', 'l + l', 10);

/** Templates that take far more memory or time than their length, by what grows in them. */
const GROWING: Readonly<Record<string, string>> = {
  replace: grown('x', '"aaaaaaaaaa"', `x | replace("a", "${'a'.repeat(30)}")`, 8),
  'replace of nothing': grown('x', '"a"', 'x.replace("", x)'),
  'replace of a part that is nearly found':
    grown('x', '"a"', 'x ~ x', 14) + grown('y', '"a"', 'y ~ y', 13) + loop('{{ x | replace(y ~ "b", "") }}'),
  'replace in a loop': TEXT + loop('{% set y = x | replace("a", "") %}'),
  '~': grown('x', '"ab"', 'x ~ x'),
  '+ of texts': grown('x', '"ab"', 'x + x'),
  '+ of lists': grown('x', '[1]', 'x + x'),
  'a printed list of lists': `${grown('x', '[1]', '[x, x]')}{{ x }}`,
  '~ of a list of lists': `${grown('x', '[1]', '[x, x]')}{{ x ~ "" }}`,
  '+ of a list of lists and a text': `${grown('x', '[1]', '[x, x]')}{{ "" + x }}`,
  'comparison of lists of lists': `${grown('x', '[1]', '[x, x]')}{{ x == x }}`,
  'comparison of a list of lists and a text': `${grown('x', '[1]', '[x, x]')}{{ x != "a" }}`,
  'search in a list of lists': `${grown('x', '[1]', '[x, x]')}{{ x in [x] }}`,
  'tojson of a list of lists': `${grown('x', '[1]', '[x, x]')}{{ x | tojson }}`,
  'join of a list of lists': `${grown('x', '[1]', '[x, x]')}{{ x | join }}`,
  'a printed dictionary of dictionaries': `${grown('x', '{"a": 1}', '{"a": x, "b": x}')}{{ x }}`,
  'a namespace inside itself':
    '{% set n = namespace(a=1) %}{% set n.a = [n, n] %}{{ n | tojson }}{{ n.a == n.a }}',
  'lists in a namespace': `{% set n = namespace(a=1) %}${loop('{% set n.a = [n.a] %}')}{{ n.a | tojson }}`,
  'a text in a namespace': `{% set n = namespace(a="ab") %}${loop('{% set n.a = n.a ~ n.a %}')}`,
  'many texts in a namespace': `${TEXT}{% set n = namespace(a=[]) %}${loop('{% set n.a = n.a + [x ~ i] %}')}`,
  indent: '{{ "a\\nb" | indent(500000000) }}',
  'indent with a name': '{{ "a" | indent(width=500000000) }}',
  'indent of an empty block': '{% filter indent(500000000) %}{% endfilter %}',
  'indent of a block': `${TEXT}{% filter indent %}{{ x }}{% endfilter %}`,
  'indent of a block that ends with a fault': `${TEXT}{% filter indent %}{{ x }}{{ none + 1 }}{% endfilter %}`,
  'blocks of replace': `${'{% filter replace("a", "aaaaaaaaaa") %}'.repeat(9)}a${'{% endfilter %}'.repeat(9)}`,
  'in a range': loop('{% if i in range(2000) %}{% endif %}'),
  'in a text': TEXT + loop('{% if "ba1" in x %}{% endif %}'),
  'join with a long text': `${TEXT}{{ range(2000) | join(x) }}`,
  'join of a text': `${TEXT}{{ x | join("ab") }}`,
  'join in a loop': loop('{{ range(1000) | join(",") | length }}'),
  'a loop over a text': `${TEXT}{% for c in x %}{% endfor %}`,
  'ranges in a loop': loop('{% set a = range(2000) %}'),
  'tojson with an indent': '{{ [[[1, 2], [3]]] | tojson(indent=500000000) }}',
  'tojson with separators': `${TEXT}{{ range(2000) | tojson(separators=(x, x)) }}`,
  'tojson of its own result': grown('x', '"\\"\\""', 'x | tojson'),
  'tojson in ASCII': `${grown('x', '"é"', 'x ~ x', 14)}{{ x | tojson(ensure_ascii=true) | length }}`,
  upper: `${grown('x', '"ΐ"', 'x ~ x', 13)}{{ x | upper | length }}`,
  'upper in a loop': TEXT + loop('{% set y = x.upper() %}'),
  title: `${TEXT}{{ x | title }}`,
  split: TEXT + loop('{% set y = x.split() %}'),
  'split at a text': TEXT + loop('{% set y = x.split("b") %}'),
  'slices of a list': LIST + loop('{% set y = l[::-1] %}'),
  'slices of a text': TEXT + loop('{% set y = x[1:] %}'),
  'characters of a text': TEXT + loop('{{ x[i] }}'),
  'comparison of lists': LIST + loop('{{ l == l }}'),
  'loops in loops': loop(loop(loop('x'))),
  'a long text printed in a loop': TEXT + loop('{{ x }}'),
  'blocks of set': `{% set x %}ab{% endset %}${'{% set x %}{{ x }}{{ x }}{% endset %}'.repeat(30)}{{ x }}`,
  'a macro that prints twice': `{% macro m(x) %}{{ x }}{{ x }}{% endmacro %}${grown('x', '"ab"', 'm(x)')}{{ x }}`,
  'a macro that calls itself twice': '{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}',
  'a macro that calls itself with more text': '{% macro m(x) %}{{ m(x ~ x) }}{% endmacro %}{{ m("ab") }}',
  'a macro that calls itself with a longer list': '{% macro m(x) %}{{ m(x + x) }}{% endmacro %}{{ m([1]) }}',
  'a call block that calls itself':
    '{% macro m() %}{% call m() %}{{ caller() }}{% endcall %}{% endmacro %}{% call m() %}x{% endcall %}',
  'a list as arguments': `${LIST}{% macro m() %}{{ varargs | length }}{% endmacro %}${loop('{{ m(*l) }}')}`,
  'a list as arguments of a call block': `${LIST}{% macro m() %}{{ varargs | length }}{% endmacro %}${loop('{% call m(*l) %}{% endcall %}')}`,
  'namespaces of a list': LIST + loop('{% set n = namespace(l) %}'),
  'missing names of dictionaries': loop('{{ {"a": 1}.b }}'),
  'sort by a long attribute': `{% set l = [{"a": 1}] %}${grown('l', 'l', 'l + l', 10)}{{ l | sort(attribute="a${'.a'.repeat(2000)}") }}`,
  'chains of filters': `{% set l = [{"a": 1}] %}${grown('l', 'l', 'l + l', 10)}${loop('{% set y = l | selectattr("a") | map(attribute="a") | unique | list %}')}`,
  'sort in a loop': LIST + loop('{% set y = l | sort | reverse %}'),
  'faults in a loop': loop('{{ none + 1 }}{{ i.x.y }}'),
  'names without a value': loop('{{ nobody }}'),
  'a long test': TEXT + loop('{{ x is lower }}'),
  'skipped assignments': `{% for i in range(2000) %}{% continue %}${Array.from({ length: 500 }, (_, at) => `{% set a${at} = 1 %}`).join('')}{% endfor %}`,
};

/** Records the values that the library makes: the longest text and list, and the characters and items of all. */
function watchValues(): { text: number; list: number; total: number } {
  const seen = { text: 0, list: 0, total: 0 };
  const known = new WeakSet<Value>();
  const evaluate: unknown = Reflect.get(Interpreter.prototype, 'evaluate');
  if (typeof evaluate !== 'function') throw new Error('The library has no method to evaluate a node.');
  vi.spyOn(Interpreter.prototype, 'evaluate').mockImplementation(function (
    this: Interpreter,
    ...given: Parameters<Interpreter['evaluate']>
  ) {
    const value = Reflect.apply(evaluate, this, given) as Value;
    // The library returns no value for the first item of an empty list.
    if (typeof value === 'object' && !known.has(value)) {
      known.add(value);
      const length = typeof value.value === 'string' ? value.value.length : 0;
      const items = Array.isArray(value.value) ? value.value.length : 0;
      seen.text = Math.max(seen.text, length);
      seen.list = Math.max(seen.list, items);
      seen.total += length + items;
    }
    return value;
  });
  return seen;
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** Renders within small limits, and checks that the limits hold for every value that the library makes. */
function renderWithinLimits(template: string): readonly string[] {
  const seen = watchValues();
  const budget = new Budget(LIMITS);
  const { text, findings } = renderTemplate(template, { content: 'Which page?' }, budget);
  vi.restoreAllMocks();
  expect(seen.text).toBeLessThanOrEqual(LIMITS.textLength);
  expect(seen.list).toBeLessThanOrEqual(LIMITS.listLength);
  expect(seen.total).toBeLessThanOrEqual(LIMITS.work);
  expect(budget.use.work).toBeLessThanOrEqual(LIMITS.work);
  expect(text.length).toBeLessThanOrEqual(LIMITS.textLength);
  const stops = findings.filter(({ message }) => message.includes('text ends here'));
  expect(stops.length).toBeLessThanOrEqual(1);
  for (const { span } of stops) expect(template.slice(span.start, span.end)).toMatch(/^\{[{%]|^x$/);
  return stops.map(({ message }) => message);
}

describe('templates that grow', () => {
  it.each(Object.entries(GROWING))('a template is stopped before it grows without end: %s', (_, template) => {
    expect(renderWithinLimits(template)).toHaveLength(1);
  });

  it.each([
    '{{ "ab" * 1000000000 }}{{ [1] * 100000000 }}',
    '{{ "%999999999s" | format(1) }}{{ "%999999999s" % 1 }}',
    '{{ "a" | center(999999999) }}{{ "a".ljust(999999999) }}{{ "a".zfill(999999999) }}',
    '{{ "a b" | wordwrap(1) }}{{ range(9) | batch(1) }}{{ range(9) | slice(999999999) }}',
    '{{ range(10000000000) }}{{ range(0, 1, 0) }}',
  ])('an operation that is not rendered makes nothing: %s', (template) => {
    expect(renderWithinLimits(template)).toEqual([]);
  });

  it('the text before the tag that reached a limit is kept, with its places', () => {
    const template = `Read.{% if true %}{% for i in range(3) %} {{ i }}{% if i == 1 %}${grown('x', '"ab"', 'x ~ x')}{% endif %}{% endfor %}{% endif %}`;
    const { text, findings, templateOffset } = renderTemplate(template, {});
    expect(text).toBe('Read. 0 1');
    expect(templateOffset(2)).toBe(2);
    expect(findings.map(({ kind, span }) => [kind, template.slice(span.start, span.end)])).toEqual([
      ['unsupported', '{% set x = x ~ x %}'],
    ]);
    expect(findings[0]?.message).toBe(
      'This text would be longer than 5,000,000 characters, and the rendered text ends here. Make it shorter.',
    );
  });

  it('no random sequence of growing operators exceeds the limits', () => {
    const value = fc.constantFrom('x', 'y', 'l', 'd', 'n.a', 'content', 'range(9)', '"a b"', '[x, l]', '7');
    const step = fc
      .tuple(
        fc.constantFrom('x', 'y', 'l', 'd', 'n.a'),
        value,
        value,
        fc.constantFrom(
          'A ~ B',
          'A + B',
          '[A, B, A]',
          '{"a": A, "b": B}',
          'A in B',
          'A == B',
          'A | replace("a", B)',
          'A.replace(" ", B)',
          'A | join(B)',
          'A | join',
          'A | tojson',
          'A | tojson(indent=999)',
          'A | string',
          'A | indent(99)',
          'A | upper',
          'A | title',
          'A | list',
          'A | sort',
          'A | unique | list',
          'A.split()',
          'A.split(B)',
          'A[::-1]',
          'A[1:]',
          'm(A, B)',
          'namespace(a=A).a',
        ),
        fc.constantFrom(
          'S',
          '{{ A }}S',
          '{% for i in B %}S{% endfor %}',
          '{% for i in range(9) %}S{{ A }}{% endfor %}',
        ),
      )
      .map(([name, a, b, operator, around]) =>
        around.replace('S', `{% set ${name} = ${operator} %}`).replaceAll('A', a).replaceAll('B', b),
      );
    const start =
      '{% macro m(a, b) %}{{ a }}{{ b }}{{ a }}{% endmacro %}{% set n = namespace(a="a b") %}' +
      '{% set x = "a b" %}{% set y = "\\n" %}{% set l = [1, 2] %}{% set d = {"a": 1} %}';
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        renderWithinLimits(start + steps.join(''));
      }),
      propertyRuns(2000),
    );
  });

  it('a prompt with 100 images and 200 KB of text in loops, filters and macros stays far from the limits', () => {
    const content = 'Which of these pages has the total?\n'.repeat(5600);
    const template =
      '{% macro shown(text) %}{{ text | trim }}{% endmacro %}{% set asked = content | replace("\\n", " ") %}' +
      '{% for i in range(num_images) %}{% if "image" not in content %}Image {{ loop.index }}: <image>\n{% endif %}{% endfor %}' +
      '{{ shown(asked) }}{{ content | indent(2) }}{{ content | upper }}{{ content | tojson }}{{ content.split() | length }}';
    const budget = new Budget(RENDER_LIMITS);
    const { text, findings } = renderTemplate(template, { content, num_images: 100 }, budget);
    expect(findings.filter(({ message }) => message.includes('ends here'))).toEqual([]);
    expect(text.length).toBeGreaterThan(800_000);
    expect(budget.use.work).toBeLessThan(RENDER_LIMITS.work / 2);
  });
});

describe('templates that grow, in a process with 256 MB', () => {
  let script = '';
  let folder = '';

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-jinja-'));
    script = path.join(folder, 'render.cjs');
    const source = path.resolve('src/core/prompts/jinja/render.ts');
    buildSync({
      stdin: {
        contents:
          `import { renderTemplate } from ${JSON.stringify(source)};` +
          'for (const template of JSON.parse(process.argv[2]))' +
          '  console.log(renderTemplate(template, {}).findings.filter(({ message }) => message.includes("text ends here")).length);',
        resolveDir: path.resolve('.'),
      },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: script,
    });
    return () => {
      fs.rmSync(folder, { recursive: true });
    };
  });

  it.each([process.execPath, process.env['PAGETRACE_NODE20'] ?? process.execPath])(
    'the templates that ended a process are rendered within 256 MB by %s',
    (node) => {
      const templates = [
        GROWING['replace'],
        grown('x', '"abcdefghijklmnopqrstuvwxyz"', 'x ~ x', 25),
        GROWING['indent'],
        '{% set l = range(100000) %}{% for i in l %}{% if i in l %}{% endif %}{% endfor %}',
        `${grown('x', '[1]', '[x, x]')}{{ x }}`,
      ];
      const out = execFileSync(node, ['--max-old-space-size=256', script, JSON.stringify(templates)], {
        encoding: 'utf8',
      });
      expect(out.trim().split('\n')).toEqual(templates.map(() => '1'));
    },
  );
});
