import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { wholeNumber } from '../../core/displayLocale.ts';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import type { ExportTrajectory } from '../../languageWorker/calls.ts';
import type { GroundingShown } from '../../protocol/grounding.ts';
import { drawReportPages, pagesToShow, type DrawnPages, type PagePicture } from '../../reports/html/pages.ts';
import type { ExportedImage } from '../../reports/trajectoryReport.ts';
import { isLink, writeWholeFile } from '../shared/files.ts';
import { pickItem, showInformation, showProgress, showWarning } from '../shared/workbench.ts';
import type { Inspected, InspectorSource } from './inspectorSource.ts';

/** A trajectory to be exported, and the sample in view. */
export interface Exported extends Inspected {
  readonly info: TrajectoryInfo;
  /** The file to propose, without its extension. */
  readonly proposed: vscode.Uri;
}

/** Writes a Markdown file and, next to it, a folder of the page images that it shows. */
export async function exportMarkdown(exported: Exported, write: ExportTrajectory): Promise<void> {
  const { source, info } = exported;
  const samples = await chooseSamples(exported);
  if (!samples) return;
  const target = await vscode.window.showSaveDialog({
    title: t('Export as Markdown with Images'),
    defaultUri: withExtension(exported, '.md'),
    filters: { Markdown: ['md'] },
  });
  if (!target) return;
  const missing = await whileExporting(async (signal) => {
    const images = await exportImages(source, info, target);
    const groundings = await groundSamples(source, samples, signal);
    const options = {
      // After the images are drawn, because those of a file have no size before.
      state: source.state(),
      prompt: info.prompt,
      samples,
      groundings,
      images,
    };
    const composite = (await source.composite())?.given ?? null;
    await writeWholeFile(target, await write({ format: 'markdown', composite, options }, signal));
    return images.flatMap((image) =>
      'missing' in image ? [t('Image {0} ({1})', image.image, image.missing)] : [],
    );
  });
  if (missing === null) return;
  if (missing.length > 0) {
    void showWarning(t('Exported without the page images that could not be drawn: {0}', missing.join(', ')));
  }
  await vscode.window.showTextDocument(target);
}

/** What an export as HTML needs from the extension. */
export interface HtmlMeans {
  readonly write: ExportTrajectory;
  readonly draw: DrawPage;
}

/** Draws a page of the document at `uri` for a report. */
export type DrawPage = (uri: vscode.Uri, page: number) => Promise<PagePicture>;

/** Writes an HTML file that shows the trajectory and its pages, and needs no other file. */
export async function exportHtml(exported: Exported, { draw, write }: HtmlMeans): Promise<void> {
  const { source, info } = exported;
  const samples = await chooseSamples(exported);
  if (!samples) return;
  const target = await vscode.window.showSaveDialog({
    title: t('Export as HTML'),
    defaultUri: withExtension(exported, '.html'),
    filters: { HTML: ['html', 'htm'] },
  });
  if (!target) return;
  const notices = await whileExporting(async (signal, report) => {
    const groundings = await groundSamples(source, samples, signal);
    const drawn = await drawPages(source, info, groundings, {
      draw,
      progress: (page, count) => {
        signal.throwIfAborted();
        report(t('Page {0} of {1}', wholeNumber(page), wholeNumber(count)));
      },
    });
    const options = { ...drawn, state: source.state(), prompt: info.prompt, samples, groundings };
    const composite = (await source.composite())?.given ?? null;
    await writeWholeFile(target, await write({ format: 'html', composite, options }, signal));
    return drawn.notices;
  });
  if (notices === null) return;
  const name = path.posix.basename(target.path);
  const open = t('Open in Browser');
  const said = [t('The trajectory was exported as {0}.', name), ...notices].join(' ');
  const chosen = await (notices.length > 0 ? showWarning : showInformation)(said, open);
  if (chosen === open) await vscode.env.openExternal(target);
}

const withExtension = ({ proposed }: Exported, extension: string): vscode.Uri =>
  proposed.with({ path: `${proposed.path}${extension}` });

