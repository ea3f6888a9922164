import type { AskInsight } from './askInsight.ts';
import { CompareModel } from './compareModel.ts';
import { MetricsModel } from './metricsModel.ts';
import type { Pace } from './pace.ts';

/** The metrics of the run, and what it is compared with; both follow the run and its filter. */
export class MeasureModels {
  readonly metrics: MetricsModel;
  readonly compare: CompareModel;

  constructor(pace: Pace, ask: AskInsight) {
    this.metrics = new MetricsModel({
      pace,
      ask: (args, stopped) => ask('metrics', args, stopped),
    });
    this.compare = new CompareModel({
      pace,
      ask: (args, stopped) => ask('comparison', args, stopped),
      askValues: (args, stopped) => ask('fieldValues', args, stopped),
      askQuestions: (args, stopped) => ask('comparedQuestions', args, stopped),
    });
  }

  /** Says that the run has more, or other numbers. */
  grow(): void {
    this.metrics.grow();
    this.compare.grow();
  }

  /** Says that the filter, the grouping or the profile is another one. */
  change(): void {
    this.metrics.change();
    this.compare.change();
  }

  dispose(): void {
    this.metrics.dispose();
    this.compare.dispose();
  }
}
