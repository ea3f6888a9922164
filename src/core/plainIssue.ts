import { t } from '@vscode/l10n';
import type { BaseIssue } from 'valibot';
import { joinChoices } from './joinList.ts';

/** A kind of value, by valibot's name for it. */
function nameKind(kind: string): string {
  switch (kind) {
    case 'Array':
      return t('a list');
    case 'Object':
      return t('keys with values');
    case 'string':
      return t('a text');
    case 'number':
      return t('a number');
    case 'boolean':
      return t('true or false');
    case 'null':
    case 'undefined':
      return t('nothing');
    default:
      return kind;
  }
}

const LENGTHS: ReadonlySet<string> = new Set(['length', 'min_length', 'max_length']);

const WHOLE_NUMBERS: ReadonlySet<string> = new Set(['integer', 'safe_integer']);

/**
 * Why a schema rejects a value, in plain words: `it must be a list, not 1`. The `message` of valibot's configuration;
 * schemas with a message of their own use that.
 */
export function plainIssue({ type, expected, received }: BaseIssue<unknown>): string {
  if (type === 'non_empty') return t('it must not be empty');
  const wanted =
    expected !== null
      ? plainly(expected)
      : WHOLE_NUMBERS.has(type)
        ? t('a whole number')
        : t('another number');
  return LENGTHS.has(type)
    ? t('its length must be {0}, not {1}', wanted, nameKind(received))
    : t('it must be {0}, not {1}', wanted, nameKind(received));
}

function plainly(expected: string): string {
  return joinChoices(expected.replaceAll(/[()]/g, '').split(' | ').map(inWords));
}

function inWords(expected: string): string {
  const [, sign, limit = ''] = /^([<>]=)(.+)$/.exec(expected) ?? [];
  if (sign === undefined) return nameKind(expected);
  return sign === '<=' ? t('at most {0}', limit) : t('at least {0}', limit);
}
