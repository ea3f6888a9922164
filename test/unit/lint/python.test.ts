import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { lintPython } from '../../../src/core/prompts/lint/lintPython.ts';
import { findStrings } from '../../../src/core/prompts/pythonSource/promptConstants.ts';
import { profileByName } from '../../../src/core/rewards/registry.ts';

const actionRl = profileByName('action-rl');
/** Each finding as `name: code: text that it marks`. */
const findings = (source: string, reward = actionRl): string[] =>
  lintPython(source, { name: 'file.py', reward }).flatMap(({ name, result }) =>
    result.findings.map(({ code, span }) => `${name}: ${code}: ${source.slice(span.start, span.end)}`),
  );
const names = (source: string): string[] => lintPython(source, { name: 'file.py' }).map(({ name }) => name);

const ASKS =
  'Think in <thinking> and </thinking>, describe in <description> and </description>, answer in <answer> and </answer>.';

describe('prompts in Python source', () => {
  it.each([
    ['a constant', `PROMPT = "{question} ${ASKS}"`, 'PROMPT'],
    ['a constant with an annotation', `PROMPT: str = '${ASKS}'`, 'PROMPT'],
    ['three quotes', `PROMPT = """\n{question}\n${ASKS}\n"""`, 'PROMPT'],
    ['adjacent literals', `PROMPT = (\n    "Look at it. "  # first\n    '${ASKS}'\n)`, 'PROMPT'],
    ['a continued line', `PROMPT = "Look at it. " \\\n    "${ASKS}"`, 'PROMPT'],
    ['added literals', `PROMPT = "Look at it. " + "${ASKS}" + question`, 'PROMPT'],
    ['an f-string', `prefix = f"{question} ${ASKS}"`, 'prefix'],
    [
      'an f-string that is returned',
      `def make_prompt(row):\n    """Makes it."""\n    return f"{row['question']} ${ASKS}"`,
      'make_prompt()',
    ],
    ['an attribute of a class', `class A:\n    prompt_text = "${ASKS}"`, 'prompt_text'],
    ['a dictionary', `TEMPLATES = {"ocr": "${ASKS}", "other": 1}`, 'TEMPLATES["ocr"]'],
    ['a message', `messages = [{"role": "user", "content": "${ASKS}"}]`, 'messages["content"]'],
    ['a keyword', `ask(client, system_prompt="${ASKS}")`, 'system_prompt'],
    ['a percent sign', `QUESTION = "%(question)s ${ASKS} 100%%" % values`, 'QUESTION'],
  ])('finds a prompt in %s, and reports its faults at their place', (_what, source, name) => {
    expect(findings(source)).toEqual([
      `${name}: tag-unknown: <thinking>`,
      `${name}: tag-missing: <thinking>`,
    ]);
  });

  it.each([
    ['a docstring', `def f():\n    """Checks that ${ASKS}"""`],
    [
      'a pattern',
      'PATTERN = r"^<think>.*?</think>\\s*<answer>.*?</answer>$ with more words than eight in it"',
    ],
    ['tags alone', 'PROMPT = "<answer></answer>"'],
    [
      'a message of the program',
      'raise ValueError(f"The text {text} has no <b> and this sentence has many more words")',
    ],
    ['an error message', `error_message = "${ASKS}"`],
    ['bytes', `PROMPT = b"${ASKS}"`],
    ['a comment', `# PROMPT = "${ASKS}"`],
    ['a string that is not closed', `PROMPT = "${ASKS}`],
    ['text without tags', 'PROMPT = "You are a helpful assistant who answers the question of the user."'],
  ])('finds no prompt in %s', (_what, source) => {
    expect(names(source)).toEqual([]);
  });

  it('marks what a finding is about between escapes, doubled braces and literals', () => {
    const source = [
      'PROMPT = ("{question}\\n\\nLook at \\"it\\" \\u00e9\\U0001F600 well, and answer with {{\\"a\\": 1}} "',
      "          r'in the tags <think>\\frac</think> <description>...</description> '",
      '          "<answer>...</answer> <summary>...</summary>")',
      'print(PROMPT.format(question="?"))',
    ].join('\n');
    expect(findings(source)).toEqual(['PROMPT: tag-unknown: <summary>']);
  });

  it('says in which string a finding is, and offers only repairs that keep the literal valid', () => {
    const source = `FIRST = "${ASKS}"\nSECOND_PROMPT = r"Look at it well.\\nThen answer in <think>...</think>, <description>...</description> and <answer>...</answer>."`;
    const [first, second] = lintPython(source, { name: 'file.py', reward: actionRl }).map(
      ({ result }) => result.findings,
    );
    expect(first?.[0]?.message.endsWith('(In FIRST.)')).toBe(true);
    expect(first?.[0]?.fixes.map(({ title }) => title)).toEqual(['Write `<think>` instead of `<thinking>`']);
    expect(
      second?.map(({ code, message, fixes }) => [code, message.endsWith('(In SECOND_PROMPT.)'), fixes]),
    ).toEqual([['line-break-escaped', true, []]]);
  });

  it('does not miss what another string or a field may contain', () => {
    const partial =
      'PROMPT = f"{question} Think in <think> and </think>. {form} Then answer in <answer> and </answer>."';
    expect(findings(partial)).toEqual([]);
    expect(findings(partial.replace('{form} ', ''))).toEqual(['PROMPT: tag-missing: <think>']);
    const two = `SYSTEM_PROMPT = "Describe what you see in the images in <description> and </description> tags."\nUSER_PROMPT = "{question} Think in <think> and </think>, and answer in <answer> and </answer>."`;
    expect(findings(two)).toEqual([]);
  });

  it('reads no number of images as a fixed one, for the script decides how many there are', () => {
    const source =
      'PROMPT = "You are given 2 images. Use <think></think> <description></description> <answer></answer>. {question}"';
    expect(findings(source)).toEqual([]);
  });

  it('treats single braces as text if the string is not formatted', () => {
    const source =
      'PROMPT = """Think in <think></think>, describe in <description></description>, and answer as <answer>{"a": 1}</answer>."""';
    const [prompt] = lintPython(source, { name: 'file.py', reward: actionRl });
    expect(prompt?.result.findings).toEqual([]);
    expect(prompt?.result.examples.map(({ text }) => text)).toEqual(['<answer>{"a": 1}</answer>']);
  });

  it('leaves out the findings of rules that are turned off', () => {
    expect(
      lintPython(`PROMPT = "${ASKS}"`, {
        name: 'file.py',
        reward: actionRl,
        off: ['tag-unknown', 'tag-missing'],
      })[0]?.result.findings,
    ).toEqual([]);
  });

  it('reads any source without an error, and every finding lies within it', () => {
    const piece = fc.constantFrom(
      'PROMPT = ',
      '"',
      "'",
      '"""',
      'f"',
      '{question}',
      '{{',
      '}',
      '<think>',
      '</think>',
      '<answer>42</answer>',
      ' word word word ',
      '\n',
      '(',
      ')',
      '\\',
      '\\n',
      '+',
      '#',
      '%s',
      '.format(',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const source = pieces.join('');
        for (const { parts, span } of findStrings(source)) {
          expect(span.end).toBeLessThanOrEqual(source.length);
          for (const part of parts)
            if (part.kind === 'text') expect(part.places).toHaveLength(part.text.length);
        }
        for (const { result } of lintPython(source, { name: 'any', reward: actionRl }))
          for (const { span } of result.findings) {
            expect(span.start).toBeGreaterThanOrEqual(0);
            expect(span.end).toBeGreaterThanOrEqual(span.start);
            expect(span.end).toBeLessThanOrEqual(source.length);
          }
      }),
      propertyRuns(2000),
    );
  });

  it('reports the mark that the reward reads only if no string of the file names it', () => {
    const prompt = 'PROMPT = "{question} Think in <think> and </think>, then answer briefly in one line."';
    const verlMath = profileByName('verl-math');
    expect(findings(prompt, verlMath)).toEqual(['PROMPT: tag-missing: <think>']);
    expect(findings(`${prompt}\nSUFFIX = "Answer in \\\\boxed{}."`, verlMath)).toEqual([]);
  });

  const withBox = (command: string, prefix = ''): string =>
    `PROMPT = ${prefix}"{question} Think in <think> and </think>, then write ${command} at the end."`;

  it.each([
    ['\\b', '\\boxed{}', 'a backspace'],
    ['\\f', '\\frac{1}{2}', 'a form feed'],
    ['\\a', '\\alpha', 'a bell character'],
    ['\\v', '\\vec', 'a vertical tab'],
    ['\\r', '\\rho', 'a carriage return'],
  ])('reports %s at the beginning of a command in a string that is not raw', (escape, command, character) => {
    const source = withBox(`${command} or ${command}`);
    const [prompt] = lintPython(source, { name: 'file.py' });
    const [name = ''] = /^\\\w+/.exec(command) ?? [];
    expect(prompt?.result.findings.map(({ code, span }) => [code, span.start, span.end])).toEqual([
      ['line-break-escaped', source.indexOf(command), source.indexOf(command) + 2],
    ]);
    expect(prompt?.result.findings[0]?.message).toBe(
      `Python reads \`${escape}\` as ${character} here, so the model does not see \`${name}\`. Double the backslash, or make the string a raw one. (In PROMPT.)`,
    );
  });

  it.each([
    ['a raw string', withBox('\\boxed{}', 'r')],
    ['a doubled backslash', withBox('\\\\boxed{}')],
    ['an escape before no letter', withBox('the answer.\\r\\n')],
    ['a character that is written as a number', withBox('\\x08oxed')],
  ])('reports no escape in %s', (_what, source) => {
    expect(lintPython(source, { name: 'file.py' })[0]?.result.findings).toEqual([]);
  });
});
