import type { AskedQuestionRecord } from './model.ts';

/** A trajectory file with the questions that continue or change its response. */
export interface BranchedFile {
  /** URI of the file. */
  readonly file: string;
  /** Oldest first; at least one. */
  readonly branches: readonly AskedQuestionRecord[];
}

/** Questions as a forest: a branch stands below the question or the file that it continues or changes. */
export interface BranchTree {
  /**
   * The questions that are no branch of another one here and of no file, in the given order, and the files, each in the
   * place of the first of its branches.
   */
  readonly roots: readonly (AskedQuestionRecord | BranchedFile)[];
  /** The branches of a question, by its id, oldest first. */
  readonly branches: ReadonlyMap<string, readonly AskedQuestionRecord[]>;
}

/**
 * The trees of questions and their branches. A branch whose question is not among `records` is a root, and so is one
 * that names a question that was asked later, as only a damaged record does.
 */
export function branchTree(records: readonly AskedQuestionRecord[]): BranchTree {
  const ids = new Set(records.map(({ id }) => id));
  const roots: (AskedQuestionRecord | string)[] = [];
  const branches = new Map<string, AskedQuestionRecord[]>();
  const ofFiles = new Map<string, AskedQuestionRecord[]>();
  for (const record of records) {
    const { id: parent = null, file } = record.parent ?? {};
    if (parent !== null && ids.has(parent) && parent < record.id) addTo(branches, parent, record);
    else if (parent === null && file !== undefined) {
      if (!ofFiles.has(file.uri)) roots.push(file.uri);
      addTo(ofFiles, file.uri, record);
    } else roots.push(record);
  }
  return {
    roots: roots.map((root) =>
      typeof root === 'string' ? { file: root, branches: oldestFirst(ofFiles.get(root) ?? []) } : root,
    ),
    branches: new Map([...branches].map(([id, own]) => [id, oldestFirst(own)])),
  };
}

function addTo(lists: Map<string, AskedQuestionRecord[]>, key: string, record: AskedQuestionRecord): void {
  lists.set(key, [...(lists.get(key) ?? []), record]);
}

const oldestFirst = (records: readonly AskedQuestionRecord[]): readonly AskedQuestionRecord[] =>
  records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
