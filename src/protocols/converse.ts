import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { GenerateEvent, GenerateRequest, SampleReport, Usage } from '../inference/model.ts';
import { end } from './actions.ts';
import { callTool, type ToolDeps } from './callTool.ts';
import { describeAction } from './describeAction.ts';
import type { Action, Conversation, Ending, EndState, ModelTurn, Protocol } from './model.ts';
import { conversationRequest, conversationText, turnText } from './transcript.ts';
import { lastTurn, modelTurns, unfinishedTurn } from './turns.ts';

/** The longest waits, in milliseconds, and the most turns whatever the protocol says. */
export interface ConversationLimits {
  /** A turn of the model. */
  readonly turn: number;
  /** A search, a crop, or another tool. */
  readonly call: number;
  readonly turns: number;
}

export const DEFAULT_CONVERSATION_LIMITS: ConversationLimits = { turn: 3_600_000, call: 60_000, turns: 64 };

/** What a person decides before something happens. */
export type Decision =
  | { readonly kind: 'go-on' }
  /** What was said was edited: what happens next is decided anew. */
  | { readonly kind: 'edit'; readonly conversation: Conversation }
  | { readonly kind: 'stop' };

/** What a conversation needs. */
export interface ConverseDeps extends ToolDeps {
  /** What the requests have in common. */
  readonly request: Pick<GenerateRequest, 'status' | 'model' | 'sampling'>;
  readonly generate: (request: GenerateRequest) => AsyncIterable<GenerateEvent>;
  readonly limits: ConversationLimits;
  /** Asked before everything that happens; then nothing is told before it was decided, unless it can be told anew. */
  readonly before?: (action: Action, conversation: Conversation) => Promise<Decision>;
  /** Whether what was told can be told anew (`retell`), so that words are told as they arrive even if they may be edited. */
  readonly canRetell?: boolean;
}

/** The events of a conversation, in order. The texts together are the text of the trajectory. */
export type ConversationEvent =
  | { readonly type: 'text'; readonly text: string }
  /** Text that belongs before everything so far: the template of the server opened `<think>` itself. */
  | { readonly type: 'prefix'; readonly text: string }
  /** The text so far is this one: a person has edited what was told. */
  | { readonly type: 'retell'; readonly text: string }
  | { readonly type: 'status'; readonly status: string }
  | { readonly type: 'turn'; readonly conversation: Conversation }
  | {
      readonly type: 'end';
      readonly conversation: Conversation;
      readonly ending: Ending;
      /** What failed, if something did. */
      readonly error: PageTraceError | null;
    };

/** What the model wrote, and why it could not go on. */
interface Asked {
  readonly turn: ModelTurn | null;
  readonly error: PageTraceError | null;
}

/**
 * Has a conversation by the rules of a protocol, from what was said so far to its end. Never throws, and never waits
 * longer than the limits.
 */
export async function* converse(
  start: Conversation,
  protocol: Protocol,
  deps: ConverseDeps,
): AsyncGenerator<ConversationEvent, void, undefined> {
  let conversation = start;
  const { before, canRetell = false } = deps;
  const telling = new Telling(protocol, before === undefined || canRetell, start.turns.length);
  for (;;) {
    let action = nextAction(conversation, protocol, deps);
    if (before !== undefined) {
      const decision = await before(action, conversation);
      if (decision.kind === 'edit') {
        ({ conversation } = decision);
        if (!telling.isLive) continue;
        yield telling.retell(conversation);
        yield { type: 'turn', conversation };
        continue;
      }
      if (decision.kind === 'stop') action = end('stopped', t('A person ended the conversation.'));
      yield* telling.tellTurns(conversation);
      // What a person has waited with is not a silence of the server.
      if (action.kind === 'ask' || action.kind === 'call')
        yield { type: 'status', status: describeAction(action, conversation) };
    }
    if (action.kind === 'end') {
      const { ending } = action;
      // What was canceled between two turns has failed as much as within one.
      const error = ending.state === 'cancelled' ? new PageTraceError('cancelled', ending.why) : null;
      yield { type: 'end', conversation, ending, error };
      return;
    }
    if (action.kind === 'ask') {
      const { turn, error } = yield* askModel(conversation, protocol, deps, telling);
      if (turn !== null) conversation = { ...conversation, turns: [...completeTurns(conversation), turn] };
      // What was not told while it arrived. If it cannot be told anew, it is told once it was decided on, or at the end.
      if (telling.isLive || error !== null) yield* telling.tellTurns(conversation);
      if (error !== null) {
        yield { type: 'end', conversation, ending: endingOf(error, 'server-error'), error };
        return;
      }
    } else if (action.kind === 'tell') {
      const { parts } = action;
      conversation = { ...conversation, turns: [...conversation.turns, { speaker: 'user', parts }] };
      if (telling.isLive) yield* telling.tellTurns(conversation);
    } else {
      const made = await callTool(action, conversation, protocol, deps);
      if ('error' in made) {
        const { error } = made;
        yield { type: 'end', conversation, ending: endingOf(error, 'tool-failed'), error };
        return;
      }
      conversation = made;
      if (telling.isLive) yield* telling.tellTurns(conversation);
    }
    yield { type: 'turn', conversation };
  }
}

