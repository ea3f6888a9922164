import { ADVANTAGE_FIELDS, GROUP_FIELDS, isAdvantage } from '../../core/filter/fields.ts';
import type { RunColumnInfo, RunIndexState, RunPhase, RunViewState } from '../index/model.ts';
import { CLAIM_NUMBERS, GOLD_SENT, SEARCHED_NUMBERS } from '../../core/summary/sampleFacts.ts';
import type { RowTable } from './rowTable.ts';
import type { SourceFile } from './sourceFile.ts';

/** What a state is made of. */
export interface StateParts {
  readonly rows: RowTable;
  readonly files: readonly SourceFile[];
  readonly view: RunViewState;
  readonly phase: RunPhase;
  readonly version: number;
  readonly generation: number;
  /** The names of the profiles that score. */
  readonly profiles: readonly string[];
  readonly indexedBytes: number;
  readonly unpackedBytes: number | null;
  readonly notices: readonly string[];
  /** The number that is compared within groups. */
  readonly compared: 'reward' | 'score';
}

/** What every run has, by its names: whether it is a text, and whether rows can be sorted by it. */
const OWN_COLUMNS: readonly Pick<RunColumnInfo, 'name' | 'kind' | 'canSort'>[] = [
  ...['question', 'answer', 'reference', 'verdict', 'findings', 'tools', 'finish', 'group'].map((name) => ({
    name,
    kind: 'text' as const,
    canSort: true,
  })),
  ...['id', 'place'].map((name) => ({ name, kind: 'text' as const, canSort: false })),
  ...['step', ...ADVANTAGE_FIELDS].map((name) => ({ name, kind: 'number' as const, canSort: true })),
  ...GROUP_FIELDS.map((name) => ({ name: `group.${name}`, kind: 'group' as const, canSort: true })),
];

/** The state that a host gets. */
export function runState(parts: StateParts): RunIndexState {
  const { rows, files, view, phase, version, indexedBytes, notices } = parts;
  const failed = rows.problems.get('failed') ?? 0;
  const broken = [...rows.problems.values()].reduce((sum, count) => sum + count, 0) - failed;
  return {
    version,
    generation: parts.generation,
    phase,
    files: files.map((file) => file.description),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    indexedBytes,
    unpackedBytes: parts.unpackedBytes,
    records: rows.records,
    samples: rows.samples,
    failed,
    broken,
    scored: rows.scored,
    claims: { isSearched: rows.claims.isSearched, found: rows.claims.found, missing: rows.claims.missing },
    groups: { count: rows.groups.of(false).count, acrossSteps: rows.groups.of(true).count },
    steps: rows.groups.stepRange(),
    profile: parts.profiles.length === 0 ? null : parts.profiles.join(', '),
    rewards: rows.numbers.find('reward')?.count ?? 0,
    compared: parts.compared,
    trial: rows.whatIf.trial,
    columns: columnsOf(rows),
    view,
    notices,
  };
}

const NO_RANGE = { count: 0, least: null, greatest: null };

/** Whether no row has a value in a column that every run has. */
function isEmpty(name: string, { finishReasons, references, groups, samples }: RowTable): boolean {
  switch (name) {
    case 'finish':
      return finishReasons.texts.length === 1;
    case 'reference':
      return references.texts.length === 1;
    case 'step':
      return groups.stepRange() === null;
    default:
      // A group of one sample compares it with nothing.
      return (isAdvantage(name) || name.startsWith('group.')) && samples <= groups.of(false).count;
  }
}

/** The columns that rows can be sorted by and shown with. */
export function columnsOf(rows: RowTable): readonly RunColumnInfo[] {
  const { numbers, textKeys, claims, whatIf } = rows;
  const uncounted = { count: null, least: null, greatest: null };
  // Most runs do not say which places show the answer.
  const hasColumn = (name: string): boolean =>
    CLAIM_NUMBERS.includes(name) || claims.numbers.find(name) !== undefined;
  const own = OWN_COLUMNS.map((column) => ({
    ...column,
    ...uncounted,
    count: isEmpty(column.name, rows) ? 0 : null,
  }));
  const claimNumbers = claims.isSearched ? SEARCHED_NUMBERS.filter(hasColumn) : [];
  const ofClaims = claimNumbers.map((name) => ({
    name,
    kind: 'number' as const,
    canSort: true,
    ...(claims.numbers.find(name)?.range ?? NO_RANGE),
  }));
  // What has a meaning here keeps it, although records may have a key of the same name.
  const isOther = (name: string): boolean =>
    !(claims.isSearched && SEARCHED_NUMBERS.includes(name)) &&
    !OWN_COLUMNS.some((column) => column.name === name);
  const ofNumbers = numbers.names.filter(isOther).map((name) => ({
    name,
    kind: kindOf(name),
    canSort: true,
    ...(numbers.find(name)?.range ?? NO_RANGE),
  }));
  const ofWhatIf = whatIf.numbers.names.map((name) => ({
    name,
    kind: 'field' as const,
    canSort: true,
    ...(whatIf.numbers.find(name)?.range ?? NO_RANGE),
  }));
  const ofTexts = textKeys.names
    .filter((name) => isOther(name) && numbers.find(name) === undefined)
    .map((name) => ({ name, kind: 'textField' as const, canSort: false, ...uncounted }));
  return [...own, ...ofClaims, ...ofNumbers, ...ofWhatIf, ...ofTexts];
}

/** The numbers that have a meaning here. */
const OWN_NUMBERS: readonly string[] = ['reward', 'score', 'length', GOLD_SENT];

function kindOf(name: string): RunColumnInfo['kind'] {
  if (name.startsWith('reward.')) return 'component';
  return OWN_NUMBERS.includes(name) ? 'number' : 'field';
}
