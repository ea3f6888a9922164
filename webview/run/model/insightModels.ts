import type { ReadonlySignal } from '@preact/signals';
import type { InsightMethods } from '../../../src/protocol/runInsights.ts';
import type { Clock } from '../../shared/clock.ts';
import { ChartsModel } from './chartsModel.ts';
import { ToolsModel } from './toolsModel.ts';

/** Asks what the run teaches, by the name of what is asked. */
export type AskInsight = <Name extends keyof InsightMethods>(
  name: Name,
  args: InsightMethods[Name]['args'],
  signal: AbortSignal,
) => Promise<InsightMethods[Name]['value']>;

/** What the run teaches: the answers of the extension that follow the run and its filter. */
export class InsightModels {
  readonly charts: ChartsModel;
  readonly tools: ToolsModel;

  /**
   * @param interval milliseconds between two questions while the run grows
   * @param topTools how many tools a toolbox has, as the person said; null for as many as is usual
   */
  constructor(clock: Clock, interval: number, ask: AskInsight, topTools: ReadonlySignal<number | null>) {
    this.charts = new ChartsModel({
      clock,
      interval,
      ask: (ids, stopped) => ask('charts', { ids }, stopped),
    });
    this.tools = new ToolsModel({
      clock,
      interval,
      askPool: (stopped) => ask('toolPool', {}, stopped),
      askDefinitions: (stopped) => ask('toolDefinitions', {}, stopped),
      askAlerts: (stopped) => ask('alerts', {}, stopped),
      top: topTools,
    });
  }

  /**
   * Follows the run.
   * @param isChanged whether its filter, grouping or profile is another one; otherwise it may have grown
   */
  follow(isChanged: boolean, hasGrown: boolean): void {
    for (const each of [this.charts, this.tools])
      if (isChanged) each.change();
      else if (hasGrown) each.grow();
  }

  dispose(): void {
    for (const each of [this.charts, this.tools]) each.dispose();
  }
}
