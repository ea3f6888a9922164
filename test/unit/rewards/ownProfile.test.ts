import { describe, expect, it } from 'vitest';
import { applies, profilesFor, ownProfile } from '../../../src/core/rewards/ownProfile.ts';
import { profileByName, profiles } from '../../../src/core/rewards/registry.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';

const applyingProfiles = (dialect: (typeof DIALECT_NAMES)[number], response: string): string[] =>
  profiles.filter((profile) => applies(profile, dialect, response)).map(({ name }) => name);

describe('the reward profile of a dialect', () => {
  it('the reward profile of a dialect has its name, and is null if the dialect has none', () => {
    expect(ownProfile('lang2act')).toBe('lang2act');
    expect(ownProfile('action-rl')).toBe('action-rl');
    expect(ownProfile('search-r1')).toBe('search-r1-em');
    // Too many rewards read these forms for one of them to be the default.
    expect(ownProfile('think-answer')).toBeNull();
    expect(ownProfile('boxed')).toBeNull();
    for (const dialect of DIALECT_NAMES) {
      const own = ownProfile(dialect);
      if (own !== null) expect(profileByName(own).name).toBe(own);
    }
  });

  it('the reward profile of a dialect is offered first, then its other forms, then the others in their order', () => {
    const names = profilesFor(profiles, 'lang2act').map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['lang2act', 'lang2act-paper']);
    expect(names.toSorted()).toEqual(profiles.map(({ name }) => name).toSorted());
    expect(profilesFor(profiles, 'action-rl')[0]?.name).toBe('action-rl');
    expect(profilesFor(profiles, 'quality-judge')).toEqual(profiles);
    expect(profilesFor(profiles, 'think-answer')[0]?.name).toBe('easyr1-r1v');
  });
});

describe('a profile', () => {
  it('a profile applies to its own dialect, whatever the response', () => {
    expect(applyingProfiles('lang2act', '')).toEqual(['lang2act', 'lang2act-paper']);
    expect(applyingProfiles('think-answer', '')).toEqual(['easyr1-r1v', 'r1v']);
    expect(applyingProfiles('boxed', '')).toEqual(['easyr1-math', 'verl-geo3k', 'verl-math']);
    expect(applyingProfiles('judge', '')).toEqual([]);
  });

  it('a profile applies if every tag that it requires opens, in the case that it reads', () => {
    const all = '<think>a</think><description>b</description><answer>c</answer>';
    expect(applyingProfiles('judge', all)).toEqual(['lang2act', 'lang2act-paper', 'action-rl']);
    expect(applyingProfiles('judge', all.toUpperCase())).toEqual(['lang2act', 'lang2act-paper', 'action-rl']);
    expect(applyingProfiles('judge', '<think>a</think><answer>c</answer>')).toEqual([]);
  });
});
