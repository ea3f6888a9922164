import { t } from '@vscode/l10n';
import { joinList } from '../core/joinList.ts';
import type { Note } from './messages.ts';
import { trainerOf, type Contract, type LoadedReward } from './model.ts';

/** The contract of a function and how it was recognized, as a sentence. */
export function describeContract({
  contract,
  contractSource: source,
}: Pick<LoadedReward, 'contract' | 'contractSource'>): string {
  switch (source.kind) {
    case 'parameters': {
      const names = joinList(source.names);
      if (source.readsContent)
        return t(
          'The contract {0} was recognized by the parameter {1} and the key content.',
          contract,
          names,
        );
      return source.names.length === 1
        ? t('The contract {0} was recognized by the parameter {1}.', contract, names)
        : t('The contract {0} was recognized by the parameters {1}.', contract, names);
    }
    case 'annotation':
      return t('The contract {0} was recognized by the annotation {1}.', contract, source.text);
    case 'one-parameter':
      return t('The contract {0} is EasyR1’s default for a function with one parameter.', contract);
    case 'reward-type':
      return source.isInFile
        ? t('The contract {0} is set by REWARD_TYPE in the file.', contract)
        : t('The contract {0} is set by worker.reward.reward_type.', contract);
    case 'given':
      return t('The contract is set to {0}.', contract);
  }
}

/** A note of the runner as one or two sentences. */
export function describeNote(note: Note, contract: Contract, functionName: string, cwd: string): string {
  const names = 'names' in note ? note.names.join(', ') : '';
  switch (note.kind) {
    case 'not-passed':
      return t(
        '{0} reads {1} from its inputs, which EasyR1 does not pass: in training they are missing or get the function’s default.',
        functionName,
        names,
      );
    case 'awaited-by-loop':
      return t(
        'It is a coroutine function. verl awaits it in its reward loop (reward_model.use_reward_loop), but not in its older reward managers or in the remote one.',
      );
    case 'grader':
      return t(
        'It is called as verl and VRAG-RL call their own graders. As custom_reward_function it would fail, because verl also passes data_source and extra_info by name.',
      );
    case 'reference-columns':
      return t('The ground truth is passed as {0} if the records have no such column.', names);
    case 'no-tokens':
      return t(
        'completion_ids has the right number of tokens, but not the tokens themselves, which records do not contain.',
      );
    case 'reward-types-differ':
      return t(
        'The configuration sets worker.reward.reward_type to {0}, but the file sets REWARD_TYPE to {1}. The configuration is used here, as in EasyR1 0.3.1; later versions use the file.',
        note.configured,
        note.inFile,
      );
    case 'beside':
      return note.names.length === 1
        ? t(
            '{0} was imported from the file’s own folder, which {1} does not search: it searches the folder that it is started in, here {2}.',
            names,
            trainerOf(contract),
            cwd,
          )
        : t(
            '{0} were imported from the file’s own folder, which {1} does not search: it searches the folder that it is started in, here {2}.',
            names,
            trainerOf(contract),
            cwd,
          );
  }
}
