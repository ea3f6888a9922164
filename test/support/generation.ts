import type { PageTraceError } from '../../src/core/errors.ts';
import { generate } from '../../src/inference/generate.ts';
import type {
  GenerateEvent,
  GenerateRequest,
  InferenceDeps,
  SampleReport,
  Usage,
} from '../../src/inference/model.ts';

/** The events and results of a generation. */
export interface Outcome {
  readonly events: readonly GenerateEvent[];
  readonly texts: readonly string[];
  readonly reports: readonly (SampleReport | undefined)[];
  readonly usage: Usage | null;
  /** Undefined if the generation did not report its end. */
  readonly error: PageTraceError | null | undefined;
}

/**
 * Follows a generation to its end; `seen` is called for each event as it arrives, with the text so far of its sample.
 */
export async function gather(
  request: GenerateRequest,
  deps: InferenceDeps,
  seen: (event: GenerateEvent, text: string) => void = () => undefined,
): Promise<Outcome> {
  const events: GenerateEvent[] = [];
  const texts = Array.from({ length: request.n }, () => '');
  const reports = Array.from({ length: request.n }, (): SampleReport | undefined => undefined);
  let usage: Usage | null = null;
  let error: PageTraceError | null | undefined;
  for await (const event of generate(request, deps)) {
    events.push(event);
    switch (event.type) {
      case 'text':
        texts[event.sample] = (texts[event.sample] ?? '') + event.text;
        break;
      case 'prefix':
        texts[event.sample] = event.text + (texts[event.sample] ?? '');
        break;
      case 'progress':
      case 'finish':
        reports[event.sample] = event.report;
        break;
      case 'usage':
        usage = event.usage;
        break;
      case 'end':
        error = event.error;
    }
    seen(event, event.type === 'text' ? (texts[event.sample] ?? '') : '');
  }
  return { events, texts, reports, usage, error };
}
