import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ORACLE = join(import.meta.dirname, 'oracle.py');
const PYTHON = process.env['PYTHON'] ?? 'python3';

/** What the oracle answers to `inputs`, one by one. Throws where Python cannot be started or ends early. */
export async function askOracle<T>(command: string, inputs: readonly unknown[]): Promise<T[]> {
  const child = spawn(PYTHON, [ORACLE, command], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => {
      reject(new Error(`${PYTHON} could not be started (${error.message}). Set PYTHON to a CPython 3.`));
    });
    child.once('close', resolve);
  });
  const answers: T[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => answers.push(JSON.parse(line) as T));
  child.stdin.end(inputs.map((input) => `${JSON.stringify(input)}\n`).join(''));
  const code = await ended;
  if (code !== 0) throw new Error(`${PYTHON} ${ORACLE} ${command} ended with ${String(code)}.`);
  return answers;
}
