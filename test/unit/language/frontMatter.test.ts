import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { completeFrontMatter, hoverFrontMatter } from '../../../src/language/frontMatter/frontMatter.ts';
import type { FrontMatterSchema } from '../../../src/language/frontMatter/schema.ts';
import { formatted } from '../../support/formatted.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import { frontMatterSchemas } from '../../support/frontMatterSchemas.ts';

const folder = new URL('../../../media/schemas/', import.meta.url);
const schema = frontMatterSchemas()['prompt.schema.json'] ?? {};

/** Completes at the `|` of a text. */
function complete(marked: string, of: FrontMatterSchema = schema): readonly string[] {
  const offset = marked.indexOf('|');
  return completeFrontMatter(marked.replace('|', ''), offset, of).map(({ label }) => label);
}

/** The text after accepting the completion `label` at the `|`, with an empty tab stop. */
function accept(marked: string, label: string): string {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const item = completeFrontMatter(text, offset, schema).find((each) => each.label === label);
  if (!item) throw new Error(`no completion ${label}`);
  return text.slice(0, item.replace.start) + item.insert.replace('$1', '') + text.slice(item.replace.end);
}

describe('the schemas that ship', () => {
  it.each(Object.entries(frontMatterSchemas()))(
    'the schema %s is made from what the code checks',
    async (name, made) => {
      const file = new URL(name, folder);
      const json = await formatted(name, JSON.stringify(made));
      if (process.env['PAGETRACE_UPDATE'] === '1') fs.writeFileSync(file, json);
      expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(JSON.parse(json));
      for (const [key, property] of Object.entries(made.properties ?? {}))
        expect(property.description, key).toMatch(/^[A-Z].*\.$/s);
    },
  );
});

describe('completion in a front matter', () => {
  it('offers the front matter keys that are not there yet', () => {
    const keys = complete('---\ndialect: lang2act\n|\n---\n{{ content }}');
    expect(keys).toContain('reward');
    expect(keys).toContain('image_order');
    expect(keys).not.toContain('dialect');
    expect(complete('---\nre|')).toContain('reward');
  });

  it.each([
    ['---\ndialect: |\n---\n', ['lang2act', 'evisrag', 'quality-judge']],
    ['---\ndialect:|\n---\n', ['lang2act']],
    ['---\nreward: lang|\n---\n', ['lang2act', 'lang2act-paper']],
    ['---\nimage_order: te|xt\n---\n', ['text-first', 'images-first']],
    ['---\ntoolbox: |\n---\n', ['lang2act']],
    ['---\nprotocol: |\n---\n', ['vrag-rl', 'mm-search-r1', 'visdom']],
    ['---\nsampling:\n  |\n---\n', ['temperature', 'max_tokens']],
    ['---\nsampling:\n  temperature: 0\n  |\n---\n', ['top_p']],
    ['---\nsampling: { temperature: 0, |\n---\n', ['top_p']],
    ['---\npixels: {|}\n---\n', ['min_pixels', 'max_pixels']],
    ['---\ntoolbox:\n  - name: look\n    |\n---\n', ['args', 'description']],
    ['---\ntoolbox:\n  - |\n---\n', ['name', 'args', 'description']],
    ['---\nlint: { off: [|] }\n---\n', ['image-count-fixed']],
    ['---\nlint:\n  off:\n    - |\n---\n', []],
    ['{# pagetrace: re| #}', ['reward']],
    ['{# pagetrace: reward: lang| #}\n', ['lang2act', 'lang2act-paper']],
    ['{# pagetrace:\nsampling:\n  |\n-#}\n', ['temperature', 'max_tokens']],
    ['{# pagetrace:\ndialect: lang2act\n|', ['reward']],
  ])('completes the front matter at %j', (marked, labels) => {
    for (const label of labels) expect(complete(marked)).toContain(label);
  });

  it.each(['---\nsampling:\n  temperature: 0\n  |\n---\n', '---\nsampling: { temperature: 0, |\n---\n'])(
    'leaves out keys that are set in the same place: %j',
    (marked) => {
      expect(complete(marked)).not.toContain('temperature');
    },
  );

  it.each([
    '---\ndialect: lang2act\n---\nre|',
    're|',
    '{# pagetrace: reward: lang2act #}re|',
    '{# re| #}',
    '---\nmodel_length: |\n---\n',
    '---\nnonsense:\n  |\n---\n',
  ])('offers no completion at %j', (marked) => {
    expect(complete(marked)).toEqual([]);
  });

  it('a completed key replaces the typed word and a colon after it', () => {
    expect(accept('---\ndia|\n---\n', 'dialect')).toBe('---\ndialect: \n---\n');
    expect(accept('---\ndia|lect: lang2act\n---\n', 'dialect')).toBe('---\ndialect: lang2act\n---\n');
    expect(accept('---\nreward:|\n---\n', 'action-rl')).toBe('---\nreward: action-rl\n---\n');
    expect(accept('---\nimage_order: te|xt\n---\n', 'images-first')).toBe(
      '---\nimage_order: images-first\n---\n',
    );
  });
});

describe('hovers in a front matter', () => {
  const text = '---\ndialect: evisrag\nsampling: { temperature: 0.1 }\n---\ndialect: no';

  it.each([
    ['dialect', /The form in which the prompt asks/],
    ['evisrag', /EVisRAG/],
    ['sampling', /How responses are sampled/],
    ['temperature', /a number from 0 to 2/],
  ])('the hover says what %s means', (word, sentence) => {
    const start = text.indexOf(word);
    const hover = hoverFrontMatter(text, start + 2, schema);
    expect(hover?.span).toEqual({ start, end: start + word.length });
    expect(hover?.markdown).toMatch(sentence);
  });

  it('a settings comment has the same hovers', () => {
    const comment = '{# pagetrace: dialect: evisrag #}';
    expect(hoverFrontMatter(comment, comment.indexOf('dialect') + 2, schema)?.markdown).toMatch(/The form/);
    expect(hoverFrontMatter(comment, comment.indexOf('evisrag') + 2, schema)?.markdown).toMatch(/EVisRAG/);
    expect(hoverFrontMatter(comment, comment.indexOf('pagetrace') + 2, schema)).toBeNull();
  });

  it('there is no hover elsewhere in a front matter', () => {
    expect(hoverFrontMatter(text, text.lastIndexOf('dialect') + 1, schema)).toBeNull();
    expect(hoverFrontMatter(text, text.indexOf('0.1') + 1, schema)).toBeNull();
  });
});

it('keys are completed among thousands of keys in time that grows with their number', async () => {
  const grown = await growth(
    (length) => completeFrontMatter(`---\n${'a: b\n'.repeat(length / 5)}`, 4, schema),
    { small: 15_000, large: 60_000 },
  );
  expect(grown).toBeLessThan(LIMIT);
});

it('a key that only another mapping has is offered', () => {
  const offered = complete('---\nother:\n  temperature: 1\nsampling:\n  top_p: 1\n  |\n---\n');
  expect(offered).toContain('temperature');
  expect(offered).not.toContain('top_p');
});
