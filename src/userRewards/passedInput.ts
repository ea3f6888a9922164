import type { Contract, UserRewardInput } from './model.ts';

/** The parts of an input that a contract passes on, so that nothing else is sent to the process. */
export function passedBy(contract: Contract, input: UserRewardInput): Partial<UserRewardInput> {
  const { response, response_length, ground_truth, data_source, extra_info } = input;
  if (contract.startsWith('easyr1')) return { response, response_length, ground_truth, extra: input.extra };
  if (contract.startsWith('verl')) return { response, ground_truth, data_source, extra_info };
  const { prompt, completion, columns } = input;
  return { response, response_length, ground_truth, prompt, completion, columns };
}
