import { render } from 'preact';
import { act } from 'preact/test-utils';
import { vi } from 'vitest';
import { addCondition } from '../../../src/core/filter/addCondition.ts';
import type { InsightMethods } from '../../../src/protocol/runInsights.ts';
import type { ChartId } from '../../../src/core/charts/model.ts';
import type { OfferedCompletions } from '../../../src/core/filter/offeredCompletions.ts';
import type { FromRun, RunRow, RunState } from '../../../src/protocol/run.ts';
import type { WhatIfMethods } from '../../../src/protocol/runWhatIf.ts';
import type { KeptRun } from '../../../webview/run/model/keptRun.ts';
import { RunModel } from '../../../webview/run/model/runModel.ts';
import { App } from '../../../webview/run/view/app.tsx';
import { HandClock } from '../inspector/bench.ts';
import type { MetricMethods } from '../../../src/protocol/runMetrics.ts';
import { answerCharts } from './chartAnswers.ts';
import { answerComparison, answerMetrics, answerQuestions, answerSteps } from './metricAnswers.ts';
import { answerRows, COMPLETIONS } from './states.ts';
import { answerFilter, answerReward } from './whatIfAnswers.ts';
import { ALERTS, DEFINITIONS, PAPER_POOL } from './toolAnswers.ts';

/** Milliseconds until a filter is applied. */
export const DEBOUNCE = 100;

/** Milliseconds between two questions about a run that grows. */
export const ASK_INTERVAL = 500;

/** What the extension answers to a question about what the run teaches. */
export function answerInsight(name: string, args: unknown): unknown {
  if (name === 'addCondition') {
    const { filter, condition } = args as InsightMethods['addCondition']['args'];
    return addCondition(filter, condition);
  }
  if (name === 'charts') return answerCharts((args as { readonly ids: readonly ChartId[] }).ids);
  if (name === 'filterWhatIf') return answerFilter(args as WhatIfMethods['filterWhatIf']['args']);
  if (name === 'rewardWhatIf') return answerReward(args as WhatIfMethods['rewardWhatIf']['args']);
  if (name === 'showWhatIf') return null;
  if (name === 'toolPool') return PAPER_POOL;
  if (name === 'toolDefinitions') return DEFINITIONS;
  if (name === 'alerts') return ALERTS;
  if (name === 'metrics') return answerMetrics(args as MetricMethods['metrics']['args']);
  if (name === 'fieldValues') return answerSteps();
  if (name === 'comparison') return answerComparison(args as MetricMethods['comparison']['args']);
  if (name === 'comparedQuestions')
    return answerQuestions(args as MetricMethods['comparedQuestions']['args']);
  throw new Error(`There is no answer to ${name}.`);
}

/** A run view in a page of a given height, with an extension that answers at once. */
export class ShownRun {
  readonly root = document.createElement('div');
  readonly clock = new HandClock();
  readonly posted: FromRun[] = [];
  readonly kept: KeptRun[] = [];
  readonly model: RunModel;
  /** What the extension answers. */
  row: (index: number) => RunRow;
  completions: OfferedCompletions = COMPLETIONS;
  version = 1;
  /** What it answers to a question about what the run teaches. */
  answer: (name: string, args: unknown) => unknown = answerInsight;
  #held: Promise<void> = Promise.resolve();

  constructor(row: (index: number) => RunRow, kept: KeptRun | null = null) {
    this.row = row;
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = vi.fn();
        disconnect = vi.fn();
      },
    );
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(628);
    document.body.append(this.root);
    this.model = new RunModel({
      clock: this.clock,
      debounce: DEBOUNCE,
      post: (message) => this.posted.push(message),
      askRows: async (start, count) => {
        await this.#held;
        return answerRows(this.row, { start, count }, this.version);
      },
      complete: () => Promise.resolve(this.completions),
      // As the extension does: every method has an answer of its own type.
      ask: (name, args) => Promise.resolve(this.answer(name, args)) as never,
      askInterval: ASK_INTERVAL,
      kept,
      keep: (state) => this.kept.push(state),
    });
  }

  /** Draws, and shows a state if one is given, with the rows of the extension. */
  async show(state?: RunState): Promise<void> {
    await act(async () => {
      render(<App model={this.model} />, this.root);
      await settled();
    });
    if (state === undefined) return;
    await act(async () => {
      this.version = state.version;
      this.model.receive({ type: 'state', state });
      await settled();
    });
    await act(settled);
  }

  /** Shows a tab, whose code may be loaded only then. */
  async openTab(name: string, selector: string): Promise<void> {
    await this.click('[role=tab]', name);
    while (this.all(selector).length === 0) await act(nextTask);
    await act(settled);
    await act(settled);
  }

  /** Has the extension answer no question for rows before the function that is returned is called. */
  holdRows(): () => void {
    let arrive = (): void => undefined;
    this.#held = new Promise((resolve) => {
      arrive = resolve;
    });
    return arrive;
  }

  /** Does something that draws again. */
  async doing(act_: () => void): Promise<void> {
    await act(async () => {
      act_();
      await settled();
    });
    // What is drawn then asks for more.
    await act(settled);
  }

  /** Everything that is shown, on one line. */
  get text(): string {
    return this.root.textContent.replace(/\s+/g, ' ');
  }

  /** The texts of all elements that fit a selector. */
  texts(selector: string): string[] {
    return this.all(selector).map(({ textContent }) => textContent);
  }

  all(selector: string): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(selector)];
  }

  /** The element that fits a selector, whose text begins so. */
  find(selector: string, text = ''): HTMLElement {
    const found = this.all(selector).find(({ textContent }) => textContent.startsWith(text));
    if (found === undefined) throw new Error(`There is no ${selector} with "${text}".`);
    return found;
  }

  click(selector: string, text = ''): Promise<void> {
    return this.doing(() => {
      this.find(selector, text).click();
    });
  }

  press(selector: string, key: string, more: KeyboardEventInit = {}): Promise<void> {
    return this.doing(() => {
      this.find(selector).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
      );
    });
  }

  /** Writes into the filter. */
  write(text: string): Promise<void> {
    return this.doing(() => {
      const input = this.root.querySelector<HTMLInputElement>('.filter-input');
      if (input === null) return;
      input.value = text;
      input.setSelectionRange(text.length, text.length);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }

  dispose(): void {
    render(null, this.root);
    this.root.remove();
    this.model.dispose();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  }
}

/** Lets code arrive that is loaded. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

/** Lets answers arrive. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
}
