import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PageTraceError } from '../../../src/core/errors.ts';
import { temporaryFolder } from '../../support/files.ts';
import { input, PYTHON, rewardFile, startReward, describeScore } from './support.ts';

describe('failures of a reward', () => {
  it('an exception is reported with its line of the file, and the traceback is in the log', async () => {
    const { reward, lines } = startReward(rewardFile('raises'));
    const [score] = await reward.score([input('one')]);
    expect(score).toMatchObject({ ok: false, place: { file: rewardFile('raises'), line: 2 } });
    expect(describeScore(score)).toBe(
      "reward-failed: raises.py raised ValueError in line 2: invalid literal for int() with base 10: 'one'.",
    );
    const log = lines.join('\n');
    expect(log).toMatch(
      /^Traceback \(most recent call last\):\n {2}File ".*raises\.py", line 6, in compute_score/,
    );
    expect(log).not.toContain('reward_runner');
    expect(await reward.score([input('3')])).toMatchObject([{ overall: 3 }]);
  });

  it.each([
    { isOneRun: false, printed: 2, more: [2, 1] },
    { isOneRun: true, printed: 1, more: [4] },
  ])(
    'identical tracebacks are logged once, with how often they were repeated (one run: $isOneRun)',
    async ({ isOneRun, printed, more }) => {
      const { reward, lines } = startReward(rewardFile('easyr1_sequential'), { isOneRun });
      await reward.score(['raise', 'a', 'raise', 'raise'].map((text) => input(text)));
      await reward.score(['raise', 'raise'].map((text) => input(text)));
      await reward.dispose();
      expect(lines.filter((line) => line.startsWith('Traceback'))).toHaveLength(printed);
      expect(lines.filter((line) => line.startsWith('The same'))).toEqual(
        more.map(
          (count) =>
            `The same traceback for ${count} more ${count === 1 ? 'sample' : 'samples'}: ValueError: no answer in 'raise'`,
        ),
      );
    },
  );

  it('names what the function got in place of what the record does not have', async () => {
    const file = path.join(temporaryFolder(), 'mine.py');
    fs.writeFileSync(
      file,
      'def compute_score(data_source, solution_str, ground_truth, extra_info):\n    return data_source.startswith("x") + float(ground_truth) + extra_info["split"]\n',
    );
    const { reward } = startReward(file);
    const scores = await reward.score([
      input('a', null),
      input('a', 'b', { data_source: 'x', extra_info: { a: 1 } }),
      input('a', '1', { data_source: 'x', extra_info: { a: 1 }, columns: { extra_info: { a: 1 } } }),
    ]);
    expect(scores.map(describeScore)).toEqual([
      "reward-failed: mine.py raised AttributeError in line 2: 'NoneType' object has no attribute 'startswith'. The record has no data_source, so the function got None. The record has no ground_truth, so the function got None. The record has no extra_info, so the function got {}.",
      "reward-failed: mine.py raised ValueError in line 2: could not convert string to float: 'b'. The record has no extra_info, so the function got its other keys in a dict.",
      "reward-failed: mine.py raised KeyError in line 2: 'split'.",
    ]);
    const { reward: batch } = startReward(rewardFile('raises'));
    expect(describeScore((await batch.score([input('one', null)]))[0])).toMatch(
      / with base 10: 'one'\. The record has no ground_truth, so the function got None\.$/,
    );
  });

  it('a batch that fails is scored one by one, and only the samples that fail alone have no score', async () => {
    const { reward, lines } = startReward(rewardFile('raises'));
    const scores = await reward.score(['1', 'one', '3', 'four'].map((text) => input(text)));
    expect(scores.map(describeScore)).toEqual([
      1,
      "reward-failed: raises.py raised ValueError in line 2: invalid literal for int() with base 10: 'one'.",
      3,
      "reward-failed: raises.py raised ValueError in line 2: invalid literal for int() with base 10: 'four'.",
    ]);
    expect(lines[0]).toBe(
      "A call with 4 samples failed: ValueError: invalid literal for int() with base 10: 'one'. They are scored one by one, which changes the scores if the function compares them with each other.",
    );
  });

  it('a batch that leaves samples out is scored one by one', async () => {
    const { reward, lines } = startReward(rewardFile('batch_culprits'));
    const scores = await reward.score(['a', 'drop', 'bb'].map((text) => input(text)));
    expect(scores.map(describeScore)).toEqual([
      1,
      'reward-failed: compute_score in batch_culprits.py returned 0 scores for 1 response.',
      1,
    ]);
    expect(lines[0]).toMatch(/^A call with 3 samples returned another number of scores\./);
  });

  it.each([
    ['exit', 'ended in the middle of a score, with exit code 3.'],
    ['hang', 'the reward was stopped because it took longer than 2 s.'],
  ])(
    'a batch in which one sample ends or blocks the process is scored one by one: %s',
    async (does, message) => {
      const { reward, lines } = startReward(rewardFile('batch_culprits'), {
        timeLimitMs: 2_000,
        graceMs: 10_000,
      });
      const scores = await reward.score(['a', does, 'bb'].map((text) => input(text)));
      expect(scores.map(({ ok }) => ok)).toEqual([true, false, true]);
      expect(describeScore(scores[1])).toContain(message);
      expect(lines.filter((line) => line.endsWith('Its samples are scored one by one.'))).toHaveLength(1);
    },
  );

  it('a batch that works is called once', async () => {
    const { reward } = startReward(rewardFile('batch_culprits'));
    expect(await reward.score(['a', 'bb'].map((text) => input(text)))).toMatchObject([
      { overall: 2 },
      { overall: 2 },
    ]);
  });

  it('responses that are scored one by one fail alone, and a process that ends is replaced', async () => {
    const { reward, lines } = startReward(rewardFile('easyr1_sequential'));
    const words = ['a', 'raise', 'quit', 'bb', 'exit', 'ccc', 'segfault', 'dddd'];
    const progress: number[] = [];
    const scores = await reward.score(
      words.map((word) => input(word)),
      {
        onProgress: (done) => progress.push(done),
      },
    );
    expect(scores.map(describeScore)).toEqual([
      1,
      "reward-failed: easyr1_sequential.py raised ValueError in line 10: no answer in 'raise'.",
      'reward-failed: easyr1_sequential.py raised SystemExit in line 16: 4.',
      2,
      'reward-failed: The Python process of easyr1_sequential.py ended in the middle of a score, with exit code 3.',
      3,
      'reward-failed: The Python process of easyr1_sequential.py ended in the middle of a score, by the signal SIGSEGV.',
      4,
    ]);
    expect(progress.at(-1)).toBe(8);
    const pids = scores.flatMap((score) => (score.ok ? [score.fields['pid']] : []));
    expect(new Set(pids).size).toBe(3);
    expect(lines.join('\n')).toContain('Fatal Python error: Segmentation fault');
  });

  it('a response that hangs is stopped alone, and the line where it hangs is named', async () => {
    const { reward, lines } = startReward(rewardFile('easyr1_sequential'), {
      timeLimitMs: 2_000,
      graceMs: 10_000,
    });
    const scores = await reward.score(['a', 'hang', 'bb'].map((word) => input(word)));
    expect(scores.map(describeScore)).toEqual([
      1,
      'reward-timeout: easyr1_sequential.py, line 12: the reward was stopped because it took longer than 2 s.',
      2,
    ]);
    expect(scores[1]).toMatchObject({ place: { line: 12 } });
    expect(lines.join('\n')).toMatch(/File ".*easyr1_sequential\.py", line 12, in compute_score/);
  });

  it('scoring gives up after three responses in a row that ended the process', async () => {
    const { reward } = startReward(rewardFile('easyr1_sequential'));
    const scored = async (words: readonly string[]) =>
      (await reward.score(words.map((word) => input(word)))).map(describeScore);
    const ended =
      'reward-failed: The Python process of easyr1_sequential.py ended in the middle of a score, with exit code 3.';
    expect(await scored(['exit', 'exit', 'a', 'exit', 'bb', 'exit', 'exit', 'ccc'])).toEqual([
      ...[ended, ended, 1, ended, 2, ended, ended, 3],
    ]);
    const notTried =
      'reward-failed: easyr1_sequential.py was not called for this response, because its process ended or was stopped 3 times in a row.';
    expect(await scored(['exit', 'exit', 'exit', 'a', 'bb'])).toEqual([
      ...[ended, ended, ended, notTried, notTried],
    ]);
  });

  it('a file that hangs while it is imported is stopped', async () => {
    const { reward } = startReward(rewardFile('hangs_at_import'), {
      timeLimitMs: 500,
      loadLimitMs: 500,
      graceMs: 10_000,
    });
    const loaded = await reward.load();
    expect('error' in loaded && loaded.error.message).toMatch(
      /^hangs_at_import\.py(?:, line 5)?: the reward was stopped/,
    );
  });

  it('scoring can be stopped, and the reward works again in the next call', async () => {
    const { reward } = startReward(rewardFile('easyr1_sequential'));
    const controller = new AbortController();
    const scores = await reward.score([input('a'), input('hang'), input('b')], {
      signal: controller.signal,
      onProgress: () => {
        controller.abort();
      },
    });
    expect(scores.map(describeScore)).toEqual([
      1,
      'cancelled: The reward was stopped.',
      'cancelled: The reward was stopped.',
    ]);
    expect(await reward.score([input('b')])).toMatchObject([{ overall: 1 }]);
  });

  it.each([
    [
      'raises_at_import',
      "reward-unusable: raises_at_import.py raised KeyError in line 2: 'missing'.",
      { file: rewardFile('raises_at_import'), line: 2 },
    ],
    [
      'broken_syntax',
      /^reward-unusable: broken_syntax\.py raised SyntaxError in line 5: /,
      { file: rewardFile('broken_syntax') },
    ],
    ['absent', /^file-not-found: The reward file .*absent\.py does not exist\.$/, null],
  ])('reports a file that cannot be loaded: %s', async (name, message, place) => {
    const { reward } = startReward(rewardFile(name));
    const [score] = await reward.score([input('a')]);
    if (typeof message === 'string') expect(describeScore(score)).toBe(message);
    else expect(describeScore(score)).toMatch(message);
    expect(score).toMatchObject({ place });
  });

  it.each(process.platform === 'win32' ? ['mkdir'] : ['mkdir', 'mkfifo'])(
    'says of what %s makes that it is not a regular file',
    async (make) => {
      const file = path.join(temporaryFolder(), 'mine.py');
      if (make === 'mkdir') fs.mkdirSync(file);
      else execFileSync(make, [file]);
      const { reward } = startReward(file);
      const [score] = await reward.score([input('a')]);
      expect(describeScore(score)).toBe(`file-unreadable: ${file} is not a regular file.`);
    },
  );

  it('names every missing module, and what to install where', async () => {
    const { reward } = startReward(rewardFile('needs_modules'));
    const [score] = await reward.score([input('a')]);
    expect(describeScore(score)).toMatch(
      /^reward-unusable: needs_modules\.py needs the modules absent_module_a, absent_module_b, absent_module_d, which \S*python\S* does not have\.$/,
    );
    expect(score).toMatchObject({
      error: {
        hint: expect.stringMatching(
          /-m pip install absent_module_a absent_module_b absent_module_d\)/,
        ) as string,
      },
    });
  });

  it('names the folder that holds a missing module, and installs nothing for modules of a project', async () => {
    const root = temporaryFolder();
    const write = (name: string, text: string): string => {
      const file = path.join(root, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, text);
      return file;
    };
    write('training/grading/parts/words.py', '');
    write('training/src/numbers_of_mine.py', '');
    const file = write(
      'training/rewards/mine.py',
      'import grading.parts.words\nimport numbers_of_mine\nimport verl.utils\nimport absent_module_a\n',
    );
    const load = async (cwd: string) => {
      const loaded = await startReward(file, { cwd }).reward.load();
      return loaded.ok ? null : loaded.error;
    };
    const training = path.join(root, 'training');
    const error = await load(root);
    expect(error?.message).toMatch(
      /needs the modules grading, numbers_of_mine, verl, absent_module_a, which/,
    );
    expect(error?.remedy).toEqual({
      kind: 'provide-modules',
      found: [
        { module: 'grading', folder: training },
        { module: 'numbers_of_mine', folder: path.join(training, 'src') },
      ],
      parts: [],
      ofProject: ['verl'],
      install: expect.stringMatching(/ -m pip install absent_module_a$/) as string,
    });
    expect(error?.hint).toContain(`grading is in ${training}. Change the working directory to it.`);
    expect((await load(training))?.message).toMatch(
      /needs the modules numbers_of_mine, verl, absent_module_a,/,
    );
  });

  it('never advises to install a package again that lacks a module', async () => {
    const file = path.join(temporaryFolder(), 'mine.py');
    fs.writeFileSync(file, 'import json.absent_part\n');
    const loaded = await startReward(file).reward.load();
    expect('error' in loaded && loaded.error.hint).toBe(
      'json.absent_part is missing in the package that Python finds: use another version of it, or check whether a folder of the same name hides it.',
    );
  });

  it('a file that installs packages while it is imported is prevented from it', async () => {
    const { reward, lines } = startReward(rewardFile('installs'));
    const loaded = await reward.load();
    expect(lines.some((line) => line.startsWith('A reward is not allowed to install packages.'))).toBe(true);
    expect('error' in loaded && describeScore(loaded)).toBe(
      'reward-unusable: installs.py tries to install absent-package-a, which was prevented.',
    );
  });

  it('names a missing module that is imported in the middle of a call', async () => {
    const { reward } = startReward(rewardFile('needs_module_later'));
    expect(describeScore((await reward.score([input('a')]))[0])).toMatch(
      /needs the module absent_module_d, which/,
    );
  });

  it.each([
    ['needs_key', 'PAGETRACE_TEST_JUDGE_KEY'],
    ['asks_for_key', 'PAGETRACE_TEST_API_KEY'],
  ])(
    '%s: the missing environment variable is named, and the reward works once it is set',
    async (name, variable) => {
      const { reward } = startReward(rewardFile(name));
      expect(describeScore((await reward.score([input('a')]))[0])).toBe(
        `reward-unusable: ${name}.py needs the environment variable ${variable}.`,
      );
      const { reward: with_ } = startReward(rewardFile(name), { env: { [variable]: 'secret' } });
      expect(await with_.load()).toMatchObject({ ok: true });
    },
  );

  it('reports an interpreter that does not exist, and the output of one that ends at once', async () => {
    const failures: PageTraceError[] = [];
    const { reward, lines } = startReward(rewardFile('verl'), {
      python: 'no-such-python',
      onProcessFailure: (error) => failures.push(error),
    });
    expect(describeScore((await reward.score([input('a')]))[0])).toBe(
      'python-unusable: The Python interpreter no-such-python could not be started.',
    );
    expect(failures).toMatchObject([{ reason: 'python-unusable', said: 'spawn no-such-python ENOENT' }]);
    // The log contains only what the function prints, which is nothing.
    expect(lines).toEqual([]);
    const { reward: other } = startReward(rewardFile('verl'), { python: process.execPath });
    expect(describeScore((await other.score([input('a')]))[0])).toMatch(
      /^python-unusable: The Python interpreter .* could not/,
    );
  });

  it('reports an interpreter that is too old', async () => {
    const folder = temporaryFolder();
    const old = path.join(folder, 'python');
    fs.writeFileSync(old, '#!/bin/sh\necho \'{"type": "too-old", "version": "2.7"}\'\n', { mode: 0o755 });
    const { reward } = startReward(rewardFile('verl'), { python: old });
    expect(describeScore((await reward.score([input('a')]))[0])).toBe(
      `python-unusable: ${old} is Python 2.7; a reward needs 3.8 or newer.`,
    );
  });

  it('the version that is reported is that of the interpreter that runs the reward', async () => {
    const { reward } = startReward(rewardFile('verl'), { python: PYTHON });
    const loaded = await reward.load();
    expect(loaded).toMatchObject({ version: expect.stringMatching(/^3\.\d+\.\d+$/) as string });
  });
});
