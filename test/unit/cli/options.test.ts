import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readAsk, readRender } from '../../../src/cli/arguments/arguments.ts';
import { USAGE } from '../../../src/cli/arguments/usage.ts';
import { errorHint } from '../../../src/cli/terminal/errorHint.ts';
import type { Terminal } from '../../../src/cli/terminal/terminal.ts';
import type { Verb, VerbContext } from '../../../src/cli/terminal/verb.ts';
import { ask } from '../../../src/cli/verbs/ask/ask.ts';
import { lint } from '../../../src/cli/verbs/lint/lint.ts';
import { parse } from '../../../src/cli/verbs/parse/parse.ts';
import { profiles } from '../../../src/cli/verbs/profiles.ts';
import { render } from '../../../src/cli/verbs/render.ts';
import { score } from '../../../src/cli/verbs/score/score.ts';
import { stats } from '../../../src/cli/verbs/stats/stats.ts';
import { exitStatus } from '../../../src/cli/terminal/exitStatus.ts';
import { asPageTraceError } from '../../../src/core/errors.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

const { signal } = new AbortController();

function terminalOf(out: string[], said: string[] = []): Terminal {
  return silentTerminal({ out: (text) => out.push(text), say: (line) => said.push(line) });
}

const verbs: Readonly<Record<string, Verb>> = {
  score,
  lint,
  parse,
  stats,
  profiles,
  ask: (args, { terminal }) => ask(args, {}, terminal, signal).then(() => 0),
  render: (args, { terminal }) => render(args, {}, terminal, signal).then(() => 0),
};

/** The text that a command writes to standard output; `said` receives what it writes to standard error. */
async function outputOf(command: string, args: readonly string[], said: string[] = []): Promise<string> {
  const out: string[] = [];
  const context: VerbContext = {
    terminal: terminalOf(out, said),
    stdin: Readable.from([]),
    environment: {},
    interrupted: signal,
  };
  await verbs[command]?.(args, context);
  return out.join('');
}

/** The message and the advice with which a command refuses its arguments, and its exit status. */
async function refusal(command: string, args: readonly string[]): Promise<readonly [string, number]> {
  try {
    return [`accepted: ${await outputOf(command, args)}`, 0];
  } catch (thrown) {
    const error = asPageTraceError(thrown);
    return [`${error.message} ${errorHint(error, command) ?? ''}`, exitStatus(error)];
  }
}

