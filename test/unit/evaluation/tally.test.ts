import { expect, it } from 'vitest';
import { progressText } from '../../../src/cli/verbs/eval/progressText.ts';
import { Tally } from '../../../src/evaluation/tally.ts';

it('the time that is left is that of the samples that have neither ended nor failed', () => {
  const tally = new Tally();
  tally.end(0, null);
  expect(tally.secondsLeft(0, 1)).toBeNull();
  tally.fail(1000);
  tally.end(2000, null);
  tally.fail(4000);
  // How many there are is not known yet.
  expect(tally.secondsLeft(4000, 2)).toBeNull();
  tally.of = 14;
  // Of 14 samples, two have ended and two failed in 4 seconds: one a second.
  expect([tally.rate(4000), tally.secondsLeft(4000, 2)]).toEqual([0.5, 10]);
  // What ended in an earlier evaluation is not left either.
  expect(tally.secondsLeft(4000, 7)).toBe(5);
});

it('the time that is left is known while all samples fail', () => {
  const tally = new Tally();
  tally.of = 10;
  for (const second of [0, 1, 2, 3]) tally.fail(second * 1000);
  expect([tally.rate(4000), tally.secondsLeft(4000, 0)]).toEqual([null, 6]);
});

it('rates are those of the last minute', () => {
  const tally = new Tally();
  tally.of = 1000;
  for (let at = 0; at < 100; at += 1) tally.fail(at);
  tally.fail(100_000);
  tally.fail(101_000);
  expect(tally.secondsLeft(102_000, 0)).toBe(898);
});

it('the command line says the time that is left', () => {
  const progress = {
    ended: 20,
    failed: 60,
    of: 100,
    in_flight: 4,
    reward: null,
    passed: 0,
    decided: 0,
    rate: 0.5,
    seconds_left: 9.5,
    waits_for: null,
  };
  expect(progressText(progress)).toBe('20 of 100 samples, 60 failed, 0.50/s, 10 s left, 4 in flight');
});
