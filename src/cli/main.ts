#!/usr/bin/env node
import { asPageTraceError } from '../core/errors.ts';
import { processTerminal } from './terminal.ts';
import { exitStatus, USAGE } from './usage.ts';

const terminal = processTerminal(process.stdout, process.stderr, Boolean(process.env['PAGETRACE_DEBUG']));
const interrupted = new AbortController();
process.once('SIGINT', () => {
  interrupted.abort();
});
// A reader that has seen enough (head, less) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

const [command, ...args] = process.argv.slice(2);
try {
  if (command === 'ask') {
    const { ask } = await import('./ask.ts');
    await ask(args, process.env, terminal, interrupted.signal);
  } else if (command === 'render') {
    const { render } = await import('./render.ts');
    await render(args, process.env, terminal);
  } else {
    const asked = command === '--help' || command === '-h' || command === 'help';
    if (asked) terminal.out(USAGE);
    else
      terminal.say(command === undefined ? USAGE : `"${command}" is not a command of pagetrace.\n\n${USAGE}`);
    process.exitCode = asked ? 0 : 2;
  }
} catch (error) {
  const known = asPageTraceError(error);
  terminal.say(`pagetrace: ${known.message}${known.hint ? `\n${known.hint}` : ''}`);
  if (known.said && !known.message.includes(known.said)) terminal.debug(known.said);
  process.exitCode = exitStatus(known);
}
