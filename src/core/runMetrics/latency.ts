import { valueAt } from '../records/fieldPath.ts';
import type { Sample } from '../records/sample.ts';
import { quantileOf } from '../statistics/quantile.ts';

/** The parts of the time that a sample takes, and all of it. */
const LATENCY_PARTS = ['retrieval', 'rendering', 'prefill', 'decoding', 'tools', 'end-to-end'] as const;

export type LatencyPart = (typeof LATENCY_PARTS)[number];

/** How long a part takes over the samples that have it, in milliseconds. */
export interface LatencyRow {
  readonly protocol: string;
  readonly part: LatencyPart;
  readonly samples: number;
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
}

/**
 * How long each part of a sample took, in milliseconds; null if its record does not say. Prefill is the time to the first
 * token, and decoding what follows it; both are sums over the turns of a sample. The end to end time is known if that of
 * the last token is.
 */
export function latencyOf({
  columns,
}: Pick<Sample, 'columns'>): Readonly<Record<LatencyPart, number | null>> {
  const at = (name: string): number | null => {
    const value = columns[name];
    return value !== undefined && Number.isFinite(value) ? value : null;
  };
  const [retrieval, rendering, tools] = [at('retrieval_ms'), at('render_ms'), at('tools_ms')];
  const [first, last] = [at('first_token_ms'), at('last_token_ms')];
  return {
    retrieval,
    rendering,
    prefill: first,
    decoding: first === null || last === null ? null : last - first,
    tools,
    'end-to-end': last === null ? null : (retrieval ?? 0) + (rendering ?? 0) + last + (tools ?? 0),
  };
}

/** How a sample was asked for: the protocol of its evaluation, otherwise the dialect of its response. */
export function protocolOf({ record, dialect }: Pick<Sample, 'record' | 'dialect'>): string {
  const protocol = valueAt(record, 'evaluation.settings.protocol');
  return typeof protocol === 'string' ? protocol : (dialect ?? 'unknown');
}

/** The times of a run, by protocol. */
export class LatencyTable {
  readonly #times = new Map<string, Map<LatencyPart, number[]>>();

  add(sample: Pick<Sample, 'record' | 'dialect' | 'columns'>): void {
    const latency = latencyOf(sample);
    const protocol = protocolOf(sample);
    for (const part of LATENCY_PARTS) {
      const time = latency[part];
      if (time === null) continue;
      let times = this.#times.get(protocol);
      if (times === undefined) this.#times.set(protocol, (times = new Map<LatencyPart, number[]>()));
      const own = times.get(part);
      if (own === undefined) times.set(part, [time]);
      else own.push(time);
    }
  }

  /** Protocols in the order of their names, each with its parts in their order. */
  rows(): readonly LatencyRow[] {
    return [...this.#times]
      .sort(([one], [other]) => one.localeCompare(other, 'en'))
      .flatMap(([protocol, times]) =>
        LATENCY_PARTS.flatMap((part): readonly LatencyRow[] => {
          const own = times.get(part);
          if (own === undefined) return [];
          const sorted = Float64Array.from(own).sort();
          return [
            {
              protocol,
              part,
              samples: sorted.length,
              mean: sorted.reduce((sum, time) => sum + time, 0) / sorted.length,
              median: quantileOf(sorted, 0.5),
              p95: quantileOf(sorted, 0.95),
            },
          ];
        }),
      );
  }
}
