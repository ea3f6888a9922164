import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../support/files.ts';
import { input, rewardFile, runs, startReward, describeScore } from './support.ts';

describe('the process of a reward', () => {
  it('the process is kept between calls', async () => {
    const { reward } = startReward(rewardFile('easyr1_sequential'));
    const pids = new Set<unknown>();
    for (let call = 0; call < 3; call++) {
      const [score] = await reward.score([input('a')]);
      pids.add(score?.ok === true ? score.fields['pid'] : null);
    }
    expect(pids.size).toBe(1);
  });

  it('the process handles calls one after the other', async () => {
    const { reward } = startReward(rewardFile('easyr1_sequential'));
    const calls = await Promise.all(['a', 'raise', 'bbb'].map((word) => reward.score([input(word)])));
    expect(calls.map(([score]) => score?.ok)).toEqual([true, false, true]);
  });

  it('the process is replaced when the file or a module next to it is saved', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'reward.py');
    const helper = path.join(folder, 'helper.py');
    const write = (name: string, weight: number) => {
      fs.writeFileSync(name, `WEIGHT = ${weight}\n`);
    };
    write(helper, 1);
    const main = (factor: number) =>
      `import helper\ndef compute_score(reward_input):\n    import later\n    return {"overall": ${factor} * helper.WEIGHT * later.WEIGHT}\n`;
    write(path.join(folder, 'later.py'), 1);
    fs.writeFileSync(file, main(1));
    const { reward } = startReward(file);
    const now = async () => describeScore((await reward.score([input('a')]))[0]);
    expect(await now()).toBe(1);
    // Saved within the same second, with the same number of characters.
    write(helper, 2);
    expect(await now()).toBe(2);
    fs.writeFileSync(file, main(3));
    expect(await now()).toBe(6);
    write(path.join(folder, 'later.py'), 5);
    expect(await now()).toBe(30);
    fs.writeFileSync(file, 'def compute_score(:\n');
    expect(await now()).toMatch(/SyntaxError/);
    fs.writeFileSync(file, main(1));
    expect(await now()).toBe(10);
    expect(fs.readdirSync(folder).sort()).toEqual(['helper.py', 'later.py', 'reward.py']);
  });

  it('the process imports modules of the folder that it runs in', async () => {
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, 'project_module.py'), 'WEIGHT = 0.5\n');
    fs.mkdirSync(path.join(folder, 'rewards'));
    const file = path.join(folder, 'rewards', 'mine.py');
    fs.writeFileSync(
      file,
      'from project_module import WEIGHT\ndef compute_score(reward_input):\n    return {"overall": WEIGHT}\n',
    );
    const { reward } = startReward(file, { cwd: folder });
    expect(await reward.score([input('a')])).toMatchObject([{ overall: 0.5 }]);
  });

  it('no file next to the reward hides a library, and what only its folder has is imported with a note', async () => {
    const folder = temporaryFolder();
    const rewards = path.join(folder, 'rewards');
    fs.mkdirSync(rewards);
    // A module of the standard library that the runner does not import itself.
    fs.writeFileSync(path.join(rewards, 'colorsys.py'), 'raise ValueError("the wrong module")\n');
    fs.writeFileSync(path.join(rewards, 'beside.py'), 'WEIGHT = 0.5\n');
    const file = path.join(rewards, 'mine.py');
    fs.writeFileSync(
      file,
      'import colorsys, os, sys\nfrom beside import WEIGHT\ndef compute_score(reward_input):\n    return {"overall": WEIGHT, "cwd": os.getcwd(), "first": sys.path[0], "library": hasattr(colorsys, "rgb_to_hsv")}\n',
    );
    const { reward } = startReward(file, { cwd: folder });
    const cwd = fs.realpathSync(folder);
    expect(await reward.score([input('a')])).toMatchObject([
      { overall: 0.5, fields: { cwd, first: cwd, library: true } },
    ]);
    expect(await reward.load()).toMatchObject({
      notes: [
        expect.stringMatching(
          /^beside was imported from the file’s own folder, which EasyR1 does not search/,
        ),
      ],
    });
    // In its own folder, the module is found as the trainer finds it.
    const own = path.join(rewards, 'other.py');
    fs.writeFileSync(own, 'import beside\ndef compute_score(reward_input):\n    return {"overall": 1}\n');
    expect(await startReward(own, { cwd: rewards }).reward.load()).toMatchObject({ notes: [] });
  });

  it('a reward gets the environment, but neither the key of a server nor the password of a PDF', async () => {
    for (const name of ['PAGETRACE_API_KEY', 'PAGETRACE_PASSWORD', 'PAGETRACE_OF_THE_REWARD']) {
      vi.stubEnv(name, 'set');
      onTestFinished(() => {
        vi.unstubAllEnvs();
      });
    }
    const file = path.join(temporaryFolder(), 'environment.py');
    fs.writeFileSync(
      file,
      'import os\ndef compute_score(reward_input):\n    names = ("PAGETRACE_API_KEY", "PAGETRACE_PASSWORD", "PAGETRACE_OF_THE_REWARD")\n    return {"overall": 1, **{name: os.environ.get(name) for name in names}}\n',
    );
    expect(await startReward(file).reward.score([input('a')])).toMatchObject([
      { fields: { PAGETRACE_API_KEY: null, PAGETRACE_PASSWORD: null, PAGETRACE_OF_THE_REWARD: 'set' } },
    ]);
    const env = { PAGETRACE_API_KEY: 'given' };
    expect(await startReward(file, { env }).reward.score([input('a')])).toMatchObject([
      { fields: { PAGETRACE_API_KEY: 'given' } },
    ]);
  });

  it('a reward can start processes with multiprocessing, which are no second runners', async () => {
    const file = path.join(temporaryFolder(), 'spawns.py');
    fs.writeFileSync(
      file,
      'import multiprocessing, os\ndef compute_score(reward_input):\n    with multiprocessing.get_context("spawn").Pool(1) as pool:\n        return {"overall": sum(pool.map(abs, [-1, -2]))}\n',
    );
    const { reward } = startReward(file);
    expect(await reward.score([input('a')])).toMatchObject([{ overall: 3 }]);
  });

  it.each(['hang', 'return'])(
    'the process ends together with all processes that it started: %s',
    async (does) => {
      const file = path.join(temporaryFolder(), 'pids');
      const { reward } = startReward(rewardFile('starts_a_child'));
      const scored = reward.score([input(file, does)]);
      await vi.waitFor(
        () => {
          expect(fs.existsSync(file)).toBe(true);
        },
        { timeout: 60_000, interval: 20 },
      );
      if (does === 'return') await scored;
      const pids = fs.readFileSync(file, 'utf8').split(' ').map(Number);
      expect(pids.map(runs)).toEqual([true, true]);
      await reward.dispose();
      expect((await scored).map(describeScore)).toEqual([
        does === 'return' ? 1 : 'cancelled: The reward was stopped.',
      ]);
      await vi.waitFor(
        () => {
          expect(pids.map(runs)).toEqual([false, false]);
        },
        { timeout: 60_000, interval: 20 },
      );
      expect((await reward.score([input('a')])).map(describeScore)).toEqual([
        'cancelled: The reward was stopped.',
      ]);
    },
  );
});

