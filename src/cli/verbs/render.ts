import path from 'node:path';
import { replaceFile } from '../../documents/replaceFile.ts';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { PAPER_BUDGET } from '../../core/geometry/pixelBudget.ts';
import { readableAt } from '../../core/geometry/textHeight.ts';
import { UsageError } from '../arguments/usageError.ts';
import { numberOption, readRender, reportIdle, wordOption } from '../arguments/arguments.ts';
import { budgetOption, isPageFault, openFiles, createDocumentRoom } from '../arguments/documents.ts';
import { makeOutputFolder, requireApart } from '../output/outputFile.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { RENDER_USAGE } from '../arguments/verbUsage.ts';
import { wholeText } from '../output/numbers.ts';

/**
 * `pagetrace render`: writes the exact page images that a question would send, and prints a line for each image. A page
 * that cannot be drawn is reported, and the others are written.
 * @throws PageTraceError for wrong arguments, for documents that cannot be used, and at the end for pages that cannot;
 * `cancelled`
 */
export async function render(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  interrupted: AbortSignal,
): Promise<void> {
  const { values, positionals } = readRender(args);
  if (values.help) {
    terminal.out(RENDER_USAGE);
    return;
  }
  if (positionals.length === 0 || values.out === undefined) {
    throw new UsageError('render takes at least one file and --out DIR.');
  }
  const folder = values.out;
  const format = wordOption('format', values.format, ['jpeg', 'png'], 'jpeg');
  if (format === 'png') reportIdle(values, '--format png', ['quality'], terminal);
  const quality = numberOption('quality', values.quality, { least: 1, most: 100, whole: true }, 90);
  const budget = budgetOption(values)(PAPER_BUDGET);
  const documents = createDocumentRoom(terminal);
  try {
    const password = values.password ?? environment['PAGETRACE_PASSWORD'];
    const opened = await openFiles(
      documents,
      positionals,
      values.pages ?? [],
      password,
      terminal,
      interrupted,
    );
    const extension = format === 'png' ? 'png' : 'jpg';
    const imagePath = (document: number, page: number): string =>
      path.join(folder, `${opened.length > 1 ? `${document + 1}-` : ''}page-${page}.${extension}`);
    await makeOutputFolder(folder);
    await requireApart(
      opened.flatMap(({ pages }, index) => pages.map((page) => imagePath(index, page))),
      positionals,
    );
    const wanted = opened.reduce((sum, { pages }) => sum + pages.length, 0);
    const failed: string[] = [];
    for (const [index, { document, pages }] of opened.entries()) {
      for (const page of pages) {
        terminal.progress(`Rendering page ${page} of ${document.name}`);
        const image = await document
          .render(page, {
            budget,
            format,
            quality,
            multipleOf28: values['multiple-of-28'] ?? false,
            signal: interrupted,
          })
          .catch((thrown: unknown) => {
            const error = asPageTraceError(thrown);
            if (!isPageFault(error) || wanted === 1) throw error;
            failed.push(`page ${page} of ${document.name}`);
            terminal.say(error.message);
            return null;
          });
        if (image === null) continue;
        const file = imagePath(index, page);
        await replaceFile(file, image.bytes);
        const height =
          image.textHeight === null ? 'text height unknown' : `text ${image.textHeight.toFixed(1)} px high`;
        const better = readableAt(image.textHeight, image.width, image.height);
        const warning =
          better === null ? '' : `; hard to read, ${wholeText(better)} px would make it 12 px high`;
        terminal.out(`${file}\t${image.width} x ${image.height}\t${height}${warning}\n`);
      }
    }
    if (failed.length > 0) {
      throw new PageTraceError(
        'page-failed',
        `${failed.length} of ${wanted} pages could not be drawn: ${failed.join(', ')}.`,
        { hint: failed.length === wanted ? 'Nothing was written.' : `The others are in ${folder}.` },
      );
    }
  } finally {
    await documents.dispose();
  }
}
