import { PRESETS } from '../../asking/promptFiles.ts';
import { CLAIM_MARKS } from '../../core/grounding/model.ts';
import { RULE_CODES } from '../../core/prompts/lint/ruleCatalogue.ts';
import { PROTOCOL_NAMES } from '../../core/prompts/protocolNames.ts';
import { RECORD_FIELDS } from '../../core/records/fieldMap.ts';
import { FORM_NAMES } from '../../core/records/writing/forms.ts';
import { PROFILE_NAMES } from '../../core/rewards/names.ts';
import { DIALECT_NAMES } from '../../core/trajectory/dialects/names.ts';
import { OCR_LANGUAGES } from '../../ocr/languages.ts';
import { RETRIEVER_OPTIONS_USAGE } from '../retrieval/usage.ts';
import { CONTRACTS } from '../../userRewards/model.ts';
import { judgeUsage } from './judgeUsage.ts';
import { wrapNames } from './wrapNames.ts';

const READ = `FILE is a trajectory file, a file of records in JSON (one record per line, or a list), EasyR1's generations.log, or a
folder with such files; - reads standard input. Records are recognized by their keys; docs/cli.md lists the known forms.

  --field NAME=KEY     reads a field from another key, for example response=output; may be repeated. The fields are
                       ${wrapNames(RECORD_FIELDS, 23)}.
                       Dots in a KEY lead into a record: choices.0.text
  --input trajectory|records   what the files contain, if their names and contents do not show it`;

const INPUTS = `${READ}
  --out FILE           writes to FILE instead of standard output, and only if the output is complete`;

const REFERENCES = `  --references FILE    a file of reference answers, found by id (EVisRAG: qid, answer, is_sufficient)
  --verdicts FILE      a person's verdicts, which replace those of the records, found by id or by question, reference
                       and answer ({"id": "7", "verdict": "right"})`;

const PAGES = `  --pages 1-3,7        page numbers from 1 (default: all, at most the first 10); once for all files, or once for each`;

const PASSWORD = `  --password TEXT      the password of an encrypted PDF (or PAGETRACE_PASSWORD)`;

const GROUNDING_OPTIONS = `  --document PDF       the document, instead of the one that the file names; may be repeated for further documents.
                       A folder of page images is a document too
  --documents FOLDER   looks for documents and page images that files name in this folder too; may be repeated
  --pages 1-3,7        the pages that were sent as images, in this order, for files that do not say (with --document,
                       by default all, at most the first 10)
${PASSWORD}
  --ocr                recognizes the text of pages that have none
  --ocr-language L,L   the languages of these pages: ${wrapNames(OCR_LANGUAGES, 53)} (default: eng). The data of others
                       than eng is fetched from the npm registry once (npm_config_registry names another one)
  --ocr-data FOLDER    a folder with the data (deu.traineddata.gz), for machines without a network`;

const TABLE_OR_JSON = `  --format table|json  default: table; docs/cli.md describes the JSON`;

const STREAMS = `goes to standard output, and everything else to standard error (with details if PAGETRACE_DEBUG=1).`;

const DOCUMENT_STATUSES = `2 wrong arguments; 3 a document or some of its pages cannot be used`;

const FILE_STATUS = `2 wrong arguments, or something could not be read or written.`;

/** The output of `pagetrace ask --help`. */
export const ASK_USAGE = `pagetrace ask "question" FILE... [options]: asks about PDFs, page images, or folders of them.

${PAGES};
                       auto:3 finds the three pages of all files that fit the question best
${RETRIEVER_OPTIONS_USAGE}
  --server URL         a vLLM server or another OpenAI-compatible server (default: the offline reader answers)
  --model M            the model (default: the first one of the server)
  --prompt FILE        a .jinja prompt file, or a preset:
                       ${wrapNames(PRESETS, 23)}
  --protocol NAME      has a conversation of several turns (docs/protocols.md), with --server or --script:
                       ${wrapNames(PROTOCOL_NAMES, 23)}
                       (default: the one of the prompt's settings); none asks for a single turn
  --tool-results FILE  what the other tool says that the model may call, as with --protocol vg-refiner
  --step               with a protocol: asks before everything that happens; what was said last can be edited
  --script FILE        the offline reader says what FILE has, a JSON list with a text for each request
  --reference TEXT     the reference answer
  --samples N          the number of samples (default: 1)
  --max-tokens N       the longest answer, in tokens
  --temperature T, --top-p P, --repetition-penalty R, --seed S   sampling, only with --server
  --logprobs N         with --server and --json: the probability of each token, with the N likeliest tokens (0 to 20)
  --min-pixels N, --max-pixels N   pixels of a page image (default: those of the prompt, otherwise 200704 to 401408;
                       802816 to 1605632 for the offline reader)
${PASSWORD}
  --api-key-file FILE  a file that contains the server's API key (or PAGETRACE_API_KEY)
  --json               prints one JSON object; images, pages and documents are counted from 1
  --out FILE.trajectory  also writes the answer to a trajectory file, which is replaced if it exists; several samples
                       are written to FILE-1.trajectory, FILE-2.trajectory, ...

The answer ${STREAMS}
Exit status: 0 there is an answer; ${DOCUMENT_STATUSES};
4 the server cannot be used; 5 the answer is incomplete (what arrived is kept); 1 any other failure; 130 interrupted
(what arrived is kept).
`;

