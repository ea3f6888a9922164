/**
 * The training step that the path of a file of records names: verl writes a file `{step}.jsonl` for each step, TRL
 * `completions_{step}`, and prime-rl a folder `step_{step}`. Null if it names none.
 */
export function stepOfFile(file: string): number | null {
  const [folder = '', name = ''] = file.split(/[\\/]/).slice(-2);
  const [inName, inFolder] = name === '' ? [folder, ''] : [name, folder];
  const step =
    /^(?:(?:global_)?steps?[_-]?|completions_)?(\d{1,9})(?:\.(?:jsonl|ndjson|jsonlines|json|parquet|csv|tsv))?(?:\.(?:gz|zst))?$/.exec(
      inName,
    )?.[1] ?? /^(?:global_)?step[_-]?(\d{1,9})$/.exec(inFolder)?.[1];
  return step === undefined ? null : Number(step);
}
