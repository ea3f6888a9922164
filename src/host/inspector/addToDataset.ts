import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { GoldBox, ItemDocument, ItemPage } from '../../core/datasets/model.ts';
import { PageTraceError } from '../../core/errors.ts';
import { fileNameOf } from '../../core/fileNameOf.ts';
import type { PageBox } from '../../core/geometry/box.ts';
import { parsedJson } from '../../core/parsedJson.ts';
import { isJsonObject } from '../../core/records/fieldPath.ts';
import { isWholePage } from '../../protocol/goldBoxes.ts';
import { DATASET_FILES } from '../shared/datasetFiles.ts';
import { askText, pickItems } from '../shared/workbench.ts';
import type { ReusedTrajectory } from './reusedTrajectory.ts';
import { chooseFile, insertShown, openOrNew } from './targetFile.ts';

/** A page with the answer, and where on it, if that is known. */
interface GoldPlace extends ItemPage {
  readonly box: PageBox | null;
}

/** Adds the question of a trajectory to a data set that the person chooses, with their reference and gold places. */
export async function addToDataset(trajectory: ReusedTrajectory): Promise<void> {
  const { info } = trajectory.given;
  if (info.question === null || info.documents.length === 0)
    throw new PageTraceError('bad-input', t('This trajectory names no question or no document.'), {
      hint: t('Add both to its front matter.'),
    });
  const dataset = await chooseFile(DATASET_FILES, {
    title: t('Data Set'),
    isNew: t('New Data Set…'),
    proposed: vscode.Uri.joinPath(trajectory.folder, 'questions.dataset.jsonl'),
  });
  if (dataset === null) return;
  const reference = await askText({
    title: t('Reference Answer'),
    prompt: t('The right answer. Leave it empty if nobody knows it.'),
    value: info.reference ?? (info.verdict === 'wrong' ? '' : (trajectory.answer ?? '')),
  });
  if (reference === undefined) return;
  const places = await chooseGold(trajectory);
  if (places === null) return;
  const { freeId, writeItem } = await import('../../core/datasets/writeItem.ts');
  const named = trajectory.relativeTo(dataset);
  const document = await openOrNew(dataset);
  const text = document.getText();
  const line = writeItem({
    id: freeId(fileNameOf(info.question, 'question'), idsIn(text)),
    question: info.question,
    documents: named.documents.map((each, at): ItemDocument => ({
      path: each.path,
      pages: trajectory.isChosen ? null : pagesToSend(at, info.images, places),
    })),
    references: reference.trim() === '' ? [] : [reference.trim()],
    goldPages: places.length === 0 ? null : pagesOf(places),
    goldBoxes: places.flatMap(({ box, ...at }): readonly GoldBox[] => (box === null ? [] : [{ ...at, box }])),
  });
  await insertShown(document, text.length, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
}

/** The places that show the answer, according to the person; null if that was canceled. */
async function chooseGold(trajectory: ReusedTrajectory): Promise<readonly GoldPlace[] | null> {
  const offered = [
    ...(await drawnPlaces(trajectory)),
    ...(await claimPlaces(trajectory)),
    ...wholePages(trajectory),
  ];
  if (offered.length === 0) return [];
  const chosen = await pickItems(offered, {
    title: t('Places That Show the Answer'),
    placeHolder: t('Choose boxes, claims and pages, or none'),
  });
  return chosen?.map(({ place }) => place) ?? null;
}

/** A place that the person may choose. */
interface Offered {
  readonly label: string;
  readonly description: string;
  readonly picked?: boolean;
  readonly place: GoldPlace;
}

/** The boxes that the person drew on pages, in points of their pages. */
async function drawnPlaces({
  given: { info },
  drawn,
  pageSize,
}: ReusedTrajectory): Promise<readonly Offered[]> {
  const { shareToPage } = await import('../../core/geometry/conversions.ts');
  const offered: Offered[] = [];
  for (const [index, { document: path, page, box }] of drawn.entries()) {
    const document = info.documents.findIndex((each) => each.path === path);
    if (document === -1) continue;
    const isWhole = isWholePage(box);
    offered.push({
      label: t('Gold {0}', index + 1),
      description: isWhole ? t('all of page {0}', page) : t('drawn on page {0}', page),
      picked: true,
      place: { document, page, box: isWhole ? null : shareToPage(box, await pageSize(path, page)) },
    });
  }
  return offered;
}

/** The places of claims, each once, of which each is one box. */
async function claimPlaces({ given: { info }, claims }: ReusedTrajectory): Promise<readonly Offered[]> {
  const { boxAround } = await import('../../core/geometry/box.ts');
  const offered = new Map<string, Offered>();
  for (const { text, words, on, boxes } of claims) {
    const document = info.documents.findIndex((each) => each.path === on?.document);
    if (on === null || boxes.length === 0 || document === -1) continue;
    const place = { document, page: on.page, box: boxAround(boxes) };
    const key = JSON.stringify(place);
    // A step and the answer usually claim the same.
    if (offered.has(key)) continue;
    offered.set(key, {
      label: words === '' ? text : words,
      description: t('claim on page {0}', on.page),
      place,
    });
  }
  return [...offered.values()];
}

/** The pages that were sent, for answers that are not at one place. */
function wholePages({ given: { info } }: ReusedTrajectory): readonly Offered[] {
  return pagesOf(info.images).map(({ document, page }) => ({
    label: t('Page {0}', page),
    description: t('the whole page'),
    place: { document, page, box: null },
  }));
}

/** The pages of a document that are sent: those that were, and those with the answer; null if none are known. */
function pagesToSend(
  at: number,
  sent: readonly ItemPage[],
  gold: readonly ItemPage[],
): readonly number[] | null {
  if (sent.length === 0) return null;
  const pages = [...sent, ...pagesOf(gold)].flatMap(({ document, page }) => (document === at ? [page] : []));
  return pages.length === 0 ? null : [...new Set(pages)];
}

/** Pages, each once, in order. */
function pagesOf(places: readonly ItemPage[]): readonly ItemPage[] {
  const pages = new Map(places.map(({ document, page }) => [`${document} ${page}`, { document, page }]));
  return [...pages.values()].sort((one, other) => one.document - other.document || one.page - other.page);
}

/** The ids that the lines of a data set have. */
function idsIn(text: string): ReadonlySet<string> {
  return new Set(
    text.split('\n').flatMap((line) => {
      const item = parsedJson(line);
      const id = isJsonObject(item) ? item['id'] : undefined;
      return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
    }),
  );
}
