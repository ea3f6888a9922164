import path from 'node:path';
import { PageTraceError } from '../core/errors.ts';
import type { Fault } from './messages.ts';
import type { UserFailed } from './model.ts';
import { packageOf } from './packages.ts';

/** Which function of which file, in which interpreter, a fault is about. */
export interface FaultSubject {
  readonly file: string;
  readonly functionName: string;
  readonly python: string;
  readonly doing: 'loading' | 'scoring';
}

/** Converts a fault that the runner reported to a failure: what is wrong, and what to do. */
export function userFailure(fault: Fault, subject: FaultSubject): UserFailed {
  const place = 'line' in fault && fault.line !== null ? { file: subject.file, line: fault.line } : null;
  return { ok: false, error: errorOf(fault, subject), place };
}

function errorOf(fault: Fault, { file, functionName, python, doing }: FaultSubject): PageTraceError {
  const name = path.basename(file);
  switch (fault.kind) {
    case 'file-missing':
      return new PageTraceError('file-not-found', `The reward file ${file} does not exist.`, {
        hint: 'Correct its path, or choose another file.',
      });
    case 'not-python':
      return new PageTraceError('reward-unusable', `${name} is not a Python file.`, {
        hint: 'Choose a file whose name ends in .py.',
      });
    case 'function-missing':
      return new PageTraceError('reward-unusable', `${name} has no function ${functionName}.`, {
        hint:
          fault.functions.length === 0
            ? 'Define it, or choose another file.'
            : `It has ${fault.functions.join(', ')}: name one of them as the reward’s function.`,
      });
    case 'contract-unknown':
      return new PageTraceError(
        'reward-unusable',
        `The parameters of ${functionName}${fault.parameters} in ${name} are neither EasyR1’s nor verl’s.`,
        {
          hint: 'EasyR1 passes reward_inputs or reward_input; verl passes data_source, solution_str, ground_truth and extra_info. Set the contract if it is one of them, and give other parameters as arguments.',
        },
      );
    case 'arguments':
      return new PageTraceError(
        'reward-unusable',
        `${functionName}${fault.parameters} in ${name} cannot be called as ${CALLERS[fault.contract]} calls it: ${fault.said}.`,
        { hint: 'Correct the reward’s keyword arguments, or its contract.' },
      );
    case 'module-missing':
      return missingModules(fault.modules, name, python, fault.exception);
    case 'variable-missing':
      return missingVariables(fault.variables, name, fault.exception);
    case 'raised':
      return new PageTraceError(REASONS[doing], describeException(name, fault.exception, fault.line), {
        hint: 'The traceback stands in what it printed.',
        remedy: { kind: 'read-python-output', holds: 'traceback' },
        said: fault.exception,
      });
    case 'count':
      return new PageTraceError(
        'reward-failed',
        `${functionName} in ${name} returned ${countScores(fault.returned)} for ${countResponses(fault.expected)}.`,
        { hint: 'It must return one dict a response, in their order.' },
      );
    case 'shape':
      return new PageTraceError(
        'reward-failed',
        `${functionName} in ${name} returned ${article(fault.returned)} ${fault.returned}, which is not a score: ${sentence(fault.value)}`,
        {
          hint: 'EasyR1 needs a dict with overall for each response (a list of them in batches); verl a number or a dict with score.',
        },
      );
    case 'no-overall':
      return new PageTraceError(
        'reward-failed',
        `The dict that ${functionName} in ${name} returned has no ${fault.key}${
          fault.keys.length === 0 ? '.' : `, only ${fault.keys.join(', ')}.`
        }`,
        { hint: `The trainer reads ${fault.key} and fails without it.` },
      );
    case 'overall-type':
      return new PageTraceError(
        'reward-failed',
        `${fault.key} in the dict that ${functionName} in ${name} returned is ${article(fault.returned)} ${fault.returned}, not a number.`,
        { hint: 'The trainer needs a number there.' },
      );
  }
}

/** A file that cannot be loaded scores nothing, whereas the next call may succeed after one that failed. */
const REASONS = { loading: 'reward-unusable', scoring: 'reward-failed' } as const;

