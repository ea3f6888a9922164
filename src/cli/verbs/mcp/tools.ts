import { toJsonSchema } from '@valibot/to-json-schema';
import { isPreset } from '../../../asking/promptFiles.ts';
import { readHeldPath } from '../../../core/datasets/heldPath.ts';
import { asPageTraceError, PageTraceError } from '../../../core/errors.ts';
import { isProfileName } from '../../../core/rewards/names.ts';
import { errorHint } from '../../terminal/errorHint.ts';
import { UNUSABLE, type Verb, type VerbContext } from '../../terminal/verb.ts';
import type { AskPerson, Consent } from './consent.ts';
import { RecordedRun } from './recordedRun.ts';
import { readToolArguments, TOOL_ARGUMENTS, type ToolArguments, type ToolName } from './toolArguments.ts';
import type { Workspace } from './workspace.ts';

/** What tools are run with. */
export interface ToolMeans {
  readonly workspace: Workspace;
  readonly consent: Consent;
  /** The server that answers questions; null for the offline reader. */
  readonly server: string | null;
  readonly environment: NodeJS.ProcessEnv;
}

/** A call of a tool. */
export interface ToolCall {
  readonly signal: AbortSignal;
  /** Receives what the tool is doing. */
  readonly report: (line: string) => void;
  readonly askPerson: AskPerson;
}

/** What a call of a tool resulted in. */
export interface ToolResult {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>> | null;
  readonly isError: boolean;
}

/** A tool as assistants see it. */
export interface ToolDescription {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object' } & Readonly<Record<string, unknown>>;
  /** Whether it never writes a file. */
  readonly isReadOnly: boolean;
}

const WORDS: Readonly<Record<ToolName, { readonly title: string; readonly description: string }>> = {
  ask: {
    title: 'Ask about documents',
    description:
      'Asks a vision-language model a question about pages of PDFs or page images, and returns its whole response with its reasoning, and what a reward profile pays for it. The person may be asked before pages leave this machine.',
  },
  ground: {
    title: 'Ground claims on pages',
    description:
      'Looks for each claim of model responses (numbers, quotes, names, regions, answers) on the pages of their documents, and says which are found, where, and which are not.',
  },
  score: {
    title: 'Score responses',
    description:
      'Says what a reward profile pays for model responses. With explain, why: each component, and each deduction with its reason.',
  },
  lint: {
    title: 'Check prompts',
    description:
      'Checks prompt files against the reward that will score their responses: missing or contradicting tags, examples that earn nothing, limits that are never met.',
  },
  stats: {
    title: 'Statistics of runs',
    description:
      'Sums up files of many model responses: formats, rewards, deductions, tools, groups of samples of one question, answers.',
  },
};

/** The tools, with the JSON Schemas of their arguments. */
export function describeTools(): readonly ToolDescription[] {
  return TOOL_NAMES.map((name) => ({
    name,
    ...WORDS[name],
    inputSchema: { ...toJsonSchema(TOOL_ARGUMENTS[name], { typeMode: 'input' }), type: 'object' },
    isReadOnly: !('out' in TOOL_ARGUMENTS[name].entries),
  }));
}

const TOOL_NAMES = Object.keys(TOOL_ARGUMENTS) as readonly ToolName[];

/**
 * Runs a tool. Whatever is wrong with its name, its arguments or its files becomes a result, which an assistant can read.
 */
export async function runTool(
  named: string,
  given: unknown,
  call: ToolCall,
  means: ToolMeans,
): Promise<ToolResult> {
  const name = TOOL_NAMES.find((each) => each === named);
  if (name === undefined) {
    const text = `There is no tool "${named}". The tools are ${TOOL_NAMES.join(', ')}.`;
    return { text, structured: null, isError: true };
  }
  const run = new RecordedRun(call.report);
  const canWrite = 'out' in TOOL_ARGUMENTS[name].entries;
  try {
    const command = await prepare(name, given, call, means);
    const status = await command.run({
      terminal: run.terminal,
      stdin: nothing(),
      environment: means.environment,
      interrupted: call.signal,
      results: run.results,
      mayRead: (file) => means.workspace.mayRead(readHeldPath(file)?.file ?? file),
    });
    const { text, structured } = run.result(command.out, canWrite);
    return { text: inArguments(text, name), structured, isError: status === UNUSABLE && !run.hasResult };
  } catch (thrown) {
    const error = asPageTraceError(thrown);
    const hint = errorHint(error);
    const { text } = run.result(null, canWrite);
    const said = [text, error.message, ...(hint === null ? [] : [hint])].filter((part) => part !== '');
    return { text: inArguments(said.join('\n'), name), structured: null, isError: true };
  }
}

/** Options in the texts of a command as the arguments of its tool: `--as-trainer` is "as_trainer". */
function inArguments(text: string, name: ToolName): string {
  return text.replaceAll(/--([a-z][a-z-]*)/gu, (option, word: string) => {
    const key = word === 'document' ? 'documents' : word.replaceAll('-', '_');
    return Object.hasOwn(TOOL_ARGUMENTS[name].entries, key) ? `"${key}"` : option;
  });
}

interface Command {
  readonly run: (context: VerbContext) => Promise<number>;
  /** The file that it writes; null for none. */
  readonly out: string | null;
}