/** Shows the progress of an export, which the person can cancel; null if they do. Then no file is written. */
async function whileExporting<T>(
  task: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T | null> {
  return showProgress(t('Exporting the trajectory'), async (report, token) => {
    const stopping = new AbortController();
    token.onCancellationRequested(() => {
      stopping.abort();
    });
    try {
      return await task(stopping.signal, report);
    } catch (error) {
      if (stopping.signal.aborted) return null;
      throw error;
    }
  });
}

/** What the pages say of the claims of samples, which are looked for if that was not done. */
async function groundSamples(
  source: InspectorSource,
  samples: readonly number[],
  signal: AbortSignal,
): Promise<readonly GroundingShown[]> {
  const groundings: GroundingShown[] = [];
  for (const sample of samples) groundings.push(await groundSample(source, sample, signal));
  return groundings;
}

/** What the pages say of the claims of a sample, which are looked for if that was not done. */
export function groundSample(
  source: InspectorSource,
  sample: number,
  signal: AbortSignal,
): Promise<GroundingShown> {
  const known = source.grounding(sample);
  const isEmpty = source.documents.length === 0 || (source.sample(sample)?.response ?? '') === '';
  if (isEmpty || known.kind === 'grounded' || known.kind === 'failed') return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      listening.dispose();
      signal.removeEventListener('abort', stop);
    };
    const stop = (): void => {
      end();
      reject(new PageTraceError('cancelled', t('This was canceled.')));
    };
    const listening = source.onDidSend((message) => {
      if (message.type !== 'grounding' || message.sample !== sample) return;
      if (message.shown.kind !== 'grounded' && message.shown.kind !== 'failed') return;
      end();
      resolve(message.shown);
    });
    signal.addEventListener('abort', stop);
    source.ground(sample);
  });
}

/** Draws the pages that were sent, and those that claims stand on. */
async function drawPages(
  source: InspectorSource,
  { documents, images }: TrajectoryInfo,
  groundings: readonly GroundingShown[],
  { draw, progress }: { readonly draw: DrawPage; readonly progress: (page: number, count: number) => void },
): Promise<DrawnPages> {
  const sent = images.flatMap(({ document, page }) => {
    const path = documents[document]?.path;
    return path === undefined ? [] : [{ document: path, page }];
  });
  const found = groundings.flatMap((shown) => (shown.kind === 'grounded' ? [shown.grounding] : []));
  return drawReportPages(pagesToShow(sent, found), {
    draw: async ({ document, page }) => draw(await source.locate(document), page),
    progress,
  });
}

/** The samples to export, from 0: all of them or the one in view; undefined if the person chooses none. */
async function chooseSamples({ source, sample }: Exported): Promise<readonly number[] | undefined> {
  const all = Array.from({ length: source.sampleCount }, (_, index) => index);
  if (all.length === 1) return all;
  const choice = await pickItem(
    [
      { label: t('Sample {0}', sample + 1), description: t('the one that is shown'), samples: [sample] },
      { label: t('All {0} samples', all.length), samples: all },
    ],
    { title: t('Export: which samples?') },
  );
  return choice?.samples;
}

/**
 * Draws the page images of a trajectory and writes them to a folder next to `target`.
 * @throws PageTraceError `file-unwritable`, also if that folder is a link, because its files would replace others
 */
async function exportImages(
  source: InspectorSource,
  info: TrajectoryInfo,
  target: vscode.Uri,
): Promise<readonly ExportedImage[]> {
  const folder = `${path.posix.basename(target.path, '.md')}-images`;
  if (await isLink(vscode.Uri.joinPath(target, '..', folder))) {
    throw new PageTraceError('file-unwritable', t('{0} is a link to another folder.', folder), {
      hint: t('Choose another name for the export, or remove the link.'),
    });
  }
  const images: ExportedImage[] = [];
  for (const { image } of info.images) {
    const drawn = await source.image(image).catch((error: unknown) => asPageTraceError(error));
    const [, extension, base64] =
      'src' in drawn ? (/^data:image\/(jpeg|png);base64,(.*)$/.exec(drawn.src) ?? []) : [];
    if (extension === undefined || base64 === undefined) {
      images.push({ image, missing: 'message' in drawn ? drawn.message : t('its format is not known') });
      continue;
    }
    const file = `${folder}/image-${image}.${extension === 'png' ? 'png' : 'jpg'}`;
    await writeWholeFile(vscode.Uri.joinPath(target, '..', file), Buffer.from(base64, 'base64'));
    images.push({ image, file });
  }
  return images;
}
