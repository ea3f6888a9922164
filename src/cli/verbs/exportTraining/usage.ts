import { TRAINING_FORMS } from '../../../core/training/trainingForms.ts';

/** The output of `pagetrace export-training --help`. */
export const EXPORT_TRAINING_USAGE = `pagetrace export-training FILE... --to FORM --out FOLDER [options]: samples of runs as training files.

FILE is a file or folder as in runs. FORM is
${TRAINING_FORMS.map(({ name, title, kind }) => `  ${name.padEnd(26)}${title}: ${{ samples: 'each sample', pairs: 'the best and the worst sample of each group', questions: 'each question' }[kind]}`).join('\n')}

FOLDER must be new. It gets train.jsonl (train.parquet for verl), images/, sources.jsonl (where each record comes from),
export.json (counts), and for LLaMA-Factory dataset_info.json.

  --where FILTER       the samples that match (docs/filters.md), such as 'reward>=0.8 and is:right'
  --profile P          scores the samples, for the filter and the pairs (default: what their records say)
  --judge, --num-images   as in score
  --prompt P           the prompt that asked: a preset or a .jinja file (default: what the records say was sent, or else
                       the question alone)
  --margin X           the better sample of a pair is paid at least this much more (default: any difference)
  --images write|name|none   page images are rendered as they were sent and written (default), or the files that the
                       records name are named, or there are none
  --documents FOLDER   where documents are looked for, in addition to the paths in the records (repeatable)
  --min-pixels N, --max-pixels N   the pixel budget of images (default: that of the record, or of the papers)
  --name NAME          the name of the data set in dataset_info.json (default: that of FOLDER)
  --json               also prints export.json
  --field, --input, --references   as in score

Exit status: 0 exported; 1 nothing was, and no folder was made; 2 wrong arguments, or something could not be read or written.
`;
