import * as vscode from 'vscode';
import type { ComparisonSide, FromComparison, ToComparison } from '../../protocol/comparison.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';
import type { ComparedSources } from './comparedSources.ts';
import { actOn, type InspectorActions } from './inspectorActions.ts';
import type { InspectorSource } from './inspectorSource.ts';
import type { ReadResponses } from '../shared/languageThread.ts';
import { sideLabel } from './sideLabel.ts';

export interface ComparisonPageOptions {
  readonly send: (message: ToComparison) => void;
  readonly actions: InspectorActions;
  readonly readResponses: ReadResponses;
  /** Shows a trajectory in its own inspector. */
  readonly inspect: (identity: SourceIdentity) => unknown;
  readonly error: (error: unknown) => void;
}

/** Milliseconds for which changes are collected before the table is sent again. */
const GATHER = 50;

/** What the page of a comparison is sent, and what it asks for: the table, and the question that is open. */
export class ComparisonPage implements vscode.Disposable {
  readonly #compared: ComparedSources;
  readonly #options: ComparisonPageOptions;
  readonly #listening: vscode.Disposable;
  /** Whether the page is ready for messages. Before that, nothing is sent; then it gets everything. */
  #isReady = false;
  #open: number | null;
  /** Sends what the sides of the open question send. */
  #following: vscode.Disposable | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** How many tables were requested. A table that is complete after a later one was requested is not sent. */
  #tables = 0;

  constructor(compared: ComparedSources, options: ComparisonPageOptions) {
    this.#compared = compared;
    this.#options = options;
    this.#open = compared.isTable ? null : 0;
    this.#listening = compared.onDidChange(() => {
      if (!compared.isTable) return;
      this.#timer ??= setTimeout(() => {
        this.#sendTable();
      }, GATHER);
    });
  }

  /** The page is hidden and gets no messages until it is ready again. */
  pause(): void {
    this.#isReady = false;
    this.#unfollow();
  }

  async receive(message: FromComparison): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        // A page with a table asks for the question that was open in it.
        if (this.#compared.isTable) {
          this.#open = null;
          this.#sendTable();
        }
        this.#sendOpen();
        break;
      case 'open':
        this.#open = message.index;
        this.#sendOpen();
        break;
      case 'cancel':
        this.#compared.cancel();
        break;
      case 'inspect': {
        const source = this.#side(message.side);
        if (source) await this.#options.inspect(source.identity);
        break;
      }
      case 'side': {
        const source = this.#side(message.side);
        const { message: said } = message;
        if (source && said.type !== 'ready' && said.type !== 'shown')
          await actOn(said, source, this.#options.actions);
        break;
      }
    }
  }

  dispose(): void {
    this.pause();
    if (this.#timer) clearTimeout(this.#timer);
    this.#listening.dispose();
  }

  #side(side: ComparisonSide): InspectorSource | null {
    return (this.#open === null ? undefined : this.#compared.pairs[this.#open])?.[side] ?? null;
  }

  #sendTable(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#isReady) return;
    const number = ++this.#tables;
    this.#compared.table(this.#options.readResponses).then((table) => {
      if (this.#isReady && number === this.#tables) this.#options.send({ type: 'questions', table });
    }, this.#options.error);
  }

  /** Sends the open question whole, and from then on what changes of it. */
  #sendOpen(): void {
    this.#unfollow();
    const [before, after] = [this.#side('before'), this.#side('after')];
    if (!this.#isReady || this.#open === null || before === null || after === null) return;
    const { send } = this.#options;
    const states = { before: before.state(), after: after.state() };
    send({ type: 'pair', index: this.#open, before: sideLabel(before), after: sideLabel(after) });
    const follow = (side: ComparisonSide, source: InspectorSource): vscode.Disposable => {
      send({ type: 'side', side, message: { type: 'state', state: states[side] } });
      return source.onDidSend((message) => {
        send({ type: 'side', side, message });
      });
    };
    this.#following = vscode.Disposable.from(follow('before', before), follow('after', after));
  }

  #unfollow(): void {
    this.#following?.dispose();
    this.#following = null;
  }
}
