/** The greatest seed of random numbers, which are made from 32 bits; the least is 0. */
export const GREATEST_SEED = 2 ** 32 - 1;