/** The output of `pagetrace eval --help`. */
export const EVAL_USAGE = `pagetrace eval DATASET --out RUN.jsonl [options]: has the questions of a data set answered.
pagetrace eval --sweep FILE.sweep.yaml [--only-matrix] [--format table|json|markdown|latex]: in every combination that a
file names (docs/sweeps.md), and compares them; --only-matrix asks nothing, and reads the runs that are there.

  --prompt FILE        a .jinja prompt file, or a preset:
                       ${wrapNames(PRESETS, 23)}
                       (default: the prompt that the data set names, otherwise lang2act)
  --protocol NAME      answers in several turns (docs/protocols.md), with --server or --script:
                       ${wrapNames(PROTOCOL_NAMES, 23)}
                       (default: the one of the prompt's settings); none asks for a single turn
  --script FILE        the offline reader says what FILE has, a JSON list with a text for each request
  --server URL         a vLLM server or another OpenAI-compatible server (default: the offline reader answers)
  --model M            the model (default: the first one of the server)
  --samples N          the number of samples of each question (default: 1)
  --concurrency C      the most requests in flight (default: as many as the server works on)
  --limit K            the first K questions
  --where FILTER       only the questions that a filter leaves, by what is known before they are answered
                       (docs/filters.md)
  --ids FILE           only the questions whose ids are in this file, one a line
  --pages auto:3|oracle:3   auto finds the pages that fit each question that names none; oracle sends the pages with
                       the answer, and others at random up to the number
  --pages-seed S       the seed of oracle (default: 0)
${RETRIEVER_OPTIONS_USAGE}
  --max-tokens N       the longest answer, in tokens
  --temperature T, --top-p P, --repetition-penalty R, --seed S   sampling, only with --server
  --min-pixels N, --max-pixels N   pixels of a page image (default: those of the prompt, otherwise 200704 to 401408;
                       802816 to 1605632 for the offline reader)
  --api-key-file FILE  a file that contains the server's API key (or PAGETRACE_API_KEY)
  --judge answer|vrag-rl   lets a model judge each answer as it ends, as pagetrace judge does
  --judge-server URL, --judge-model M, --judge-prompt FILE, --judge-key-file FILE   the judge (default: the server and
                       its first model; PAGETRACE_JUDGE_API_KEY has its key)
  --progress jsonl     writes what happens to standard output, as JSON lines; it also ends when its standard input does
  --out RUN.jsonl      the run: a record for each sample, appended as it ends. If the file exists, what it lacks is asked
  --list               only lists the questions and mistakes of the data set, as JSON lines; nothing is asked

Exit status: 0 all samples have ended; 1 some failed, and are asked for again by the same command; 2 wrong arguments,
questions with mistakes, or something that could not be read or written; 130 interrupted (what has ended is kept).
`;

/** The output of `pagetrace render --help`. */
export const RENDER_USAGE = `pagetrace render FILE... --out DIR [options]: writes the exact page images that a question would send.

${PAGES}
  --min-pixels N, --max-pixels N   pixels of a page image (default: 200704 to 401408)
  --format jpeg|png    default: jpeg
  --quality 1..100     the quality of JPEG images (default: 90)
  --multiple-of-28     makes each side a multiple of 28 pixels
${PASSWORD}

One line per image ${STREAMS}
Exit status: 0 all images are written; ${DOCUMENT_STATUSES}
(other pages are written); 1 any other failure; 130 interrupted.
`;

