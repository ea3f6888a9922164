import { t } from '@vscode/l10n';
import type { AskedQuestionRecord } from '../../asking/model.ts';

/** Questions of a span of days. */
export interface RecentGroup {
  readonly title: string;
  /** Whether the group is shown unfolded at first. */
  readonly isOpen: boolean;
  readonly records: readonly AskedQuestionRecord[];
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
 * Groups questions by the day on which they were asked, in local time. The order within a group is that of `records`;
 * groups without questions are left out.
 */
export function groupByDay(records: readonly AskedQuestionRecord[], now: Date): readonly RecentGroup[] {
  const today = startOfDay(now);
  const titleOf = ({ createdAt }: AskedQuestionRecord): string => {
    const age = Math.round((today - startOfDay(new Date(createdAt))) / DAY);
    return GROUPS.find(({ days }) => age <= days)?.title ?? t('Older');
  };
  const placed = records.map((record) => ({ record, title: titleOf(record) }));
  return GROUPS.map(({ title, isOpen }) => ({
    title,
    isOpen,
    records: placed.filter((one) => one.title === title).map(({ record }) => record),
  })).filter((group) => group.records.length > 0);
}

const DAY = 24 * 60 * 60 * 1000;

/** Midnight at the beginning of a day; days around a change to summer time are an hour longer or shorter. */
const startOfDay = (moment: Date): number =>
  new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
