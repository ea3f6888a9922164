import type { Note } from './messages.ts';
import { trainerOf, type Contract } from './model.ts';

/** A note of the runner as one or two sentences. */
export function describeNote(note: Note, contract: Contract, functionName: string, cwd: string): string {
  switch (note.kind) {
    case 'not-passed':
      return `${functionName} reads ${note.names.join(', ')} from its inputs, which EasyR1 does not pass: in training they are missing or get the function’s default.`;
    case 'awaited-by-loop':
      return 'It is a coroutine function. verl awaits it in its reward loop (reward_model.use_reward_loop), but not in its older reward managers or in the remote one.';
    case 'grader':
      return 'It is called as verl and VRAG-RL call their own graders. As custom_reward_function it would fail, because verl also passes data_source and extra_info by name.';
    case 'reference-columns':
      return `The ground truth is passed as ${note.names.join(', ')} if the records have no such column.`;
    case 'no-tokens':
      return 'completion_ids has the right number of tokens, but not the tokens themselves, which records do not contain.';
    case 'beside':
      return `${note.names.join(', ')} was imported from the file’s own folder, which ${trainerOf(contract)} does not search: it searches the folder that it is started in, here ${cwd}.`;
  }
}
