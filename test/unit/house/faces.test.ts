import { describe, expect, it } from 'vitest';
import type { RewardProfile } from '../../../src/core/rewards/model.ts';
import type { ProfileName } from '../../../src/core/rewards/names.ts';
import { profileByName, profiles } from '../../../src/core/rewards/registry.ts';
import { expectedContext, TRAJECTORIES, type Trajectory } from '../../support/trajectories.ts';
import { groundedClaim } from '../../support/groundedClaims.ts';
import { composite } from '../rewards/composite/support.ts';
import { FACES, GROUNDED_FACES, OTHER_REWARDS, pythonInput, pythonInputs, watch } from './faces.ts';

const COMPOSITE = composite({
  components: [
    { check: 'equals', weight: 0.4 },
    { check: 'image-cited', weight: 0.3 },
    { check: 'length', weight: 0.2, unit: 'tokens', least: 10, most: 1_000 },
    { check: 'iou', weight: 0.1 },
  ],
});

const PROFILES: readonly RewardProfile[] = [...profiles, COMPOSITE];

describe.each(PROFILES.map((profile) => [profile.name, profile] as const))('%s', (_name, profile) => {
  it.each(Object.entries(FACES))('pays the same in %s as in every other face', async (_face, score) => {
    for (const trajectory of TRAJECTORIES) {
      const watched = watch(profile);
      await score(trajectory, watched.profile);
      const context = expectedContext(trajectory);
      expect(watched.contexts.at(-1), trajectory.response).toEqual(context);
      expect(watched.scores.at(-1)).toEqual(profile.score(trajectory.response, context));
    }
  });
});

describe('a reward that reads the pages', () => {
  const reward = composite({
    components: [
      { check: 'grounded', weight: 0.5 },
      { check: 'cited-page', weight: 0.3 },
      { check: 'computed-right', weight: 0.2 },
    ],
  });
  const computation = { kind: 'sum', operands: [], text: '1 + 1 = 2', value: 2, said: 3 } as const;
  const span = { start: 0, end: 1 };
  const grounding = {
    claims: [groundedClaim(), groundedClaim({ status: 'near' }), groundedClaim({ status: 'found' })],
    pages: [],
    answer: { span, restsOn: [], verdict: 'found', computation: null, onCitedPage: true },
    computations: [{ right: false, computation, span, claim: null }],
    unread: null,
  } as const;

  it.each(Object.entries(GROUNDED_FACES))(
    'pays the same in %s as in every other face',
    async (_face, score) => {
      for (const trajectory of TRAJECTORIES) {
        const watched = watch(reward);
        await score(trajectory, watched.profile, grounding);
        const paid = reward.score(trajectory.response, { ...expectedContext(trajectory), grounding });
        expect(paid.needs).toEqual([]);
        expect(watched.scores[0]).toEqual(paid);
      }
    },
  );
});

describe('other rewards', () => {
  it.each(Object.entries(OTHER_REWARDS))(
    'the rewards next to the one that is shown pay the same as they pay alone, in %s',
    (_face, scoresOf) => {
      const seen = new Set<string>();
      for (const trajectory of TRAJECTORIES) {
        for (const score of scoresOf(trajectory)) {
          const profile = profileByName(score.profile as ProfileName);
          expect(score).toEqual(profile.score(trajectory.response, expectedContext(trajectory)));
          seen.add(score.profile);
        }
      }
      expect(seen.size).toBeGreaterThan(3);
    },
  );
});

describe('Python rewards', () => {
  it.each([
    ['a record', async (each: Trajectory) => (await pythonInputs(each, COMPOSITE))[0]],
    ['a trajectory file', pythonInput],
  ])('a Python reward gets what a built-in reward gets, of %s', async (_from, inputOf) => {
    for (const trajectory of TRAJECTORIES) {
      const context = expectedContext(trajectory);
      const input = await inputOf(trajectory);
      expect(input).toMatchObject({
        response: trajectory.response,
        ground_truth: context.reference,
        response_length: context.responseLength ?? Math.ceil(trajectory.response.length / 4),
      });
      expect(input?.extra['num_images'] ?? null).toBe(context.numImages);
      expect(input?.extra['prompt'] ?? null).toBe(context.question);
      expect(input?.extra['tool_results'] ?? null).toBe(context.toolResults);
    }
  });
});
