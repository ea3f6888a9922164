import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RecentStore } from '../../asking/recentStore.ts';
import { wholeNumber } from '../../core/displayLocale.ts';
import { PageTraceError } from '../../core/errors.ts';
import { oneLine } from '../../core/oneLine.ts';
import { MOST_SIDES } from '../../protocol/comparison.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';
import { questionIdentity } from '../asking/askedQuestionSource.ts';
import type { ComparedSide } from '../inspector/comparedSides.ts';
import type { Comparisons } from '../inspector/comparisons.ts';
import type { Inspected, InspectorSource, OpenSource } from '../inspector/inspectorSource.ts';
import { TRAJECTORY_LANGUAGE } from '../shared/contributions.ts';
import { pickItems } from '../shared/workbench.ts';
import { fileIdentity, savedFileIdentity } from '../trajectories/fileIdentity.ts';

export interface CompareCommandsDeps {
  readonly recent: Pick<RecentStore, 'list'>;
  readonly comparisons: Pick<Comparisons, 'showSides'>;
  /** Opens a trajectory a second time, with a source of its own; null if it no longer exists. */
  readonly open: OpenSource;
  /** The trajectory in view; null if there is none. */
  readonly active: () => Inspected | null;
}

/** A trajectory that can be compared, with the title of its side. */
interface Candidate {
  readonly identity: SourceIdentity;
  readonly title: string;
}

/** How many files and how many recent trajectories are listed. */
const LISTED = 200;

/**
 * `PageTrace: Compare Trajectories`: the files that are selected in the explorer; otherwise the person chooses from
 * files and recent trajectories.
 * @param selected all selected files, if the command was called in the explorer
 * @throws PageTraceError `bad-input` for fewer than two or more than eight, and if one cannot be read
 */
export async function compareTrajectories(
  selected: readonly vscode.Uri[] | undefined,
  deps: CompareCommandsDeps,
): Promise<void> {
  const chosen = selected === undefined ? await chooseCandidates(deps) : selected.map(fileCandidate);
  if (chosen !== null) await showCandidates(chosen, deps);
}

/**
 * `PageTrace: Compare with Saved`: a trajectory file as it is saved beside what is in its editor, which the comparison
 * follows.
 * @throws PageTraceError `bad-input` without a trajectory file, and if it was never saved
 */
export async function compareWithSaved(
  clicked: vscode.Uri | undefined,
  deps: CompareCommandsDeps,
): Promise<void> {
  const uri = clicked ?? editedFile() ?? deps.active()?.source.uri ?? null;
  if (uri === null || uri.scheme === 'untitled') {
    throw new PageTraceError('bad-input', t('There is no saved trajectory file to compare with.'), {
      hint: t('Open a trajectory file that was saved, change it, and run this command again.'),
    });
  }
  await showCandidates(
    [
      { identity: savedFileIdentity(uri), title: t('Saved') },
      { identity: fileIdentity(uri), title: t('Edited') },
    ],
    deps,
  );
}

/**
 * `PageTrace: Compare Samples`: the samples of a question; of more than two, the person chooses which.
 * @throws PageTraceError `bad-input` without several samples
 */
export async function compareSamples(
  inspected: InspectorSource | undefined,
  deps: CompareCommandsDeps,
): Promise<void> {
  const shown = inspected ?? deps.active()?.source ?? null;
  if (shown === null || shown.sampleCount < 2) {
    throw new PageTraceError('bad-input', t('There are no samples to compare.'), {
      hint: t('Ask a question with two or more samples (the setting pagetrace.samples) first.'),
    });
  }
  const samples = await chooseSamples(shown);
  if (samples === null) return;
  requireSides(samples.length);
  const source = await deps.open(shown.identity);
  if (source === null) throw noLongerThere();
  const sides = samples.map((sample): ComparedSide => ({
    source,
    sample,
    isSample: true,
    title: t('Sample {0}', wholeNumber(sample + 1)),
  }));
  deps.comparisons.showSides(sides);
}

