/** How many folders above a file may name its step. */
const FOLDERS = 4;

const FOLDER = /^(?:(?:global_)?step[_-]?|checkpoint-)(\d{1,9})$/;
const NAME =
  /^(?:(?:global_|val_)?steps?[_-]?|completions_)?(\d{1,9})(?:\.(?:jsonl|ndjson|jsonlines|json|parquet|csv|tsv))?(?:\.(?:gz|zst))?$/;

/**
 * The training step that the path of a file of records names: verl writes a file `{step}.jsonl` for each step, and
 * `val_step{step}.json` of its validation, TRL `completions_{step}`, the trainers of Hugging Face a folder
 * `checkpoint-{step}`, and prime-rl `step_{step}`, in which others may be (`step_20/train/all`). Null if it names none.
 */
export function stepOfFile(file: string): number | null {
  const folders = file.split(/[\\/]/);
  const name = folders.pop() ?? '';
  const inFolder = folders.slice(-FOLDERS).findLast((folder) => FOLDER.test(folder));
  const step = NAME.exec(name)?.[1] ?? FOLDER.exec(inFolder ?? '')?.[1];
  return step === undefined ? null : Number(step);
}
