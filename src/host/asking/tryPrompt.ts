import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { lastQuestions } from '../../asking/lastQuestions.ts';
import type { AskedQuestionRecord } from '../../asking/model.ts';
import type { RecentStore } from '../../asking/recentStore.ts';
import { wholeNumber } from '../../core/displayLocale.ts';
import { PageTraceError } from '../../core/errors.ts';
import { oneLine } from '../../core/oneLine.ts';
import type { ParsePrompt, Prompt, RenderPrompt } from '../../core/prompts/model.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import { formatPageRanges } from '../../core/records/pageRanges.ts';
import { ComparedSources } from '../inspector/comparedSources.ts';
import type { Comparisons } from '../inspector/comparisons.ts';
import type { InspectorSource, OpenSource } from '../inspector/inspectorSource.ts';
import { resolveRecorded } from '../shared/resolvePath.ts';
import { isPromptDocument, promptNameOf, promptOf } from '../prompts/promptDocuments.ts';
import type { Prompts } from '../prompts/prompts.ts';
import { setting } from '../shared/settings.ts';
import { questionIdentity } from './askedQuestionSource.ts';
import type { Asker } from './asker.ts';
import type { SeriesControl } from './questionSeries.ts';
import { choosePromptName } from './draftChoices.ts';
import { requireTrust, warnOfChanges } from './recordedDraft.ts';
import { repeatWithPrompt, type RepeatDeps } from './repeatWithPrompt.ts';
import { pickItems, showInformation } from '../shared/workbench.ts';

export interface TryPromptDeps extends RepeatDeps {
  readonly asker: Pick<Asker, 'askEach'>;
  readonly comparisons: Pick<Comparisons, 'showAll' | 'active'>;
  readonly recent: Pick<RecentStore, 'list'>;
  readonly prompts: Pick<Prompts, 'read'>;
  /** The trajectory in view; null if there is none. */
  readonly inView: () => InspectorSource | null;
  /** Opens a trajectory a second time, with a source of its own; null if it no longer exists. */
  readonly open: OpenSource;
  readonly parsePrompt: ParsePrompt;
  readonly renderPrompt: RenderPrompt;
  readonly trusted: () => boolean;
}

/** How many questions of the document are checked at first. */
const CHECKED = 10;

/**
 * `PageTrace: Try Prompt on Recent Questions`: asks the last questions about a document again with a prompt, and shows
 * what each was answered before and after in one comparison. The prompt is the one in the active editor, saved or not,
 * or the one that the active comparison tries; otherwise the person chooses it.
 * @throws PageTraceError `untrusted`, `bad-input` without a question, and what reading the prompt throws
 */
export async function tryOnRecentQuestions(deps: TryPromptDeps): Promise<void> {
  requireTrust(deps.trusted());
  const prompt = await promptToTry(deps);
  if (prompt === null) return;
  const records = (await deps.recent.list()).map(({ record }) => record);
  const compared = deps.comparisons.active()?.pairs[0]?.before ?? null;
  const shown = compared ?? deps.inView();
  const about =
    (shown && documentsOf(shown.sample(0)?.info, (name) => shown.resolve(name))) ??
    documentsOf(records[0]?.info, resolveRecorded);
  const key = String(about);
  const questions = await lastQuestions(
    records.filter(({ info }) => String(documentsOf(info, resolveRecorded)) === key),
    prompt,
    deps.renderPrompt,
  );
  if (about === null || questions.length === 0) {
    throw new PageTraceError('bad-input', t('There is no question to ask again.'), {
      hint: t('Ask questions about a document first (PageTrace: Ask About Document).'),
    });
  }
  const names = about.map((uri) => path.posix.basename(uri.path)).join(', ');
  const chosen = await chooseQuestions(questions, prompt, names);
  if (chosen.length > 0) await tryOn(chosen, prompt, deps);
}

/**
 * `Try Prompt on Selected Questions` of the recent trajectories: the same for questions that are already chosen.
 * @param records newest first
 * @throws PageTraceError like `tryOnRecentQuestions`
 */
export async function tryOnSelectedQuestions(
  records: readonly AskedQuestionRecord[],
  deps: TryPromptDeps,
): Promise<void> {
  requireTrust(deps.trusted());
  const prompt = await choosePrompt(deps);
  if (prompt === null) return;
  const questions = await lastQuestions(records, prompt, deps.renderPrompt);
  if (questions.length === 0)
    throw new PageTraceError('bad-input', t('None of the selected questions can be asked again yet.'));
  await tryOn(questions, prompt, deps);
}

