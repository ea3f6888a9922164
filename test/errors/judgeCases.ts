import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { judge } from '../../src/cli/verbs/judge/judge.ts';
import { readPromptFile, renderPrompt } from '../../src/core/prompts/promptFile.ts';
import { askItems } from '../../src/judging/askItems.ts';
import { JudgeCost } from '../../src/judging/judgeCost.ts';
import { JUDGES } from '../../src/judging/judges.ts';
import { silentTerminal } from '../support/silentTerminal.ts';
import { plainStatus } from '../unit/inference/helpers.ts';
import { withJudge } from '../unit/judging/judgeServer.ts';
import { otherArea, failureOf, type Failure } from './errorCase.ts';

const { signal } = new AbortController();

/** Asks a judge that answers with `reply`. */
function askedFailure(reply: string | number): Promise<Failure> {
  return failureOf(() =>
    withJudge(
      () => reply,
      async ({ url }, inference) => {
        const item = { question: 'How much?', reference: '4.2', answer: '5' };
        const server = {
          judge: JUDGES.answer,
          status: plainStatus(url),
          model: 'judge-model',
          prompt: readPromptFile('judge', '---\ndialect: judge\n---\n{{ content }}').prompt,
          renderPrompt,
          inference,
          tries: 1,
          firstWait: 1,
          patience: 0,
        };
        const asked = await askItems([item], server, new JudgeCost(), signal);
        if ('failure' in asked) throw asked.failure;
      },
    ),
  );
}

/** Judges a run with one sample by the command line, in a folder with `files`. */
async function commandFailure(
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<Failure> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagetrace-judgeErrors-'));
  const record = { id: '1', question: 'How much?', reference: '4.2', response: '<answer>5</answer>' };
  const all = { 'run.jsonl': `${JSON.stringify(record)}\n`, ...files };
  try {
    for (const [name, text] of Object.entries(all)) await fs.writeFile(path.join(folder, name), text);
    const placed = args.map((each) => (each in all ? path.join(folder, each) : each));
    const failure = await failureOf(() =>
      withJudge(
        () => '<judge>True</judge>',
        async ({ url }) => {
          const context = {
            terminal: silentTerminal(),
            stdin: Readable.from([]),
            environment: { XDG_CACHE_HOME: folder },
            interrupted: signal,
          };
          const known = placed.map((each) => (each === 'URL' ? url : each));
          await judge([path.join(folder, 'run.jsonl'), ...known], context);
        },
      ),
    );
    const { reason, message, hint, remedy } = failure;
    return { reason, message: message.replaceAll(`${folder}${path.sep}`, ''), hint, remedy };
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}

/** What can go wrong when answers are judged. */
export const judgeCases = otherArea('Judging', {
  'a judge that answers nonsense, after its last try': () => askedFailure('Well done!'),
  'a judge whose server takes no request for ten minutes': () => askedFailure(503),
  'a judge that does not accept the key': () => askedFailure(401),
  'no server': () => commandFailure(['--judge', 'answer']),
  'a prompt that does not ask for verdicts': () =>
    commandFailure(['--server', 'URL', '--prompt', 'lang2act']),
  'a folder of verdicts that is a file': () =>
    commandFailure(['--server', 'URL', '--cache', 'taken'], { taken: '' }),
  'a person’s verdict that is neither right nor wrong': () =>
    commandFailure(['--agreement', '--verdicts', 'mine.jsonl'], {
      'mine.jsonl': '{"id": "1", "verdict": "perhaps"}\n',
    }),
  'a person’s verdict of nothing': () =>
    commandFailure(['--agreement', '--verdicts', 'mine.jsonl'], { 'mine.jsonl': '{"verdict": "right"}\n' }),
});
