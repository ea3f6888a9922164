import type { ReadonlySignal } from '@preact/signals';
import type { AskInsight } from './askInsight.ts';
import { ChartsModel } from './chartsModel.ts';
import { MeasureModels } from './measureModels.ts';
import type { Pace } from './pace.ts';
import { ToolsModel } from './toolsModel.ts';

/** What the run teaches: the answers of the extension that follow the run and its filter. */
export class InsightModels {
  readonly charts: ChartsModel;
  readonly tools: ToolsModel;
  readonly measures: MeasureModels;
  readonly #ask: AskInsight;
  readonly #closing = new AbortController();

  /**
   * @param topTools how many tools a toolbox has, as the person said; null for as many as is usual
   */
  constructor(pace: Pace, ask: AskInsight, topTools: ReadonlySignal<number | null>) {
    this.#ask = ask;
    this.charts = new ChartsModel({
      pace,
      ask: (ids, stopped) => ask('charts', { ids }, stopped),
    });
    this.tools = new ToolsModel({
      pace,
      askPool: (stopped) => ask('toolPool', {}, stopped),
      askDefinitions: (stopped) => ask('toolDefinitions', {}, stopped),
      askAlerts: (stopped) => ask('alerts', {}, stopped),
      top: topTools,
    });
    this.measures = new MeasureModels(pace.another(), ask);
  }

  /** A filter with one more condition; the filter itself if that cannot be asked now. */
  async combine(filter: string, condition: string): Promise<string> {
    try {
      return await this.#ask('addCondition', { filter, condition }, this.#closing.signal);
    } catch {
      return filter;
    }
  }

  /**
   * Follows the run.
   * @param isChanged whether its filter, grouping or profile is another one; otherwise it may have grown
   */
  follow(isChanged: boolean, hasGrown: boolean): void {
    for (const each of [this.charts, this.tools, this.measures])
      if (isChanged) each.change();
      else if (hasGrown) each.grow();
  }

  dispose(): void {
    this.#closing.abort();
    for (const each of [this.charts, this.tools, this.measures]) each.dispose();
  }
}
