import { asPageTraceError } from '../../../core/errors.ts';
import { checkedClaims } from '../../../core/grounding/shares.ts';
import { sampleOf } from '../../../core/records/sample.ts';
import type { CountClaims } from '../../../evaluation/rateSample.ts';
import { openGrounder } from '../../grounding/openGrounder.ts';
import type { VerbContext } from '../../terminal/verb.ts';

/** Looks for the claims of samples on the pages of their documents. Nothing is started before the first sample. */
export function createClaimCounter(context: Pick<VerbContext, 'terminal' | 'environment'>): {
  readonly countClaims: CountClaims;
  readonly close: () => Promise<void>;
} {
  const { samples, close } = openGrounder({}, null, context);
  return {
    countClaims: async (recorded, signal) => {
      const sample = sampleOf(recorded);
      const place = { file: '-', line: null, bytes: null, sample: null };
      try {
        const { grounding } = await samples.ground(
          { place, sample, format: 'trajectory', info: recorded.info },
          signal,
        );
        const checked = checkedClaims(grounding);
        return { found: checked.filter(({ status }) => status === 'found').length, checked: checked.length };
      } catch (thrown) {
        const error = asPageTraceError(thrown);
        if (error.reason === 'cancelled') throw error;
        context.terminal.debug(`claims: ${error.message}`);
        return null;
      }
    },
    close,
  };
}
