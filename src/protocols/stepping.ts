import { sentenceOf } from '../core/sentenceOf.ts';
import type { Decision } from './converse.ts';
import { describeAction } from './describeAction.ts';
import { editLastTurn, turnAsText } from './editTurn.ts';
import type { Action, Conversation } from './model.ts';

/** Where a conversation is that a person steps through. */
export interface SteppingState {
  /** Counts the stops. A decision names the one that it is about, so that it is not taken for a later one. */
  readonly stop: number;
  /** It waits for the person, does what they decided, goes on without them, or stops after what is being done. */
  readonly phase: 'waiting' | 'working' | 'running' | 'pausing';
  /** What comes next, or what is being done: a sentence without its period. */
  readonly next: string;
  readonly kind: Action['kind'];
  /** What was said last and can be edited; null for the prompt. */
  readonly said: { readonly by: 'model' | 'tool'; readonly text: string } | null;
  /** Why what the person wrote cannot be used, in a sentence; null if nothing is wrong. */
  readonly problem: string | null;
}

/** What a person decides at a stop, besides editing. */
export type StepChoice = 'go-on' | 'run' | 'stop';

/** What stepping through needs. */
export interface SteppingOptions {
  /** Whether it goes on to the end without stopping, until the person pauses it. */
  readonly runs?: boolean;
  /** Ends what is being done. */
  readonly abort: () => void;
  /** Aborted when the conversation is canceled: then nobody is waited for. */
  readonly signal: AbortSignal;
}

/**
 * Lets a person step through a conversation in a view, or watch it and pause it: `before` waits until a decision comes,
 * the conversation is canceled, or no view is left in which one could be made.
 */
export class Stepping {
  readonly #options: SteppingOptions;
  readonly #listeners = new Set<() => void>();
  #state: SteppingState | null = null;
  #conversation: Conversation | null = null;
  /** Decides what is waited for; null while nothing is. */
  #decide: ((decision: Decision) => void) | null = null;
  #runs: boolean;
  #views = 0;

  constructor(options: SteppingOptions) {
    this.#options = options;
    this.#runs = options.runs ?? false;
    options.signal.addEventListener('abort', () => {
      this.#resolve({ kind: 'stop' });
    });
  }

  /** Null before the first stop, and after the end. */
  get state(): SteppingState | null {
    return this.#state;
  }

  /** Whether it goes on without the person, so that nobody is waited for. */
  get runs(): boolean {
    return this.#runs;
  }

  /** Calls `listener` when the state has changed, until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Asks the person before something happens. */
  readonly before = (action: Action, conversation: Conversation): Promise<Decision> => {
    this.#conversation = conversation;
    const [, ...afterPrompt] = conversation.turns;
    const turn = afterPrompt.at(-1);
    this.#show({
      stop: (this.#state?.stop ?? 0) + 1,
      phase: this.#runs ? 'running' : 'waiting',
      next: describeAction(action, conversation),
      kind: action.kind,
      said:
        turn === undefined
          ? null
          : { by: turn.speaker === 'model' ? 'model' : 'tool', text: turnAsText(turn) },
      problem: null,
    });
    if (this.#runs) return Promise.resolve({ kind: 'go-on' });
    if (this.#options.signal.aborted || this.#views === 0) return Promise.resolve({ kind: 'stop' });
    return new Promise((resolve) => {
      this.#decide = resolve;
    });
  };

  /** Decides at a stop. While something is being done, only ending it has an effect. */
  choose(stop: number, choice: StepChoice): void {
    if (this.#state?.stop !== stop) return;
    if (this.#decide === null) {
      if (choice === 'stop') this.#options.abort();
      return;
    }
    this.#runs = choice === 'run';
    this.#resolve({ kind: choice === 'stop' ? 'stop' : 'go-on' });
  }

  /** Replaces what was said last by what the person wrote; what comes next is then decided anew. */
  edit(stop: number, text: string): void {
    if (this.#state?.stop !== stop || this.#state.said === null) return;
    if (this.#decide === null || this.#conversation === null) return;
    try {
      this.#resolve({ kind: 'edit', conversation: editLastTurn(this.#conversation, text) });
    } catch (error) {
      this.#show({ ...this.#state, problem: sentenceOf(error) });
    }
  }

  /** Stops again before the next thing that happens. */
  pause(): void {
    if (this.#state === null || !this.#runs) return;
    this.#runs = false;
    this.#show({ ...this.#state, phase: 'pausing' });
  }

  /** A view of the conversation was opened (1) or closed (-1). Without one, it ends instead of waiting. */
  countViews(change: 1 | -1): void {
    this.#views += change;
    if (this.#views === 0) this.#resolve({ kind: 'stop' });
  }

  /** The conversation has ended. */
  end(): void {
    this.#show(null);
  }

  #resolve(decision: Decision): void {
    const decide = this.#decide;
    if (decide === null) return;
    this.#decide = null;
    // After an edit, the next stop follows at once.
    if (this.#state !== null && decision.kind === 'go-on')
      this.#show({ ...this.#state, phase: this.#runs ? 'running' : 'working', problem: null });
    decide(decision);
  }

  #show(state: SteppingState | null): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
