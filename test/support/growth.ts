/**
 * How much longer a character may take when the text is four times as long; it would be 4 if time grew with the square
 * of the length. The limit is greater than 1 because a large text uses the caches less well, which threads running at
 * the same time fill too.
 */
export const LIMIT = 2.5;

/** The largest number of rounds. */
const ROUNDS = 24;

/** The clock of the processor time moves in steps of up to 4 milliseconds, so shorter work is repeated. */
const SHORTEST = 20;

/** Processor time of this thread for some work, in milliseconds. */
async function timeOf(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/**
 * How many times longer a character takes in a large text than in a small one: 1 if time grows with the length, and
 * `large / small` if it grows with the square. The small work is repeated until it has processed as many characters as
 * the large one, so that temporary slowdowns (caches, clock speed, garbage collection) affect both equally. Slowdowns
 * only ever add time, so the best of a few rounds is compared; rounds stop once the result is below `limit`. Work that is
 * too short to be measured is repeated in the next round.
 */
export async function growth(
  work: (length: number) => unknown,
  { small, large }: { readonly small: number; readonly large: number },
  limit = LIMIT,
): Promise<number> {
  let [bestSmall, bestLarge] = [Infinity, Infinity];
  let repeats = 1;
  for (let round = 0; round < ROUNDS && !(bestLarge / bestSmall < limit); round++) {
    if (round > 0 && bestLarge < SHORTEST) {
      repeats *= 4;
      [bestSmall, bestLarge] = [Infinity, Infinity];
    }
    const smallTime = await timeOf(async () => {
      for (let done = 0; done < large * repeats; done += small) await work(small);
    });
    bestSmall = Math.min(bestSmall, smallTime);
    const largeTime = await timeOf(async () => {
      for (let repeat = 0; repeat < repeats; repeat++) await work(large);
    });
    bestLarge = Math.min(bestLarge, largeTime);
  }
  return bestLarge / bestSmall;
}
