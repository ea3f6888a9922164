import { PageTraceError } from '../../../core/errors.ts';
import type { PixelBudget } from '../../../core/geometry/pixelBudget.ts';
import type { Prompt } from '../../../core/prompts/model.ts';
import type { ItemFilter } from '../../../evaluation/itemFilter.ts';
import type { Protocol } from '../../../protocols/model.ts';
import { numberOption, readArguments, refuseWithout, wordOption } from '../../arguments/arguments.ts';
import { budgetOption } from '../../arguments/documents.ts';
import { UsageError } from '../../arguments/usageError.ts';
import {
  namedProtocol,
  protocolFor,
  refuseScript,
  SINGLE_TURN_HINT,
} from '../../arguments/protocolOption.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { readEvalJudge } from './evalJudge.ts';
import { evalOptions, sweepOptions } from './evalOptions.ts';
import { evalChoiceOption, type EvalChoice } from './pageChooser.ts';

/** Which questions of a data set are asked. */
export interface ItemChoice {
  /** The most questions; null for all. */
  readonly limit: number | null;
  /** The filter of the questions; null for all. */
  readonly where: ItemFilter | null;
  /** The file with the ids of the questions; null for all. */
  readonly ids: string | null;
}

/** The arguments of `pagetrace eval --list`. */
export interface ListArguments extends ItemChoice {
  /** The data set. */
  readonly listed: string;
}

/** The arguments of `pagetrace eval`, of which those that are numbers are read. */
export interface EvalArguments extends ItemChoice {
  readonly values: ReturnType<typeof parse>['values'];
  readonly dataset: string;
  /** The file of the run. */
  readonly out: string;
  /** Samples of each question. */
  readonly samples: number;
  /** The most requests in flight; null if nobody says it. */
  readonly concurrency: number | null;
  /** Whether a program follows it by its events. */
  readonly isFollowed: boolean;
  readonly budget: (usual: PixelBudget) => PixelBudget;
  /**
   * How the questions are asked with a prompt.
   * @throws PageTraceError `bad-input` for options that do not go with its protocol
   */
  readonly wayOf: (prompt: Pick<Prompt, 'protocol' | 'name'>, terminal: Pick<Terminal, 'say'>) => AskingWay;
}

/** How questions are asked. */
export interface AskingWay {
  /** The protocol of conversations of several turns; null for a single turn. */
  readonly protocol: Protocol | null;
  /** How pages are chosen; null if they are as the data set has them, or if the model searches. */
  readonly choice: EvalChoice | null;
}

const parse = (args: readonly string[]) => readArguments(args, { ...evalOptions, ...sweepOptions });

/**
 * The arguments of `pagetrace eval`; those of a list if the data set is only to be listed, and null if the help is asked for.
 * @throws PageTraceError `bad-input` for arguments that are wrong
 */
export async function readEvalArguments(
  args: readonly string[],
): Promise<EvalArguments | ListArguments | null> {
  const { values, positionals } = parse(args);
  if (values.help === true) return null;
  refuseWithout(values, 'sweep', ['only-matrix', 'format'], { hint: 'Name the file of the sweep' });
  const [dataset, ...others] = positionals;
  if (dataset === undefined || others.length > 0)
    throw new UsageError('eval takes one data set.', {
      hint: 'Write pagetrace eval DATASET --out RUN.jsonl.',
    });
  const choice: ItemChoice = {
    limit: numberOption('limit', values.limit, { least: 1, most: 1e9, whole: true }, null),
    where: values.where === undefined ? null : await loadItemFilter(values.where),
    ids: values.ids ?? null,
  };
  if (values.list === true) return { ...choice, listed: dataset };
  if (values.out === undefined || values.out === '')
    throw new UsageError('eval needs --out.', { hint: 'Name the file of the run: --out RUN.jsonl.' });
  refuseWithout(values, 'server', ['model', 'api-key-file'], {
    hint: 'Name the server',
    why: ': the offline reader has no use for it',
  });
  refuseScript(values);
  readEvalJudge(values);
  // What is named here is wrong whatever the prompt is.
  const named = namedProtocol(values);
  if (named !== null) wayOf(values, named === 'none' ? null : named);
  if (dataset === '-')
    throw new PageTraceError('bad-input', 'The data set cannot be standard input.', {
      hint: 'Save it to a file, so that the evaluation can go on later, and name that.',
    });
  return {
    values,
    dataset,
    out: values.out,
    samples: numberOption('samples', values.samples, { least: 1, most: 1024, whole: true }, 1),
    ...choice,
    concurrency: numberOption('concurrency', values.concurrency, { least: 1, most: 4096, whole: true }, null),
    isFollowed: wordOption('progress', values.progress, ['jsonl'], null) === 'jsonl',
    budget: budgetOption(values),
    wayOf: (prompt, terminal) => wayOf(values, protocolFor(prompt, values, terminal)),
  };
}

/** The filter of `--where`. What reads filters is large, and loaded where there is one. */
async function loadItemFilter(where: string): Promise<ItemFilter> {
  const { readItemFilter } = await import('./readItemFilter.ts');
  return readItemFilter(where);
}

function wayOf(values: ReturnType<typeof parse>['values'], protocol: Protocol | null): AskingWay {
  const isSearching = protocol?.isSearching === true;
  if (isSearching && values.pages !== undefined)
    throw new UsageError(`--pages does not go with ${protocol.name}, which searches all pages.`, {
      hint: `Leave it out, or ${SINGLE_TURN_HINT}.`,
    });
  if (protocol?.growsPool === true && values.concurrency !== undefined && values.concurrency !== '1')
    throw new UsageError(
      `--concurrency does not go with ${protocol.name}, whose questions build on each other.`,
      { hint: `Leave it out, or ${SINGLE_TURN_HINT}.` },
    );
  // The options about how pages are found are those of the model's searches, too.
  return { protocol, choice: isSearching ? null : evalChoiceOption(values) };
}
