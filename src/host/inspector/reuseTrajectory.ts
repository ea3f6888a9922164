import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { GoldBox, ItemDocument, ItemPage } from '../../core/datasets/model.ts';
import { PageTraceError } from '../../core/errors.ts';
import { fileNameOf } from '../../core/fileNameOf.ts';
import type { GroundedClaim } from '../../core/grounding/model.ts';
import type { RecordedResponse, TrajectoryInfo } from '../../core/records/model.ts';
import type { AllRewards } from '../../language/trajectory/allRewards.ts';
import { DATASET_FILES } from '../shared/datasetFiles.ts';
import { toRange } from '../shared/editorValues.ts';
import { writeWholeFile } from '../shared/files.ts';
import { askText, pickItem, pickItems } from '../shared/workbench.ts';

/** A trajectory that is used for something else. */
export interface ReusedTrajectory {
  /** With its documents named so that the names work anywhere. */
  readonly given: RecordedResponse;
  /** The answer in it; null if it has none. */
  readonly answer: string | null;
  /** Its claims that stand on pages. */
  readonly claims: readonly GroundedClaim[];
  /** The info as a file at an address names documents. */
  readonly relativeTo: (target: vscode.Uri) => TrajectoryInfo;
  readonly score: () => Promise<AllRewards>;
  /** Where a new file is proposed. */
  readonly folder: vscode.Uri;
}

/** The most files that are offered. */
const MOST_FILES = 200;

/** Lets the person choose what a trajectory becomes: a question, an example in a prompt, or a regression test. */
export async function reuseTrajectory(trajectory: ReusedTrajectory): Promise<void> {
  const uses = [
    {
      label: t('Question of a Data Set'),
      detail: t('Adds its question, with your reference answer and the places of claims that you choose.'),
      use: addToDataset,
    },
    {
      label: t('Example in a Prompt'),
      detail: t('Adds it to a prompt file, which is checked at once.'),
      use: addToPrompt,
    },
    {
      label: t('Regression Test'),
      detail: t('Saves it with its reward as the expected one, which pagetrace score checks.'),
      use: saveAsTest,
    },
  ];
  const chosen = await pickItem(uses, { title: t('Use Trajectory As') });
  await chosen?.use(trajectory);
}

async function addToDataset(trajectory: ReusedTrajectory): Promise<void> {
  const { given, claims } = trajectory;
  const { info } = given;
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
    value: info.reference ?? trajectory.answer ?? '',
  });
  if (reference === undefined) return;
  const places = claims.length === 0 ? [] : await chooseGold(claims);
  if (places === null) return;
  const { freeId, writeItem } = await import('../../core/datasets/writeItem.ts');
  const named = trajectory.relativeTo(dataset);
  const document = await openOrNew(dataset);
  const text = document.getText();
  const goldBoxes = places.flatMap((place): readonly GoldBox[] => {
    const at = info.documents.findIndex((each) => each.path === place.document);
    return at === -1 ? [] : [{ document: at, page: place.page, box: place.box }];
  });
  const line = writeItem({
    id: freeId(fileNameOf(info.question, 'question'), idsIn(text)),
    question: info.question,
    documents: named.documents.map((each, at): ItemDocument => {
      const pages = info.images.flatMap((image) => (image.document === at ? [image.page] : []));
      return { path: each.path, pages: pages.length === 0 ? null : pages };
    }),
    references: reference.trim() === '' ? [] : [reference.trim()],
    goldPages: goldBoxes.length === 0 ? null : pagesOf(goldBoxes),
    goldBoxes,
  });
  await insert(document, text.length, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
}

/** The boxes of claims that show the answer, according to the person; null if that was canceled. */
async function chooseGold(
  claims: readonly GroundedClaim[],
): Promise<
  readonly { readonly document: string; readonly page: number; readonly box: GoldBox['box'] }[] | null
> {
  const { boxAround } = await import('../../core/geometry/box.ts');
  const offered = claims.flatMap(({ text, words, on, boxes }) =>
    on === null || boxes.length === 0
      ? []
      : [
          {
            label: words === '' ? text : words,
            description: t('page {0}', on.page),
            place: { ...on, box: boxAround(boxes) },
          },
        ],
  );
  const chosen = await pickItems(offered, {
    title: t('Places That Show the Answer'),
    placeHolder: t('Choose the claims whose places become gold boxes, or none'),
  });
  return chosen?.map(({ place }) => place) ?? null;
}

