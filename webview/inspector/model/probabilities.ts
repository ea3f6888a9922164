import { signal, type ReadonlySignal } from '@preact/signals';
import {
  TokenGroups,
  type Alternative,
  type TokenGroup,
} from '../../../src/core/records/tokenProbabilities.ts';
import type { Span } from '../../../src/core/span.ts';
import type { InspectorMethods } from '../../../src/protocol/inspector.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import type { Segment } from './highlight.ts';

interface ProbabilitiesOptions {
  readonly client: Pick<RpcClient<InspectorMethods>, 'call'>;
  readonly shown: boolean;
  /** Keeps whether they are shown. */
  readonly keep: (shown: boolean) => void;
}

/** The probabilities of tokens: whether they are shown, and those of the sample in view, requested when needed. */
export class Probabilities {
  readonly shown: ReadonlySignal<boolean>;
  readonly #shown;
  readonly #options: ProbabilitiesOptions;
  /** The last sample whose tokens were requested. */
  #asked: { readonly key: string; readonly tokens: Promise<TokenGroups> } | null = null;

  constructor(options: ProbabilitiesOptions) {
    this.#options = options;
    this.#shown = signal(options.shown);
    this.shown = this.#shown;
  }

  show(shown: boolean): void {
    this.#shown.value = shown;
    this.#options.keep(shown);
  }

  /** The tokens of sample `sample` of the trajectory `key`. */
  tokens(key: string, sample: number): Promise<TokenGroups> {
    const asked = `${key} ${sample}`;
    if (this.#asked?.key === asked) return this.#asked.tokens;
    const tokens = this.#options.client.call('tokens', { sample }).then((read) => new TokenGroups(read));
    this.#asked = { key: asked, tokens };
    tokens.catch(() => {
      this.#asked = null;
    });
    return tokens;
  }

  /** What the model could have written instead of a token. */
  async alternatives(sample: number, { last }: TokenGroup): Promise<readonly Alternative[]> {
    return (await this.#options.client.call('alternatives', { sample, token: last })).alternatives;
  }
}

/** The lowest probabilities of the looks of a token, from likely to unlikely; the last look has the rest. */
export const LEVELS = [0.9, 0.7, 0.4, 0.1] as const;

/** The look of a token, from 0 (likely) to 4; null if its probability is not known. */
export function levelOf({ logprob }: TokenGroup): number | null {
  if (logprob === null) return null;
  const probability = Math.exp(logprob);
  const level = LEVELS.findIndex((least) => probability >= least);
  return level === -1 ? LEVELS.length : level;
}

/** A segment of one token. */
export interface TokenSegment extends Segment {
  /** The index of its token's group. */
  readonly token: number;
}

/** `segments`, which begin at `start`, cut where tokens end. */
export function tokenSegments(
  segments: readonly Segment[],
  start: number,
  tokens: TokenGroups,
): readonly TokenSegment[] {
  const cut: TokenSegment[] = [];
  let at = start;
  let token = tokens.indexAt(start);
  for (const segment of segments) {
    const base = at;
    const segmentEnd = base + segment.text.length;
    while (at < segmentEnd) {
      const group = tokens.at(token);
      const end = Math.min(segmentEnd, group?.span.end ?? segmentEnd);
      cut.push({ ...segment, text: segment.text.slice(at - base, end - base), token });
      at = end;
      if (group !== undefined && group.span.end <= at) token += 1;
    }
  }
  return cut;
}

/** `span` without the blanks at its ends. */
export function withoutBlanks({ start, end }: Span, text: string): Span {
  const trimmed = text.trimStart();
  const from = start + text.length - trimmed.length;
  return from >= end ? { start, end: start } : { start: from, end: from + trimmed.trimEnd().length };
}
