import type { PageReference } from '../core/grounding/model.ts';

/** The parts of a sample's report that have headings of their own. */
export type SampleSection = 'result' | 'claims' | 'reward' | 'checks' | 'steps' | 'response';

/** The ids of the parts of a report that are about one sample. */
export interface ReportIds {
  readonly section: (section: SampleSection) => string;
  /** By the step's index in the trajectory, from 0. */
  readonly step: (index: number) => string;
  /** By the claim's index in the grounding, from 0. */
  readonly claim: (index: number) => string;
}

/**
 * The id of the part of a report that shows where a claim stands; null if there is none.
 * @param claim the id of the claim in the report
 * @param on the page that it stands on
 */
export type PlaceOfClaim = (claim: string, on: PageReference | null) => string | null;

/** The ids for a sample, by its index from 0. */
export function reportIds(sample: number): ReportIds {
  const prefix = `sample-${sample + 1}`;
  return {
    section: (section) => `${prefix}-${section}`,
    step: (index) => `${prefix}-step-${index + 1}`,
    claim: (index) => `${prefix}-claim-${index + 1}`,
  };
}

/** The id of a page, by its position among the pages of the report, from 0. */
export const pageId = (position: number): string => `page-${position + 1}`;
