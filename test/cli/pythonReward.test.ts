import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/files.ts';
import { OLDEST_NODE, runCli, type CliOptions } from './support/cli.ts';

type Row = Readonly<Record<string, unknown>>;

const lines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Creates a folder with files of the given names, which may have folders in front. */
function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

describe.each(OLDEST_NODE)('a Python reward on the command line, on $name', ({ node }) => {
  /** What `pagetrace score` returned for each record, and what it said. */
  async function scoreWith(
    args: readonly string[],
    records: readonly unknown[],
    options: CliOptions,
  ): Promise<{
    readonly found: readonly unknown[];
    readonly stderr: string;
    readonly status: number | null;
  }> {
    const { stdout, stderr, status } = await runCli(
      node,
      ['score', '-', '--profile', 'none', '--format', 'jsonl', ...args],
      { input: lines(records), ...options },
    );
    const rows = stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as Row)['python']);
    return { found: rows, stderr, status };
  }

  it('runs a reward in the current folder or in that of --cwd, and imports from there', async () => {
    const cwd = makeFolder({
      'training/grading/words.py': 'WEIGHT = 0.5\n',
      'training/rewards/mine.py':
        'from grading.words import WEIGHT\ndef compute_score(reward_inputs, scale=1.0):\n    return [{"overall": scale * WEIGHT} for _ in reward_inputs]\n',
    });
    const training = path.join(cwd, 'training');
    const record = [{ response: 'a', ground_truth: 'a' }];
    const inside = await scoreWith(['--python', 'rewards/mine.py'], record, { cwd: training });
    expect(inside.found).toEqual([{ overall: 0.5 }]);
    const args = ['--python', 'training/rewards/mine.py'];
    expect((await scoreWith([...args, '--cwd', 'training'], record, { cwd })).found).toEqual([
      { overall: 0.5 },
    ]);
    const outside = await scoreWith(args, record, { cwd });
    expect(outside.status).toBe(2);
    expect(outside.stderr).toContain(
      `grading is in ${fs.realpathSync(training)}. Run pagetrace in that folder, or name it with --cwd.`,
    );
    expect(outside.stderr).not.toContain('pip install');
    const absent = await scoreWith([...args, '--cwd', 'absent'], record, { cwd });
    expect(absent.stderr).toContain(
      `The working directory ${path.join(fs.realpathSync(cwd), 'absent')} does not exist.`,
    );
  });

  it('passes the keyword arguments of --arguments, as JSON or in a file', async () => {
    const cwd = makeFolder({
      'mine.py':
        'def compute_score(reward_inputs, scale):\n    return [{"overall": scale} for _ in reward_inputs]\n',
      'arguments.json': '{"scale": 0.75}',
    });
    const record = [{ response: 'a', ground_truth: 'a' }];
    const score = (...given: string[]) => scoreWith(['--python', 'mine.py', ...given], record, { cwd });
    expect((await score('--arguments', '{"scale": 0.25}')).found).toEqual([{ overall: 0.25 }]);
    expect((await score('--arguments', '@arguments.json')).found).toEqual([{ overall: 0.75 }]);
    expect((await score()).stderr).toContain("missing a required argument: 'scale'");
    expect((await score('--arguments', '[1]')).stderr).toContain(
      '--arguments must be a JSON object of keyword arguments, such as {"format_weight": 0.5}.',
    );
    for (const deep of ['[', '{"a":'])
      expect((await score('--arguments', deep.repeat(20_000))).stderr).toContain(
        '--arguments is nested more than 500 levels deep.',
      );
    expect((await score('--arguments', '@absent.json')).stderr).toContain(
      'The file absent.json of --arguments cannot be read.',
    );
  });

  it.skipIf(process.platform === 'win32')(
    'finds a relative --interpreter from the current folder, whatever folder the reward runs in',
    async () => {
      const cwd = makeFolder({
        'bin/python': '#!/bin/sh\nexec python3 "$@"\n',
        'training/mine.py':
          'def compute_score(reward_inputs):\n    return [{"overall": 1} for _ in reward_inputs]\n',
      });
      fs.chmodSync(path.join(cwd, 'bin/python'), 0o755);
      const args = ['--python', 'training/mine.py', '--cwd', 'training', '--interpreter', 'bin/python'];
      expect((await scoreWith(args, [{ response: 'a', ground_truth: 'a' }], { cwd })).found).toEqual([
        { overall: 1 },
      ]);
    },
  );

  it('does not replace a file that the reward is read from with --out', async () => {
    const reward = 'def main(reward_inputs):\n    return [{"overall": 1} for _ in reward_inputs]\n';
    const cwd = makeFolder({
      'mine.py': reward,
      'arguments.json': '{}',
      'config.yaml': 'worker: { reward: { reward_function: "./mine.py:main" } }\n',
      'prompt.jinja': '{{ content }}\n',
    });
    for (const [out, ...given] of [
      ['mine.py', 'score', '-', '--python', 'mine.py:main'],
      ['arguments.json', 'score', '-', '--python', 'mine.py:main', '--arguments', '@arguments.json'],
      ['config.yaml', 'score', '-', '--config', 'config.yaml'],
      ['mine.py', 'score', '-', '--config', 'config.yaml'],
      ['mine.py', 'stats', '-', '--python', 'mine.py:main'],
      ['mine.py', 'lint', 'prompt.jinja', '--reward', 'mine.py:main'],
    ] as const) {
      const input = lines([{ response: 'a', ground_truth: 'a' }]);
      const { stderr, status } = await runCli(node, [...given, '--out', out], { cwd, input });
      expect(stderr).toContain(`${out} would replace a file that is read.`);
      expect(status).toBe(2);
    }
    expect(fs.readFileSync(path.join(cwd, 'mine.py'), 'utf8')).toBe(reward);
  });

  it.skipIf(process.platform === 'win32')(
    'does not wait for a process that the reward started in a session of its own, and ends it on Linux',
    async () => {
      const cwd = makeFolder({
        'mine.py':
          'import subprocess\ndef compute_score(reward_inputs):\n    child = subprocess.Popen(["sleep", "30"], start_new_session=True)\n    return [{"overall": child.pid} for _ in reward_inputs]\n',
      });
      const record = [{ response: 'a', ground_truth: 'a' }];
      const { found, status } = await scoreWith(['--python', 'mine.py'], record, { cwd });
      const [score] = found as [{ readonly overall: number }];
      expect(status).toBe(0);
      const end = (): boolean => process.kill(score.overall, 'SIGKILL');
      // Elsewhere the process still runs, and is this test's to end.
      if (process.platform === 'linux') expect(end).toThrow('ESRCH');
      else expect(end()).toBe(true);
    },
  );

  it('says what each option does to the function, its contract and its arguments', async () => {
    const cwd = makeFolder({
      'mine.py': 'def main(reward_input, scale=1):\n    return {"overall": scale}\n',
      'config.yaml':
        'worker: { reward: { reward_function: "./other.py:main", reward_function_kwargs: { scale: 2 } } }\n',
      'other.py': 'raise ValueError("not loaded")\n',
      'batch.py': 'def main(data_sources, solution_strs, ground_truths, extra_infos):\n    return [1]\n',
    });
    const record = [{ response: 'a', ground_truth: 'a' }];
    const score = (...given: string[]) => scoreWith(given, record, { cwd });
    const instead = await score('--config', 'config.yaml', '--python', 'mine.py:main', '--judge', 'right');
    expect(instead.found).toEqual([{ overall: 2 }]);
    expect(instead.stderr).toContain('--judge has no effect with --profile none.');
    expect(instead.stderr).toMatch(
      /The configuration of EasyR1 names \S*other\.py:main with the arguments \{"scale":2\}\.\n--python mine\.py:main is used instead, with the same arguments\.\n/,
    );
    expect(instead.stderr).toContain('write REWARD_TYPE = "sequential" into mine.py, which EasyR1 reads.');
    const named = await score('--python', 'mine.py:main', '--contract', 'easyr1-sequential');
    expect(named.stderr).toContain('The contract easyr1-sequential is set by --contract.');
    const manager = await score(
      '--config',
      'custom_reward_function.path=batch.py custom_reward_function.name=main reward_model.reward_manager=batch',
    );
    expect(manager.stderr).toContain(
      'The contract verl-batch is set by the reward manager of the configuration.',
    );
    expect((await score('--python', 'mine.py')).stderr).toContain(
      'mine.py has no function compute_score.\nIt has main. Name the function after the file, as in mine.py:main.',
    );
    const lint = await runCli(node, ['lint', 'lang2act', '--reward', 'lang2act', '--time-limit', '3'], {
      cwd,
    });
    expect(lint.stderr).toContain('--time-limit has no effect with --reward lang2act.');
  });

  it('calls a reward as TRL does, with the columns of the records', async () => {
    const cwd = makeFolder({
      'mine.py':
        'def compute_score(completions, solution, **kwargs):\n    return [1.0 if each[0]["content"] == right else None for each, right in zip(completions, solution)]\n',
    });
    const records = [
      { prompt: 'How many?', completion: '4', solution: '4', answer: '', reward: 1 },
      { prompt: 'How many?', completion: '5', solution: '4', answer: '', reward: 0 },
    ];
    const { found, stderr } = await scoreWith(['--python', 'mine.py'], records, { cwd });
    expect(found).toEqual([
      { overall: 1, reward: 1 },
      { overall: null, reward: null },
    ]);
    expect(stderr).toContain(
      '2 samples of 1 file scored, 1 on average by the Python reward over 1, 1 sample to which the Python reward does not apply (None).',
    );
    expect(stderr).toContain(
      'The only recorded score is the same as the recomputed one (mean 1 recorded, 1 recomputed).',
    );
    expect(stderr).toContain(
      'The contract trl-chat was recognized by the parameter completions and the key content.',
    );
  });

  it('passes the samples of a group in one call, in batches of --batch samples', async () => {
    const cwd = makeFolder({
      'mine.py':
        'def compute_score(reward_inputs):\n    return [{"overall": len(reward_inputs)} for _ in reward_inputs]\n',
      'one.py': 'def compute_score(reward_input: dict):\n    return {"overall": 1}\n',
    });
    const records = ['a', 'a', 'a', 'b', 'c'].map((prompt) => ({ prompt, response: 'x', ground_truth: '' }));
    const sizes = async (...args: string[]) =>
      (await scoreWith(['--python', 'mine.py', ...args], records, { cwd })).found.map(
        (each) => (each as Row)['overall'],
      );
    expect(await sizes()).toEqual([5, 5, 5, 5, 5]);
    expect(await sizes('--batch', '2')).toEqual([3, 3, 3, 2, 2]);
    const { stderr } = await scoreWith(['--python', 'one.py', '--batch', '2'], records, { cwd });
    expect(stderr).toContain('--batch has no effect with the contract easyr1-sequential.');
  });

  it('prints an identical traceback once for all calls, and how often it was repeated', async () => {
    const cwd = makeFolder({ 'mine.py': 'def compute_score(reward_input: dict):\n    return 1 / 0\n' });
    const records = Array.from({ length: 200 }, () => ({ response: 'a', ground_truth: 'a' }));
    const { stderr } = await scoreWith(['--python', 'mine.py'], records, { cwd });
    expect(stderr.match(/Traceback/g)).toHaveLength(1);
    expect(stderr).toContain(
      'The same traceback for 199 more samples: ZeroDivisionError: division by zero\n',
    );
    expect(stderr.split('\n').length).toBeLessThan(50);
  });

  it('blames only the samples that fail, and keeps the scores of the others', async () => {
    const cwd = makeFolder({
      'mine.py':
        'import os\ndef compute_score(reward_inputs):\n    if any(each["response"] == "exit" for each in reward_inputs):\n        os._exit(3)\n    return [{"overall": float(each["response"])} for each in reward_inputs]\n',
    });
    const records = ['1', 'one', 'exit', '4', 'inf'].map((response) => ({ response, ground_truth: '' }));
    const { found, stderr, status } = await scoreWith(['--python', 'mine.py'], records, { cwd });
    expect(found).toEqual([
      { overall: 1 },
      { error: expect.stringContaining('could not convert string to float') as string },
      { error: expect.stringContaining('ended in the middle of a score, with exit code 3') as string },
      { overall: 4 },
      { overall: 'Infinity' },
    ]);
    expect(stderr).toContain(
      '3 of 5 samples of 1 file scored, 2.5 on average by the Python reward over 2, 1 infinite score of the Python reward, 2 failures of the Python reward, ',
    );
    expect(status).toBe(1);
  });

  it('reads the function and its arguments from the configuration of a trainer', async () => {
    const cwd = makeFolder({
      'examples/config.yaml':
        'data: {format_prompt: ./prompts/mine.jinja}\nworker: {reward: {reward_function: "./rewards/mine.py:score", reward_function_kwargs: {scale: 0.5}, reward_type: sequential}}\n',
      'rewards/weights.py': 'WEIGHT = 2\n',
      'rewards/mine.py':
        'from rewards.weights import WEIGHT\ndef score(sample, scale):\n    return {"overall": scale * WEIGHT * len(sample)}\n',
      'elsewhere/readme.md': '',
    });
    const record = [{ response: 'a', ground_truth: 'a' }];
    const given = ['--config', path.join(cwd, 'examples/config.yaml'), '--as-trainer', 'easyr1'];
    const { found, stderr } = await scoreWith(given, record, { cwd: path.join(cwd, 'elsewhere') });
    expect(found).toEqual([{ overall: 3 }]);
    expect(stderr).toContain('The contract easyr1-sequential is set by worker.reward.reward_type.');
    expect(stderr).toMatch(/names .*mine\.py:score with the arguments \{"scale":0\.5\}\./);
    expect(stderr).toMatch(/Its paths are relative to .*, not to .*elsewhere\./);
    expect(stderr).toContain('Its format prompt is ./prompts/mine.jinja: lint it too.');
    const more = await scoreWith([...given, '--arguments', '{"scale": 1}'], record, { cwd });
    expect(more.found).toEqual([{ overall: 6 }]);
    expect(more.stderr).toContain(
      'with the arguments {"scale":0.5}, which --arguments changes to {"scale":1}.',
    );
    expect(more.stderr).not.toContain('Its paths are relative to');
  });

  it('replaces the judge of a reward, and says what was replied how often', async () => {
    const cwd = makeFolder({
      // As Lang2Act's reward does: a key from the environment, a fixed address, a client that lives as long as the file.
      'openai/__init__.py':
        'import json, urllib.request\nclass OpenAI:\n    def __init__(self, *, api_key=None, base_url=None):\n        self.api_key, self.base_url = api_key, base_url\n    def ask(self, **body):\n        request = urllib.request.Request(self.base_url + "/chat/completions", json.dumps(body).encode(), {"content-type": "application/json", "authorization": "Bearer " + self.api_key})\n        return json.load(urllib.request.urlopen(request))["choices"][0]["message"]["content"]\n',
      'mine.py':
        'import os, re, openai\nclient = openai.OpenAI(api_key=os.environ["SILICONFLOW_API_KEY"], base_url="https://judge.invalid/v1/")\ndef compute_score(reward_inputs):\n    items = "".join("\\n--- ITEM %d ---\\n%s" % (i + 1, each["response"]) for i, each in enumerate(reward_inputs))\n    reply = client.ask(model="m", messages=[{"role": "system", "content": "One <judge> tag per item."}, {"role": "user", "content": items}])\n    judges = re.findall("<judge>(True|False)</judge>", reply)\n    assert len(judges) == len(reward_inputs), reply\n    return [{"overall": float(each == "True")} for each in judges]\n',
      'none.py': 'def compute_score(reward_inputs):\n    return [{"overall": 1} for _ in reward_inputs]\n',
    });
    const records = ['a', 'b'].map((response) => ({ response, ground_truth: '' }));
    const right = await scoreWith(['--python', 'mine.py', '--judge-stub', 'right'], records, { cwd });
    expect(right.found).toEqual([{ overall: 1 }, { overall: 1 }]);
    expect(right.stderr).toContain(
      'Replies of the judge stub, with the number of times: "<judge>True</judge>\\n<judge>True</judge>" (1).',
    );
    const wrong = await scoreWith(['--python', 'mine.py', '--judge-stub', 'wrong'], records, { cwd });
    expect(wrong.found).toEqual([{ overall: 0 }, { overall: 0 }]);
    const none = await scoreWith(['--python', 'none.py', '--judge-stub', 'wrong'], records, { cwd });
    expect(none.stderr).toContain('No request for a verdict reached the judge stub');
    const lint = await runCli(node, ['lint', 'lang2act', '--reward', 'none.py', '--judge-stub', 'wrong'], {
      cwd,
    });
    expect(lint.stderr).toContain('No request for a verdict reached the judge stub');
    expect((await scoreWith(['--judge-stub', 'right'], records, { cwd })).status).toBe(2);
  });
});
