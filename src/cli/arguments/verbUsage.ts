import { PRESETS } from '../../asking/promptFiles.ts';
import { RULE_CODES } from '../../core/prompts/lint/ruleCatalogue.ts';
import { RECORD_FIELDS } from '../../core/records/fieldMap.ts';
import { PROFILE_NAMES } from '../../core/rewards/names.ts';
import { DIALECT_NAMES } from '../../core/trajectory/dialects/names.ts';
import { CONTRACTS } from '../../userRewards/model.ts';
import { wrapNames } from './wrapNames.ts';

const INPUTS = `FILE is a trajectory file, or a file of records: JSON, one record a line or as a list; EasyR1's generations.log;
- is standard input. The form of a record is recognized by its keys (docs/cli.md lists them).

  --field NAME=KEY     where records hold something instead, like --field response=output; once for every field:
                       ${wrapNames(RECORD_FIELDS, 23)}.
                       A KEY with dots leads into a record: choices.0.text
  --input trajectory|records   what the files are, where their names and beginnings do not say it
  --out FILE           write there instead of standard output; the file is complete or not there`;

const REFERENCES = `  --references FILE    reference answers in a file of their own, found by id (EVisRAG: qid, answer, is_sufficient)`;

const DOCUMENT_STATUSES = `2 wrong arguments; 3 a document, or some of its pages, cannot be used`;

/** The output of `pagetrace ask --help`. */
export const ASK_USAGE = `pagetrace ask "question" FILE... [options]: asks about PDFs, page images, or folders of them.

  --pages 1-3,7        pages, counted from 1 (all up to 10 unless told; once for every FILE, in order)
  --server URL         an OpenAI-compatible server, vLLM first of all; without it the offline reader answers
  --model M            the model; the server's first unless told
  --prompt FILE        a .jinja prompt file, or a preset:
                       ${wrapNames(PRESETS, 23)}
  --reference TEXT     the reference answer
  --samples N          samples of the question, 1 unless told
  --max-tokens N       the longest answer, in tokens
  --temperature T, --top-p P, --repetition-penalty R, --seed S   for --server
  --min-pixels N, --max-pixels N   pixels of a page image: 200704 to 401408 unless the prompt says otherwise,
                       802816 to 1605632 for the offline reader
  --password TEXT      of an encrypted PDF (or PAGETRACE_PASSWORD)
  --api-key-file FILE  a file with the server's key (or PAGETRACE_API_KEY)
  --json               one JSON object on standard output; images, pages and documents count from 1
  --out FILE.trajectory  also write the answer there, over an older one; several samples become FILE-1.trajectory,
                       FILE-2.trajectory, ...

The answer is written to standard output, everything else to standard error (more of it with PAGETRACE_DEBUG=1).
Exit status: 0 an answer came; ${DOCUMENT_STATUSES};
4 the server cannot be used; 5 the answer broke off (what came is kept); 1 anything else; 130 interrupted (what came
is kept).
`;

/** The output of `pagetrace render --help`. */
export const RENDER_USAGE = `pagetrace render FILE... --out DIR [options]: writes the exact page images that a question would send.

  --pages 1-3,7        pages, counted from 1 (all up to 10 unless told; once for every FILE, in order)
  --min-pixels N, --max-pixels N   pixels of a page image: 200704 to 401408 unless told
  --format jpeg|png    jpeg unless told
  --quality 1..100     of a JPEG, 90 unless told
  --multiple-of-28     each side a multiple of 28 pixels
  --password TEXT      of an encrypted PDF (or PAGETRACE_PASSWORD)

A line for each image is written to standard output, everything else to standard error (more of it with
PAGETRACE_DEBUG=1).
Exit status: 0 all is written; ${DOCUMENT_STATUSES}
(the other pages are written); 1 anything else; 130 interrupted.
`;

