import { asPageTraceError } from '../../../core/errors.ts';
import { sentenceOf } from '../../../core/sentenceOf.ts';
import type { FoundPage, SearchedDocument } from '../../../retrieval/model.ts';
import { numberOption, readArguments, reportIdle, wordOption } from '../../arguments/arguments.ts';
import { createDocumentRoom } from '../../arguments/documents.ts';
import { wholeFile } from '../../../runs/reading/inputs.ts';
import { openRetriever } from '../../retrieval/openRetriever.ts';
import { retrieverOptions } from '../../retrieval/retrieverOptions.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { RETRIEVE_USAGE } from '../../retrieval/usage.ts';
import { readFiles, requireApart, requireWritable } from '../../output/outputFile.ts';
import { writeOutput } from '../../output/sink.ts';
import { DOCUMENT_UNUSABLE, exitStatus } from '../../terminal/exitStatus.ts';
import { Problems } from '../../terminal/problems.ts';
import { CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { foundText } from './foundText.ts';
import { listFiles, searchFile } from './searchedFiles.ts';

const options = {
  ...retrieverOptions,
  top: { type: 'string' },
  index: { type: 'boolean' },
  format: { type: 'string' },
  password: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const HINT = 'Write pagetrace retrieve "question" FILE..., or pagetrace retrieve --index FILE...';

/**
 * `pagetrace retrieve`: the pages of documents that fit a question.
 * @returns the exit status: unusable if one of several documents cannot be read, which is said; findings if no page fits
 * @throws PageTraceError for wrong arguments, the only document if it cannot be read, and an output that cannot be written
 */
export async function retrieve(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, options);
  const { terminal, environment } = context;
  if (values.help === true) {
    terminal.out(RETRIEVE_USAGE);
    return CLEAN;
  }
  const isIndex = values.index === true;
  const [question, ...named] = isIndex ? ['', ...positionals] : positionals;
  if (question === undefined || named.length === 0)
    throw new UsageError(
      isIndex
        ? 'retrieve --index takes at least one file.'
        : 'retrieve takes a question and at least one file.',
      { hint: HINT },
    );
  if (!isIndex && question.trim() === '') throw new UsageError('The question is empty.', { hint: HINT });
  const top = numberOption('top', values.top, { least: 1, most: 1000, whole: true }, 5);
  const format = wordOption('format', values.format, ['table', 'json'], 'table');
  const signal =
    values.out === undefined ? AbortSignal.any([context.interrupted, terminal.unread]) : context.interrupted;
  const password = values.password ?? environment['PAGETRACE_PASSWORD'];
  if (isIndex) reportIdle(values, '--index', ['top', 'format', 'out'], terminal);
  const files = await listFiles(named);
  if (values.out !== undefined && !isIndex) {
    await requireWritable(values.out);
    await requireApart([values.out], readFiles([...named, ...files], []));
  }
  const { retriever, close } = await openRetriever(values, environment, terminal, signal);
  const documents = createDocumentRoom(terminal);
  try {
    const problems = new Problems(terminal);
    const usable: string[] = [];
    const searched: SearchedDocument[] = [];
    for (const file of files) {
      try {
        const document = await searchFile(file, documents, password, signal);
        await retriever.index([document], signal);
        usable.push(file);
        searched.push(document);
      } catch (thrown) {
        const error = asPageTraceError(thrown);
        // The other documents are searched all the same, unless there is none.
        if (files.length === 1 || exitStatus(error) !== DOCUMENT_UNUSABLE) throw error;
        problems.add(wholeFile(file), sentenceOf(error));
      }
    }
    problems.end();
    if (searched.length === 0) return UNUSABLE;
    const status = problems.count > 0 ? UNUSABLE : CLEAN;
    if (isIndex) {
      terminal.say(
        `${searched.length === 1 ? '1 document is' : `${searched.length} documents are`} in the index.`,
      );
      return status;
    }
    const found = await retriever.find(question, searched, top, signal);
    const text =
      format === 'json'
        ? `${JSON.stringify({ question, retriever: retriever.name, pages: found.map((page, at) => foundJson(page, at, usable)) }, null, 2)}\n`
        : foundText(found, usable);
    await writeOutput(values.out, text, terminal, signal);
    if (found.length > 0) return status;
    terminal.say('No page fits the question.');
    return Math.max(status, FINDINGS);
  } finally {
    await close();
    await documents.dispose();
  }
}

function foundJson({ document, page, score, reason }: FoundPage, at: number, files: readonly string[]) {
  return { rank: at + 1, document: files[document], page, score, why: reason };
}
