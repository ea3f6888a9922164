import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { familiesThatGrow } from '../../support/hostileFamilies.ts';
import type { TrajectoryInfo } from '../../../src/core/records/model.ts';
import {
  formatTrajectoryFile,
  parseTrajectoryFile,
  updateTrajectoryFile,
} from '../../../src/core/records/trajectoryFile.ts';

const full: TrajectoryInfo = {
  question: 'How much: "total", #1?',
  documents: [{ path: 'annual report.pdf', sha256: 'a'.repeat(64) }],
  images: [
    { image: 1, document: 0, page: 3 },
    { image: 2, document: 0, page: 4 },
  ],
  reference: '7.7%',
  verdict: 'wrong',
  toolResults: '[{"bbox_2d": [1, 2, 3, 4]}]',
  retrieval: { images: ['a_3.jpg', 'b_1.jpg'], fileName: 'a.pdf', pages: ['3'] },
  responseLength: 214,
  dialect: 'lang2act',
  reward: 'lang2act-paper',
  prompt: 'lang2act',
  model: 'Lang2Act-7B',
  sampling: { temperature: 0, seed: null },
  pixels: { minPixels: 200704, maxPixels: 401408 },
};

describe('trajectory files', () => {
  it('reads back a file that it has written, with every character of the response', () => {
    const response = '\n---\n<think>a</think>\r\n  ';
    const read = parseTrajectoryFile(formatTrajectoryFile(full, response));
    expect(read.info).toEqual(full);
    expect(read.response).toBe(response);
    expect(read.problems).toEqual([]);
  });

  it('writes a file for a response of which little is known', () => {
    const { info } = parseTrajectoryFile('<answer>42</answer>');
    expect(formatTrajectoryFile(info, 'a')).toBe('---\n---\na\n');
    const wrong = { ...info, verdict: 'wrong' as const };
    expect(parseTrajectoryFile(formatTrajectoryFile(wrong, 'a'))).toMatchObject({
      info: wrong,
      problems: [],
    });
  });

  it('reads the boxes of another tool as JSON or as YAML, and reports a list with a wrong length', () => {
    expect(formatTrajectoryFile(full, '')).toContain('response_length: 214');
    const file = (value: string): string => `---\ntool_results: ${value}\nresponse_length: -1\n---\n`;
    expect(parseTrajectoryFile(file("'[]'")).info.toolResults).toBe('[]');
    const read = parseTrajectoryFile(file('[{ bbox_2d: [1, 2, 3, 4] }]'));
    expect(read.info.toolResults).toBe('[{"bbox_2d":[1,2,3,4]}]');
    expect(read.info.responseLength).toBeNull();
    expect(read.problems.map(({ code }) => code)).toEqual(['front-matter-value']);
  });

  it('accepts the name of a built-in reward or the file of a composite reward, and keeps how it is written', () => {
    const file = '---\nreward: ./mine.reward.json # ours\n---\nwords\n';
    expect(parseTrajectoryFile(file).info.reward).toBe('./mine.reward.json');
    expect(parseTrajectoryFile(file).problems).toEqual([]);
    expect(updateTrajectoryFile(file, { verdict: 'right' })).toBe(
      '---\nreward: ./mine.reward.json # ours\nverdict: right\n---\nwords\n',
    );
    expect(updateTrajectoryFile(file, parseTrajectoryFile(file).info)).toBe(file);
  });

  it.each(['mine', 'lang2act-papers', './mine.reward.yaml', '42', '[lang2act]'])(
    'refuses the reward %s at its place and lists the built-in rewards',
    (reward) => {
      const file = `---\nreward: ${reward}\n---\nwords\n`;
      const { info, problems } = parseTrajectoryFile(file);
      expect(info.reward).toBeNull();
      expect(problems.map(({ span, severity }) => [file.slice(span.start, span.end), severity])).toEqual([
        ['reward', 'error'],
      ]);
      expect(problems[0]?.message).toMatch(/lang2act, lang2act-paper, .* \(\.json\)\.$/);
    },
  );

  it('counts documents from 1 in the file', () => {
    expect(formatTrajectoryFile(full, '')).toMatch(/image: 1\s+document: 1\s+page: 3/);
    expect(parseTrajectoryFile('---\nimages: [{ image: 1, page: 2 }]\n---\n').info.images).toEqual([
      { image: 1, document: 0, page: 2 },
    ]);
  });

  it('reads back any question, reference and response', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string(),
        fc.string({ unit: 'binary' }),
        (question, reference, response) => {
          const info = { ...full, question, reference };
          const read = parseTrajectoryFile(formatTrajectoryFile(info, response));
          expect(read.info.question).toBe(question);
          expect(read.info.reference).toBe(reference);
          expect(read.response).toBe(response);
        },
      ),
      propertyRuns(500),
    );
  });

  it('reads back any response, whatever line breaks and marks it begins and ends with', () => {
    const piece = fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '\uFEFF',
      '---',
      '...',
      ' ',
      '\t',
      'a',
      'k: v',
      '\uD800',
      '\uDC00',
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, text, (response, question, toolResults) => {
        const info = { ...full, question, toolResults };
        const read = parseTrajectoryFile(formatTrajectoryFile(info, response));
        expect(read.response).toBe(response);
        expect(read.info.question).toBe(question);
        expect(read.info.toolResults).toBe(toolResults);
        expect(read.problems).toEqual([]);
      }),
      propertyRuns(1000),
    );
  });

  it('keeps any response while keys of the front matter are set and cleared', () => {
    const piece = fc.constantFrom(
      '---\n',
      '...\n',
      'question: a\n',
      '# b\n',
      '~\n',
      '- c\n',
      '{}\n',
      '\r',
      '\uFEFF',
      'd',
      ' ',
    );
    const change = fc.constantFrom<Partial<TrajectoryInfo>>(
      { question: null },
      { question: 'e' },
      { dialect: 'lang2act', question: null },
      { documents: [], images: [], sampling: {} },
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), change, (pieces, changes) => {
        const text = pieces.join('');
        const before = parseTrajectoryFile(text);
        const updated = updateTrajectoryFile(text, changes);
        const after = parseTrajectoryFile(updated);
        expect(after.response).toBe(before.response);
        if (before.problems.length > 0) return;
        expect(after.problems).toEqual([]);
        expect(after.info).toEqual({ ...before.info, ...changes });
        expect(updateTrajectoryFile(updated, changes)).toBe(updated);
      }),
      propertyRuns(1000),
    );
  });

  it('leaves a file alone if a key that it does not have is cleared', () => {
    for (const text of ['', 'a', '---\n---\na', '---\n# b\n---\na', '---\n~\n---\na', '---\n- b\n---\na'])
      expect(updateTrajectoryFile(text, { question: null })).toBe(text);
  });

  it('leaves an empty front matter, with its comments, when its last key is cleared', () => {
    const clear = (text: string): string => updateTrajectoryFile(text, { question: null });
    expect(clear('---\nquestion: a\n---\nb')).toBe('---\n---\nb');
    expect(clear('---\n# c\n\nquestion: a\n---\nb')).toBe('---\n# c\n\n---\nb');
  });

  it('reads and changes large front matters in time that grows with their length', async () => {
    const lines = (line: (index: number) => string, length: number): string => {
      const written: string[] = [];
      for (let size = 0; size < length; size += written.at(-1)?.length ?? length)
        written.push(line(written.length));
      return written.join('');
    };
    const kinds: Readonly<Record<string, readonly [head: string, line: (index: number) => string]>> = {
      keys: ['', (index) => `k${index}: a\n`],
      'keys of a value': ['sampling:\n', (index) => `  k${index}: a\n`],
      'wrong values': ['expected:\n', (index) => `  k${index}: a\n`],
      'wrong images': ['images:\n', () => '  - { image: a, page: 0 }\n'],
      'images of no document': [
        'documents: [a]\nimages:\n',
        () => '  - { image: 1, page: 1, document: 9 }\n',
      ],
      aliases: ['a: &a b\n', (index) => `k${index}: *a\n`],
      'quotes on one line': ['', () => '"'],
      'aliases of nothing on one line': ['', () => '*a '],
    };
    const families = Object.entries(kinds).map(([name, [head, line]]) => ({
      name,
      text: (length: number) => `---\n${head}${lines(line, length)}---\na`,
    }));
    expect(await familiesThatGrow(families, parseTrajectoryFile, 64_000)).toEqual([]);
    const change = (text: string): unknown =>
      updateTrajectoryFile(text, { dialect: 'lang2act', question: null });
    expect(await familiesThatGrow(families, change, 64_000)).toEqual([]);
  });

  it('says that lists in a front matter are nested too deeply instead of failing', () => {
    for (const depth of [101, 100_000]) {
      const nested = `question: ${'['.repeat(depth)}${']'.repeat(depth)}\n`;
      const text = `---\n${nested}---\na`;
      expect(parseTrajectoryFile(text).problems).toMatchObject([
        {
          code: 'front-matter-broken',
          message: 'This is not valid YAML: it is nested in more than 100 levels at line 2, column 110',
        },
      ]);
      expect(updateTrajectoryFile(text, { question: null })).toBe(text);
    }
  });

  it('removes the single line break that ends a file, because no model wrote it', () => {
    for (const end of ['\n', '\r\n', '']) {
      expect(parseTrajectoryFile(`<answer>4</answer>${end}`).response).toBe('<answer>4</answer>');
    }
    expect(parseTrajectoryFile('<answer>4</answer>\n\n').response).toBe('<answer>4</answer>\n');
  });

  it('reads a text without front matter as a response', () => {
    const read = parseTrajectoryFile('<think>a</think>');
    expect(read.bodyStart).toBe(0);
    expect(read.response).toBe('<think>a</think>');
    expect(read.info.dialect).toBeNull();
  });

  it('reads the former names of the pixel budget, and writes the current ones', () => {
    const file = '---\npixels: { minPixels: 784, maxPixels: 1568 }\n---\nbody';
    const { info, problems } = parseTrajectoryFile(file);
    expect(problems).toEqual([]);
    expect(info.pixels).toEqual({ minPixels: 784, maxPixels: 1568 });
    expect(formatTrajectoryFile(info, 'body')).toMatch(/min_pixels: 784\n +max_pixels: 1568/);
  });

  it.each([
    ['"', 'double'],
    ["'", 'single'],
  ])('says which quote is not closed: %s', (quote, name) => {
    const [problem] = parseTrajectoryFile(`---\nquestion: ${quote}How much\n---\nbody`).problems;
    expect(problem?.message).toMatch(new RegExp(`^This is not valid YAML: Missing closing ${name} quote\\b`));
  });

  it('counts the lines of broken YAML from the beginning of the file', () => {
    const [problem] = parseTrajectoryFile('---\nquestion: "How much\n---\nbody').problems;
    expect(problem?.message).toMatch(/ at line 2, column 19$/);
  });

  it.each(['verdct', 'verdcit', 'Verdict', 'rewards', 'references', 'tool-results', 'image'])(
    'treats a key as a misspelling if it nearly equals a key that rewards read: %s',
    (key) => {
      expect(parseTrajectoryFile(`---\n${key}: right\n---\nbody`).problems).toMatchObject([
        { code: 'front-matter-unknown-key', severity: 'error' },
      ]);
    },
  );

  it.each(['preference', 'inference', 'mode', 'notes', 'forward', 'pages'])(
    'treats a key as a custom key if it only resembles a known one: %s',
    (key) => {
      expect(parseTrajectoryFile(`---\n${key}: right\n---\nbody`).problems).toMatchObject([
        { code: 'front-matter-unknown-key', severity: 'warning' },
      ]);
    },
  );

  it('proposes a known key for one that nearly equals it, also if no reward reads it', () => {
    const [problem] = parseTrajectoryFile('---\nquestoin: Why?\n---\nbody').problems;
    expect(problem).toMatchObject({
      severity: 'warning',
      message: 'PageTrace does not know the key "questoin". Did you mean "question"?',
    });
  });

  it.each<[string, string, string, readonly string[]]>([
    [
      'pixels: { min-pixels: 784, max-pixels: 1000 }',
      'error',
      'min-pixels',
      [
        'PageTrace does not know the key "min-pixels" of "pixels". Did you mean "min_pixels"?',
        'PageTrace does not know the key "max-pixels" of "pixels". Did you mean "max_pixels"?',
      ],
    ],
    [
      'pixels: { min_pixels: 784, max-pixels: 1000 }',
      'error',
      'max-pixels',
      ['PageTrace does not know the key "max-pixels" of "pixels". Did you mean "max_pixels"?'],
    ],
    [
      'pixels: { min_pixels: 784 }',
      'error',
      'pixels',
      ['The value of "pixels" cannot be used: it lacks "max_pixels".'],
    ],
    [
      'images: [{ image: 1 }]',
      'error',
      '{ image: 1 }',
      ['The value of "images.0" cannot be used: it lacks "page".'],
    ],
    [
      'sampling:\n  topP: 0.9',
      'warning',
      'topP',
      ['PageTrace does not know the key "topP" of "sampling". Did you mean "top_p"?'],
    ],
    [
      'sampling: { best_of: 2 }',
      'warning',
      'best_of',
      ['PageTrace does not know the key "best_of" of "sampling". It has no effect.'],
    ],
  ])('names the key that was meant, or that is missing, in %s', (line, severity, at, messages) => {
    const file = `---\n${line}\n---\nbody`;
    const { problems } = parseTrajectoryFile(file);
    expect(problems.map(({ message }) => message)).toEqual(messages);
    expect(problems.map((each) => each.severity)).toEqual(messages.map(() => severity));
    const span = problems[0]?.span;
    expect(file.slice(span?.start, span?.end)).toBe(at);
  });

  it('reports a front matter that is never closed, but no other text that begins with dashes', () => {
    expect(parseTrajectoryFile('---\nverdict: right\n<answer>4</answer>').problems).toMatchObject([
      { code: 'front-matter-broken', severity: 'error', span: { start: 0, end: 3 } },
    ]);
    expect(parseTrajectoryFile('---\nHere is: a list\n<answer>4</answer>').problems).toEqual([]);
  });

  it('keeps unknown keys and comments, and warns of unknown keys at their place', () => {
    const file = '---\n# mine\nquestion: a\nteam: blue\n---\nbody';
    const read = parseTrajectoryFile(file);
    expect(read.problems).toMatchObject([{ code: 'front-matter-unknown-key', severity: 'warning' }]);
    const span = read.problems[0]?.span;
    expect(file.slice(span?.start, span?.end)).toBe('team');
    const updated = updateTrajectoryFile(file, { reference: 'b' });
    expect(updated).toContain('# mine');
    expect(updated).toContain('team: blue');
    expect(parseTrajectoryFile(updated)).toMatchObject({
      info: { question: 'a', reference: 'b' },
      response: 'body',
    });
  });

  it.each([
    ['---\nquestion: "a\nb: [\n---\nbody', 'front-matter-broken'],
    ['---\n- a\n- b\n---\nbody', 'front-matter-broken'],
    ['---\na: 1\na: 2\n---\nbody', 'front-matter-broken'],
    ['---\ndialect: klingon\n---\nbody', 'front-matter-value'],
    ['---\nimages: [{image: 0, page: 1}]\n---\nbody', 'front-matter-value'],
    ['---\nsampling: {temperature: hot}\n---\nbody', 'front-matter-value'],
  ])('reports what is wrong in %j and keeps the response', (file, code) => {
    const read = parseTrajectoryFile(file);
    expect(read.problems).toContainEqual(expect.objectContaining({ code, severity: 'error' }));
    for (const problem of read.problems) expect(problem.span.end).toBeLessThanOrEqual(read.bodyStart);
    expect(read.response).toBe('body');
  });

  it('reports every mistake in the images at its place, also one that shows only next to the documents', () => {
    const file =
      '---\ndocuments: [a.pdf, b.pdf]\nimages:\n  - {image: 1, document: 7, page: -3}\n  - {image: 2, page: x}\n---\nbody';
    const { problems, info } = parseTrajectoryFile(file);
    const said = problems.map(({ span, message }) => [file.slice(span.start, span.end), message]);
    expect(said).toEqual([
      ['-3', expect.stringContaining('images.0.page')],
      ['x', expect.stringContaining('images.1.page')],
      ['7', expect.stringContaining('there is no document 7 because the file lists 2 documents')],
    ]);
    expect(info.images).toEqual([]);
    expect(info.documents).toHaveLength(2);
  });

  it('reports a missing key at the entry that lacks it', () => {
    const file = '---\nimages: [{document: 7, page: -3}]\ndocuments: [a.pdf, b.pdf]\n---\n';
    const places = parseTrajectoryFile(file).problems.map(({ span }) => file.slice(span.start, span.end));
    expect(places).toEqual(['{document: 7, page: -3}', '-3', '7']);
  });

  it.each([
    ['reference: &a right\nverdict: *a', 'verdict: right'],
    ['reference: &a right\nverdict: *a\nquestion: *a', 'verdict: &a right\nquestion: *a'],
    ['reference: &a right # so\nverdict: *a', 'verdict: right'],
    ['x: &a one\nreference: &a right\nverdict: *a\ny: [*a]', 'x: &a one\nverdict: &a right\ny: [ *a ]'],
    ['reference: &a right\nx: *a\ny: &a wrong\nverdict: *a', 'x: right\ny: &a wrong\nverdict: *a'],
    ['reference: &b { c: &a right }\nverdict: *a\nx: *b', 'verdict: right\nx: { c: &a right }'],
    ['reference: &a [ *a ]\nx: *a', 'x: &a [ *a ]'],
    ['reference: right\nx: *none', 'x: *none'],
    ['x: &a right\nreference: *a\nverdict: *a', 'x: &a right\nverdict: *a'],
  ])(
    'keeps what aliases stand for when the key with the anchor is cleared or changed: %j',
    (before, after) => {
      const file = (yaml: string): string => `---\n${yaml}\n---\nbody`;
      expect(updateTrajectoryFile(file(before), { reference: null })).toBe(file(after));
      const set = updateTrajectoryFile(file(before), { reference: 'new' });
      expect(parseTrajectoryFile(set).info).toMatchObject({
        ...parseTrajectoryFile(file(after)).info,
        reference: 'new',
      });
      expect(set.replace(/reference: new.*\n/, '')).toBe(file(after));
    },
  );

  it('reads aliases of texts and numbers, and does not let them make a front matter huge', () => {
    const file =
      '---\nreference: &a right\nverdict: *a\nimages: [{ image: &n 1, page: *n }]\nresponse_length: *a\n---\nb';
    const { info, problems } = parseTrajectoryFile(file);
    expect(info).toMatchObject({ reference: 'right', verdict: 'right', images: [{ image: 1, page: 1 }] });
    expect(problems.map(({ span }) => file.slice(span.start, span.end))).toEqual(['response_length']);
    const long = `---\nreference: &a ${'x'.repeat(400_000)}\ntool_results: [${'*a,'.repeat(100_000)}]\n---\nb`;
    expect(parseTrajectoryFile(long).info.reference).toHaveLength(400_000);
  });

  it.each([
    [
      'x: &a [1]\nquestion: *a',
      'the alias *a stands for a list or for keys with values; write them here instead',
    ],
    [
      'x: &a {b: 1}\nimages: [*a]',
      'the alias *a stands for a list or for keys with values; write them here instead',
    ],
    ['question: *a', 'the alias *a has no anchor before it'],
  ])('says why an alias cannot be used, at its place: %j', (yaml, why) => {
    const file = `---\n${yaml}\n---\nb`;
    const { problems } = parseTrajectoryFile(file);
    const [key = ''] = /question|images/.exec(yaml) ?? [];
    expect(
      problems.flatMap(({ code, span, message }) =>
        code === 'front-matter-unknown-key' ? [] : [[file.slice(span.start, span.end), message]],
      ),
    ).toEqual([['*a', `The value of "${key}" cannot be used: ${why}.`]]);
  });

  it.each(['question: {!!merge <<: 1}', 'images: [{!!merge <<: [1]}]'])(
    'says that a merge key cannot be used, at its key: %j',
    (yaml) => {
      const file = `---\n${yaml}\n---\nb`;
      const { problems, response } = parseTrajectoryFile(file);
      const [key = ''] = yaml.split(':');
      expect(problems.map(({ span, message }) => [file.slice(span.start, span.end), message])).toEqual([
        [
          key,
          `The value of "${key}" cannot be used: a merge key (<<) can only stand before keys with values.`,
        ],
      ]);
      expect(response).toBe('b');
    },
  );

  it('leaves a broken front matter unchanged when it is asked to change it', () => {
    const file = '---\nquestion: [\n---\nbody';
    expect(updateTrajectoryFile(file, { reference: 'x' })).toBe(file);
  });

  it('reads any text without an exception and without losing a character', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '---',
            '\n',
            '\r\n',
            'a: 1',
            ': ',
            '[',
            '"',
            '&a',
            '*a',
            '!!x',
            '<think>',
            '\t',
            '...',
            '😀',
          ),
        ),
        (pieces) => {
          const file = pieces.join('');
          const read = parseTrajectoryFile(file);
          const rest = file.slice(read.bodyStart);
          expect([read.response, `${read.response}\n`, `${read.response}\r\n`]).toContain(rest);
          expect(rest.endsWith('\n')).toBe(read.response !== rest);
        },
      ),
      propertyRuns(2000),
    );
  });
});