/** The output of `pagetrace score --help`. */
export const SCORE_USAGE = `pagetrace score FILE... [options]: what a reward function pays for trajectories.

${INPUTS}
${REFERENCES}
  --profile P          ${wrapNames(PROFILE_NAMES, 23)},
                       or the file of a composite profile (.json);
                       unless told, what the file or the form of its records says
  --judge right|wrong|unknown   the judge's verdict for every sample, over what records say
  --num-images N       images of a request, where a record does not say
  --python FILE        a reward function of your own as well: compute_score as EasyR1, verl or TRL calls it; FILE:name
                       names another function, and --profile none leaves the profile out
  --config FILE        the function and its arguments as the trainer's configuration names them: a YAML file of EasyR1
                       or verl, the shell script that starts the trainer, or overrides such as
                       custom_reward_function.path=FILE
  --arguments JSON     its keyword arguments, an object; @FILE reads it from a file
  --cwd DIR            the folder that it runs in and imports from, as the trainer would; the current one unless given
  --contract C         ${wrapNames(CONTRACTS, 23)};
                       unless given, the parameters of the function decide
  --batch N            samples of a call, for functions that get a list (64 unless given); a group stays in one call
  --judge-stub right|wrong   a judge that the function asks over HTTP is replaced by one that always says this
  --interpreter PYTHON, --time-limit SECONDS (60) for --python
  --as-trainer easyr1|verl      rewards are given what that trainer passes on, and nothing else that records hold
  --format table|json|jsonl     table unless told; docs/cli.md describes the JSON
  --explain            with components, deductions and their reasons
  --fail-under X       a reward under X (with --python: its reward), or not known to reach X, is a finding
  --baseline FILE      compares with an earlier scoring (the output of score --format jsonl, or a run that records
                       scores): which samples changed, by id or by file and line
  --fail-on KIND       this is a finding; several with commas between: format (not paid in full), raises, deduction,
                       defaults (the score rests on one), lower and changed (than in the --baseline)

Exit status: 0 all is scored; 1 there are findings that --fail-under or --fail-on asked for, a score is not the one that
a trajectory file expects, or the function of --python failed; 2 wrong arguments, or something could not be read or
written (such lines are named, the others scored).
`;

/** The output of `pagetrace parse --help`. */
export const PARSE_USAGE = `pagetrace parse FILE... [options]: trajectories as JSON: blocks, tool calls, steps and findings.

${INPUTS}
  --dialect D          ${wrapNames(DIALECT_NAMES, 23)};
                       unless told, what the file says or the text speaks for
  --format json|jsonl  laid out over lines unless told; several trajectories follow each other
  --fail-on error|warning|information|never   findings of this severity and worse count (never unless told)

Exit status: 0 all is parsed; 1 there are findings that --fail-on asked for; 2 wrong arguments, or something could not
be read or written.
`;

/** The output of `pagetrace stats --help`. */
export const STATS_USAGE = `pagetrace stats FILE... [options]: what there is to tell of many samples together.

Reported fields with mean and deviation, format, deductions, tools, groups (GRPO, filtering), answers (em, acc, f1), and
refinement of another tool's boxes. Groups are told by what a record names (--field group=KEY), else by its prompt and
ground truth. Records without responses are read too: prediction and references, scores, iou and tool_iou.

${INPUTS}
${REFERENCES}
  --profile P          as of score; none leaves rewards out
  --judge, --num-images   as of score
  --key FIELD          the reported field that groups are told by: overall unless told; score is the records' own
  --by step            a row for each training step: mean, deviation, groups; with --each one JSON line for each
  --python FILE        a reward function of your own, with the options of score for it
  --filter LOW,HIGH    a group is kept when its mean lies between (0.1,0.9 unless told, which is Lang2Act's)
  --groups             with every group: scores, mean, deviation and advantages (GRPO, RLOO)
  --each               a JSON line for each record with its own metrics instead of the whole
  --format table|json  table unless told; docs/cli.md describes the JSON

Exit status: 0 all is read; 2 wrong arguments, or something could not be read or written.
`;

/** The output of `pagetrace profiles --help`. */
export const PROFILES_USAGE = `pagetrace profiles [PROFILE...] [options]: what reward profiles pay for.

  --format table|json  table unless told; docs/cli.md describes the JSON
  --out FILE           write there instead of standard output

Exit status: 0; 2 wrong arguments, or something could not be written.
`;

/** The output of `pagetrace lint --help`. */
export const LINT_USAGE = `pagetrace lint PROMPT... [options]: checks prompts against the reward that will score the responses.

PROMPT is a .jinja file as trainers read it, or - for standard input, or the name of a preset:
${wrapNames(PRESETS, 0)}.

  --reward P           a profile of score, or none; unless given, what the prompt's settings name, then the nearest
                       pagetrace.prompts.json, then the reward of the prompt's dialect or tags
  --as-trainer easyr1|verl|none   renders the prompt as that trainer does; unless given, what the prompt's settings
                       name, then the nearest pagetrace.prompts.json, then an EasyR1 folder around format_prompt
  --num-images N,M     numbers of images that the prompt is rendered with
  --model-length N     tokens that the model takes, prompt and answer together
  --require-reward     a prompt whose reward is neither named nor recognized is an error
  --fix                makes the repairs that the editor offers, and reports the findings that are left
  --off CODE           leaves a rule out; several with commas between. The rules (docs/lint has a page of each):
                       ${wrapNames(RULE_CODES, 23)}
  --format text|json|sarif      text unless given: file:line:column: severity code message
  --fail-on error|warning|information|never   findings of this severity and worse count (warning unless given)
  --out FILE           write there instead of standard output; the file is complete or not there

Exit status: 0 nothing found that counts; 1 findings; 2 wrong arguments, or something could not be read or written.
`;
