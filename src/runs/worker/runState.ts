import type { RunColumnInfo, RunIndexState, RunPhase, RunViewState } from '../index/model.ts';
import { CLAIM_NUMBERS } from '../../core/summary/sampleFacts.ts';
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
}

/** Columns that every run has. */
const TEXT_COLUMNS = ['question', 'answer', 'reference', 'verdict', 'findings', 'tools', 'finish', 'group'];

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
    columns: columnsOf(rows),
    view,
    notices,
  };
}

const NO_RANGE = { count: 0, least: null, greatest: null };

function columnsOf({ numbers, claims }: RowTable): readonly RunColumnInfo[] {
  const texts = TEXT_COLUMNS.map((name) => ({
    name,
    kind: 'text' as const,
    count: null,
    least: null,
    greatest: null,
  }));
  return [
    ...texts,
    ...(claims.isSearched ? CLAIM_NUMBERS : []).map((name) => ({
      name,
      kind: 'number' as const,
      ...(claims.numbers.find(name)?.range ?? NO_RANGE),
    })),
    ...numbers.names
      .filter((name) => !claims.isSearched || !CLAIM_NUMBERS.includes(name))
      .map((name) => ({ name, kind: kindOf(name), ...(numbers.find(name)?.range ?? NO_RANGE) })),
  ];
}

function kindOf(name: string): RunColumnInfo['kind'] {
  if (name.startsWith('reward.')) return 'component';
  return name === 'reward' || name === 'score' || name === 'length' ? 'number' : 'field';
}