/** The output of `pagetrace score --help`. */
export const SCORE_USAGE = `pagetrace score FILE... [options]: what a reward function pays for trajectories.

${INPUTS}
${REFERENCES}
  --profile P          a reward profile:
                       ${wrapNames(PROFILE_NAMES, 23)};
                       the file of a composite profile (.json), or none with --python
                       (default: the one that the file names or that belongs to its form)
  --judge right|wrong|unknown   the verdict of every sample, instead of those in the records
  --num-images N       the number of images, for records that do not state it
  --python FILE        also scores with your own function compute_score, called as EasyR1, verl or TRL calls it;
                       FILE:NAME selects a function with another name
  --config FILE        takes the function and its arguments from the trainer's configuration: a YAML file of EasyR1 or
                       verl, the shell script that starts the trainer, or overrides such as
                       custom_reward_function.path=FILE
  --arguments JSON     its keyword arguments as an object; @FILE reads them from a file
  --cwd DIR            the folder that it runs in and imports from (default: the current folder)
  --contract C         ${wrapNames(CONTRACTS, 23)}
                       (default: recognized by the parameters of the function)
  --batch N            samples per call, for functions that take a list (default: 64); a group is never split
  --judge-stub right|wrong   replaces the judge that the function asks over HTTP by one that always says this
  --interpreter PYTHON, --time-limit SECONDS   the Python for the function, and the limit of a call (default: 60)
  --as-trainer easyr1|verl      gives rewards only what this trainer passes, even if records contain more
  --format table|json|jsonl     default: table; docs/cli.md describes the JSON
  --explain            adds the components, and the deductions with their reasons
  --fail-under X       fails samples whose reward (with --python: the function's) is under X or may be
  --baseline FILE      compares with an earlier scoring, sample by sample: the output of score --format jsonl, or a run
                       that records scores
  --fail-on KINDS      fails samples by one or several kinds, separated by commas: format (not paid in full), raises (an
                       exception), deduction, defaults (the score rests on one), lower or changed (from the baseline)

Composite rewards with grounded, cited-page or computed-right read the pages of the documents that files name:
${GROUNDING_OPTIONS}

Exit status: 0 everything is scored; 1 a sample failed by --fail-under or --fail-on, does not get the score that its
trajectory file expects, or could not be scored by the Python function;
${FILE_STATUS}
Lines that cannot be read are listed, and the others are scored.
`;

/** The output of `pagetrace parse --help`. */
export const PARSE_USAGE = `pagetrace parse FILE... [options]: trajectories as JSON: blocks, tool calls, steps and findings.

${INPUTS}
  --dialect D          ${wrapNames(DIALECT_NAMES, 23)}
                       (default: the one that the file names, otherwise recognized from the text)
  --format json|jsonl  json (default) indents each object; jsonl writes one object per line
  --fail-on error|warning|information|never   fails if there are findings of at least this severity (default: never)

Exit status: 0 everything is parsed; 1 there are findings that --fail-on names;
${FILE_STATUS}
`;

/** The output of `pagetrace ground --help`. */
export const GROUND_USAGE = `pagetrace ground FILE... [options]: where the claims of trajectories stand on the pages of their documents.

${INPUTS}
${GROUNDING_OPTIONS}
  --dialect D          as in parse
  --format table|json|jsonl   default: table, with the claims that are not found first; docs/cli.md describes the JSON
  --fail-on S,S        fails if claims have one of these statuses: ${wrapNames(CLAIM_MARKS, 65)};
                       or never (default)

Exit status: 0 everything is grounded; 1 claims have a status that --fail-on names;
${FILE_STATUS}
`;

/** The output of `pagetrace export --help`. */
export const EXPORT_USAGE = `pagetrace export FILE [options]: a trajectory as one HTML file that needs no other, or as Markdown.

${INPUTS}
  --sample N           the sample to export, from 1, if there are several
${GROUNDING_OPTIONS}
  --dialect D          as in parse
  --profile P          as in score
  --format html|markdown   default: html, with the pages that were sent or that claims stand on

Exit status: 0 it is written; ${FILE_STATUS}
Without the document, it is written without pages and claims, and says so.
`;

