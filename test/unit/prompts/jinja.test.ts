import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { Budget } from '../../../src/core/prompts/jinja/budget.ts';
import { RENDER_LIMITS, renderTemplate } from '../../../src/core/prompts/jinja/render.ts';

interface Case {
  readonly template: string;
  readonly text?: string;
  readonly error?: string;
}

const recorded = JSON.parse(
  readFileSync(new URL('../../fixtures/prompts/jinja2.json', import.meta.url), 'utf8'),
) as { readonly jinja2: string; readonly context: Record<string, unknown>; readonly cases: readonly Case[] };
const { cases } = recorded;

describe(`rendering compared with Jinja2 ${recorded.jinja2}`, () => {
  it.each(cases)('renders as Jinja2 does: $template', ({ template, text }) => {
    const rendered = renderTemplate(template, recorded.context);
    if (rendered.findings.length === 0) expect(rendered.text).toBe(text);
    for (const { span, message } of rendered.findings) {
      expect(span.start).toBeGreaterThanOrEqual(0);
      expect(span.end).toBeGreaterThanOrEqual(span.start);
      expect(span.end).toBeLessThanOrEqual(template.length);
      expect(message).toMatch(/^[A-Z].*[.]$/s);
    }
  });

  it('renders at least 90 of the recorded templates without a finding', () => {
    const equal = cases.filter(
      ({ template }) => renderTemplate(template, recorded.context).findings.length === 0,
    );
    expect(equal.length).toBeGreaterThanOrEqual(90);
  });
});

/** Checks that every character whose place is known is at that place in the template. */
function expectMapped(template: string, variables: Readonly<Record<string, unknown>>): void {
  const { text, templateOffset, tagOffset } = renderTemplate(template, variables);
  for (let offset = 0; offset < text.length; offset++) {
    const place = templateOffset(offset);
    if (place !== null) expect([text[offset], '\n']).toContain(template[place]?.replace('\r', '\n'));
    const tag = tagOffset(offset);
    expect(tag === null ? null : tag < template.length).not.toBe(false);
  }
}

