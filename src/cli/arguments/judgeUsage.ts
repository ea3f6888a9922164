import { PRESETS } from '../../asking/promptFiles.ts';
import { JUDGE_NAMES } from '../../judging/model.ts';
import { wrapNames } from './wrapNames.ts';

/**
 * The output of `pagetrace judge --help`.
 * @param read what the files of commands are, and the options about them
 * @param references the options about references and verdicts
 */
export const judgeUsage = (
  read: string,
  references: string,
): string => `pagetrace judge FILE... --server URL [options]: lets a model judge the samples of files.

${read}
${references}
  --judge J            ${wrapNames(JUDGE_NAMES, 23)} (default: answer). quality rates the reasoning
                       from 1 to 5
  --server URL         a vLLM server or another OpenAI-compatible server
  --model M            the model (default: the first one of the server)
  --api-key-file FILE  a file that contains the server's API key (or PAGETRACE_API_KEY)
  --prompt FILE        a .jinja prompt file with the dialect of the judge, or a preset (default: that of the judge):
                       ${wrapNames(PRESETS, 23)}
  --batch N            the answers of a request of the answer judge (default: 5)
  --concurrency C      the most requests in flight (default: 8)
  --tries N            how often a judge is asked that gives no usable verdict (default: 3)
  --faithful           such answers are wrong, as in the papers' code, instead of unknown
  --keep               keeps the verdicts that records have, and judges the others
  --cache FOLDER       where verdicts are kept (default: in the person's folder for caches)
  --no-cache           keeps none, and asks for all of them
  --price-in X, --price-out X   what a million tokens cost, for the sum at the end
  --out FILE           the run with its verdicts: lines of JSON, packed if it ends in .gz (default: standard output)
  --json               with --out, prints what was judged and what it cost as one JSON object

  --agreement          asks nobody: how the verdicts of a judge, of a person (--verdicts) and of exact metrics agree
  --f1 F,F             the shares of common words from which an answer is right (default: 0.5)
  --most N             how many samples are listed on which they disagree (default: 20)
  --format table|json|markdown   of the agreement (default: table)

Exit status: 0 every answer has a verdict; 1 the judge gave no usable verdict for some; 2 wrong arguments, or something
could not be read or written; 130 interrupted (the same command goes on where it was).
`;
