import type { Contract, UserRewardInput } from './model.ts';

/** How deep the values of an input may be nested. Python's JSON module reads about 900 levels. */
export const MOST_DEPTH = 500;

/** The parts of an input that a contract passes on, so that nothing else is sent to the process. */
export function passedBy(contract: Contract, input: UserRewardInput): Partial<UserRewardInput> {
  const { response, response_length, ground_truth, data_source, extra_info } = input;
  if (contract.startsWith('easyr1')) return { response, response_length, ground_truth, extra: input.extra };
  if (contract.startsWith('verl')) return { response, ground_truth, data_source, extra_info };
  const { prompt, completion, columns } = input;
  return { response, response_length, ground_truth, prompt, completion, columns };
}

/** Whether a value of JSON has more than `levels` levels of lists and objects. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeperThan(each, levels - 1));
}