describe('the source of rendered text', () => {
  it('the source of rendered text is known for words of the template, but not for values of variables', () => {
    const template = 'Q:\r\n{{ content }}\r\n{% for i in range(2) -%} [{{ i }}]{% endfor %}.';
    const { text, templateOffset, tagOffset } = renderTemplate(template, { content: 'Q:' });
    expect(text).toBe('Q:\nQ:\n[0][1].');
    expect(Array.from(text, (_, offset) => templateOffset(offset))).toEqual([
      0,
      1,
      2,
      null,
      null,
      17,
      44,
      null,
      52,
      44,
      null,
      52,
      65,
    ]);
    expect(tagOffset(3)).toBe(template.indexOf('{{ content'));
    expect(templateOffset(text.length)).toBeNull();
    expect(tagOffset(-1)).toBeNull();
  });

  it('the source of rendered text is known through macros, set blocks and call blocks', () => {
    const template =
      '{% macro m(x) %}<{{ x }}>{{ caller() }}{% endmacro %}{% set s %}abc{{ v }}{% endset %}{{ s }}{% call m(1) %}in{% endcall %}';
    const { text, templateOffset, findings } = renderTemplate(template, { v: 'V' });
    expect(findings).toEqual([]);
    expect(text).toBe('abcV<1>in');
    const known = Array.from(text, (_, offset) => templateOffset(offset));
    expect(known).toEqual([64, 65, 66, null, 16, null, 24, 108, 109]);
  });

  it('the source of rendered text is right whatever variables and template contain', () => {
    const words = fc.array(
      fc.constantFrom(
        '{{ v }}',
        'text',
        '\uE000',
        '\uE001',
        '\r\n',
        '\n',
        '<image>',
        ' ',
        '\u{F0000}',
        '{%- if v -%}x{% endif %}',
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(words, fc.string({ unit: 'binary' }), (parts, v) => {
        expectMapped(parts.join(''), { v });
      }),
      propertyRuns(),
    );
  });
});

describe('faulty templates', () => {
  it.each([
    ['a {{ b $ c }} d {{ e }}', 2, 13],
    ['{% if x %}never closed', 22, 22],
    ['ok {{ x }} {% endfor %}', 14, 20],
    ['{{ "\\q" }}', 0, 10],
    ['a {{ x | nosuch }}', 9, 15],
    ['{{ x }} {% include "y" %}', 11, 18],
  ])('the fault of the template %s is found at its place', (template, start, end) => {
    const { findings } = renderTemplate(template, { x: 'x' });
    expect(findings.map(({ span }) => span)).toEqual([{ start, end }]);
  });

  it('rendering continues after a tag that fails', () => {
    const { text, findings } = renderTemplate('a{{ x.y.z }}b{{ "c" * 2 }}d', {});
    expect(text).toBe('abd');
    expect(findings.map(({ kind }) => kind)).toEqual(['fails', 'unsupported']);
  });

  it.each([
    '{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}{% endfor %}',
    '{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}',
    `{{ ${'('.repeat(5000)}1${')'.repeat(5000)} }}`,
    `${'{% if true %}'.repeat(3000)}x${'{% endif %}'.repeat(3000)}`,
  ])('a template without end is stopped (%#)', (template) => {
    const budget = new Budget({ ...RENDER_LIMITS, work: 5_000_000, depth: 300 });
    const { findings } = renderTemplate(template, {}, budget);
    expect(findings).not.toEqual([]);
  });

  it('a template that is nested too deeply or almost only white space is reported as unsupported', () => {
    for (const template of [
      `{{ ${'content ~ '.repeat(20_000)}content }}`,
      `a${' '.repeat(200_000)}{{ content }}`,
    ]) {
      const { text, findings } = renderTemplate(template, { content: 'x' });
      expect(text).toBe('');
      expect(findings.map(({ kind }) => kind)).toEqual(['unsupported']);
    }
  });

  it.each([
    ['conditions', '{% if content %}', 'x', '{% endif %}', 100_000],
    ['other branches', '{% if content %}a', '{% elif content %}b'.repeat(10_000), '{% endif %}', 1],
    ['loops', '{% for a in content %}', 'x', '{% endfor %}'],
    ['macros', '{% macro a() %}', 'x', '{% endmacro %}'],
    ['assigned blocks', '{% set a %}', 'x', '{% endset %}'],
    ['filtered blocks', '{% filter trim %}', 'x', '{% endfilter %}'],
    ['parentheses', '(', '1', ')'],
    ['lists', '[', '', ']'],
    ['indexes', 'content[', '0', ']'],
    ['negations', 'not ', 'content', ''],
    ['signs', '- ', '1', ''],
    ['choices', 'a if content else ', 'b', ''],
    ['members', '', 'content', '.a'],
    ['filters', '', 'content', ' | trim'],
  ])(
    'a template with too many nested %s is reported, and not parsed',
    (_what, open, inside, close, depth = 10_000) => {
      const nested = `${open.repeat(depth)}${inside}${close.repeat(depth)}`;
      const template = open.startsWith('{%') ? nested : `{{ ${nested} }}`;
      const { text, findings } = renderTemplate(template, { content: 'x' });
      expect(text).toBe('');
      expect(findings.map(({ kind, message }) => [kind, message])).toEqual([
        ['unsupported', 'The template is nested too deeply to be rendered. Split it up.'],
      ]);
      expect(findings[0]?.span.start).toBeLessThan(template.length / 2);
    },
  );

  it('rendering names the variables that nothing fills', () => {
    const { unfilled, used, findings } = renderTemplate(
      '{{ nobody }} {{ other | trim }} {% for x in many %}{% endfor %}{% if maybe %}{% endif %}{{ maybe | default("") }}',
      {},
    );
    expect(findings).toEqual([]);
    expect(unfilled.map(({ name, span }) => [name, span.start])).toEqual([
      ['nobody', 3],
      ['other', 16],
      ['many', 44],
    ]);
    expect(used.has('maybe')).toBe(true);
  });
});
