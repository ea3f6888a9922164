import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { nearestName } from '../core/nearestName.ts';
import type { Fault } from './messages.ts';
import type { FunctionSetting } from './model.ts';

/**
 * How to name one of the functions that a file has, as a hint.
 * @param setting where a trainer's configuration names the function; null if none does
 */
export function nameFunction(
  functions: readonly string[],
  fileName: string,
  setting: FunctionSetting | null,
): string {
  const [first = ''] = functions;
  const names = functions.join(', ');
  if (setting === null)
    return t('It has {0}. Name the function after the file, as in {1}.', names, `${fileName}:${first}`);
  const value = setting.file === null ? first : `${setting.file}:${first}`;
  return t(
    'It has {0}. Name the function in the configuration, as in {1}.',
    names,
    `${setting.key}: ${value}`,
  );
}

/**
 * The error for an argument of the person that the function does not take; null if something else is wrong.
 * @param kwargs the person's keyword arguments
 */
export function unknownArgument(
  { names, parameters, said }: Extract<Fault, { kind: 'arguments' }>,
  file: string,
  functionName: string,
  kwargs: Readonly<Record<string, unknown>>,
): PageTraceError | null {
  const takesAll = parameters.includes('**');
  const unknown = takesAll ? undefined : Object.keys(kwargs).find((each) => !names.includes(each));
  if (unknown === undefined) return null;
  const near = nearestName(
    unknown,
    names.filter((each) => !Object.hasOwn(kwargs, each)),
  );
  return new PageTraceError(
    'reward-unusable',
    t(
      '{0} in {1} has no parameter {2}, which the arguments name.',
      functionName + parameters,
      path.basename(file),
      unknown,
    ),
    {
      hint:
        near === null
          ? t('Remove it from the arguments, or add the parameter to the function.')
          : t('Did you mean {0}?', near),
      said,
    },
  );
}