/** @throws PageTraceError for arguments that are wrong, or that name what may not be read or written */
function prepare(name: ToolName, given: unknown, call: ToolCall, means: ToolMeans): Promise<Command> {
  switch (name) {
    case 'ask':
      return prepareAsk(readToolArguments(name, given), call, means);
    case 'ground':
      return prepareGround(readToolArguments(name, given), means);
    case 'score':
      return prepareScore(readToolArguments(name, given), means);
    case 'lint':
      return prepareLint(readToolArguments(name, given), means);
    case 'stats':
      return prepareStats(readToolArguments(name, given), means);
  }
}

async function prepareAsk(
  given: ToolArguments<'ask'>,
  { askPerson }: ToolCall,
  { workspace, consent, server }: ToolMeans,
): Promise<Command> {
  const { question, prompt, ...rest } = given;
  const documents = await inputs(workspace, given.documents);
  const out = await output(workspace, given.out);
  const args = [
    ...option('pages', rest.pages),
    ...option('prompt', prompt === undefined ? prompt : await promptInput(workspace, prompt)),
    ...option('reference', rest.reference),
    ...option('samples', rest.samples),
    ...option('max-tokens', rest.max_tokens),
    ...option('temperature', rest.temperature),
    ...option('seed', rest.seed),
    ...option('model', rest.model),
    ...option('out', out),
    ...option('server', server),
    '--',
    question,
    ...documents,
  ];
  if (server !== null) await consent.require(server, given.documents, askPerson);
  const { ask } = await import('../ask/ask.ts');
  return {
    out,
    run: async ({ terminal, environment, interrupted, ...more }) => {
      await ask(args, environment, terminal, interrupted, more);
      return 0;
    },
  };
}

async function prepareGround(given: ToolArguments<'ground'>, means: ToolMeans): Promise<Command> {
  const { ground } = await import('../ground/ground.ts');
  return command(ground, given, means, option('dialect', given.dialect));
}

async function prepareScore(given: ToolArguments<'score'>, means: ToolMeans): Promise<Command> {
  const { workspace } = means;
  const { references } = given;
  const { score } = await import('../score/score.ts');
  return command(score, given, means, [
    ...(await profileOption(workspace, given.profile)),
    ...option('judge', given.judge),
    ...option('references', references === undefined ? undefined : await workspace.input(references)),
    ...(given.explain === true ? ['--explain'] : []),
  ]);
}

async function prepareStats(given: ToolArguments<'stats'>, means: ToolMeans): Promise<Command> {
  const { stats } = await import('../stats/stats.ts');
  return command(stats, given, means, [
    ...(await profileOption(means.workspace, given.profile)),
    ...option('judge', given.judge),
    ...option('by', given.by),
    ...option('filter', given.filter),
  ]);
}

async function prepareLint(given: ToolArguments<'lint'>, { workspace }: ToolMeans): Promise<Command> {
  const prompts = await Promise.all(given.prompts.map((prompt) => promptInput(workspace, prompt)));
  const { reward } = given;
  if (reward !== undefined && /\.py\b/u.test(reward))
    throw new PageTraceError('untrusted', `The Python reward ${reward} is not run from here.`, {
      hint: 'Name a built-in profile, or run pagetrace in a terminal.',
    });
  const { lint } = await import('../lint/lint.ts');
  const args = [
    ...option(
      'reward',
      reward === undefined || reward === 'none' || isProfileName(reward)
        ? reward
        : await workspace.input(reward),
    ),
    ...option('as-trainer', given.as_trainer),
    ...option('num-images', given.num_images?.join(',')),
    '--',
    ...prompts,
  ];
  return { out: null, run: (context) => lint(args, context) };
}

/** A command that reads files of samples. */
async function command(
  verb: Verb,
  given: {
    readonly files: readonly string[];
    readonly documents?: readonly string[] | undefined;
    readonly pages?: string | undefined;
    readonly ocr?: boolean | undefined;
    readonly out?: string | undefined;
  },
  { workspace }: ToolMeans,
  options: readonly string[],
): Promise<Command> {
  const out = await output(workspace, given.out);
  const documents = await inputs(workspace, given.documents ?? []);
  const args = [
    ...options,
    ...documents.flatMap((document) => option('document', document)),
    ...option('pages', given.pages),
    ...(given.ocr === true ? ['--ocr'] : []),
    ...(out === null ? [] : ['--format=jsonl', ...option('out', out)]),
    '--',
    ...(await inputs(workspace, given.files)),
  ];
  return { out, run: (context) => verb(args, context) };
}

async function profileOption(workspace: Workspace, profile: string | undefined): Promise<readonly string[]> {
  const isFile = profile !== undefined && profile.endsWith('.json');
  return option('profile', isFile ? await workspace.input(profile) : profile);
}

/** A prompt as a command takes it: the name of a preset, or the path of a file. */
const promptInput = (workspace: Workspace, prompt: string): Promise<string> =>
  isPreset(prompt) ? Promise.resolve(prompt) : workspace.input(prompt);

const inputs = (workspace: Workspace, names: readonly string[]): Promise<readonly string[]> =>
  Promise.all(names.map((name) => workspace.input(name)));

async function output(workspace: Workspace, name: string | undefined): Promise<string | null> {
  return name === undefined ? null : workspace.output(name);
}

/** An option with its value, which may begin with a dash; nothing if it is not given. */
function option(name: string, value: string | number | null | undefined): readonly string[] {
  return value === undefined || value === null ? [] : [`--${name}=${value}`];
}

async function* nothing(): AsyncGenerator<never> {
  // Standard input belongs to the protocol.
}
