import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../support/files.ts';
import { describeScore, input, PYTHON, runs, startReward } from './support.ts';

/** A reward file with these lines. */
function writeReward(...lines: readonly string[]): string {
  const file = path.join(temporaryFolder(), 'mine.py');
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Waits until the file `name` has process ids, and returns them. The processes are ended after the test. */
async function readPids(name: string): Promise<readonly number[]> {
  await vi.waitFor(
    () => {
      expect(fs.existsSync(name)).toBe(true);
    },
    { timeout: 20_000, interval: 20 },
  );
  const pids = fs.readFileSync(name, 'utf8').trim().split(' ').map(Number);
  onTestFinished(() => {
    for (const pid of pids.filter(runs)) process.kill(pid, 'SIGKILL');
  });
  return pids;
}

async function expectEnded(pids: readonly number[]): Promise<void> {
  await vi.waitFor(
    () => {
      expect(pids.filter(runs)).toEqual([]);
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** Scores `name` in a process of PageTrace that is killed when the reward has written its process ids, and returns these. */
async function killWhileScoring(file: string, name: string, runner?: string): Promise<readonly number[]> {
  const module = new URL('../../../src/userRewards/userReward.ts', import.meta.url).href;
  const options = { file, python: PYTHON, timeLimitMs: 600_000, ...(runner === undefined ? {} : { runner }) };
  const script = `
    import { createUserReward } from ${JSON.stringify(module)};
    const reward = createUserReward({ ...${JSON.stringify(options)}, log: () => undefined });
    await reward.score([{ ...${JSON.stringify(input(name))} }]);
  `;
  const host = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: 'ignore',
  });
  const pids = await readPids(name);
  expect(pids.map(runs)).toEqual(pids.map(() => true));
  host.kill('SIGKILL');
  return pids;
}

/** Lines that write a list of process ids to the file that the response names. */
const TELL = [
  'import os, subprocess, sys, time',
  'def tell(name, pids):',
  '    with open(name + ".part", "w") as file:',
  '        file.write(" ".join(map(str, pids)))',
  '    os.rename(name + ".part", name)',
];

/** Lines that start a process in a session of its own whose parent has ended, and that has the runner's streams. */
const DETACH = [
  ...TELL,
  'def detach():',
  '    read, write = os.pipe()',
  '    if os.fork() == 0:',
  '        os.setsid()',
  '        child = os.fork()',
  '        if child == 0:',
  '            time.sleep(600)',
  '        os.write(write, str(child).encode())',
  '        os._exit(0)',
  '    os.wait()',
  '    return int(os.read(read, 20))',
];

describe.runIf(process.platform === 'linux')('processes that a reward starts to outlive it', () => {
  it.each([
    ['a program in a session of its own', 'subprocess.Popen(["sleep", "600"], start_new_session=True).pid'],
    ['a copy of the process whose parent has ended', 'detach()'],
  ])('end with the reward: %s', async (_what, started) => {
    const name = path.join(temporaryFolder(), 'pids');
    const { reward } = startReward(
      writeReward(
        ...DETACH,
        'def compute_score(reward_input):',
        `    tell(reward_input["response"], [os.getpid(), ${started}])`,
        '    return {"overall": 1}',
      ),
    );
    expect((await reward.score([input(name)])).map(describeScore)).toEqual([1]);
    const pids = await readPids(name);
    expect(pids.map(runs)).toEqual([true, true]);
    await reward.dispose();
    await expectEnded(pids);
  });

  it('end when the reward has stopped its supervisor', async () => {
    const name = path.join(temporaryFolder(), 'pids');
    const { reward } = startReward(
      writeReward(
        ...DETACH,
        'import signal',
        'def compute_score(reward_input):',
        '    tell(reward_input["response"], [os.getpid(), detach()])',
        '    os.kill(os.getppid(), signal.SIGSTOP)',
        '    return {"overall": 1}',
      ),
    );
    expect((await reward.score([input(name)])).map(describeScore)).toEqual([1]);
    const pids = await readPids(name);
    await reward.dispose();
    await expectEnded(pids);
  });

  it('end when the process of the reward ends by itself', async () => {
    const name = path.join(temporaryFolder(), 'pids');
    const { reward } = startReward(
      writeReward(
        ...DETACH,
        'def compute_score(reward_input):',
        '    tell(reward_input["response"], [detach()])',
        '    os.kill(os.getpid(), 11)',
      ),
    );
    expect((await reward.score([input(name)])).map(describeScore)).toEqual([
      'reward-failed: The Python process of mine.py ended in the middle of a score, by the signal SIGSEGV.',
    ]);
    await expectEnded(await readPids(name));
  });

  it('end when PageTrace is killed while library code keeps the interpreter', async () => {
    const name = path.join(temporaryFolder(), 'pids');
    const file = writeReward(
      ...DETACH,
      'import ctypes',
      'def compute_score(reward_input):',
      '    tell(reward_input["response"], [os.getpid(), os.getppid(), detach()])',
      '    ctypes.PyDLL(None).sleep(600)',
    );
    const pids = await killWhileScoring(file, name);
    await expectEnded(pids);
  });

  it('end when the reward has a time limit and ignores all signals that it can', async () => {
    const name = path.join(temporaryFolder(), 'pids');
    const { reward } = startReward(
      writeReward(
        ...DETACH,
        'import ctypes, signal',
        'def compute_score(reward_input):',
        '    for number in range(1, 32):',
        '        if number not in (signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD):',
        '            signal.signal(number, signal.SIG_IGN)',
        '    tell(reward_input["response"], [os.getpid(), detach()])',
        '    ctypes.PyDLL(None).sleep(600)',
      ),
      { timeLimitMs: 1_000 },
    );
    expect((await reward.score([input(name)])).map(describeScore)).toEqual([
      'reward-timeout: mine.py: the reward was stopped because it took longer than 1 s.',
    ]);
    await expectEnded(await readPids(name));
  });
});

describe.skipIf(process.platform === 'win32')(
  'a system without a way to adopt processes, such as macOS',
  () => {
    /** A runner that does not use what only Linux has. */
    function writePlainRunner(): string {
      const runner = path.join(temporaryFolder(), 'reward_runner.py');
      const folder = fileURLToPath(new URL('../../../media/python', import.meta.url));
      fs.writeFileSync(
        runner,
        [
          'import sys',
          `sys.path.insert(0, ${JSON.stringify(folder)})`,
          'if __name__ == "__main__":',
          '    from pagetrace_runner import start, supervisor',
          '    supervisor.find_prctl = lambda: None',
          '    supervisor.list_processes = supervisor.list_by_ps',
          '    start.start()',
        ].join('\n'),
      );
      return runner;
    }

    it('ends what still belongs to the reward when PageTrace is killed while library code keeps the interpreter', async () => {
      const name = path.join(temporaryFolder(), 'pids');
      const file = writeReward(
        ...TELL,
        'import ctypes',
        'def compute_score(reward_input):',
        '    apart = subprocess.Popen(["sleep", "600"], start_new_session=True).pid',
        '    tell(reward_input["response"], [os.getpid(), os.getppid(), apart])',
        '    ctypes.PyDLL(None).sleep(600)',
      );
      const pids = await killWhileScoring(file, name, writePlainRunner());
      await expectEnded(pids);
    });

    it('scores, and ends with the reward', async () => {
      const name = path.join(temporaryFolder(), 'pids');
      const { reward } = startReward(
        writeReward(
          ...TELL,
          'def compute_score(reward_input):',
          '    apart = subprocess.Popen(["sleep", "600"], start_new_session=True).pid',
          '    tell(reward_input["response"], [os.getpid(), os.getppid(), apart])',
          '    return {"overall": 1}',
        ),
        { runner: writePlainRunner() },
      );
      expect((await reward.score([input(name)])).map(describeScore)).toEqual([1]);
      const pids = await readPids(name);
      await reward.dispose();
      await expectEnded(pids);
    });
  },
);

it.skipIf(process.platform === 'win32')(
  'the runner goes on where the functions of Windows are missing',
  () => {
    const folder = fileURLToPath(new URL('../../../media/python', import.meta.url));
    const script = 'from pagetrace_runner.windows import end_with_parent; print(end_with_parent())';
    expect(execFileSync(PYTHON, ['-B', '-c', script], { cwd: folder, encoding: 'utf8' })).toBe('False\n');
  },
);

const FORGED =
  'reward-failed: mine.py was stopped because its code wrote to the channel of PageTrace’s own replies.';

describe.runIf(process.platform === 'linux')('a reward that writes replies of its own', () => {
  /** Lines that write a line to every pipe and socket of the process, except for the printed text. */
  const FORGE = [
    'import json, os, stat',
    'def forge(line):',
    '    for name in os.listdir("/proc/self/fd"):',
    '        descriptor = int(name)',
    '        if descriptor < 3:',
    '            continue',
    '        try:',
    '            mode = os.fstat(descriptor).st_mode',
    '            if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):',
    '                os.write(descriptor, line)',
    '        except OSError:',
    '            pass',
  ];
  const RESULT = '{"type": "result", "index": 0, "overall": 1}';

  it.each([
    ['a result', `b'${RESULT}\\n'`],
    ['a result with a code that it invents', `b'${'0'.repeat(64)} ${RESULT}\\n'`],
    ['the beginning of a line', `b'${RESULT}'`],
    ['that its interpreter is too old', `b'{"type": "too-old", "version": "2.7"}\\n'`],
    ['an empty line', `b'\\n'`],
  ])('gets no score for %s', async (_what, line) => {
    const { reward } = startReward(
      writeReward(
        ...FORGE,
        'def compute_score(reward_input):',
        '    if reward_input["response"] == "forge":',
        `        forge(${line})`,
        '    return {"overall": 0}',
      ),
    );
    expect((await reward.score([input('a'), input('forge'), input('b')])).map(describeScore)).toEqual([
      0,
      FORGED,
      0,
    ]);
  });

  it('is refused if it does so while it is loaded', async () => {
    const { reward } = startReward(
      writeReward(...FORGE, `forge(b'${RESULT}\\n')`, 'def compute_score(reward_input):', '    return 0'),
    );
    expect((await reward.score([input('a')])).map(describeScore)).toEqual([
      FORGED.replace('reward-failed', 'reward-unusable'),
    ]);
  });

  it('cannot answer for other inputs, also with the objects of the runner', async () => {
    const { reward } = startReward(
      writeReward(
        'import gc',
        'def compute_score(reward_input):',
        '    if reward_input["response"] == "forge":',
        '        for each in gc.get_objects():',
        '            if type(each).__name__ == "Channel":',
        '                each.send({"type": "result", "index": 2, "overall": 1})',
        '    return {"overall": 0}',
      ),
    );
    const scores = await reward.score([input('a'), input('forge'), input('b')]);
    expect(scores.map(describeScore)).toEqual([0, FORGED, 0]);
  });

  it('leaves no way to the replies in programs and copies of the process that it starts', async () => {
    const { reward } = startReward(
      writeReward(
        ...FORGE,
        'import subprocess, sys',
        'SOURCE = open(__file__).read().split("import subprocess")[0]',
        `LINE = b'${RESULT}\\n'`,
        'def compute_score(reward_input):',
        '    subprocess.run([sys.executable, "-c", SOURCE + "forge(%r)" % LINE], close_fds=False, check=True)',
        '    child = os.fork()',
        '    if child == 0:',
        '        forge(LINE)',
        '        os._exit(0)',
        '    os.waitpid(child, 0)',
        '    return {"overall": 0}',
      ),
    );
    expect((await reward.score([input('a'), input('b')])).map(describeScore)).toEqual([0, 0]);
  });
});

describe('a record that is nested too deeply', () => {
  it.each([600, 200_000])(
    'has no score if the function gets it, and ends nothing: %i levels',
    async (levels) => {
      const { reward } = startReward(
        writeReward(
          'def compute_score(data_source, solution_str, ground_truth, extra_info):',
          '    return float(len(solution_str))',
        ),
      );
      let deep: unknown = 0;
      for (let level = 0; level < levels; level++) deep = [deep];
      const scores = await reward.score([
        input('a'),
        input('bb', '', { extra_info: { deep } }),
        input('ccc', '', { columns: { deep } }),
      ]);
      expect(scores.map(describeScore)).toEqual([
        1,
        'reward-failed: mine.py was not called for this response, because its record is nested more than 500 levels deep.',
        3,
      ]);
    },
  );

  it('is scored up to 500 levels', async () => {
    const { reward } = startReward(
      writeReward(
        'def compute_score(data_source, solution_str, ground_truth, extra_info):',
        '    return float(len(extra_info))',
      ),
    );
    let deep: unknown = [];
    for (let level = 0; level < 497; level++) deep = [deep];
    expect((await reward.score([input('a', '', { extra_info: { deep } })])).map(describeScore)).toEqual([1]);
  });
});
