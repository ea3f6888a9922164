import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { profiles } from '../../../src/core/rewards/registry.ts';
import { formatted } from '../../support/formatted.ts';
import { contextOf } from './responses.ts';
import { rewardsPage } from './page.ts';
import { samplesFor } from './samples.ts';

/** The committed page; PAGETRACE_UPDATE=1 writes it. */
const PAGE = fileURLToPath(new URL('../../../docs/rewards.md', import.meta.url));

test('docs/rewards.md describes the profiles as they describe themselves', async () => {
  const page = await formatted(PAGE, rewardsPage(profiles));
  if (process.env['PAGETRACE_UPDATE'] === '1') writeFileSync(PAGE, page);
  expect(page).toBe(readFileSync(PAGE, 'utf8'));
});

describe.each(profiles.map((profile) => [profile.name, profile] as const))(
  'the description of %s',
  (_, profile) => {
    test('the description has every component of the scores, with the same titles and weights', () => {
      const { components } = profile.score('<answer>1</answer>', contextOf('right', { responseLength: 300 }));
      const told = profile.pays.map(({ key, title, weight }) => [key, title, weight]);
      expect(components.map(({ key, title, weight }) => [key, title, weight])).toEqual(told);
    });

    test('the description has every change that a score shows, with its amount if that is a single number', () => {
      const told = new Map(
        profile.pays.flatMap(({ key, changes }) =>
          changes.map((change) => [`${key} ${change.code}`, change]),
        ),
      );
      const met = new Set<string>();
      for (const { response, context } of samplesFor(profile.name, 2000)) {
        for (const verdict of ['right', 'wrong'] as const) {
          for (const { key, entries } of profile.score(response, { ...context, verdict }).components) {
            for (const { code, amount } of entries) {
              const change = told.get(`${key} ${code}`);
              expect(change, `${key} ${code}`).toBeDefined();
              if (/^-?[\d.]+$/.test(change?.amount ?? '')) expect(amount).toBe(change?.amount);
              met.add(`${key} ${code}`);
            }
          }
        }
      }
      // Every change that the page describes must occur in some score.
      expect([...told.keys()].filter((name) => !met.has(name))).toEqual([]);
    });
  },
);
