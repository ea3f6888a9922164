import path from 'node:path';
import { t } from '@vscode/l10n';
import { responsesPhrase, scoresPhrase } from '../core/countPhrases.ts';
import { PageTraceError, provideModules, type Remedy } from '../core/errors.ts';
import { nameFunction, unknownArgument } from './functionFaults.ts';
import type { Fault } from './messages.ts';
import { trainerOf, type FunctionSetting, type UserFailed } from './model.ts';
import { packageOf } from './packages.ts';
import type { Exit } from './runnerProcess.ts';

/** Which function of which file, in which interpreter, a fault is about. */
export interface FaultSubject {
  readonly file: string;
  readonly functionName: string;
  /** Where a trainer's configuration names the function; null if none does. */
  readonly functionSetting: FunctionSetting | null;
  /** The person's keyword arguments. */
  readonly kwargs: Readonly<Record<string, unknown>>;
  /** What the function got in place of what the record does not have, each a sentence. */
  readonly missing: readonly string[];
  readonly python: string;
  readonly doing: 'loading' | 'scoring';
}

/** Converts a fault that the runner reported to a failure: what is wrong, and what to do. */
export function userFailure(fault: Fault, subject: FaultSubject): UserFailed {
  const place = 'line' in fault && fault.line !== null ? { file: subject.file, line: fault.line } : null;
  return { ok: false, error: errorOf(fault, subject), place };
}