/** Pages, each once, in order. */
function pagesOf(boxes: readonly ItemPage[]): readonly ItemPage[] {
  const pages = new Map(boxes.map(({ document, page }) => [`${document} ${page}`, { document, page }]));
  return [...pages.values()].sort((one, other) => one.document - other.document || one.page - other.page);
}

/** The ids that the lines of a data set have. */
function idsIn(text: string): ReadonlySet<string> {
  return new Set(
    text.split('\n').flatMap((line) => {
      try {
        const { id } = JSON.parse(line) as { readonly id?: unknown };
        return typeof id === 'string' || typeof id === 'number' ? [String(id)] : [];
      } catch {
        return [];
      }
    }),
  );
}

async function addToPrompt({ given, folder }: ReusedTrajectory): Promise<void> {
  const prompt = await chooseFile('**/*.jinja', {
    title: t('Prompt'),
    isNew: null,
    proposed: vscode.Uri.joinPath(folder, 'own.prompt.jinja'),
  });
  if (prompt === null) return;
  const { insertExample } = await import('../../core/prompts/insertExample.ts');
  const document = await vscode.workspace.openTextDocument(prompt);
  const example = { question: given.info.question ?? '', response: given.response };
  const { span, newText } = insertExample(document.getText(), example);
  await insert(document, span.start, newText);
}

async function saveAsTest({ given, relativeTo, score, folder }: ReusedTrajectory): Promise<void> {
  const own = (await score()).rewards.find(({ isOwn }) => isOwn);
  const overall = own?.score.overall ?? null;
  if (own === undefined || overall === null || !Number.isFinite(overall))
    throw new PageTraceError('bad-input', t('The reward of this trajectory is not known.'), {
      hint: t('Say whether its answer is right, and which reward scores it.'),
    });
  const target = await vscode.window.showSaveDialog({
    title: t('Save as Regression Test'),
    defaultUri: vscode.Uri.joinPath(
      folder,
      `${fileNameOf(given.info.question ?? '', 'trajectory')}.trajectory`,
    ),
    filters: { [t('Trajectories')]: ['trajectory'] },
  });
  if (!target) return;
  const { formatTrajectoryFile } = await import('../../core/records/trajectoryFile.ts');
  const { writeFrontMatter } = await import('../../core/records/frontMatter.ts');
  const info = relativeTo(target);
  const text = formatTrajectoryFile(
    { ...info, reward: info.reward ?? (own.profile.name as TrajectoryInfo['reward']) },
    given.response,
  );
  await writeWholeFile(target, writeFrontMatter(text, { expected: overall }));
  await vscode.window.showTextDocument(target);
}

/** A file of the workspace that the person chooses, or a new one; null if that was canceled. */
async function chooseFile(
  pattern: string,
  asked: { readonly title: string; readonly isNew: string | null; readonly proposed: vscode.Uri },
): Promise<vscode.Uri | null> {
  const found = await vscode.workspace.findFiles(pattern, undefined, MOST_FILES);
  if (found.length === 0 && asked.isNew === null)
    throw new PageTraceError('bad-input', t('There is no such file in the workspace.'), {
      hint: t('Make a prompt with “PageTrace: New Prompt from Preset” first.'),
    });
  const files = found
    .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri: uri as vscode.Uri | null }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const items = asked.isNew === null ? files : [...files, { label: asked.isNew, uri: null }];
  const chosen = await pickItem(items, { title: asked.title });
  if (chosen === undefined) return null;
  if (chosen.uri !== null) return chosen.uri;
  const saved = await vscode.window.showSaveDialog({ title: asked.title, defaultUri: asked.proposed });
  return saved ?? null;
}

/** The document at an address, which is created if there is none. */
async function openOrNew(uri: vscode.Uri): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    await writeWholeFile(uri, '');
    return vscode.workspace.openTextDocument(uri);
  }
}

/** Inserts a text and shows it; the person saves it. */
async function insert(document: vscode.TextDocument, at: number, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, document.positionAt(at), text);
  await vscode.workspace.applyEdit(edit);
  const editor = await vscode.window.showTextDocument(document);
  const range = toRange(document, { start: at, end: at + text.trimEnd().length });
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range);
}
