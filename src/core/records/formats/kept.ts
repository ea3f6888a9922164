import { t } from '@vscode/l10n';
import { from } from '../fieldMap.ts';
import { defineFormat } from './model.ts';

/** The version of the form, under the key by which its records are recognized. */
export const KEPT_VERSION = 1;

/**
 * Samples as `pagetrace convert` keeps them: everything that is known of a sample, and the record that it came from.
 * `keptSamples.ts` reads them.
 */
export const KEPT = defineFormat({
  name: 'pagetrace',
  titleOf: () => t('samples that PageTrace wrote'),
  requires: { pagetrace: 'any' },
  matches: ({ response, samples }) => typeof response === 'string' || Array.isArray(samples),
  fields: { response: from('response') },
});
