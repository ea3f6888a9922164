/** The names that occur in a run, for checks and completion. */
export interface FilterNames {
  /** The keys of numbers of the records, and the components of the reward as `reward.COMPONENT`. */
  readonly numbers: readonly string[];
  /** The keys of texts of the records; null if they are not known. */
  readonly texts: readonly string[] | null;
  readonly tools: readonly string[];
  /** The codes of findings, whether or not they occur. */
  readonly findings: readonly string[];
  /** The marks of claims. */
  readonly claims: readonly string[];
  /** Values that names have, by the field: `finish`, `file`, `problem`, or texts of the records. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}
