import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ORACLE = join(import.meta.dirname, 'oracle');
const PYTHON = process.env['PYTHON'] ?? 'python3';

/** Number of inputs sent to Python at a time. */
const BATCH = 64;

/**
 * The oracle's answers to `inputs`, which may be generated while the oracle works. Throws if Python cannot be started
 * or ends early.
 */
export async function askOracle<T>(
  command: string | readonly [string, string],
  inputs: Iterable<unknown>,
): Promise<T[]> {
  const args = typeof command === 'string' ? [command] : command;
  const child = spawn(PYTHON, ['-B', ORACLE, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => {
      reject(new Error(`${PYTHON} could not be started (${error.message}). Set PYTHON to a CPython 3.`));
    });
    child.once('close', resolve);
  });
  const answers: T[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => answers.push(JSON.parse(line) as T));
  // If Python ends early, its exit status shows it.
  child.stdin.on('error', () => undefined);
  let batch: string[] = [];
  const sendBatch = async (): Promise<void> => {
    if (child.stdin.writable && !child.stdin.write(batch.join('')))
      await Promise.race([once(child.stdin, 'drain').catch(() => ended), ended]);
    batch = [];
  };
  for (const input of inputs) {
    batch.push(`${JSON.stringify(input)}\n`);
    if (batch.length === BATCH) await sendBatch();
  }
  if (batch.length > 0) await sendBatch();
  child.stdin.end();
  const code = await ended;
  if (code !== 0) throw new Error(`${PYTHON} ${ORACLE} ${args.join(' ')} ended with ${String(code)}.`);
  return answers;
}
