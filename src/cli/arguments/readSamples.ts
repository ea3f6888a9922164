import { GUESSED_FROM, guessFieldMap } from '../../core/records/guessFieldMap.ts';
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
  /** The advice for records of a form that is not known, by file: the first of them show where the fields are. */
  const advice = new Map<string, string>();
  for await (const items of readInputs(files, options))
    yield items.map((item) => addAdvice(item, items, advice));
}

function addAdvice(item: InputItem, portion: readonly InputItem[], advice: Map<string, string>): InputItem {
  if ('sample' in item) return item;
  if (item.lacks === 'response') {
    const { file } = item.place;
    let known = advice.get(file);
    if (known === undefined) advice.set(file, (known = adviseFields(portion, file)));
    return { ...item, problem: `${item.problem} ${known}` };
  }
  if (item.error?.remedy === undefined) return item;
  return { ...item, problem: `${item.error.message} ${errorHint(item.error) ?? ''}` };
}

/** Advice to name the keys of a file's fields, with those that seem to hold them. */
function adviseFields(portion: readonly InputItem[], file: string): string {
  const records: unknown[] = [];
  for (const item of portion) {
    if ('sample' in item || item.place.file !== file || item.lacks === undefined) continue;
    if (records.push(item.record) === GUESSED_FROM) break;
  }
  const guesses = guessFieldMap(records);
  const response = guesses.find(({ field }) => field === 'response');
  if (response === undefined) return 'Name the one that does: --field response=KEY.';
  const options = guesses.map(({ field, path }) => `--field ${field}=${quoteForShell(path)}`);
  return `Name the one that does. If it is "${response.path}", add ${options.join(' ')} to the command.`;
}

/** A word as a shell reads it: keys of records may have any characters. */
function quoteForShell(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
