// The offline reader's process: it is started by startOfflineReader, gets its key from the environment, prints {"port":
// n} as the first line on standard output, and ends with its parent.
import { parseArgs } from 'node:util';
import { isPageTraceError } from '../core/errors.ts';
import { serveOffline } from './http/server.ts';
import { readRegularFile } from '../documents/regularFile.ts';
import { findOcrFiles } from '../ocr/files.ts';
import { OcrPool } from '../ocr/pool.ts';
import { createAnswerer } from './reading/answer.ts';
import { LONGEST_SCRIPT, readScript } from './script.ts';
import { KEY_VARIABLE, READER_VERSION, type FirstLine } from './process.ts';

const PARENT_CHECK = 2_000;

function tell(line: FirstLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Ends this process when its parent has ended: its standard input then ends, and it gets another parent. */
function endWithParent(): void {
  const parent = process.ppid;
  const end = (): void => {
    process.exit(0);
  };
  process.stdin.on('end', end).on('error', end).on('close', end).resume();
  process.on('disconnect', end);
  // Ctrl+C in a terminal, and closing the terminal, also reach child processes; the parent stores what has arrived, and
  // then ends this process.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, PARENT_CHECK).unref();
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '0' }, answers: { type: 'string' } },
  });
  const apiKey = process.env[KEY_VARIABLE] ?? '';
  if (apiKey === '') throw new Error(`${KEY_VARIABLE} is not set.`);
  // The key is removed from the environment, so that processes started from here do not inherit it.
  process.env[KEY_VARIABLE] = '';
  endWithParent();
  const log = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  const pool = new OcrPool(findOcrFiles());
  const server = await serveOffline({
    answer: createAnswerer((image, signal) => pool.read(image, signal)),
    apiKey,
    version: READER_VERSION,
    log,
    port: Number(values.port),
    ...(values.answers === undefined
      ? {}
      : {
          script: readScript(new TextDecoder().decode(await readRegularFile(values.answers, LONGEST_SCRIPT))),
        }),
  });
  tell({ port: server.port });
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  tell({
    error: message,
    ...(isPageTraceError(error) && error.said !== undefined ? { said: error.said } : {}),
  });
  process.exitCode = 1;
  process.stdin.destroy();
}

main().catch(fail);