/** The output of `pagetrace report --help`. */
export const REPORT_USAGE = `pagetrace report FILE... [options]: a run as one HTML file that needs no other.

It has charts with their numbers, alerts, metrics, tools, and the trajectories that are paid least, one of each question,
with the pages that they speak of.

${INPUTS}
${REFERENCES}
  --profile P          as in score; without it, samples are compared by their recorded scores
  --judge, --num-images   as in score
  --where FILTER       only the samples that the filter keeps; docs/filters.md describes it
  --worst N            how many trajectories it shows (default: 10)
  --title TEXT         its title (default: the name of the first file or folder)
${GROUNDING_OPTIONS}

Exit status: 0 it is written; ${FILE_STATUS}
`;

/** The output of `pagetrace stats --help`. */
export const STATS_USAGE = `pagetrace stats FILE... [options]: statistics of many samples.

They cover reported fields, formats, deductions, tools, groups (GRPO, online filtering), answers (em, acc, f1), and
the refinement of another tool's boxes. A group is what records name (--field group=KEY), otherwise the samples with the
same prompt and ground truth, within each training step. Records without a response are read if they have prediction and
references, scores, or iou and tool_iou.

${INPUTS}
${REFERENCES}
  --profile P          as in score; none leaves rewards out
  --judge, --num-images   as in score
  --python FILE, --config FILE   your own function, as in score and with the same options
  --by step            adds a row for each training step; with --each, prints one JSON line for each step instead
  --key FIELD          the field that is compared within groups: a reported one (default: overall), python (the reward
                       of your function), or score (that of the records)
  --filter LOW,HIGH    online filtering keeps groups whose mean is between these (default: 0.1,0.9, as in Lang2Act)
  --groups             lists each group: scores, mean, deviation and advantages (GRPO, RLOO; for a group of one sample
                       they are 0 and its score)
  --each               prints one JSON line for each record with its own metrics instead
${TABLE_OR_JSON}

Exit status: 0 everything is read; ${FILE_STATUS}
`;

/** The output of `pagetrace runs --help`. */
export const RUNS_USAGE = `pagetrace runs FILE... [options]: what runs hold: records, samples, groups, numbers, tools, and findings.

A group is what records name (--field group=KEY), otherwise the samples with the same prompt and ground truth, within
each training step.

${INPUTS}
${REFERENCES}
  --profile P          also scores, as in score; groups then compare the reward instead of the recorded score
  --judge, --num-images   as in score
  --where F            only the samples that match a filter, such as 'score<0.2 and tool:read_*'; docs/filters.md
  --ground             looks for the claims of the samples on the pages of their documents, for filters such as
                       'score>=0.8 and claim:not-found', and prints their number (claims) and the share of those that
                       are found (grounded), and where a record has the gold boxes of its question, the share of those
                       on them (gold_claims) and whether there is one (gold_seen); with these options as in ground:
                       --document, --documents, --pages, --password, --ocr, --ocr-language, --ocr-data
  --across-steps       the samples of a question are one group in all training steps
  --filter LOW,HIGH    as in stats
  --groups             lists each group: scores, mean, deviation and advantages (GRPO, RLOO)
  --rows N,N           prints samples by their numbers, from 1 or from the end (-1); ranges as in 1,5-8,-1
  --metrics            prints metrics instead, each with its interval: answers, retrieval, sufficiency, boxes, format,
                       tools, tokens, durations; docs/metrics.md defines them
  --by FIELD           with --metrics: also by the values of a field, such as evidence_sources, step or gold_images;
                       several times for several fields
  --compare OTHER      compares with another run, a file or a folder, question by question: effects with intervals,
                       paired tests, what is answered better or worse, tools and findings that came and went;
                       several times for a table of metrics
  --compare-by F=A,B   compares the samples whose field F is B with those where it is A, as in step=10,20
  --measure M          the metric that says which run answers a question better (default: right, otherwise the reward
                       or the score)
  --seed N, --rounds N   the seed (default: 0) and the rounds (default: 1000) of intervals
  --tools              prints the tools that samples use instead: spellings, trajectories, success, reward with and
                       without, definitions, and what the first K tools cover
  --top K              how many tools a toolbox has (default: as few as cover 98% of all uses)
  --toolbox FILE.jinja writes these tools into a prompt: a new one, or in place of the toolbox of one that exists
  --latency            prints how long the samples took instead, by protocol: retrieval, rendering, prefill, decoding,
                       tools, and end to end (mean, median, 95th percentile)
  --watch              prints a line for each step of a run that is being written, until Ctrl+C: its samples, mean, share
                       of right answers and of groups without variance, median tokens, share cut off, and new alerts
  --interval SECONDS   how often --watch looks at the files (default: 2)
  --idle SECONDS       after how long without a sample a step is complete, although no other has begun (default: 60)
  --no-alerts CODES    turns alerts off, separated by commas, or all of them (all); docs/runs.md describes them
  --format table|json|jsonl|csv|markdown|latex   default: table; jsonl and csv print one line for each group, sample, tool,
                       metric or compared question, and jsonl with --watch for each step; latex only metrics and
                       comparisons; docs/cli.md describes the JSON

Exit status: 0 everything is read; ${FILE_STATUS}
`;

