import { readDelta } from './generation.ts';
import type { SampleReport, Usage } from './model.ts';
import { SampleStream } from './sample.ts';
import { asChunks } from './wholeAnswer.ts';
import { asArray, asNumber, asRecord, asText, readUsage, type Wire } from './wire.ts';

/** A sample of a completion that came as a whole. */
export interface CompletedSample {
  /** From 0. */
  readonly index: number;
  readonly text: string;
  readonly report: SampleReport;
  /** What the model refused with, if it wrote nothing else; null otherwise. */
  readonly refusal: string | null;
}

/**
 * The samples of a completion that came as a whole, as the answer of a batch does, with the think part that a server
 * split off put back; none if it is no completion. It has no times, and tokens only if it has one sample.
 */
export function completedSamples(completion: Wire): {
  readonly samples: readonly CompletedSample[];
  readonly usage: Usage | null;
} {
  const usage = asRecord(completion['usage']);
  const total = usage === null ? null : readUsage(usage);
  const choices = asChunks(completion)
    .flatMap((chunk) => asArray(chunk['choices']).map(asRecord))
    .filter((choice) => choice !== null);
  return {
    usage: total,
    samples: choices.map((choice) =>
      completedSample(choice, choices.length === 1 ? (total?.completionTokens ?? null) : null),
    ),
  };
}

function completedSample(choice: Wire, tokens: number | null): CompletedSample {
  const index = asNumber(choice['index']) ?? 0;
  const stream = new SampleStream(index, false);
  const stopReason = choice['stop_reason'];
  const events = [
    ...stream.take(readDelta(choice, null, false), 0),
    ...stream.finish(
      asText(choice['finish_reason']),
      typeof stopReason === 'string' || typeof stopReason === 'number' ? stopReason : null,
    ),
  ];
  let text = '';
  for (const event of events) {
    if (event.type === 'text') text += event.text;
    else if (event.type === 'prefix') text = event.text + text;
  }
  const refusal = asText(asRecord(choice['delta'])?.['refusal']);
  return {
    index,
    text,
    refusal: text === '' && refusal !== '' ? refusal : null,
    report: {
      ...stream.report,
      tokens,
      tokensEstimated: false,
      firstTokenAfter: null,
      lastTokenAfter: null,
      tokensPerSecond: null,
    },
  };
}
