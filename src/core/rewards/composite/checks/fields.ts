import * as v from 'valibot';
import { t } from '../../../t.ts';

/** A tag's name, as between its angle brackets. */
export const tag = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z][\w-]*$/, () =>
    t('a tag name consists of letters, digits, underscores and hyphens, without the brackets'),
  ),
);

/** A whole number, at least 0. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Names that are reported in addition to those of the components. */
const RESERVED: ReadonlySet<string> = new Set([
  'overall',
  'file',
  'line',
  'sample',
  'id',
  'group',
  'profile',
  'raises',
  'reason',
  'needs',
  'if_wrong',
  'if_right',
  'defaults',
  'components',
  'adjustments',
  'notes',
  'python',
  'error',
]);

/** Fields that every component of a composite reward can have. */
export const common = {
  weight: v.pipe(v.number(), v.finite(), v.gtValue(0)),
  key: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z][\w-]*$/, () => t('a key consists of letters, digits, underscores and hyphens')),
      v.check(
        (key) => !RESERVED.has(key),
        () => t('this key is reserved'),
      ),
    ),
  ),
  title: v.optional(v.pipe(v.string(), v.minLength(1))),
  /** 1: paid unless something is wrong. 0: what is wrong only costs. */
  start: v.optional(v.picklist([0, 1])),
} as const;
