/**
 * How much longer a character may take in four times the length; 4 where the square of the length counts. More than 1, for
 * a large work finds less of itself in the caches, which threads beside this one fill, too.
 */
export const LIMIT = 2.5;

/** How often both are timed at most. */
const ROUNDS = 8;

/** Milliseconds of this thread on the processor. */
async function timeOf(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/**
 * How many times longer a character takes in a large work than in a small one: 1 where the work grows with its length;
 * for work that grows with the square, `large / small`. The small one is done as often as makes up the large one, so
 * that what slows a machine down for a while (its caches, its clock, a collection of garbage) meets both alike. It only
 * ever adds time, so the best of a few rounds is compared; the first that is below `LIMIT` is the last.
 */
export async function growth(
  work: (length: number) => unknown,
  { small, large }: { readonly small: number; readonly large: number },
): Promise<number> {
  let [bestSmall, bestLarge] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS && (round === 0 || bestLarge / bestSmall >= LIMIT); round++) {
    const smallOnes = await timeOf(async () => {
      for (let done = 0; done < large; done += small) await work(small);
    });
    bestSmall = Math.min(bestSmall, smallOnes);
    bestLarge = Math.min(bestLarge, await timeOf(() => work(large)));
  }
  return bestLarge / bestSmall;
}