describe('the output of a reward', () => {
  it('the output of a reward reaches the log however it is printed, and never the replies', async () => {
    const { reward, lines } = startReward(rewardFile('prints'));
    expect(await reward.score([input('a')])).toMatchObject([{ overall: 1 }]);
    expect(lines).toEqual([
      'while it is imported',
      'from Python \\ud83d half a character',
      'to standard error',
      'to the descriptor',
      'from a child',
      'from C',
      '{"type": "done", "files": []}',
      'without an end',
    ]);
  });

  it('a reward reads nothing from its standard input', async () => {
    const { reward, lines } = startReward(rewardFile('prints'));
    await reward.score([input('read')]);
    expect(lines).toContain("read ''");
    expect(await reward.score([input('a')])).toMatchObject([{ overall: 1 }]);
  });

  it('the output of a reward is cut off if it is too long, separately for each call', async () => {
    const { reward, lines } = startReward(rewardFile('prints'));
    expect(await reward.score([input('much')])).toMatchObject([{ overall: 1 }]);
    expect(lines.at(-1)).toBe('(The rest of the output is left out.)');
    expect(lines.length).toBeLessThan(5_010);
    await reward.score([input('long')]);
    expect(lines.at(-1)).toMatch(/^x{2,}/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(100_000);
  });
});
