import { spawn } from 'node:child_process';
import { PageTraceError } from '../../core/errors.ts';
import { parsedJson } from '../../core/parsedJson.ts';
import { isJsonObject } from '../../core/records/fieldPath.ts';
import { withoutSecrets } from '../../core/secretVariables.ts';
import { t } from '@vscode/l10n';

/** A call of the command line. */
export interface CommandLineCall {
  /** The script of the command line. */
  readonly script: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Variables that the process gets in addition to those of this one, which are without secrets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Aborting it interrupts the process, which then ends properly. */
  readonly signal: AbortSignal;
  /** Takes each line of its standard output that is a JSON object; anything else is of whatever else writes there. */
  readonly onLine: (line: unknown) => void;
}

/** The most characters of its last words that are kept. */
const LAST_WORDS = 2000;

/** Milliseconds after which an interrupted process that has not ended is killed. */
const PATIENCE = 10_000;

/**
 * Runs `pagetrace` in a process of its own, as the terminal would.
 * @returns what it wrote last on standard error
 * @throws PageTraceError `internal` if it cannot be started
 */
export async function runCommandLine(call: CommandLineCall): Promise<string> {
  const { script, args, cwd, environment, signal, onLine } = call;
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    // The editor's own runtime, so that it works on a machine without Node, too.
    env: { ...withoutSecrets(process.env), ...environment, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
    windowsHide: true,
  });
  let killing: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    // Windows has no signals that a process can take; the end of its input says the same.
    if (process.platform !== 'win32') child.kill('SIGINT');
    child.stdin.end();
    killing = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  };
  let rest = '';
  let words = '';
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const read = parsedJson(line);
      if (isJsonObject(read)) onLine(read);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-LAST_WORDS);
  });
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt);
  try {
    await new Promise((resolve, reject) => {
      child.once('close', resolve).once('error', reject);
    });
  } catch (cause) {
    throw new PageTraceError('internal', t('The command line of PageTrace could not be started.'), {
      said: String(cause),
      cause,
    });
  } finally {
    clearTimeout(killing);
    signal.removeEventListener('abort', interrupt);
  }
  return words.trim().replace(/^pagetrace: /, '');
}
