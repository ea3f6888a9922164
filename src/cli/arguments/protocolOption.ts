import type { Prompt } from '../../core/prompts/model.ts';
import { isProtocolName, PROTOCOL_NAMES } from '../../core/prompts/protocolNames.ts';
import type { Protocol } from '../../protocols/model.ts';
import { protocolOf } from '../../protocols/registry.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from './usageError.ts';

/** The options that a protocol and a script depend on. */
export interface ProtocolValues {
  readonly protocol?: string;
  readonly server?: string;
  readonly script?: string;
}

/** What `--protocol` says if a prompt that begins a conversation is to be asked in one turn. */
const SINGLE_TURN = 'none';

/** How to ask in one turn, whatever the prompt says. */
export const SINGLE_TURN_HINT = `ask for the first turn alone with --protocol ${SINGLE_TURN}`;

/**
 * The protocol that `--protocol` names; `none` for a single turn, and null if it names nothing, so that the prompt decides.
 * @throws PageTraceError `bad-input` for an unknown name, and without a model
 */
export function namedProtocol({
  protocol: name,
  server,
  script,
}: ProtocolValues): Protocol | typeof SINGLE_TURN | null {
  if (name === undefined) return null;
  if (name === SINGLE_TURN) return name;
  if (!isProtocolName(name))
    throw new UsageError(`There is no protocol ${name}.`, {
      hint: `Name one of ${PROTOCOL_NAMES.join(', ')}, or none for a single turn.`,
    });
  if (server === undefined && script === undefined)
    throw new UsageError('The offline reader cannot have a conversation of several turns: it has no model.', {
      hint: 'Name a server with --server, or what the model says with --script.',
    });
  return protocolOf(name);
}

/**
 * The protocol by which a prompt is asked: the one that `--protocol` names, otherwise the one of its settings; null for a
 * single turn.
 * @throws PageTraceError `bad-input` as `namedProtocol`
 */
export function protocolFor(
  { protocol, name }: Pick<Prompt, 'protocol' | 'name'>,
  values: ProtocolValues,
  terminal: Pick<Terminal, 'say'>,
): Protocol | null {
  const named = namedProtocol(values);
  if (named === SINGLE_TURN) return null;
  if (named !== null || protocol === null) return named;
  if (values.server === undefined && values.script === undefined) {
    terminal.say(`${name} begins a conversation (${protocol}); the offline reader answers in one turn.`);
    return null;
  }
  return protocolOf(protocol);
}

/** @throws PageTraceError `bad-input` for a script beside a server */
export function refuseScript({ script, server }: ProtocolValues): void {
  if (script === undefined || server === undefined) return;
  throw new UsageError('--script and --server contradict each other.', { hint: 'Leave one of them out.' });
}