/** The output of `pagetrace convert --help`. */
export const CONVERT_USAGE = `pagetrace convert FILE... --to FORM [options]: the samples of files in another form.

At the end, standard error names what the form has no place for, and in how many samples.

${READ}
${REFERENCES}
  --to FORM            ${wrapNames(FORM_NAMES, 23)}.
                       pagetrace keeps everything of each sample; trajectory writes a folder with a file for each
                       sample, and a folder for each training step
  --out FILE           writes to FILE instead of standard output: lines of JSON; packed if it ends in .gz; a table if it
                       ends in .parquet. With --to trajectory, the folder
  --force              with --to trajectory, replaces files of the same names in a folder that has files
  --where F            only the samples that match a filter, such as 'score<0.2 and tool:read_*'; docs/filters.md
  --profile P, --judge, --num-images   as in score, for filters that ask for the reward
  --json               with --out, prints what was written and lost as one JSON object; docs/cli.md describes it

Exit status: 0 everything is converted; ${FILE_STATUS}
Records that cannot be read are listed, and the others are converted.
`;

/** The output of `pagetrace judge --help`. */
export const JUDGE_USAGE = judgeUsage(READ, REFERENCES);

/** The output of `pagetrace profiles --help`. */
export const PROFILES_USAGE = `pagetrace profiles [PROFILE...] [options]: what reward profiles pay for.

${TABLE_OR_JSON}
  --out FILE           writes to FILE instead of standard output

Exit status: 0 done; ${FILE_STATUS}
`;

/** The output of `pagetrace lint --help`. */
export const LINT_USAGE = `pagetrace lint PROMPT... [options]: checks prompts against the reward that will score the responses.
pagetrace lint DATASET... [options]: checks data sets: their questions, the documents that they name, and the pages.

PROMPT is a .jinja file as trainers read it, a .py file with prompts in its strings, a folder with such files,
- for standard input, or a preset:
${wrapNames(PRESETS, 0)}.
DATASET is a file of questions as in eval (.jsonl, .csv, .tsv, .parquet, questions.json). For it, there are --format
text (file:line: severity code message) or json, --fail-on, and --out.

  --reward P           a reward profile as in score, a Python function (FILE.py or FILE.py:name), or none (default: what
                       the prompt's settings name, then the nearest pagetrace.prompts.json, then the reward of the
                       prompt's dialect or tags)
  --interpreter, --contract, --arguments, --cwd, --judge-stub, --time-limit   as in score, for a Python function
  --as-trainer easyr1|verl|none   renders the prompt as that trainer does (default: what the prompt's settings name,
                       then the nearest pagetrace.prompts.json, then easyr1 if the prompt is in a folder of EasyR1)
  --num-images N,M     the numbers of images that the prompt is rendered with
  --model-length N     the model's context length in tokens, prompt and answer together
  --require-reward     makes it an error if the reward of a prompt is neither named nor recognized
  --fix                makes the repairs that the editor offers, and reports the remaining findings
  --off CODES          turns rules off, separated by commas. docs/lint has a page for each rule:
                       ${wrapNames(RULE_CODES, 23)}
  --format text|json|sarif      default: text, one line per finding: file:line:column: severity code message
  --fail-on error|warning|information|never   fails if there are findings of at least this severity (default: warning)
  --out FILE           writes to FILE instead of standard output, and only if the output is complete

Exit status: 0 no findings that count; 1 findings; ${FILE_STATUS}
`;
