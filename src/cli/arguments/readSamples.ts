import { readInputs, type InputItem, type InputOptions } from '../../runs/reading/inputs.ts';
import { errorHint } from '../terminal/errorHint.ts';

/**
 * The samples of files, as `readInputs` returns them; a problem that the command line can solve names the option that
 * does.
 */
export async function* readSamples(
  files: readonly string[],
  options: InputOptions,
): AsyncGenerator<readonly InputItem[]> {
  for await (const items of readInputs(files, options)) yield items.map(addAdvice);
}

function addAdvice(item: InputItem): InputItem {
  if ('sample' in item) return item;
  if (item.lacks === 'response')
    return { ...item, problem: `${item.problem} Name the one that does: --field response=KEY.` };
  if (item.error?.remedy === undefined) return item;
  return { ...item, problem: `${item.error.message} ${errorHint(item.error) ?? ''}` };
}
