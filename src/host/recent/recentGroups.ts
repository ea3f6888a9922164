import { t } from '@vscode/l10n';
import type { BranchedFile } from '../../asking/branchTree.ts';
import type { AskedQuestionRecord } from '../../asking/model.ts';

/** Questions of a span of days, and files with branches. */
export interface RecentGroup {
  readonly title: string;
  /** Whether the group is shown unfolded at first. */
  readonly isOpen: boolean;
  readonly roots: readonly (AskedQuestionRecord | BranchedFile)[];
}

/** The groups from the newest to the oldest, each with the age in days up to which a question belongs to it. */
const GROUPS = [
  {
    get title() {
      return t('Today');
    },
    days: 0,
    isOpen: true,
  },
  {
    get title() {
      return t('Yesterday');
    },
    days: 1,
    isOpen: true,
  },
  {
    get title() {
      return t('Last 7 Days');
    },
    days: 7,
    isOpen: false,
  },
  {
    get title() {
      return t('Last 30 Days');
    },
    days: 30,
    isOpen: false,
  },
  {
    get title() {
      return t('Older');
    },
    days: Infinity,
    isOpen: false,
  },
] as const;

/**
 * Groups questions by the day on which they were asked, in local time, and files by that of their last branch. The order
 * within a group is that of `roots`; empty groups are left out.
 */
export function groupByDay(roots: RecentGroup['roots'], now: Date): readonly RecentGroup[] {
  const today = startOfDay(now);
  const titleOf = (root: AskedQuestionRecord | BranchedFile): string => {
    const { createdAt = '' } = 'file' in root ? (root.branches.at(-1) ?? {}) : root;
    const age = Math.round((today - startOfDay(new Date(createdAt))) / DAY);
    return GROUPS.find(({ days }) => age <= days)?.title ?? t('Older');
  };
  const placed = roots.map((root) => ({ root, title: titleOf(root) }));
  return GROUPS.map(({ title, isOpen }) => ({
    title,
    isOpen,
    roots: placed.filter((one) => one.title === title).map(({ root }) => root),
  })).filter((group) => group.roots.length > 0);
}

const DAY = 24 * 60 * 60 * 1000;

/** Midnight at the beginning of a day; days around a change to summer time are an hour longer or shorter. */
const startOfDay = (moment: Date): number =>
  new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
