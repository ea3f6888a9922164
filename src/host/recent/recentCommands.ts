import { t } from '@vscode/l10n';
import { wholeNumber } from '../../core/displayLocale.ts';
import { oneLine } from '../../core/oneLine.ts';
import { PageTraceError } from '../../core/errors.ts';
import { MOST_SIDES } from '../../protocol/comparison.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';
import type { AskedQuestionRecord } from '../../asking/model.ts';
import { pairQuestions, type QuestionPair, type UnpairedQuestion } from '../../asking/pairQuestions.ts';
import type { RecentStore, Removed } from '../../asking/recentStore.ts';
import { questionIdentity } from '../asking/askedQuestionSource.ts';
import type { ComparedSide } from '../inspector/comparedSides.ts';
import { ComparedSources } from '../inspector/comparedSources.ts';
import type { BeforeAndAfter, Comparisons } from '../inspector/comparisons.ts';
import type { InspectorSource, OpenSource } from '../inspector/inspectorSource.ts';
import type { RecentItem, RecentRow } from './recentView.ts';
import { showInformation, showWarning } from '../shared/workbench.ts';

export interface RecentCommandsDeps {
  readonly store: RecentStore;
  readonly comparisons: Pick<Comparisons, 'show' | 'showSides' | 'showAll'>;
  /** Opens a trajectory a second time, with a source of its own; null if it no longer exists. */
  readonly open: OpenSource;
}

/** The commands of the list of recent trajectories. */
export class RecentCommands {
  readonly #deps: RecentCommandsDeps;

  constructor(deps: RecentCommandsDeps) {
    this.#deps = deps;
  }

  /** Deletes trajectories immediately, and offers to undo that while the message is shown. */
  async delete(items: readonly RecentItem[]): Promise<void> {
    const removed: Removed[] = [];
    try {
      for (const { record } of items) {
        const one = await this.#deps.store.remove(record.id);
        if (one !== null) removed.push(one);
      }
    } finally {
      if (removed.length > 0) await offerUndo(removed, items);
    }
  }

  /** Deletes all trajectories after a confirmation; this cannot be undone. */
  async clear(): Promise<void> {
    const all = t('Delete All');
    const answer = await showWarning(
      t('Delete all recent trajectories?'),
      { modal: true, detail: t('This cannot be undone. Trajectory files that you have saved stay.') },
      all,
    );
    if (answer === all) await this.#deps.store.clear();
  }

  /**
   * Shows two trajectories side by side, or up to eight of one question, the one that was asked first on the left; or
   * several questions that were asked twice, in pairs by their text.
   * @throws PageTraceError `bad-input` if there is nothing to compare, or if a trajectory no longer exists
   */
  async compare(items: readonly RecentItem[]): Promise<void> {
    if (items.length < 2) {
      throw new PageTraceError('bad-input', t('Select two or more trajectories to compare.'), {
        hint: t(
          'Select them in the list with Ctrl+click (Cmd+click on a Mac), then choose Compare Selected.',
        ),
      });
    }
    const records = items.map(({ record }) => record).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const [before, after, ...others] = records;
    if (before && after && others.length === 0) {
      const [pair] = await this.#openAll([{ before, after }]);
      if (pair) this.#deps.comparisons.show(pair);
      return;
    }
    const { pairs, unpaired } = pairQuestions(records);
    if (pairs.length === 0 && unpaired.length === 1 && records.length <= MOST_SIDES) {
      await this.#showAskings(records);
      return;
    }
    if (pairs.length === 0) {
      throw new PageTraceError('bad-input', t('No question is selected exactly twice.'), {
        hint: t('Select two trajectories of each question that you want to compare.'),
      });
    }
    const opened = await this.#openAll(pairs);
    this.#deps.comparisons.showAll(
      new ComparedSources(
        opened.map((pair) => ({ ...pair, missing: null })),
        { notes: unpaired.map(unpairedSentence) },
      ),
    );
  }

  /** Shows all askings of one question side by side; if one no longer exists, nothing stays open. */
  async #showAskings(records: readonly AskedQuestionRecord[]): Promise<void> {
    const sides: ComparedSide[] = [];
    try {
      for (const [index, { id }] of records.entries()) {
        const source = await this.#open(questionIdentity(id));
        sides.push({
          source,
          title: t('Trajectory {0}', wholeNumber(index + 1)),
          sample: 0,
          isSample: false,
        });
      }
    } catch (error) {
      for (const { source } of sides) source.dispose();
      throw error;
    }
    this.#deps.comparisons.showSides(sides);
  }

  /** Opens both sides of all pairs; if one no longer exists, nothing stays open. */
  async #openAll(pairs: readonly QuestionPair[]): Promise<readonly BeforeAndAfter[]> {
    const opened: InspectorSource[] = [];
    const open = async ({ id }: AskedQuestionRecord): Promise<InspectorSource> => {
      const source = await this.#open(questionIdentity(id));
      opened.push(source);
      return source;
    };
    try {
      const compared: BeforeAndAfter[] = [];
      for (const { before, after } of pairs)
        compared.push({ before: await open(before), after: await open(after) });
      return compared;
    } catch (error) {
      for (const source of opened) source.dispose();
      throw error;
    }
  }

  async #open(identity: SourceIdentity) {
    const source = await this.#deps.open(identity);
    if (source === null) throw new PageTraceError('bad-input', t('This trajectory is no longer kept.'));
    return source;
  }
}

function unpairedSentence({ question, count }: UnpairedQuestion): string {
  const shown = oneLine(question === '' ? t('(no question)') : question, 60);
  return count === 1
    ? t('Not compared: “{0}” is selected only once.', shown)
    : t('Not compared: “{0}” is selected {1} times, so its pairs are not clear.', shown, wholeNumber(count));
}

async function offerUndo(removed: readonly Removed[], items: readonly RecentItem[]): Promise<void> {
  const undo = t('Undo');
  const [only] = items;
  const answer = await showInformation(
    removed.length === 1 && only !== undefined
      ? t('Deleted the trajectory “{0}”.', oneLine(only.record.info.question ?? t('(no question)'), 60))
      : t('Deleted {0} trajectories.', wholeNumber(removed.length)),
    undo,
  );
  for (const one of removed) await (answer === undo ? one.restore() : one.discard());
}

/**
 * The questions that a command of the tree is about: all selected ones if the clicked row is one of them, otherwise the
 * clicked one.
 *
 * @throws PageTraceError `bad-input` without a clicked row, see `clickedItem`
 */
export function clickedItems(
  clicked: RecentRow | undefined,
  selected: readonly RecentRow[] | undefined,
): readonly RecentItem[] {
  if (clicked === undefined) throw changingListError();
  return (selected ?? [clicked]).filter((row): row is RecentItem => 'record' in row);
}

/**
 * The question that a command of one row is about.
 *
 * @throws PageTraceError `bad-input` without a row: VS Code passes none while it reads a changed list
 */
export function clickedItem(clicked: RecentItem | undefined): RecentItem {
  if (clicked === undefined) throw changingListError();
  return clicked;
}

const changingListError = (): PageTraceError =>
  new PageTraceError('bad-input', t('The list of recent trajectories was just changing.'), {
    hint: t('Try again.'),
  });
