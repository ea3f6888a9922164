import fs from 'node:fs';
import type { Question } from '../../../asking/model.ts';
import { prepareQuestion } from '../../../asking/prepare.ts';
import { renderPrompt } from '../../../core/prompts/promptFile.ts';
import { PageTraceError } from '../../../core/errors.ts';
import { isCompositePath } from '../../../core/rewards/model.ts';
import { PAPER_BUDGET } from '../../../core/geometry/pixelBudget.ts';
import { OFFLINE_BUDGET } from '../../../offline/model.ts';
import { answer } from './answer.ts';
import { numberOption, readAsk, refuseWithout, reportIdle } from '../../arguments/arguments.ts';
import { refuseScript } from '../../arguments/protocolOption.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { answerConversation, protocolOption, readToolWords } from './protocol.ts';
import { refuseFailedPages, budgetOption, openFiles, createDocumentRoom } from '../../arguments/documents.ts';
import {
  requireApart,
  requireSampleFiles,
  requireTrajectoryName,
  requireWritable,
  samplePaths,
} from '../../output/outputFile.ts';
import { choiceOption } from '../../retrieval/choiceOption.ts';
import { findFittingPages } from './fittingPages.ts';
import { readPrompt, readSampling } from './prompt.ts';
import { modelToAsk } from '../../../inference/modelToAsk.ts';
import { openPageSearch, type PageSearch } from './pageSearch.ts';
import { stepThrough, terminalDialog } from './stepThrough.ts';
import { openServer, type Server } from './server.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { VerbContext } from '../../terminal/verb.ts';
import { ASK_USAGE } from '../../arguments/verbUsage.ts';

/** Sampling options that only a server uses. */
const SAMPLING_OPTIONS = ['temperature', 'top-p', 'repetition-penalty', 'seed'] as const;

/**
 * `pagetrace ask`: asks a question about documents and writes the answer while it arrives.
 * @throws PageTraceError for wrong arguments, documents and servers that cannot be used, and an interrupted answer (the
 * part that arrived is written first)
 */
