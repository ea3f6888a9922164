import { asPageTraceError } from '../../core/errors.ts';
import type { GroundedSample } from '../../grounding/samples/groundSample.ts';
import type { ExportOptions } from '../../reports/trajectoryReport.ts';
import { errorText } from './errorText.ts';
import type { ReadSample, SampleGrounder } from './groundSample.ts';

/** What the pages say of a sample, or why that is not known. */
export type Grounded = GroundedSample | { readonly fault: string };

/**
 * Grounds a sample for a report, which is written without its claims if that fails.
 * @param verb the command, for what a person can do about a fault
 * @throws PageTraceError `cancelled`
 */
export async function groundForReport(
  item: ReadSample,
  samples: SampleGrounder,
  signal: AbortSignal,
  verb: 'export' | 'report',
): Promise<Grounded> {
  try {
    return await samples.ground(item, signal);
  } catch (thrown) {
    const error = asPageTraceError(thrown);
    if (error.reason === 'cancelled') throw error;
    return { fault: errorText(error, verb) };
  }
}

/** What a report shows of it. */
export function shownGrounding(grounded: Grounded): ExportOptions['groundings'][number] {
  if ('fault' in grounded) return { kind: 'failed', message: grounded.fault, hint: '', missing: null };
  const { grounding, withoutText, notices } = grounded;
  return {
    kind: 'grounded',
    grounding,
    withoutText: withoutText.length,
    notices,
    missing: null,
    partial: false,
  };
}
