import type { InsightMethods } from '../../../src/protocol/runInsights.ts';

/** Asks what the run teaches, by the name of what is asked. */
export type AskInsight = <Name extends keyof InsightMethods>(
  name: Name,
  args: InsightMethods[Name]['args'],
  signal: AbortSignal,
) => Promise<InsightMethods[Name]['value']>;