function errorOf(fault: Fault, subject: FaultSubject): PageTraceError {
  const { file, functionName, functionSetting, missing, python, doing } = subject;
  const name = path.basename(file);
  switch (fault.kind) {
    case 'file-missing':
      return new PageTraceError('file-not-found', t('The reward file {0} does not exist.', file), {
        hint: t('Correct its path, or choose another file.'),
      });
    case 'not-python':
      return new PageTraceError('reward-unusable', t('{0} is not a Python file.', name), {
        hint: t('Choose a file whose name ends in .py.'),
      });
    case 'function-missing':
      return new PageTraceError('reward-unusable', t('{0} has no function {1}.', name, functionName), {
        hint:
          fault.functions.length === 0
            ? t('Define it, or choose another file.')
            : nameFunction(fault.functions, name, functionSetting),
      });
    case 'contract-unknown':
      return new PageTraceError(
        'reward-unusable',
        t(
          'The parameters of {0} in {1} are not those of EasyR1, verl or TRL.',
          functionName + fault.parameters,
          name,
        ),
        {
          hint: t(
            'EasyR1 passes reward_inputs or reward_input; verl passes data_source, solution_str, ground_truth and extra_info; TRL passes prompts and completions. If the function is called in one of these ways, name the contract; give all other parameters as arguments.',
          ),
        },
      );
    case 'arguments': {
      const unknown = unknownArgument(fault, file, functionName, subject.kwargs);
      if (unknown !== null) return unknown;
      return new PageTraceError(
        'reward-unusable',
        t(
          '{0} in {1} cannot be called as {2} calls it: {3}.',
          functionName + fault.parameters,
          name,
          trainerOf(fault.contract),
          fault.said,
        ),
        {
          hint: fault.contract.startsWith('trl')
            ? t(
                'TRL passes prompts, completions, completion_ids and other names, and each column of the data set: add **kwargs to the function, add the column to the records, or give it as an argument.',
              )
            : t('Give what the trainer does not pass as an argument, or correct the contract.'),
        },
      );
    }
    case 'async':
      return new PageTraceError(
        'reward-unusable',
        t(
          '{0} in {1} is a coroutine function (async def), which {2} does not await with the contract {3}.',
          functionName,
          name,
          trainerOf(fault.contract),
          fault.contract,
        ),
        { hint: t('Make it a normal function. Only verl’s reward loop and TRL await coroutine functions.') },
      );
    case 'installs':
      return new PageTraceError(
        'reward-unusable',
        fault.packages.length === 0
          ? t('{0} tries to install packages, which was prevented.', name)
          : t('{0} tries to install {1}, which was prevented.', name, fault.packages.join(', ')),
        {
          hint: t(
            'A reward must not change your Python. Install what it needs yourself, or set PIP_REQUIRE_VIRTUALENV=0 and PIP_NO_INDEX=0 in its environment to allow it.',
          ),
          said: fault.exception,
        },
      );
    case 'module-missing':
      return missingModules(fault, name, python);
    case 'variable-missing':
      return missingVariables(fault.variables, name, fault.exception);
    case 'raised':
      return new PageTraceError(
        REASONS[doing],
        [describeException(name, fault.exception, fault.line), ...missing].join(' '),
        {
          hint: t('Its output contains the traceback.'),
          remedy: { kind: 'read-python-output', holds: 'traceback' },
          said: fault.exception,
        },
      );
    case 'relative-import':
      return new PageTraceError(
        REASONS[doing],
        fault.line === null
          ? t(
              '{0} contains a relative import, which fails because a trainer loads the file by its path.',
              name,
            )
          : t(
              '{0} contains a relative import in line {1}, which fails because a trainer loads the file by its path.',
              name,
              fault.line,
            ),
        {
          hint: t('Import the module by its full name, relative to the working directory.'),
          said: fault.exception,
        },
      );
    case 'count':
      return new PageTraceError(
        'reward-failed',
        t(
          '{0} in {1} returned {2} for {3}.',
          functionName,
          name,
          scoresPhrase(fault.returned),
          responsesPhrase(fault.expected),
        ),
        { hint: t('It must return one score for each response, in the same order.') },
      );
    case 'shape':
      return new PageTraceError(
        'reward-failed',
        t(
          '{0} in {1} returned a value of type {2}, which is not a score: {3}',
          functionName,
          name,
          fault.returned,
          sentence(fault.value),
        ),
        {
          hint: t(
            'For each response, EasyR1 needs a dict with overall, verl a number or a dict with score, and TRL a number or None; for a batch, a list of them.',
          ),
        },
      );
    case 'no-overall':
      return new PageTraceError(
        'reward-failed',
        fault.keys.length === 0
          ? t('The dict that {0} in {1} returned has no {2}.', functionName, name, fault.key)
          : t(
              'The dict that {0} in {1} returned has no {2}, only {3}.',
              functionName,
              name,
              fault.key,
              fault.keys.join(', '),
            ),
        { hint: t('The trainer reads {0} and fails without it.', fault.key) },
      );
    case 'overall-type':
      return new PageTraceError(
        'reward-failed',
        t(
          '{0} in the dict that {1} in {2} returned is of type {3}, not a number.',
          fault.key,
          functionName,
          name,
          fault.returned,
        ),
        { hint: t('The trainer needs a number there.') },
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
  const names = modules.join(', ');
  return new PageTraceError(
    'reward-unusable',
    modules.length === 1
      ? t('{0} needs the module {1}, which {2} does not have.', file, names, python)
      : t('{0} needs the modules {1}, which {2} does not have.', file, names, python),
    { hint: provideModules(remedy, t('Change the working directory to it.')), remedy, said: exception },
  );
}

function missingVariables(variables: readonly string[], file: string, said: string): PageTraceError {
  const names = variables.join(', ');
  const isOne = variables.length === 1;
  const message = isOne
    ? t('{0} needs the environment variable {1}.', file, names)
    : t('{0} needs the environment variables {1}.', file, names);
  return new PageTraceError('reward-unusable', message, {
    hint: isOne
      ? t('Set it in the environment that the reward runs in.')
      : t('Set them in the environment that the reward runs in.'),
    remedy: { kind: 'set-variables', variables },
    said,
  });
}

/** The error for an interpreter that does not start. */
export function startFailure(python: string, said: string): PageTraceError {
  return new PageTraceError(
    'python-unusable',
    t('The Python interpreter {0} could not be started.', python),
    {
      hint: t('Install Python 3.8 or newer, or name its path.'),
      remedy: { kind: 'name-python', isFound: false },
      said,
    },
  );
}

/** The error for a folder, a device or a named pipe in place of a reward file. */
export function irregularFailure(file: string): PageTraceError {
  return new PageTraceError('file-unreadable', t('{0} is not a regular file.', file), {
    hint: t('Correct its path, or choose another file.'),
  });
}

/** The error for a working directory that does not exist. */
export function folderFailure(folder: string): PageTraceError {
  return new PageTraceError('file-not-found', t('The working directory {0} does not exist.', folder), {
    hint: t('Correct the path of the folder that the reward runs in.'),
  });
}

/** The error for an interpreter that is too old for the runner. */
export function oldPythonFailure(python: string, version: string): PageTraceError {
  return new PageTraceError(
    'python-unusable',
    t('{0} is Python {1}; a reward needs 3.8 or newer.', python, version),
    {
      hint: t('Name a newer interpreter.'),
      remedy: { kind: 'name-python', isFound: true },
    },
  );
}

/** The error for a call, or for loading the file, that exceeded its time limit. */
export function timeLimitFailure(file: string, line: number | null, milliseconds: number): PageTraceError {
  const name = path.basename(file);
  const seconds = milliseconds / 1000;
  return new PageTraceError(
    'reward-timeout',
    line === null
      ? t('{0}: the reward was stopped because it took longer than {1} s.', name, seconds)
      : t('{0}, line {1}: the reward was stopped because it took longer than {2} s.', name, line, seconds),
    { hint: t('Raise the limit if it needs more time.'), remedy: { kind: 'raise-time-limit' } },
  );
}

/** The error for a process that exited in the middle of its work. */
export function exitFailure(file: string, doing: 'loading' | 'scoring', exit: Exit): PageTraceError {
  return new PageTraceError(REASONS[doing], describeExit(path.basename(file), doing, exit), {
    hint: t('The end of its output may say why.'),
    remedy: { kind: 'read-python-output', holds: 'last-words' },
  });
}

function describeExit(name: string, doing: 'loading' | 'scoring', { code, signal }: Exit): string {
  if (signal === null)
    return doing === 'loading'
      ? t(
          'The Python process of {0} ended while the file was loaded, with exit code {1}.',
          name,
          String(code),
        )
      : t(
          'The Python process of {0} ended in the middle of a score, with exit code {1}.',
          name,
          String(code),
        );
  return doing === 'loading'
    ? t('The Python process of {0} ended while the file was loaded, by the signal {1}.', name, signal)
    : t('The Python process of {0} ended in the middle of a score, by the signal {1}.', name, signal);
}

/** The error for a process in which something other than the runner has written to its replies. */
export function forgedFailure(file: string, doing: 'loading' | 'scoring'): PageTraceError {
  return new PageTraceError(
    REASONS[doing],
    t(
      '{0} was stopped because its code wrote to the channel of PageTrace’s own replies.',
      path.basename(file),
    ),
    {
      hint: t('Return the score from the function, and write only to files that the code has opened itself.'),
    },
  );
}

/** The error for a record that Python could not read. */
export function depthFailure(file: string, levels: number): PageTraceError {
  return new PageTraceError(
    'reward-failed',
    t(
      '{0} was not called for this response, because its record is nested more than {1} levels deep.',
      path.basename(file),
      levels,
    ),
    { hint: t('Correct the record.') },
  );
}

/** The error for responses that are not tried, because those before them ended the process or were stopped. */
export function notTriedFailure(file: string, count: number, last: PageTraceError): PageTraceError {
  const { reason, hint, remedy } = last;
  const details = { ...(hint === undefined ? {} : { hint }), ...(remedy === undefined ? {} : { remedy }) };
  return new PageTraceError(
    reason,
    t(
      '{0} was not called for this response, because its process ended or was stopped {1} times in a row.',
      path.basename(file),
      count,
    ),
    details,
  );
}

/** Makes a sentence from the last line that Python prints for an exception, such as `ValueError: no answer`. */
function describeException(file: string, exception: string, line: number | null): string {
  const [, type = exception, message = ''] = /^([\w.]+)(?:: (.*))?$/s.exec(exception) ?? [];
  if (message === '')
    return line === null
      ? t('{0} raised {1}.', file, type)
      : t('{0} raised {1} in line {2}.', file, type, line);
  const said = sentence(message);
  return line === null
    ? t('{0} raised {1} ({2}).', file, type, said.replace(/\.$/, ''))
    : t('{0} raised {1} in line {2}: {3}', file, type, line, said);
}

function sentence(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const short = line.length > 300 ? `${line.slice(0, 300)}…` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}

function quotePath(file: string): string {
  return /\s/.test(file) ? `"${file}"` : file;
}
