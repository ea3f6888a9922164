import type { Question } from '../asking/model.ts';
import { prepareQuestion } from '../asking/prepare.ts';
import { PageTraceError } from '../core/errors.ts';
import { PAPER_BUDGET } from '../core/prompts/model.ts';
import { OFFLINE_BUDGET } from '../offline/model.ts';
import { answer } from './answer.ts';
import { numberOption, readAsk, SEE_HELP } from './arguments.ts';
import { budgetOption, openFiles, openRoom } from './documents.ts';
import { requireWritable } from './output.ts';
import { readPrompt, samplingOf } from './prompt.ts';
import { modelOf, openServer, type Server } from './server.ts';
import type { Terminal } from './terminal.ts';
import { USAGE } from './usage.ts';

/**
 * `pagetrace ask`: asks a question about documents and writes what comes back as it comes.
 * @throws PageTraceError for wrong arguments, documents and servers that cannot be used, and an answer that broke off
 *   (what came is written first).
 */
export async function ask(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  interrupted: AbortSignal,
): Promise<void> {
  const { values, positionals } = readAsk(args);
  if (values.help) {
    terminal.out(USAGE);
    return;
  }
  const [text, ...files] = positionals;
  if (text === undefined || text.trim() === '' || files.length === 0) {
    throw new PageTraceError('bad-input', 'ask takes a question and at least one file.', { hint: SEE_HELP });
  }
  const samples = numberOption('samples', values.samples, { least: 1, most: 64, whole: true }, 1);
  const prompt = await readPrompt(values.prompt ?? 'lang2act', terminal);
  const sampling = samplingOf(values, prompt);
  const budget = budgetOption(values);
  if (values.out !== undefined) await requireWritable(values.out);
  // With a file to write, an answer is worth finishing though nobody reads it from standard output any more.
  const signal = values.out === undefined ? AbortSignal.any([interrupted, terminal.unread]) : interrupted;
  const documents = openRoom(terminal);
  let server: Server | null = null;
  try {
    const password = values.password ?? environment['PAGETRACE_PASSWORD'];
    const opened = await openFiles(documents, files, values.pages ?? [], password, terminal, signal);
    server = await openServer(values, environment, terminal, signal);
    const usual = server.status.kind === 'offline-reader' ? OFFLINE_BUDGET : (prompt.pixels ?? PAPER_BUDGET);
    const question: Question = {
      text,
      documents: opened,
      prompt,
      status: server.status,
      model: modelOf(values.model, server.status),
      sampling,
      samples,
      pixels: budget(usual),
      reference: values.reference ?? null,
    };
    const prepared = await prepareQuestion(question, { onProgress: terminal.progress, signal });
    await answer(prepared, server.deps, values, terminal, signal);
  } finally {
    await server?.close();
    await documents.dispose();
  }
}
