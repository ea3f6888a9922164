import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { ServerAddress, ServerStatus } from './model.ts';

/**
 * The model to ask: the named one, otherwise the one of the server's entry, otherwise the server's first.
 * @throws PageTraceError `model-unknown` if none is named and the server lists none
 */
export function modelToAsk({ address, models }: ServerStatus, named: string | null = null): string {
  const model = named ?? address.model ?? models[0]?.id;
  if (model === undefined) throw noModelError(address);
  return model;
}

/** The error for a server that lists no model. */
export function noModelError({ name }: ServerAddress): PageTraceError {
  return new PageTraceError('model-unknown', t('{0} lists no model.', name), {
    hint: t('Start the server with a model, or name one.'),
    remedy: { kind: 'name-model' },
  });
}
