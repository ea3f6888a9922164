import type { AskedQuestionRecord } from './model.ts';

/** Questions as a forest: a branch stands below the question that it continues or changes. */
export interface BranchTree {
  /** The questions that are no branch of another one here, in the given order. */
  readonly roots: readonly AskedQuestionRecord[];
  /** The branches of a question, by its id, oldest first. */
  readonly branches: ReadonlyMap<string, readonly AskedQuestionRecord[]>;
}

/**
 * The trees of questions and their branches. A branch whose question is not among `records` is a root, and so is one
 * that names a question that was asked later, as only a damaged record does.
 */
export function branchTree(records: readonly AskedQuestionRecord[]): BranchTree {
  const ids = new Set(records.map(({ id }) => id));
  const roots: AskedQuestionRecord[] = [];
  const branches = new Map<string, AskedQuestionRecord[]>();
  for (const record of records) {
    const parent = record.parent?.id ?? null;
    if (parent === null || !ids.has(parent) || parent >= record.id) roots.push(record);
    else branches.set(parent, [...(branches.get(parent) ?? []), record]);
  }
  for (const [id, own] of branches)
    branches.set(
      id,
      own.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  return { roots, branches };
}
