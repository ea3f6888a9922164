import type { Usage } from '../inference/model.ts';

/** What a million tokens cost, in any currency. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** What judging has cost so far. */
export class JudgeCost {
  /** All requests, those whose answer could not be used among them. */
  requests = 0;
  inputTokens = 0;
  outputTokens = 0;
  /** Requests whose tokens the server did not report. */
  uncounted = 0;

  add(usage: Usage | null): void {
    this.requests += 1;
    if (usage === null || usage.promptTokens === null || usage.completionTokens === null) {
      this.uncounted += 1;
      return;
    }
    this.inputTokens += usage.promptTokens;
    this.outputTokens += usage.completionTokens;
  }

  /** What the counted tokens cost. */
  at({ input, output }: Prices): number {
    return (this.inputTokens * input + this.outputTokens * output) / 1e6;
  }
}
