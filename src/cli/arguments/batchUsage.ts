import { PRESETS } from '../../asking/promptFiles.ts';
import { wrapNames } from './wrapNames.ts';

/** The output of `pagetrace batch --help`. */
export const BATCH_USAGE = `pagetrace batch export DATASET --model M --out FOLDER [options]: writes the requests of an evaluation as files that
vllm run-batch, or a batch API of the same form, answers.
pagetrace batch export --failed FOLDER --run RUN.jsonl --out FOLDER: writes the requests of a batch whose samples a run
lacks.
pagetrace batch import FOLDER OUTPUT... --out RUN.jsonl: joins the outputs, in any order, with their requests.

export writes shards (shard-00001.jsonl and so on), what is known of their questions, and batch.json at its end. The
same command goes on with an export that was stopped.
  --prompt FILE        a .jinja prompt file, or a preset:
                       ${wrapNames(PRESETS, 23)}
                       (default: the prompt that the data set names, otherwise lang2act)
  --model M            the model, as the server calls it
  --samples N          the number of samples of each question (default: 1); they are one request
  --limit K            the first K questions
  --where FILTER       only the questions that a filter leaves (docs/filters.md)
  --pages auto:3|oracle:3, --pages-seed S   how pages are chosen, with the options for that, as pagetrace eval does
  --max-tokens N       the longest answer, in tokens
  --temperature T, --top-p P, --repetition-penalty R, --seed S   sampling
  --min-pixels N, --max-pixels N   pixels of a page image (default: those of the prompt, otherwise 200704 to 401408)
  --images data|files  page images in the requests (default), or as files, each once; the server must be allowed to read
                       them: --allowed-local-media-path FOLDER
  --image-root DIR     the folder of the page images on the machine that reads them (default: FOLDER/images)
  --shard-size N       the most questions of a shard (default: 10000)
  --shard-bytes N      the most bytes of a shard (default: 100000000)
  --out FOLDER         the folder of the batch

import takes the files of the outputs, or folders with them.
  --out RUN.jsonl      the run, with the same records as pagetrace eval writes. If it exists, what it lacks is added

Exit status: 0 everything was written, or every request has an answer; 1 questions could not be prepared, or requests
failed or have no output, which is said by reason; 2 wrong arguments, questions with mistakes, or something that could
not be read or written; 130 interrupted (what was written is kept).
`;
