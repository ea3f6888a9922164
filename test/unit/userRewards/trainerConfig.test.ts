import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseOverrides } from '../../../src/userRewards/overrides.ts';
import { describeConfig, readTrainerConfig } from '../../../src/userRewards/trainerConfig.ts';
import { temporaryFolder } from '../../support/files.ts';
import { growth, LIMIT } from '../../support/growth.ts';

/** A folder with a reward file and a configuration. */
function project(files: Readonly<Record<string, string>>): {
  readonly root: string;
  readonly at: (name: string) => string;
} {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries({ 'rewards/mine.py': '', ...files })) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return { root, at: (name) => path.join(root, name) };
}

const EASYR1 = `data:
  format_prompt: ./prompts/mine.jinja
worker:
  reward:
    reward_function: ./rewards/mine.py:score
    reward_function_kwargs:
      format_weight: 0.5
`;

describe('the configuration of a trainer', () => {
  it('EasyR1’s YAML names the file, the function, its arguments and the format prompt', async () => {
    const { root, at } = project({ 'config.yaml': EASYR1 });
    expect(await readTrainerConfig(at('config.yaml'), root)).toEqual({
      trainer: 'EasyR1',
      file: at('rewards/mine.py'),
      functionName: 'score',
      functionSetting: { key: 'worker.reward.reward_function', file: './rewards/mine.py' },
      kwargs: { format_weight: 0.5 },
      contract: null,
      rewardType: null,
      formatPrompt: './prompts/mine.jinja',
      cwd: root,
    });
  });

  it('EasyR1’s function is main if none is named, and older names of the settings are read', async () => {
    const { root, at } = project({
      'a.yaml': 'worker: {reward: {reward_function: rewards/mine.py, reward_type: sequential}}',
      'b.yaml': 'worker: {reward: {score_function: rewards/mine.py:f, score_function_kwargs: {a: 1}}}',
    });
    expect(await readTrainerConfig(at('a.yaml'), root)).toMatchObject({
      functionName: 'main',
      rewardType: 'sequential',
    });
    expect(await readTrainerConfig(at('b.yaml'), root)).toMatchObject({
      functionName: 'f',
      functionSetting: { key: 'worker.reward.score_function', file: 'rewards/mine.py' },
      kwargs: { a: 1 },
    });
  });

  it('a relative path is looked for in the working directory, then from the folder of the configuration upward', async () => {
    const { root, at } = project({ 'examples/config.yaml': EASYR1, 'elsewhere/readme.md': '' });
    expect(await readTrainerConfig(at('examples/config.yaml'), at('elsewhere'))).toMatchObject({
      file: at('rewards/mine.py'),
      cwd: root,
    });
    fs.mkdirSync(at('elsewhere/rewards'));
    fs.writeFileSync(at('elsewhere/rewards/mine.py'), '');
    expect(await readTrainerConfig(at('examples/config.yaml'), at('elsewhere'))).toMatchObject({
      file: at('elsewhere/rewards/mine.py'),
      cwd: at('elsewhere'),
    });
  });

  it.each([
    [
      'a list in itself',
      'a: &a [*a]',
      /:1:8 is not valid YAML: the alias \*a is part of what it stands for\.$/,
    ],
    [
      'an alias without an anchor',
      'a: *b',
      /:1:4 is not valid YAML: the alias \*b has no anchor before it\.$/,
    ],
    [
      'aliases of aliases',
      `a0: &a0 []\n${Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`).join('\n')}`,
      /:1:1 is not valid YAML: its aliases stand for too many values\.$/,
    ],
    [
      'lists that are deep only with their aliases',
      `a0: &a0 ${'['.repeat(60)}${']'.repeat(60)}\na1: ${'['.repeat(60)}*a0${']'.repeat(60)}`,
      /:1:1 is not valid YAML: it is nested in more than 100 levels\.$/,
    ],
    [
      'a merge key before a number',
      'a: {!!merge <<: 1}',
      /:1:1 is not valid YAML: a merge key \(<<\) can only stand before keys with values\.$/,
    ],
    [
      'a merge key of YAML 1.1 before an alias of a number',
      '%YAML 1.1\n---\nx: &x 1\n<<: *x',
      /:1:1 is not valid YAML: a merge key \(<<\) can only stand before keys with values\.$/,
    ],
    [
      'an ordered mapping that has a key twice',
      'x: &x {a: 1}\ny: !!omap [? *x : 1, ? *x : 2]',
      /:1:1 is not valid YAML: Ordered maps must not include duplicate keys\.$/,
    ],
    ['deep lists', '['.repeat(20_000), /:1:\d+ is not valid YAML: it is nested in more than 100 levels\.$/],
    [
      'many aliases',
      Array.from({ length: 2000 }, (_, index) => `a${index}: &a${index} [1]\nb${index}: *a${index}\n`).join(
        '',
      ),
      /:202:\d+ is not valid YAML: it has more than 100 aliases of lists and mappings\.$/,
    ],
  ])('says in one sentence why hostile YAML cannot be read: %s', async (_, yaml, said) => {
    const { root, at } = project({ 'a.yaml': yaml });
    await expect(readTrainerConfig(at('a.yaml'), root)).rejects.toMatchObject({
      reason: 'bad-input',
      message: expect.stringMatching(said) as unknown,
    });
  });

  it('merge keys of YAML 1.1 take the keys of what they stand before', async () => {
    const { root, at } = project({
      'a.yaml':
        '%YAML 1.1\n---\nx: &x {a: 1}\nworker: {reward: {reward_function: rewards/mine.py, reward_function_kwargs: {<<: *x, b: 2}}}',
    });
    expect((await readTrainerConfig(at('a.yaml'), root)).kwargs).toEqual({ a: 1, b: 2 });
  });

  it('aliases stand for the arguments of a function', async () => {
    const { root, at } = project({
      'a.yaml':
        'x: &x {a: &n 1}\nworker: {reward: {reward_function: rewards/mine.py, reward_function_kwargs: {b: *x, c: *n}}}',
    });
    expect((await readTrainerConfig(at('a.yaml'), root)).kwargs).toEqual({ b: { a: 1 }, c: 1 });
  });

  it('many keys and overrides are read in time that grows with their number', async () => {
    const keys = (length: number): string => Array.from({ length }, (_, index) => `k${index}: 1`).join(', ');
    const read = (length: number): unknown =>
      parseOverrides(`a.b={${keys(length)}} ${keys(length).replaceAll(': ', '=').replaceAll('k', 'c.k')}`);
    expect(await growth(read, { small: 1000, large: 4000 })).toBeLessThan(LIMIT);
    expect(parseOverrides(`${'a.'.repeat(20_000)}b=1`)).toEqual({});
    expect(parseOverrides("a.b='{!!merge <<: 1}'")).toEqual({ a: { b: '{!!merge <<: 1}' } });
    expect(parseOverrides('a.b={c:1} a.b.d=2 a.e=3')).toEqual({ a: { b: { c: 1, d: 2 }, e: 3 } });
  });

  it('variables that repeat one another make no huge text', () => {
    const doublings = Array.from({ length: 60 }, (_, index) => `v${index + 1}=$v${index}$v${index}`);
    const settings = parseOverrides(`v0=word a.first=$v0$v0 ${doublings.join(' ')} a.last=$v60`);
    expect(settings['a']).toMatchObject({ first: 'wordword' });
    expect(JSON.stringify(settings).length).toBeLessThan(2_000_000);
  });

  it('verl’s YAML names the file, the function and its arguments, and the batch manager its contract', async () => {
    const { root, at } = project({
      'verl.yaml':
        'custom_reward_function: {path: rewards/mine.py, reward_kwargs: {strict: true}}\nreward_model: {reward_manager: batch}',
      'new.yaml': 'reward: {custom_reward_function: {path: rewards/mine.py, name: f}}',
    });
    expect(await readTrainerConfig(at('verl.yaml'), root)).toMatchObject({
      trainer: 'verl',
      file: at('rewards/mine.py'),
      functionName: 'compute_score',
      functionSetting: { key: 'custom_reward_function.name', file: null },
      kwargs: { strict: true },
      contract: 'verl-batch',
    });
    expect(await readTrainerConfig(at('new.yaml'), root)).toMatchObject({
      functionName: 'f',
      functionSetting: { key: 'reward.custom_reward_function.name', file: null },
      contract: null,
    });
  });

  it('a shell script is read with its variables, quotes, comments and line continuations', async () => {
    const { root, at } = project({
      'train.sh': `#!/bin/bash
set -x
PROJECT="$(pwd)"
REWARDS=$PROJECT/rewards   # where they are
export NAME='f'
python3 -m verl.trainer.main_ppo --config-name=ppo \\
    data.train_batch_size=512 \\
    # custom_reward_function.path=old.py \\
    custom_reward_function.path="\${REWARDS}/mine.py" \\
    custom_reward_function.name=$NAME \\
    +custom_reward_function.reward_kwargs.weights='{a:0.5,b: [1,2]}' \\
    ++custom_reward_function.reward_kwargs.mode=\${MODE:-strict} $@
`,
    });
    expect(await readTrainerConfig(at('train.sh'), root)).toMatchObject({
      file: at('rewards/mine.py'),
      functionName: 'f',
      kwargs: { weights: { a: 0.5, b: [1, 2] }, mode: 'strict' },
    });
  });

  it('overrides of EasyR1 take precedence over the YAML file that config names', async () => {
    const { root, at } = project({ 'examples/config.yaml': EASYR1 });
    const overrides =
      'config=examples/config.yaml worker.reward.reward_function=rewards/mine.py:other worker.reward.reward_function_kwargs.more=true';
    expect(await readTrainerConfig(overrides, root)).toMatchObject({
      file: at('rewards/mine.py'),
      functionName: 'other',
      kwargs: { format_weight: 0.5, more: true },
      formatPrompt: './prompts/mine.jinja',
    });
  });

  it.each([
    ['{scale: 1}', { scale: 1 }, 'with the arguments {"scale":1}.'],
    ['{scale: 1}', { scale: 2 }, 'with the arguments {"scale":1}, which --arguments changes to {"scale":2}.'],
    ['{}', {}, 'with no arguments.'],
    ['{}', { scale: 2 }, 'with no arguments, and --arguments adds {"scale":2}.'],
  ])('says which arguments are used: %s in the configuration, %o used', async (written, kwargs, said) => {
    const { root, at } = project({
      'a.yaml': `worker: {reward: {reward_function: rewards/mine.py, reward_function_kwargs: ${written}}}`,
    });
    const config = await readTrainerConfig(at('a.yaml'), root);
    expect(describeConfig(config, root, { kwargs, setBy: '--arguments' })).toEqual([
      `The configuration of EasyR1 names ${at('rewards/mine.py')}:main ${said}`,
    ]);
  });

  it.each([
    ['absent.yaml', 'The configuration absent.yaml does not exist.'],
    ['trainer.total_epochs=1', 'There is no reward function in the given overrides.'],
    [
      'custom_reward_function.path=rewards/absent.py',
      'The reward file rewards/absent.py of the given overrides does not exist in ',
    ],
    ['custom_reward_function.path=$HERE/mine.py', 'contains a variable that is not set there.'],
    ['config=absent.yaml', 'The configuration absent.yaml does not exist.'],
  ])('says what is wrong with %s', async (given, message) => {
    const { root } = project({});
    await expect(readTrainerConfig(given, root)).rejects.toThrow(message);
  });

  it('a configuration is a regular file of bounded size, and so is the one that overrides name', async () => {
    const { root, at } = project({ 'huge.yaml': '' });
    fs.truncateSync(at('huge.yaml'), 64 * 1024 ** 3);
    const tooLarge = /huge\.yaml is too large for a configuration of a trainer\./;
    await expect(readTrainerConfig(at('huge.yaml'), root)).rejects.toThrow(tooLarge);
    await expect(readTrainerConfig('config=huge.yaml', root)).rejects.toThrow(tooLarge);
    fs.symlinkSync('/dev/zero', at('zero.yaml'));
    await expect(readTrainerConfig(at('zero.yaml'), root)).rejects.toThrow(/zero\.yaml does not exist\./);
    await expect(readTrainerConfig('config=zero.yaml', root)).rejects.toThrow(/zero\.yaml does not exist\./);
    // A reward file is only looked for here, and not read.
    fs.truncateSync(at('rewards/mine.py'), 64 * 1024 ** 3);
    const config = await readTrainerConfig('custom_reward_function.path=rewards/mine.py', root);
    expect(config.file).toBe(at('rewards/mine.py'));
  });

  it('says what is wrong with a YAML file', async () => {
    const { root, at } = project({ 'broken.yaml': 'worker: [', 'empty.yaml': '' });
    await expect(readTrainerConfig(at('broken.yaml'), root)).rejects.toThrow(
      /broken\.yaml:1:10 is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a \]\.$/,
    );
    await expect(readTrainerConfig(at('empty.yaml'), root)).rejects.toThrow(
      /^There is no reward function in .*empty\.yaml\.$/,
    );
  });
});