/** The samples to compare, from 0; null if the person chooses none. */
async function chooseSamples({ sampleCount }: InspectorSource): Promise<readonly number[] | null> {
  const all = Array.from({ length: sampleCount }, (_, index) => index);
  if (all.length === 2) return all;
  const chosen = await pickItems(
    all.map((sample) => ({
      label: t('Sample {0}', wholeNumber(sample + 1)),
      picked: sample < MOST_SIDES,
      sample,
    })),
    { title: t('Compare Samples'), placeHolder: t('Choose two to {0} samples', wholeNumber(MOST_SIDES)) },
  );
  return chosen?.map(({ sample }) => sample) ?? null;
}

/** Lets the person choose from trajectory files and recent trajectories; null if they choose none. */
async function chooseCandidates({ recent }: CompareCommandsDeps): Promise<readonly Candidate[] | null> {
  const found = await vscode.workspace.findFiles('**/*.trajectory', undefined, LISTED);
  const open = vscode.workspace.textDocuments.filter(
    ({ languageId, uri }) => languageId === TRAJECTORY_LANGUAGE && !found.some((file) => isSame(file, uri)),
  );
  const files = [...open.map(({ uri }) => uri), ...found].map((uri) => ({
    label: vscode.workspace.asRelativePath(uri),
    ...fileCandidate(uri),
  }));
  const questions = (await recent.list()).slice(0, LISTED).map(({ record: { id, info, createdAt } }) => {
    const label = oneLine(info.question ?? t('(no question)'), 60);
    return {
      label,
      description: new Date(createdAt).toLocaleString(),
      title: label,
      identity: questionIdentity(id),
    };
  });
  const chosen = await pickItems([...files, ...questions], {
    title: t('Compare Trajectories'),
    placeHolder: t('Choose two to {0} trajectories', wholeNumber(MOST_SIDES)),
    matchOnDescription: true,
  });
  return chosen === undefined || chosen.length === 0 ? null : chosen;
}

const isSame = (one: vscode.Uri, other: vscode.Uri): boolean => one.toString() === other.toString();

const fileCandidate = (uri: vscode.Uri): Candidate => ({
  identity: fileIdentity(uri),
  title: vscode.workspace.asRelativePath(uri),
});

/** Opens the trajectories and shows them side by side; if one no longer exists, nothing stays open. */
async function showCandidates(
  candidates: readonly Candidate[],
  { open, comparisons }: CompareCommandsDeps,
): Promise<void> {
  requireSides(candidates.length);
  const sides: ComparedSide[] = [];
  const titles = distinct(candidates.map(({ title }) => title));
  try {
    for (const [index, { identity }] of candidates.entries()) {
      const source = await open(identity);
      if (source === null) throw noLongerThere();
      sides.push({ source, sample: 0, isSample: false, title: titles[index] ?? '' });
    }
  } catch (error) {
    for (const { source } of sides) source.dispose();
    throw error;
  }
  comparisons.showSides(sides);
}

/** The titles, with a number behind those that stand for several. */
function distinct(titles: readonly string[]): readonly string[] {
  return titles.map((title, index) =>
    titles.indexOf(title) === titles.lastIndexOf(title)
      ? title
      : `${title} (${wholeNumber(titles.slice(0, index).filter((other) => other === title).length + 1)})`,
  );
}

function requireSides(count: number): void {
  if (count < 2) {
    throw new PageTraceError('bad-input', t('Select two or more trajectories to compare.'), {
      hint: t('Select them in the list, then compare them.'),
    });
  }
  if (count > MOST_SIDES) {
    throw new PageTraceError(
      'bad-input',
      t('At most {0} trajectories are compared at once.', wholeNumber(MOST_SIDES)),
      { hint: t('Select fewer of them.') },
    );
  }
}

const noLongerThere = (): PageTraceError =>
  new PageTraceError('bad-input', t('A trajectory that was selected can no longer be read.'), {
    hint: t('Check that its file still exists.'),
  });

/** The trajectory file in the active editor; null if there is none. */
function editedFile(): vscode.Uri | null {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === TRAJECTORY_LANGUAGE ? document.uri : null;
}
