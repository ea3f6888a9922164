#!/usr/bin/env node
import { asPageTraceError, PageTraceError } from '../core/errors.ts';
import { nearestName } from '../core/nearestName.ts';
import { UsageError } from './arguments/usageError.ts';
import { errorHint } from './terminal/errorHint.ts';
import { processTerminal } from './terminal/terminal.ts';
import { USAGE } from './arguments/usage.ts';
import { exitStatus } from './terminal/exitStatus.ts';
import { packageVersion } from './package/version.ts';
import { INTERRUPTED, UNUSABLE, type Verb } from './terminal/verb.ts';

/**
 * Signals that end the command properly, so that the part of an answer that arrived is kept, with their exit statuses.
 */
const SIGNALS = { SIGINT: INTERRUPTED, SIGTERM: 143, SIGHUP: 129 } as const;

/** The commands that read files. They exit with 0, 1 for findings, or 2. */
const VERBS: Readonly<Record<string, () => Promise<Verb>>> = {
  eval: async () => (await import('./verbs/eval/eval.ts')).evalDataset,
  retrieve: async () => (await import('./verbs/retrieve/retrieve.ts')).retrieve,
  batch: async () => (await import('./verbs/batch/batch.ts')).batch,
  score: async () => (await import('./verbs/score/score.ts')).score,
  lint: async () => (await import('./verbs/lint/lint.ts')).lint,
  parse: async () => (await import('./verbs/parse/parse.ts')).parse,
  ground: async () => (await import('./verbs/ground/ground.ts')).ground,
  export: async () => (await import('./verbs/export/export.ts')).exportTrajectory,
  runs: async () => (await import('./verbs/runs/runs.ts')).runs,
  report: async () => (await import('./verbs/report/report.ts')).report,
  convert: async () => (await import('./verbs/convert/convert.ts')).convert,
  judge: async () => (await import('./verbs/judge/judge.ts')).judge,
  'export-training': async () => (await import('./verbs/exportTraining/exportTraining.ts')).exportTraining,
  stats: async () => (await import('./verbs/stats/stats.ts')).stats,
  mcp: async () => (await import('./verbs/mcp/mcp.ts')).mcp,
  profiles: async () => (await import('./verbs/profiles.ts')).profiles,
};

/** Every command with options of its own. */
const COMMANDS = ['ask', 'render', ...Object.keys(VERBS)];

const [command, ...args] = readCommand(process.argv.slice(2));
const verb = command !== undefined && Object.hasOwn(VERBS, command) ? VERBS[command] : undefined;

const terminal = processTerminal(
  process.stdout,
  process.stderr,
  Boolean(process.env['PAGETRACE_DEBUG']),
  (cause) => {
    fail(
      new PageTraceError('file-unwritable', 'Standard output could not be written.', {
        hint: 'Check that there is room where it goes, or name a file with --out.',
        said: cause.message,
        cause,
      }),
    );
  },
);
const interrupted = new AbortController();
let signalled: number | null = null;
for (const [name, status] of Object.entries(SIGNALS)) {
  process.on(name, () => {
    // A second signal ends the process at once.
    if (signalled !== null) process.exit(status);
    signalled = status;
    interrupted.abort();
  });
}

/** The command and its arguments; `help score` is `score --help`. */
function readCommand([first, second, ...more]: readonly string[]): readonly string[] {
  if (first === 'help' && second !== undefined) return [second, '--help'];
  return [first, second, ...more].filter((each) => each !== undefined);
}

/**
 * After a signal, every failure is reported as the result of the signal, which may have ended a child process first.
 */
function interruption(error: PageTraceError): PageTraceError {
  if (signalled === null || error.reason === 'file-unwritable') return error;
  // Only an answer can be kept in part, and its hint says so: a file that `--out` names is complete or does not exist.
  const { hint } = error.reason === 'cancelled' ? error : {};
  return new PageTraceError('cancelled', ['It was interrupted.', ...(hint ? [hint] : [])].join(' '), {
    cause: error,
  });
}

function fail(error: unknown): void {
  const known = interruption(asPageTraceError(error));
  const hint = errorHint(known, command !== undefined && COMMANDS.includes(command) ? command : null);
  // A reader that stops early, such as head, is not an error.
  if (known.reason === 'cancelled' && signalled === null && terminal.unread.aborted) return;
  terminal.say(`pagetrace: ${known.message}${hint === null ? '' : `\n${hint}`}`);
  if (known.said && !known.message.includes(known.said)) terminal.debug(known.said);
  if (error instanceof Error) terminal.debug(error.stack ?? '');
  process.exitCode = signalled ?? (verb === undefined ? exitStatus(known) : UNUSABLE);
}
process.on('uncaughtException', (error) => {
  fail(error);
  process.exit();
});

try {
  if (verb !== undefined) {
    const run = await verb();
    const { stdin, env } = process;
    const status = await run(args, {
      terminal,
      stdin,
      environment: env,
      interrupted: interrupted.signal,
    });
    // Its output may not have been written, which is a failure although the command does not notice it.
    process.exitCode ??= status;
  } else if (command === 'ask') {
    const { ask } = await import('./verbs/ask/ask.ts');
    await ask(args, process.env, terminal, interrupted.signal);
  } else if (command === 'render') {
    const { render } = await import('./verbs/render.ts');
    await render(args, process.env, terminal, interrupted.signal);
  } else if (command === '--help' || command === '-h' || command === 'help') {
    terminal.out(USAGE);
  } else if (command === '--version' || command === 'version') {
    terminal.out(`${await packageVersion()}\n`);
  } else if (command === undefined) {
    terminal.say(USAGE);
    process.exitCode = 2;
  } else {
    const meant = nearestName(command, COMMANDS);
    throw new UsageError(`"${command}" is not a command of pagetrace.`, {
      hint: `${meant === null ? '' : `Did you mean ${meant}? `}The commands are ${COMMANDS.join(', ')}.`,
    });
  }
} catch (error) {
  fail(error);
}