export async function ask(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  interrupted: AbortSignal,
  { results, mayRead }: Pick<VerbContext, 'results' | 'mayRead'> = {},
): Promise<void> {
  const { values, positionals } = readAsk(args);
  if (values.help) {
    terminal.out(ASK_USAGE);
    return;
  }
  const { text, files } = questionAndFiles(positionals);
  refuseWithout(values, 'server', ['model', 'api-key-file', 'logprobs'], {
    hint: 'Name the server',
    why: ': the offline reader has no use for it',
  });
  refuseWithout(values, 'json', ['logprobs'], { hint: 'Print them' });
  refuseScript(values);
  const prompt = await readPrompt(values.prompt ?? 'lang2act', terminal, interrupted);
  const protocol = protocolOption(values, prompt, terminal);
  const isSearching = protocol?.isSearching === true;
  // The options about how pages are found are those of the model's searches, too.
  const way = isSearching ? null : choiceOption(values.pages ?? [], values);
  if (way?.way === 'oracle')
    throw new UsageError('--pages oracle needs to know which pages have the answer.', {
      hint: 'Ask the questions of a data set with pagetrace eval, or find pages with --pages auto:3.',
    });
  const topLogprobs = numberOption('logprobs', values.logprobs, { least: 0, most: 20, whole: true }, null);
  const samples = numberOption('samples', values.samples, { least: 1, most: 64, whole: true }, 1);
  if (prompt.reward !== null && isCompositePath(prompt.reward) && (await mayRead?.(prompt.reward)) === false)
    throw new PageTraceError('untrusted', `The reward profile ${prompt.reward} may not be read from here.`, {
      hint: 'Ask with another prompt.',
    });
  const sampling = readSampling(values, prompt);
  const budget = budgetOption(values);
  if (values.server === undefined) reportIdle(values, 'the offline reader', SAMPLING_OPTIONS, terminal);
  if (values.out !== undefined) {
    await requireWritable(values.out);
    if (samples > 1) await requireSampleFiles(values.out);
    const named = [values.prompt, values['api-key-file'], values['tool-results'], values.script];
    const read = [...files, ...named.filter((file) => file !== undefined)];
    await requireApart(samplePaths(values.out, samples), read);
    requireTrajectoryName(values.out);
  }
  // With --out the answer is finished for the file, even if nobody reads standard output any more.
  const signal = values.out === undefined ? AbortSignal.any([interrupted, terminal.unread]) : interrupted;
  const documents = createDocumentRoom(terminal);
  let server: Server | null = null;
  let pageSearch: PageSearch | null = null;
  const dialog = values.step === true ? terminalDialog(environment) : null;
  try {
    const password = values.password ?? environment['PAGETRACE_PASSWORD'];
    // A model that searches for pages may see all of them, but gets none before it has searched.
    const pages = way === null && !isSearching ? (values.pages ?? []) : ['all'];
    const opened = await openFiles(documents, files, pages, password, terminal, signal);
    const fitting =
      way === null
        ? null
        : await findFittingPages(text, opened, way.most, values, environment, terminal, signal);
    if (protocol?.isSearching === true)
      pageSearch = await openPageSearch(protocol, opened, values, environment, terminal, signal);
    server = await openServer(values, environment, terminal, signal);
    // Only the reader itself needs larger images, not what a script says in its place.
    const isReading = server.status.kind === 'offline-reader' && values.script === undefined;
    const usual = isReading ? OFFLINE_BUDGET : (prompt.pixels ?? PAPER_BUDGET);
    const question: Question = {
      text,
      documents: refuseFailedPages(fitting?.documents ?? opened).map((each) =>
        isSearching ? { ...each, pages: [] } : each,
      ),
      prompt,
      status: server.status,
      model: modelToAsk(server.status, values.model),
      sampling,
      samples,
      topLogprobs,
      pixels: budget(usual),
      // Scripts pass an empty reference if they have none.
      reference: values.reference?.trim() ? values.reference : null,
      ...(fitting === null ? {} : { choice: fitting.choice }),
    };
    const prepared = await prepareQuestion(question, {
      renderPrompt,
      onProgress: terminal.progress,
      mayHaveNoPages: isSearching,
      signal,
    });
    const conversation =
      protocol === null
        ? null
        : await answerConversation(prepared, {
            protocol,
            deps: server.deps,
            search: pageSearch?.search ?? null,
            searchPassages: pageSearch?.searchPassages ?? null,
            toolWords: await readToolWords(values['tool-results'], signal),
            signal,
            ...(dialog === null ? {} : { before: stepThrough(terminal, dialog) }),
          });
    await answer(prepared, server.deps, values, terminal, signal, conversation, results);
  } finally {
    dialog?.close();
    await pageSearch?.close();
    await server?.close();
    await documents.dispose();
  }
}

/**
 * The question and the files. Only their order distinguishes them.
 * @throws PageTraceError `bad-input` if one of them is missing, or if they are in the wrong order
 */
function questionAndFiles(positionals: readonly string[]): {
  readonly text: string;
  readonly files: readonly string[];
} {
  const [text, ...files] = positionals;
  const [first] = files;
  const usage = 'Write pagetrace ask "question" FILE...';
  if (text === undefined)
    throw new PageTraceError('bad-input', 'ask takes a question and at least one file.', { hint: usage });
  if (text.trim() === '') throw new PageTraceError('bad-input', 'The question is empty.', { hint: usage });
  const turned = fs.existsSync(text) && (first === undefined || !fs.existsSync(first));
  if (turned)
    throw new PageTraceError('bad-input', `${text} is a file and stands where the question belongs.`, {
      hint: usage,
    });
  if (first === undefined)
    throw new PageTraceError('bad-input', 'No file is named after the question.', { hint: usage });
  return { text, files };
}
