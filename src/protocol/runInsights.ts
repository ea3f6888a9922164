import * as v from 'valibot';
import { isChartId, type ChartId, type RunCharts } from '../core/charts/model.ts';
import { whatIfMethods, type WhatIfMethods } from './runWhatIf.ts';
import { toolMethods, type ToolMethods } from './runTools.ts';
import { metricMethods, type MetricMethods } from './runMetrics.ts';

/** The most charts that one request may ask for. */
export const MOST_CHARTS_AT_ONCE = 100;

/** The most characters of a file that the run view hands over to be saved. */
const LONGEST_FILE = 50_000_000;

/** The most characters of a filter. */
export const LONGEST_FILTER = 10_000;

const text = v.pipe(v.string(), v.maxLength(LONGEST_FILTER));

/** What the run view asks of what a run teaches, by method: arguments and answer. */
export interface InsightMethods extends WhatIfMethods, ToolMethods, MetricMethods {
  charts: { args: { ids: ChartId[] }; value: RunCharts };
  /** A filter with one more condition, as `addCondition` of core writes it: reading filters needs a large library. */
  addCondition: { args: { filter: string; condition: string }; value: string };
}
export const insightMethods = {
  ...whatIfMethods,
  ...toolMethods,
  ...metricMethods,
  addCondition: v.object({ filter: text, condition: text }),
  charts: v.object({
    ids: v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.maxLength(1000),
          v.custom<ChartId>((id) => typeof id === 'string' && isChartId(id)),
        ),
      ),
      v.maxLength(MOST_CHARTS_AT_ONCE),
    ),
  }),
} as const;

/** Saves what the page has made, where the person says. */
export const saveFileMessage = v.object({
  type: v.literal('saveFile'),
  /** The proposed name, without its extension. */
  name: v.pipe(v.string(), v.maxLength(200)),
  format: v.picklist(['svg', 'png', 'csv', 'md', 'tex', 'json']),
  /** The text of the file; a PNG image in base64. */
  content: v.pipe(v.string(), v.maxLength(LONGEST_FILE)),
});
export type SaveFileMessage = v.InferOutput<typeof saveFileMessage>;
