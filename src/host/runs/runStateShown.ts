import { t } from '@vscode/l10n';
import { wholeNumber } from '../../core/displayLocale.ts';
import type { PageTraceError } from '../../core/errors.ts';
import { RECORD_FORMATS } from '../../core/records/formats/registry.ts';
import { RIGHT_KEYS } from '../../core/records/rightKeys.ts';
import { UNKNOWN_CONTEXT } from '../../core/rewards/model.ts';
import { isProfileName } from '../../core/rewards/names.ts';
import { profileByName } from '../../core/rewards/registry.ts';
import type {
  RunColumn,
  RunPages,
  RunProfile,
  RunState,
  RunStatus,
  RunView,
  ShownComponent,
} from '../../protocol/run.ts';
import type { RunIndexState, RunViewOptions, RunViewState } from '../../runs/index/model.ts';
import { sentenceWithHint } from '../shared/editorHint.ts';

/** How far a run is, for the person. */
export function statusOf(state: RunIndexState): RunStatus {
  const { phase, files, bytes, indexedBytes, unpackedBytes, records } = state;
  if (phase === 'failed') {
    const problem = files.find((file) => file.problem !== null)?.problem;
    return {
      phase: 'failed',
      message: problem ?? t('Nothing of this run could be read.'),
      hint: t('Check the file, or say where the fields of its records are, and read it again.'),
    };
  }
  if (phase === 'indexing') {
    const unpacked = unpackedBytes === null ? {} : { unpacked: unpackedBytes };
    return { phase: 'indexing', bytes: indexedBytes, ofBytes: bytes, ...unpacked };
  }
  return { phase: records === 0 ? 'empty' : 'ready' };
}

/** What a run is, in a few words: the forms of its records, and its training steps. */
export function detailOf({ files, steps }: RunIndexState): string {
  const names = [...new Set(files.flatMap(({ format }) => (format === null ? [] : [format])))];
  const titles = names.map((name) => RECORD_FORMATS.find((each) => each.name === name)?.title ?? name);
  if (steps === null) return titles.join(', ');
  const { first, last } = steps;
  const range =
    first === last
      ? t('step {0}', wholeNumber(first))
      : t('steps {0} to {1}', wholeNumber(first), wholeNumber(last));
  return [...titles, range].join(', ');
}

/** The columns that the table can show. */
export function columnsOf({ columns }: RunIndexState): readonly RunColumn[] {
  return columns.map(({ name, kind, canSort, count, least, greatest }) => ({
    name,
    kind,
    canSort,
    isEmpty: count === 0,
    ...(least === null || greatest === null ? {} : { range: [least, greatest] as const }),
  }));
}

/** The profile that scores, with the weights of its components. */
export function profileOf({ profile, compared, scored, phase }: RunIndexState): RunProfile {
  return {
    name: profile,
    compared,
    components: profile !== null && isProfileName(profile) ? componentsOf(profile) : [],
    scored,
    isPaused: phase === 'paused',
  };
}

/** Files whose problems are shown in full. */
const SHOWN_PROBLEMS = 5;

/** What is wrong with some of the files, in sentences; nothing if no file can be read, which the status says. */
function problemsOf({ phase, files }: RunIndexState): readonly string[] {
  if (phase === 'failed') return [];
  const problems = files.flatMap(({ problem }) => problem ?? []);
  const rest = problems.length - SHOWN_PROBLEMS;
  if (rest <= 0) return problems;
  return [...problems.slice(0, SHOWN_PROBLEMS), t('{0} more files have problems.', wholeNumber(rest))];
}

/** What a person should know of a run, in sentences. */
export function noticesOf(state: RunIndexState): readonly string[] {
  const { phase, profile, scored, rewards, compared } = state;
  const notices = [...problemsOf(state), ...state.notices];
  if (phase !== 'done' || profile === null || rewards >= scored) return notices;
  const missing = t(
    '{0} of {1} rewards are not known: {2} needs more than the records say, such as a verdict.',
    wholeNumber(scored - rewards),
    wholeNumber(scored),
    profile,
  );
  return [
    ...notices,
    compared === 'score' ? `${missing} ${t('Groups compare the recorded scores.')}` : missing,
  ];
}

/**
 * The key of the records that says which answers are right, if most rewards are not known because a judge decides them
 * and the records have no verdict; null otherwise.
 */
export function verdictKeyOf({ phase, profile, scored, rewards, columns }: RunIndexState): string | null {
  if (phase !== 'done' || profile === null || !isProfileName(profile) || 2 * rewards >= scored) return null;
  if (!profileByName(profile).form.judged) return null;
  return RIGHT_KEYS.find((key) => columns.some(({ name }) => name === key)) ?? null;
}

function componentsOf(name: Parameters<typeof profileByName>[0]): readonly ShownComponent[] {
  // A profile has the same components for every response.
  const { components } = profileByName(name).score('', UNKNOWN_CONTEXT);
  return components.map(({ key, most, weight }) => ({
    name: key,
    weight: Number(most),
    factor: Number(weight),
  }));
}

/** How far the search of the pages is. */
export function pagesOf({ claims, samples }: RunIndexState, isSearching: boolean): RunPages {
  const { isSearched, found, missing } = claims;
  const rest = found + missing >= samples ? 'done' : 'stopped';
  return { phase: isSearching ? 'searching' : isSearched ? rest : 'none', found, missing };
}

/** The view that a person asked for, and what it came to. */
export function viewOf(
  { filter, sort, grouped, acrossSteps, collapsed }: RunViewOptions,
  { matched, groups, rows, progress, error, hint }: RunViewState,
): RunView {
  return {
    filter,
    problem: error,
    hint,
    sort: sort === null ? null : { column: sort.column, isDescending: sort.descending },
    isGrouped: grouped,
    acrossSteps,
    isFolded: collapsed.all,
    matched,
    groups,
    rows,
    progress,
  };
}

/**
 * What is shown of a run of which nothing is read yet, or that cannot be read.
 * @param files how many files and folders it has
 */
export function emptyState(
  error: PageTraceError | null,
  files: number,
): Pick<
  RunState,
  | 'detail'
  | 'status'
  | 'counts'
  | 'columns'
  | 'profile'
  | 'pages'
  | 'trial'
  | 'notices'
  | 'version'
  | 'generation'
> {
  return {
    detail: '',
    status:
      error === null
        ? { phase: 'indexing', bytes: 0, ofBytes: 0 }
        : { phase: 'failed', message: sentenceWithHint(error), hint: '' },
    counts: {
      files,
      bytes: 0,
      records: 0,
      samples: 0,
      failed: 0,
      broken: 0,
      groups: 0,
      groupsAcrossSteps: 0,
    },
    columns: [],
    profile: { name: null, compared: 'score', components: [], scored: 0, isPaused: false },
    pages: { phase: 'none', found: 0, missing: 0 },
    trial: null,
    notices: [],
    version: 0,
    generation: 0,
  };
}
