import * as vscode from 'vscode';
import type { FromComparison, ToComparison } from '../../protocol/comparison.ts';
import { SentGroundings } from '../../protocol/sentGroundings.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';
import { sideLabel, sourcesByKey, type ComparedSide, type ComparedSides } from './comparedSides.ts';
import type { ComparedSources } from './comparedSources.ts';
import { actOn, type InspectorActions } from './inspectorActions.ts';
import type { InspectorSource } from './inspectorSource.ts';
import type { ReadResponses } from '../shared/languageThread.ts';

/** What a comparison shows: a table of questions, or trajectories side by side. */
export type Compared = ComparedSources | ComparedSides;

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

/** What the page of a comparison is sent, and what it asks for: the table, and the sides that are open. */
export class ComparisonPage implements vscode.Disposable {
  readonly #compared: Compared;
  readonly #options: ComparisonPageOptions;
  readonly #listening: vscode.Disposable | null;
  /** Whether the page is ready for messages. Before that, nothing is sent; then it gets everything. */
  #isReady = false;
  #open: number | null;
  /** What the page has of the groundings of each source. */
  readonly #sent = new Map<InspectorSource, SentGroundings>();
  /** Sends what the sources of the open sides send. */
  #following: vscode.Disposable | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** How many tables were requested. A table that is complete after a later one was requested is not sent. */
  #tables = 0;

  constructor(compared: Compared, options: ComparisonPageOptions) {
    this.#compared = compared;
    this.#options = options;
    this.#open = compared.isTable ? null : 0;
    this.#listening = compared.isTable
      ? compared.onDidChange(() => {
          this.#timer ??= setTimeout(() => {
            this.#sendTable();
          }, GATHER);
        })
      : null;
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
        if (this.#compared.isTable) this.#compared.cancel();
        break;
      case 'inspect': {
        const source = this.#side(message.side);
        if (source) await this.#options.inspect(source.identity);
        break;
      }
      case 'side': {
        const source = this.#side(message.side);
        const { message: said } = message;
        if (source === null || said.type === 'ready') break;
        if (said.type === 'shown') source.ground(said.sample);
        else if (said.type === 'groundingNeeded') {
          this.#sent.get(source)?.forget(said.sample);
          source.ground(said.sample);
        } else await actOn(said, source, this.#options.actions);
        break;
      }
    }
  }

  dispose(): void {
    this.pause();
    if (this.#timer) clearTimeout(this.#timer);
    this.#listening?.dispose();
  }

  #side(side: number): InspectorSource | null {
    return this.#sides()[side]?.source ?? null;
  }

  /** The sides that are open. */
  #sides(): readonly ComparedSide[] {
    return this.#open === null ? [] : this.#compared.sides(this.#open);
  }

  #sendTable(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const compared = this.#compared;
    if (!this.#isReady || !compared.isTable) return;
    const number = ++this.#tables;
    compared.table(this.#options.readResponses).then((table) => {
      if (this.#isReady && number === this.#tables) this.#options.send({ type: 'questions', table });
    }, this.#options.error);
  }

  /** Sends the open sides whole, and from then on what changes of them. */
  #sendOpen(): void {
    this.#unfollow();
    const sides = this.#sides();
    if (!this.#isReady || this.#open === null || sides.length === 0) return;
    const { send } = this.#options;
    const sources = [...sourcesByKey(sides)].map(([key, source]) => ({ key, source, state: source.state() }));
    send({ type: 'sides', index: this.#open, sides: sides.map(sideLabel) });
    const following = sources.map(({ key, source, state }) => {
      const sent = new SentGroundings();
      this.#sent.set(source, sent);
      send({ type: 'trajectory', key, message: { type: 'state', state } });
      return source.onDidSend((message) => {
        send({ type: 'trajectory', key, message: sent.next(message) });
      });
    });
    this.#following = vscode.Disposable.from(...following);
  }

  #unfollow(): void {
    this.#following?.dispose();
    this.#following = null;
    this.#sent.clear();
  }
}
