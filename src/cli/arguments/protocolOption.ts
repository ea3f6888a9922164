import type { Protocol } from '../../protocols/model.ts';
import { PROTOCOL_NAMES } from '../../protocols/names.ts';
import { isProtocol, protocolOf } from '../../protocols/registry.ts';
import { UsageError } from './usageError.ts';

/** The options that a protocol and a script depend on. */
export interface ProtocolValues {
  readonly protocol?: string;
  readonly server?: string;
  readonly script?: string;
}

/**
 * The protocol that `--protocol` names; null without one.
 * @throws PageTraceError `bad-input` for an unknown name, and without a model
 */
export function namedProtocol({ protocol: name, server, script }: ProtocolValues): Protocol | null {
  if (name === undefined) return null;
  if (!isProtocol(name))
    throw new UsageError(`There is no protocol ${name}.`, {
      hint: `Name one of ${PROTOCOL_NAMES.join(', ')}.`,
    });
  if (server === undefined && script === undefined)
    throw new UsageError('The offline reader cannot have a conversation of several turns: it has no model.', {
      hint: 'Name a server with --server, or what the model says with --script.',
    });
  return protocolOf(name);
}

/** @throws PageTraceError `bad-input` for a script beside a server */
export function refuseScript({ script, server }: ProtocolValues): void {
  if (script === undefined || server === undefined) return;
  throw new UsageError('--script and --server contradict each other.', { hint: 'Leave one of them out.' });
}