describe('options without effect', () => {
  it.each([
    ['score', ['-', '--judge', 'right', '--judge', 'wrong'], 'judge'],
    ['score', ['-', '--explain', '--explain'], 'explain'],
    ['stats', ['-', '--profile', 'evisrag', '--profile=vrag-rl'], 'profile'],
    ['parse', ['-', '--format', 'json', '--format', 'json'], 'format'],
    ['lint', ['lang2act', '--reward', 'none', '--reward', 'evisrag'], 'reward'],
    ['profiles', ['--out', 'a', '--out', 'b'], 'out'],
    ['ask', ['What?', 'a.pdf', '--seed', '1', '--seed', '2'], 'seed'],
    ['render', ['a.pdf', '--out', 'a', '--out', 'b'], 'out'],
  ])('%s refuses an option that is given twice: %s', async (command, args, name) => {
    expect(await refusal(command, args)).toEqual([`--${name} is given twice. Give it once.`, 2]);
  });

  it.each([
    ['score', ['-', '--python', 'a.py', '--interpreter='], 'interpreter'],
    ['score', ['-', '--references', ''], 'references'],
    ['score', ['-', '--field='], 'field'],
    ['ask', ['What?', 'a.pdf', '--prompt='], 'prompt'],
  ])('%s %s is refused, because a value is empty', async (command, args, name) => {
    expect(await refusal(command, args)).toEqual([
      `--${name} needs a value. See pagetrace ${command} --help.`,
      2,
    ]);
  });

  it('a reference answer and a password may be empty', () => {
    const { values } = readAsk(['What?', 'a.pdf', '--reference=', '--password=']);
    expect([values.reference, values.password]).toEqual(['', '']);
  });

  it('every value of an option that may be repeated is read', () => {
    expect(readAsk(['What?', 'a.pdf', 'b.pdf', '--pages', '1', '--pages', '2']).values.pages).toEqual([
      '1',
      '2',
    ]);
    expect(readRender(['a.pdf', '--pages', '1', '--pages', '1']).values.pages).toEqual(['1', '1']);
  });

  it.each([
    [
      'score',
      ['-', '--interpreter', 'python3'],
      'interpreter',
      'python',
      'Name a reward function of your own',
    ],
    ['score', ['-', '--contract', 'verl'], 'contract', 'python', 'Name a reward function of your own'],
    ['score', ['-', '--time-limit', '3'], 'time-limit', 'python', 'Name a reward function of your own'],
    ['ask', ['What?', 'a.pdf', '--model', 'm'], 'model', 'server', 'Name the server'],
    ['ask', ['What?', 'a.pdf', '--api-key-file', 'key'], 'api-key-file', 'server', 'Name the server'],
  ])('%s %s is refused without the option that it is for', async (command, args, name, needed, hint) => {
    const [said, status] = await refusal(command, args);
    expect(said).toContain(
      `--${name} is given without --${needed}. ${hint} with --${needed}, or leave --${name} out`,
    );
    expect(status).toBe(2);
  });

  it.each([
    ['score', ['-', '--profile', 'none', '--python', 'a.py', '--explain'], 'explain', '--profile none'],
    ['score', ['-', '--as-trainer', 'verl', '--num-images', '3'], 'num-images', '--as-trainer verl'],
    ['score', ['-', '--input', 'trajectory', '--field', 'id=a'], 'field', '--input trajectory'],
    ['stats', ['-', '--input', 'trajectory', '--references', 'a'], 'references', '--input trajectory'],
    ['parse', ['-', '--input', 'trajectory', '--field', 'id=a'], 'field', '--input trajectory'],
    ['parse', ['-', '--references', 'a'], 'references', 'parse'],
    ['stats', ['-', '--groups', '--each'], 'groups', '--each'],
    ['stats', ['-', '--key', 'overall', '--each'], 'key', '--each'],
    ['stats', ['-', '--format', 'json', '--each'], 'format', '--each'],
    ['stats', ['-', '--profile', 'none', '--judge', 'right'], 'judge', '--profile none'],
    ['stats', ['-', '--profile', 'none', '--num-images', '3'], 'num-images', '--profile none'],
    ['render', ['a.pdf', '--out', 'a', '--format', 'png', '--quality', '80'], 'quality', '--format png'],
    ['ask', ['What?', 'a.pdf', '--temperature', '0.5'], 'temperature', 'the offline reader'],
    ['ask', ['What?', 'a.pdf', '--top-p', '0.5'], 'top-p', 'the offline reader'],
    ['ask', ['What?', 'a.pdf', '--repetition-penalty', '1'], 'repetition-penalty', 'the offline reader'],
    ['ask', ['What?', 'a.pdf', '--seed', '1'], 'seed', 'the offline reader'],
  ])('%s %s reports that an option has no effect, and goes on', async (command, args, name, other) => {
    const said: string[] = [];
    // The input is missing, so some of these commands fail, but not because of the option.
    const problem = await outputOf(command, args, said).then(() => '', String);
    expect(problem).not.toContain(`--${name}`);
    expect(said).toContain(`--${name} has no effect with ${other}.`);
  });
});

describe('help', () => {
  it.each(Object.keys(verbs))(
    '%s --help describes only that command, in lines that fit into a terminal',
    async (command) => {
      const help = await outputOf(command, ['--help']);
      expect(help).toMatch(new RegExp(`^pagetrace ${command} `, 'u'));
      for (const other of Object.keys(verbs)) {
        if (other !== command) expect(help).not.toContain(`pagetrace ${other} `);
      }
      expect(help).toMatch(/Exit status: 0/u);
      expect(help.split('\n').filter((line) => line.length > 120)).toEqual([]);
    },
  );

  it('the general help names every command', () => {
    for (const command of Object.keys(verbs)) expect(USAGE).toContain(`\n  pagetrace ${command} `);
  });
});
