import { readInputs, type InputItem, type InputOptions } from '../../runs/reading/inputs.ts';

/** The samples of files, as `readInputs` gives them; a problem that an option can solve names the option. */
export async function* readSamples(
  files: readonly string[],
  options: InputOptions,
): AsyncGenerator<readonly InputItem[]> {
  for await (const items of readInputs(files, options)) yield items.map(addAdvice);
}

function addAdvice(item: InputItem): InputItem {
  return 'problem' in item && item.lacks === 'response'
    ? { ...item, problem: `${item.problem} Name the one that does: --field response=KEY.` }
    : item;
}
