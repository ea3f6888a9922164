import path from 'node:path';
import { PageTraceError, provideModules, type Remedy } from '../core/errors.ts';
import type { Fault } from './messages.ts';
import { trainerOf, type UserFailed } from './model.ts';
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
            : `It has ${fault.functions.join(', ')}. Name the function after the file, as in ${name}:${fault.functions[0] ?? ''}.`,
      });
    case 'contract-unknown':
      return new PageTraceError(
        'reward-unusable',
        `The parameters of ${functionName}${fault.parameters} in ${name} are not those of EasyR1, verl or TRL.`,
        {
          hint: 'EasyR1 passes reward_inputs or reward_input; verl passes data_source, solution_str, ground_truth and extra_info; TRL passes prompts and completions. If the function is called in one of these ways, name the contract; give all other parameters as arguments.',
        },
      );
    case 'arguments':
      return new PageTraceError(
        'reward-unusable',
        `${functionName}${fault.parameters} in ${name} cannot be called as ${trainerOf(fault.contract)} calls it: ${fault.said}.`,
        {
          hint: fault.contract.startsWith('trl')
            ? 'TRL passes prompts, completions, completion_ids and other names, and each column of the data set: add **kwargs to the function, add the column to the records, or give it as an argument.'
            : 'Give what the trainer does not pass as an argument, or correct the contract.',
        },
      );
    case 'async':
      return new PageTraceError(
        'reward-unusable',
        `${functionName} in ${name} is a coroutine function (async def), which ${trainerOf(fault.contract)} does not await with the contract ${fault.contract}.`,
        { hint: 'Make it a normal function. Only verl’s reward loop and TRL await coroutine functions.' },
      );
    case 'installs':
      return new PageTraceError(
        'reward-unusable',
        `${name} tries to install ${fault.packages.length === 0 ? 'packages' : fault.packages.join(', ')}, which was prevented.`,
        {
          hint: 'A reward must not change your Python. Install what it needs yourself, or set PIP_REQUIRE_VIRTUALENV=0 and PIP_NO_INDEX=0 in its environment to allow it.',
          said: fault.exception,
        },
      );
    case 'module-missing':
      return missingModules(fault, name, python);
    case 'variable-missing':
      return missingVariables(fault.variables, name, fault.exception);
    case 'raised':
      return new PageTraceError(REASONS[doing], describeException(name, fault.exception, fault.line), {
        hint: 'Its output contains the traceback.',
        remedy: { kind: 'read-python-output', holds: 'traceback' },
        said: fault.exception,
      });
    case 'relative-import':
      return new PageTraceError(
        REASONS[doing],
        fault.line === null
          ? `${name} contains a relative import, which fails because a trainer loads the file by its path.`
          : `${name} contains a relative import in line ${fault.line}, which fails because a trainer loads the file by its path.`,
        {
          hint: 'Import the module by its full name, relative to the working directory.',
          said: fault.exception,
        },
      );
    case 'count':
      return new PageTraceError(
        'reward-failed',
        `${functionName} in ${name} returned ${countScores(fault.returned)} for ${countResponses(fault.expected)}.`,
        { hint: 'It must return one score for each response, in the same order.' },
      );
    case 'shape':
      return new PageTraceError(
        'reward-failed',
        `${functionName} in ${name} returned ${article(fault.returned)} ${fault.returned}, which is not a score: ${sentence(fault.value)}`,
        {
          hint: 'For each response, EasyR1 needs a dict with overall, verl a number or a dict with score, and TRL a number or None; for a batch, a list of them.',
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

/** Modules that a person's own project or the trainer's repository has, and that no package should be installed for. */
const OF_PROJECTS: ReadonlySet<string> = new Set([
  ...['verl', 'recipe', 'recipes', 'examples', 'reward_function', 'reward_functions', 'rewards', 'reward'],
  ...['utils', 'util', 'src', 'lib', 'common', 'core', 'helpers', 'tools', 'scripts', 'tests', 'config'],
]);

function missingModules(
  { modules, found, parts, exception }: Extract<Fault, { kind: 'module-missing' }>,
  file: string,
  python: string,
): PageTraceError {
  const others = modules.filter((each) => found[each] === undefined && !parts.includes(each));
  const isOfProject = (each: string): boolean => OF_PROJECTS.has(each.split('.')[0] ?? each);
  const installable = others.filter((each) => !isOfProject(each));
  const packages = [...new Set(installable.map(packageOf))];
  const install = packages.length === 0 ? null : `${quotePath(python)} -m pip install ${packages.join(' ')}`;
  const remedy: Remedy = {
    kind: 'provide-modules',
    found: Object.entries(found).map(([module, folder]) => ({ module, folder })),
    parts,
    ofProject: others.filter(isOfProject),
    install,
  };
  const one = modules.length === 1;
  return new PageTraceError(
    'reward-unusable',
    one
      ? `${file} needs the module ${modules.join(', ')}, which ${python} does not have.`
      : `${file} needs the modules ${modules.join(', ')}, which ${python} does not have.`,
    { hint: provideModules(remedy, 'Change the working directory to it.'), remedy, said: exception },
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

/** The error for a working directory that does not exist. */
export function folderFailure(folder: string): PageTraceError {
  return new PageTraceError('file-not-found', `The working directory ${folder} does not exist.`, {
    hint: 'Correct the path of the folder that the reward runs in.',
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
    `${where}: the reward was stopped because it took longer than ${milliseconds / 1000} s.`,
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
      hint: 'The end of its output may say why.',
      remedy: { kind: 'read-python-output', holds: 'last-words' },
    },
  );
}

/** The error for responses that are not tried, because those before them ended the process or were stopped. */
export function notTriedFailure(file: string, count: number, last: PageTraceError): PageTraceError {
  const { reason, hint, remedy } = last;
  const details = { ...(hint === undefined ? {} : { hint }), ...(remedy === undefined ? {} : { remedy }) };
  return new PageTraceError(
    reason,
    `${path.basename(file)} was not called for this response, because its process ended or was stopped ${count} times in a row.`,
    details,
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
