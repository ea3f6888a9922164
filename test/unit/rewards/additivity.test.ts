import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { UNKNOWN_CONTEXT, type Verdict } from '../../../src/core/rewards/model.ts';
import { assembleJudged, component } from '../../../src/core/rewards/explanation/judgedScore.ts';
import { profiles } from '../../../src/core/rewards/registry.ts';
import { checkDecimals, checkSpans } from '../../support/scoreChecks.ts';
import { samplesFor } from './samples.ts';

const verdicts: readonly Verdict[] = ['right', 'wrong', 'unknown'];

describe.each(profiles.map((profile) => [profile.name, profile] as const))('%s', (_, profile) => {
  test('the components add up exactly, in decimals, to the reward of each verdict', () => {
    fc.assert(
      fc.property(fc.nat(), (from) => {
        const [sample] = samplesFor(profile.name, 1, from);
        if (sample === undefined) return;
        const { response, context } = sample;
        for (const verdict of verdicts) {
          for (const lacking of [
            {},
            { reference: null },
            { responseLength: null },
            { toolResults: null },
            { retrieval: null },
          ]) {
            const score = profile.score(response, { ...context, ...lacking, verdict });
            checkDecimals(score, verdict);
            checkSpans(score, response.length);
          }
        }
      }),
      propertyRuns(250),
    );
  });

  test('any text is scored without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...verdicts), (response, verdict) => {
        const score = profile.score(response, { ...UNKNOWN_CONTEXT, verdict });
        checkDecimals(score, verdict);
      }),
      propertyRuns(),
    );
  });
});

describe('differences between doubles and decimals', () => {
  const parts = { key: 'odd', title: 'Odd', scope: null, floor: null };
  const odd = component({ ...parts, weight: '0.3333337', deductions: [] });

  test('an entry of the kind rounding states the difference between doubles and decimals', () => {
    const score = assembleJudged({
      profile: 'lang2act',
      verdict: 'right',
      judged: false,
      overall: () => 0.333334,
      reported: (overall) => ({ overall }),
      defaults: [],
      components: [odd],
      notes: [],
    });
    expect(score.adjustments).toMatchObject([{ kind: 'rounding', amount: '0.0000003', paid: '0.0000003' }]);
    checkDecimals(score, 'right');
  });

  test('a component below 0 without a floor keeps its value', () => {
    const deduction = { code: 'much', amount: '-1.5', reason: 'Much.', span: null, tool: null };
    const below = component({ ...parts, weight: '0.2', deductions: [deduction] });
    expect([below.value, below.paid]).toEqual(['-0.5', '-0.1']);
  });
});