const CALLERS = { 'easyr1-batch': 'EasyR1', 'easyr1-sequential': 'EasyR1', verl: 'verl' } as const;

function missingModules(
  modules: readonly string[],
  file: string,
  python: string,
  said: string,
): PageTraceError {
  const many = modules.length > 1;
  const packages = [...new Set(modules.map(packageOf))].join(' ');
  return new PageTraceError(
    'reward-unusable',
    `${file} needs the ${many ? 'modules' : 'module'} ${modules.join(', ')}, which ${python} does not have.`,
    {
      hint: `Install ${many ? 'them' : 'it'} there (${quotePath(python)} -m pip install ${packages}), or choose the interpreter that has ${many ? 'them' : 'it'}.`,
      said,
    },
  );
}

function missingVariables(variables: readonly string[], file: string, said: string): PageTraceError {
  const names = variables.join(', ');
  const what = variables.length > 1 ? 'environment variables' : 'environment variable';
  return new PageTraceError('reward-unusable', `${file} needs the ${what} ${names}.`, {
    hint: `Set ${variables.length > 1 ? 'them' : 'it'} in the environment that the reward runs in.`,
    remedy: { kind: 'set-variables', variables },
    said,
  });
}

/** The error for an interpreter that does not start. */
export function startFailure(python: string, said: string): PageTraceError {
  return new PageTraceError('python-unusable', `The Python interpreter ${python} could not be started.`, {
    hint: 'Install Python 3.8 or newer, or name its path.',
    remedy: { kind: 'name-python', isFound: false },
    said,
  });
}

/** The error for an interpreter that is too old for the runner. */
export function oldPythonFailure(python: string, version: string): PageTraceError {
  return new PageTraceError(
    'python-unusable',
    `${python} is Python ${version}; a reward needs 3.8 or newer.`,
    {
      hint: 'Name a newer interpreter.',
      remedy: { kind: 'name-python', isFound: true },
    },
  );
}

/** The error for a call, or for loading the file, that exceeded its time limit. */
export function timeLimitFailure(file: string, line: number | null, milliseconds: number): PageTraceError {
  const name = path.basename(file);
  const where = line === null ? name : `${name}, line ${line}`;
  return new PageTraceError(
    'reward-timeout',
    `${where}: the reward was stopped as it took longer than ${milliseconds / 1000} s.`,
    { hint: 'Raise the limit if it needs more time.', remedy: { kind: 'raise-time-limit' } },
  );
}

/** The error for a process that exited in the middle of its work. */
export function exitFailure(file: string, doing: 'loading' | 'scoring', how: string): PageTraceError {
  const during = doing === 'loading' ? 'while the file was loaded' : 'in the middle of a score';
  return new PageTraceError(
    REASONS[doing],
    `The Python process of ${path.basename(file)} ended ${during}, ${how}.`,
    {
      hint: 'What it printed last may say why.',
      remedy: { kind: 'read-python-output', holds: 'last-words' },
    },
  );
}

/** Makes a sentence from the last line that Python prints for an exception, such as `ValueError: no answer`. */
function describeException(file: string, exception: string, line: number | null): string {
  const [, type = exception, message = ''] = /^([\w.]+)(?:: (.*))?$/s.exec(exception) ?? [];
  const where = line === null ? `${file} raised ${type}` : `${file} raised ${type} in line ${line}`;
  if (message === '') return `${where}.`;
  return line === null
    ? `${where} (${sentence(message).replace(/\.$/, '')}).`
    : `${where}: ${sentence(message)}`;
}

function sentence(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const short = line.length > 300 ? `${line.slice(0, 300)}…` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}

function countScores(count: number): string {
  if (count === 0) return 'no score';
  return count === 1 ? 'one score' : `${count} scores`;
}

function countResponses(count: number): string {
  return count === 1 ? 'one response' : `${count} responses`;
}

function article(noun: string): string {
  return /^[aeiou]/i.test(noun) ? 'an' : 'a';
}

function quotePath(file: string): string {
  return /\s/.test(file) ? `"${file}"` : file;
}
