import * as vscode from 'vscode';
import type { ComparedPrompts, ComparedQuestion, ComparedQuestions } from '../../protocol/comparison.ts';
import { beforeAndAfter, type ComparedPair, type ComparedSide } from './comparedSides.ts';
import type { InspectorSource } from './inspectorSource.ts';
import type { ReadResponses } from '../shared/languageThread.ts';
import type { Side } from './summarizeSide.ts';

export interface ComparedSourcesOptions {
  /** What is not compared, in sentences. */
  readonly notes?: readonly string[];
  /** Stops asking the questions that still wait. */
  readonly cancel?: () => void;
}

/** The trajectories of a table of questions, each on both sides. */
export class ComparedSources implements vscode.Disposable {
  readonly isTable = true;
  /** What is not compared, in sentences. */
  readonly notes: readonly string[];
  readonly #pairs: ComparedPair[];
  readonly #cancel: () => void;
  readonly #change = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#change.event;
  readonly #dispose = new vscode.EventEmitter<void>();
  readonly onDidDispose = this.#dispose.event;
  readonly #listening: vscode.Disposable[] = [];
  /** What is known of a source since it last changed, or is being found out. */
  readonly #sides = new Map<InspectorSource, Promise<Side>>();
  #progress: string | null = null;
  #isDisposed = false;

  constructor(
    pairs: readonly ComparedPair[],
    { notes = [], cancel = () => undefined }: ComparedSourcesOptions = {},
  ) {
    this.#pairs = [...pairs];
    this.notes = notes;
    this.#cancel = cancel;
    for (const { before, after } of pairs) {
      this.#follow(before);
      if (after) this.#follow(after);
    }
  }

  get pairs(): readonly ComparedPair[] {
    return this.#pairs;
  }

  /** The sides of the question at `index`; none while it is not asked again. */
  sides(index: number): readonly ComparedSide[] {
    const pair = this.#pairs[index];
    return pair?.after == null ? [] : beforeAndAfter(pair.before, pair.after);
  }

  /** Shows what is being asked, as a sentence; null if nothing is. */
  setProgress(sentence: string | null): void {
    this.#progress = sentence;
    this.#change.fire();
  }

  /** The question at `index` is being asked again. The source is disposed of with the others. */
  setAfter(index: number, after: InspectorSource): void {
    const pair = this.#pairs[index];
    if (this.#isDisposed || pair === undefined) {
      after.dispose();
      return;
    }
    this.#pairs[index] = { ...pair, after };
    this.#follow(after);
    this.#change.fire();
  }

  /** The question at `index` was not asked again, for a reason as a sentence. */
  setMissing(index: number, missing: string): void {
    const pair = this.#pairs[index];
    if (pair?.after !== null) return;
    this.#pairs[index] = { ...pair, missing };
    this.#change.fire();
  }

  cancel(): void {
    this.#cancel();
  }

  /** The table of all questions. */
  async table(read: ReadResponses): Promise<ComparedQuestions> {
    const { summarizeSide } = await import('./summarizeSide.ts');
    const { compareRewards } = await import('../../core/rewards/compareRewards.ts');
    const sideOf = (source: InspectorSource): Promise<Side> => {
      const known = this.#sides.get(source);
      if (known) return known;
      const side = summarizeSide(source, read);
      this.#sides.set(source, side);
      return side;
    };
    const prompts = new Map<string, ComparedPrompts>();
    const pairs = await Promise.all(
      this.#pairs.map(async (pair) => ({
        ...pair,
        sides: { before: await sideOf(pair.before), after: pair.after && (await sideOf(pair.after)) },
      })),
    );
    const questions = pairs.map(({ before, sides, missing }): ComparedQuestion => {
      const isKnown = [sides.before, sides.after].every(
        (side) => side !== null && side.summary.state !== 'asking',
      );
      const sent = { before: sides.before.prompt, after: sides.after?.prompt ?? null };
      if (isBothKnown(sent)) prompts.set(JSON.stringify(sent), sent);
      return {
        question: before.sample(0)?.info.question ?? before.subject ?? '',
        before: sides.before.summary,
        after: sides.after?.summary ?? null,
        missing,
        rewards:
          isKnown && sides.after ? compareRewards(sides.before.responses, sides.after.responses) : null,
      };
    });
    return { questions, prompts: [...prompts.values()], notes: this.notes, progress: this.#progress };
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const each of this.#listening) each.dispose();
    for (const { before, after } of this.#pairs) {
      before.dispose();
      after?.dispose();
    }
    this.#dispose.fire();
    this.#dispose.dispose();
    this.#change.dispose();
  }

  #follow(source: InspectorSource): void {
    this.#listening.push(
      source.onDidSend(({ type }) => {
        // An update follows when a response is complete; before that, the table shows nothing of its text.
        if (type === 'append' || type === 'reveal') return;
        this.#sides.delete(source);
        this.#change.fire();
      }),
    );
  }
}

const isBothKnown = (prompts: {
  readonly [side in keyof ComparedPrompts]: string | null;
}): prompts is ComparedPrompts => prompts.before !== null && prompts.after !== null;