function nextAction(
  conversation: Conversation,
  protocol: Protocol,
  { limits, signal }: ConverseDeps,
): Action {
  if (signal.aborted) return end('cancelled', t('The question was canceled.'));
  if (conversation.turns.length > limits.turns && lastTurn(conversation)?.speaker !== 'model')
    return end('round-limit', t('The conversation has more than {0} turns.', limits.turns));
  const unfinished = unfinishedTurn(conversation);
  if (unfinished === null) return protocol.next(conversation);
  if (unfinished.isEdited !== true) return { kind: 'ask' };
  // A person may have written all that the model was to write.
  const next = protocol.next(conversation);
  const isComplete = next.kind === 'end' ? next.ending.state === 'answered' : next.kind !== 'refuse';
  return isComplete ? next : { kind: 'ask' };
}

/** The turns without the one that the model goes on with. */
const completeTurns = (conversation: Conversation): Conversation['turns'] =>
  unfinishedTurn(conversation) === null ? conversation.turns : conversation.turns.slice(0, -1);

function endingOf(error: PageTraceError, usual: EndState): Ending {
  const { reason, message } = error;
  if (reason === 'cancelled') return { state: 'cancelled', why: message };
  return { state: reason === 'prompt-too-long' ? 'context-too-long' : usual, why: message };
}

/** The text of the trajectory as far as it was told. */
class Telling {
  /** Whether the model's words are told while they arrive. */
  readonly isLive: boolean;
  /** Whether the template of the server opens `<think>`, which is told only with the whole turn after the first one. */
  opensThink: boolean;
  readonly #protocol: Protocol;
  #told: number;

  /** @param told the turns that need not be told */
  constructor(protocol: Protocol, isLive: boolean, told: number) {
    this.#protocol = protocol;
    this.isLive = isLive;
    // What follows other words may be told only once it is known how the template begins a turn.
    this.opensThink = told > 1 && !protocol.continues;
    this.#told = told;
  }

  /** Tells the turns that were not told yet. */
  *tellTurns({ turns }: Conversation): Generator<ConversationEvent> {
    for (const turn of turns.slice(this.#told)) {
      const text = turnText(turn, this.#protocol);
      if (text !== '') yield { type: 'text', text };
    }
    this.#told = turns.length;
  }

  /** Tells all turns anew. */
  retell(conversation: Conversation): ConversationEvent {
    this.#told = conversation.turns.length;
    return { type: 'retell', text: conversationText(conversation, this.#protocol) };
  }

  /** Takes the next turn for told, because its words were told while they arrived. */
  skipTurn(): void {
    this.#told += 1;
  }
}

/** Asks the model for its next turn. */
async function* askModel(
  conversation: Conversation,
  protocol: Protocol,
  deps: ConverseDeps,
  telling: Telling,
): AsyncGenerator<ConversationEvent, Asked, undefined> {
  const begun = deps.now();
  const isFirst = conversation.turns.length === 1;
  // Nothing can be told before what was told already, so that a first turn that follows other words is told as a whole.
  const unfinished = unfinishedTurn(conversation);
  // No template begins a turn that is continued.
  const isLive =
    unfinished !== null ||
    (telling.isLive && !telling.opensThink && (isFirst || modelTurns(conversation).length > 0));
  const limit = AbortSignal.timeout(deps.limits.turn);
  const request: GenerateRequest = {
    ...deps.request,
    ...conversationRequest(conversation, protocol),
    n: 1,
    signal: AbortSignal.any([deps.signal, limit]),
  };
  const before = unfinished?.text ?? '';
  let text = before;
  let report: SampleReport | null = null;
  let usage: Usage | null = null;
  let error: PageTraceError | null = null;
  for await (const event of deps.generate(request)) {
    switch (event.type) {
      case 'text':
        text += event.text;
        if (isLive) yield event;
        break;
      case 'prefix':
        text = event.text + text;
        telling.opensThink = true;
        if (isLive) yield { type: isFirst ? 'prefix' : 'text', text: event.text };
        break;
      case 'status':
        yield event;
        break;
      case 'progress':
      case 'finish':
        ({ report } = event);
        break;
      case 'usage':
        ({ usage } = event);
        break;
      case 'end':
        error = limit.aborted && !deps.signal.aborted ? lateError(deps.limits.turn) : event.error;
        break;
      case 'probabilities':
        break;
    }
  }
  if (text === before && error !== null) return { turn: null, error };
  if (isLive && unfinished === null) telling.skipTurn();
  const milliseconds = deps.now() - begun + (unfinished?.milliseconds ?? 0);
  const turn: ModelTurn = {
    speaker: 'model',
    text,
    report,
    usage,
    milliseconds,
    ...(unfinished?.isEdited === true ? { isEdited: true } : {}),
  };
  return { turn, error };
}

function lateError(milliseconds: number): PageTraceError {
  return new PageTraceError('timeout', t('The model did not end its turn in {0} s.', milliseconds / 1000));
}
