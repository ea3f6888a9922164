import { describe, expect, it } from 'vitest';
import { DEPTH, inputCount } from '../../../scripts/lib/generatedInputs.mjs';
import { scoreJson, explanationJson } from '../../../src/cli/output/scoreJson.ts';
import { scoreLines } from '../../../src/cli/verbs/ask/answerText.ts';
import { lintJson, lintLines } from '../../../src/cli/verbs/lint/lintReport.ts';
import { sarif } from '../../../src/cli/verbs/lint/sarif.ts';
import { parseSample, trajectoryJson } from '../../../src/cli/verbs/parse/trajectoryJson.ts';
import { plainText } from '../../../src/core/plainText.ts';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { lintPython } from '../../../src/core/prompts/lint/lintPython.ts';
import { readPromptFile } from '../../../src/core/prompts/promptFile.ts';
import { sampleOf } from '../../../src/core/records/sample.ts';
import { scoreContext } from '../../../src/core/records/scoreContext.ts';
import { parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import { profileByName } from '../../../src/core/rewards/registry.ts';
import { visibleText } from '../../../src/core/visibleText.ts';
import { familiesThatGrow, hostileFamilies, type HostileFamily } from '../../support/hostileFamilies.ts';
import { PROMPT_SEEDS } from '../../support/promptSeeds.ts';

/** Whether this is a deep run, which tries more families at greater lengths and in more places. */
const IS_DEEP = DEPTH >= 1;
/** Characters of the largest texts. */
const LARGE = IS_DEEP ? 65_536 : 8192;
const TIMEOUT = 600_000;

/** Families for which one pattern took exponential or cubic time. */
const WORST: readonly HostileFamily[] = [
  { name: 'quotes in a tool call', text: (length) => `<tool name="a" args="${'"'.repeat(length)}` },
  {
    name: 'quoted words in a tool call that is never closed',
    text: (length) => `<tool name="a" args="${'b" '.repeat(length / 3)}`,
  },
  { name: 'blanks in a list of tools', text: (length) => `Tools:\n- a_b${' '.repeat(length)}x` },
  {
    name: 'adverbs before an imperative',
    text: (length) => `<answer>${'in this '.repeat(length / 8)}</answer>`,
  },
  {
    name: 'words around a noun',
    text: (length) => `<answer>the answer${' in of '.repeat(length / 7)}x.</answer>`,
  },
  {
    name: 'a sentence that does not end',
    text: (length) => `<answer>A${' b'.repeat(length / 2)}\0</answer>`,
  },
];

/** Texts with many findings, links, and characters that reports escape. */
const REPORTED = hostileFamilies({
  pieces: [
    '</tool>',
    '<think>',
    '[a](http://b) ',
    '![](x)',
    '\u202E',
    '\0',
    '\uD800',
    '\u001B[31m',
    '\n',
    '|',
    '`',
  ],
  pairs: [
    ['<think>', '</think>'],
    ['<tool name="a" args="b">', '</tool>'],
    ['[', '](x)'],
  ],
  numbered: [
    (index) => `<tool name="t${index}" args="Image ${index}">a</tool>\n`,
    (index) => `[a${index}](http://b/${index}) `,
  ],
  prefixes: ['<description>'],
  fillers: ['a', '[a](b) '],
  suffixes: [''],
});

const families = (combinations: number): readonly HostileFamily[] => [
  ...WORST,
  ...hostileFamilies(PROMPT_SEEDS, inputCount(combinations)),
];

describe('the time for hostile texts grows with their length', () => {
  it(
    'when a prompt is checked against its reward',
    async () => {
      const work = (text: string): unknown =>
        lintPrompt(`---\nreward: lang2act\n---\n{{ content }}\n${text}`, { name: 'hostile', numImages: [2] });
      expect(await familiesThatGrow(families(500), work, LARGE)).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'when the findings of a prompt are reported',
    async () => {
      const work = async (text: string): Promise<void> => {
        const whole = `---\nreward: lang2act\n---\n{{ content }}\n${text}`;
        const result = lintPrompt(whole, { name: 'hostile', numImages: [2] });
        const linted = [{ file: 'hostile.jinja', text: whole, rewardName: 'lang2act', result }];
        lintLines(linted);
        JSON.stringify([lintJson(linted), await sarif(linted)]);
      };
      expect(await familiesThatGrow(REPORTED, work, LARGE)).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'when a trajectory and its scores are reported',
    async () => {
      const work = (text: string): void => {
        const sample = sampleOf(parseTrajectoryFile(text));
        JSON.stringify(trajectoryJson(parseSample(sample, null), sample));
        const score = profileByName('lang2act').score(sample.response, scoreContext(sample, null));
        JSON.stringify([scoreJson(score, false), explanationJson(score)]);
        scoreLines(score).map(visibleText);
        plainText(text);
      };
      expect(await familiesThatGrow(REPORTED, work, LARGE)).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'when a prompt file is read',
    async () => {
      const work = (text: string): unknown => readPromptFile('hostile', text);
      expect(await familiesThatGrow(families(500), work, LARGE)).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'when Python source is checked',
    async () => {
      const work = (text: string): unknown =>
        lintPython(text, { name: 'hostile.py', reward: profileByName('lang2act') });
      expect(await familiesThatGrow(families(500), work, LARGE)).toEqual([]);
    },
    TIMEOUT,
  );

  if (!IS_DEEP) return;

  it(
    'when a prompt without settings is checked',
    async () => {
      const work = (text: string): unknown =>
        lintPrompt(text, { name: 'hostile', trainer: 'easyr1', numImages: [2] });
      expect(await familiesThatGrow(families(500), work, LARGE)).toEqual([]);
    },
    TIMEOUT,
  );

  it.each([
    [
      'in a string of Python source',
      (text: string) =>
        `PROMPT = """Write your answer in <answer> tags: {question} ${text.replaceAll('"""', '')} """\n`,
    ],
    [
      'in a formatted string of Python source',
      (text: string) => `PROMPT = f"""Write <answer> tags: {question} ${text}"""\n`,
    ],
  ])(
    'when they are %s',
    async (_what, source) => {
      const work = (text: string): unknown =>
        lintPython(source(text), { name: 'hostile.py', reward: profileByName('lang2act') });
      expect(await familiesThatGrow(families(500), work, LARGE)).toEqual([]);
    },
    TIMEOUT,
  );
});
