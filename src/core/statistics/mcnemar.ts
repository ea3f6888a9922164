import { chiSquareTail } from './chiSquare.ts';
import { logFactorial } from './logFactorial.ts';

/** Pairs in which only one of two is right. */
export interface DiscordantPairs {
  /** Right in the run, wrong in what it is compared with. */
  readonly gained: number;
  /** Wrong in the run, right in what it is compared with. */
  readonly lost: number;
}

/** What McNemar's test says of them. */
export interface McNemarTest {
  /** By the binomial distribution, or by chi-square with one degree of freedom and a correction for continuity. */
  readonly method: 'exact' | 'chi-square';
  /** The smaller of the two counts, or chi-square. */
  readonly statistic: number;
  /** Two-sided. */
  readonly pValue: number;
}

/** Below this many discordant pairs, the test is exact. */
const FEW = 25;

/**
 * McNemar's test (McNemar 1947) of whether pairs differ as often in one direction as in the other. With fewer than 25
 * discordant pairs it is the exact binomial test, otherwise chi-square with Edwards' correction for continuity (Edwards
 * 1948): (|gained - lost| - 1)² / (gained + lost).
 */
export function mcnemarTest({ gained, lost }: DiscordantPairs): McNemarTest {
  const pairs = gained + lost;
  if (pairs < FEW) {
    const least = Math.min(gained, lost);
    let tail = 0;
    for (let count = 0; count <= least; count += 1) tail += choose(pairs, count);
    return { method: 'exact', statistic: least, pValue: Math.min(1, (2 * tail) / 2 ** pairs) };
  }
  const apart = Math.max(0, Math.abs(gained - lost) - 1);
  const statistic = (apart * apart) / pairs;
  return { method: 'chi-square', statistic, pValue: chiSquareTail(statistic) };
}

/** A binomial coefficient below 2^53. */
function choose(all: number, some: number): number {
  return Math.round(Math.exp(logFactorial(all) - logFactorial(some) - logFactorial(all - some)));
}

/**
 * The odds ratio of matched pairs: gained / lost, which is its conditional maximum likelihood estimate (Breslow and Day
 * 1980). Null if no pair is lost, since it is then infinite or not known.
 */
export function discordantOdds({ gained, lost }: DiscordantPairs): number | null {
  return lost === 0 ? null : gained / lost;
}