/** Asks the questions, and shows the comparison from when they may be sent. */
async function tryOn(
  questions: readonly AskedQuestionRecord[],
  prompt: Prompt,
  deps: TryPromptDeps,
): Promise<void> {
  const earlier: InspectorSource[] = [];
  for (const { id } of questions) {
    const source = await deps.open(questionIdentity(id));
    if (source) earlier.push(source);
  }
  if (earlier.length === 0) throw new PageTraceError('bad-input', t('This trajectory is no longer kept.'));
  const series: { control: SeriesControl | null } = { control: null };
  const compared = new ComparedSources(
    earlier.map((before) => ({ before, after: null, missing: null })),
    { cancel: () => series.control?.cancel() },
  );
  const said = new Set<string>();
  const warnOnce = (changed: readonly string[]): void => {
    const news = changed.filter((name) => !said.has(name));
    for (const name of news) said.add(name);
    if (news.length > 0) warnOfChanges(news);
  };
  const sayOnce = (sentence: string): void => {
    if (said.has(sentence)) return;
    said.add(sentence);
    void showInformation(sentence);
  };
  // Nothing is asked of the person in between: without the words of the other tool, the first turn is asked for.
  const turns = { say: sayOnce, askWords: () => Promise.resolve('') };
  await deps.asker.askEach({
    count: earlier.length,
    begin: (control) => {
      series.control = control;
      control.countViews(1);
      compared.onDidDispose(() => {
        control.countViews(-1);
      });
      deps.comparisons.showAll(compared);
    },
    question: async (index) => {
      const before = earlier[index];
      const asked = before?.sample(0);
      if (!before || !asked) throw new PageTraceError('bad-input', t('This trajectory is no longer kept.'));
      const { sampleCount: samples } = before;
      const locate = (reference: string): Promise<vscode.Uri> => before.locate(reference);
      return repeatWithPrompt({ info: asked.info, locate, samples }, prompt, deps, { warn: warnOnce, turns });
    },
    show: (index, source) => {
      compared.setAfter(index, source);
    },
    report: (index, message) => {
      compared.setProgress(
        t('Question {0} of {1}: {2}', wholeNumber(index + 1), wholeNumber(earlier.length), message),
      );
    },
    failed: (index, error) => {
      compared.setMissing(
        index,
        error.reason === 'cancelled'
          ? t('Canceled before it was asked.')
          : t('Not asked: {0}', error.message),
      );
    },
  });
  if (series.control === null) compared.dispose();
  else compared.setProgress(null);
}

/** The prompt of the active editor, or that of the active comparison; otherwise one that the person chooses. */
async function promptToTry(deps: TryPromptDeps): Promise<Prompt | null> {
  const pair = deps.comparisons.active()?.pairs.find(({ after }) => after !== null);
  const [before, after] = [pair?.before, pair?.after].map((side) => side?.sample(0)?.info.prompt ?? null);
  if (after !== null && after !== undefined && after !== before) return promptByName(after, deps);
  const edited = vscode.window.activeTextEditor?.document;
  if (edited !== undefined && isPromptDocument(edited)) return promptOf(edited, deps.parsePrompt);
  return choosePrompt(deps);
}

async function choosePrompt(deps: TryPromptDeps): Promise<Prompt | null> {
  const name = await choosePromptName(setting('prompt'), openPrompts().map(promptNameOf));
  return name === null ? null : promptByName(name, deps);
}

/** The prompt with a name: what an editor has of it, saved or not, otherwise its file. */
async function promptByName(name: string, { prompts, parsePrompt }: TryPromptDeps): Promise<Prompt> {
  const open = openPrompts().find((document) => promptNameOf(document) === name);
  return open ? promptOf(open, parsePrompt) : prompts.read(name);
}

const openPrompts = (): readonly vscode.TextDocument[] =>
  vscode.workspace.textDocuments.filter((document) => !document.isClosed && isPromptDocument(document));

/** The documents that a trajectory names; null if there are none. */
function documentsOf(
  info: TrajectoryInfo | undefined,
  resolve: (reference: string) => vscode.Uri,
): readonly vscode.Uri[] | null {
  return info === undefined || info.documents.length === 0
    ? null
    : info.documents.map((document) => resolve(document.path));
}

async function chooseQuestions(
  questions: readonly AskedQuestionRecord[],
  prompt: Prompt,
  names: string,
): Promise<readonly AskedQuestionRecord[]> {
  const items = questions.map((record, index) => {
    const { question, images, prompt: asked } = record.info;
    const pages = formatPageRanges(images.map(({ page }) => page));
    return {
      label: oneLine(question ?? '', 120),
      description: [
        ...(pages === '' ? [] : [images.length === 1 ? t('page {0}', pages) : t('pages {0}', pages)]),
        ...(asked === null ? [] : [asked]),
      ].join(' · '),
      picked: index < CHECKED,
      record,
    };
  });
  const chosen = await pickItems(items, {
    title: t('Try {0} on Questions About {1}', path.posix.basename(prompt.name), names),
    placeHolder: t('Choose the questions to ask again'),
  });
  return (chosen ?? []).map(({ record }) => record);
}
