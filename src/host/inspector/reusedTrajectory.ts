import type * as vscode from 'vscode';
import type { Size } from '../../core/geometry/size.ts';
import type { GroundedClaim } from '../../core/grounding/model.ts';
import type { RecordedResponse, TrajectoryInfo } from '../../core/records/model.ts';
import type { AllRewards } from '../../language/trajectory/allRewards.ts';
import type { DrawnGoldBox } from '../../protocol/goldBoxes.ts';

/** A trajectory that is used for something else. */
export interface ReusedTrajectory {
  /** With its documents named so that the names work anywhere. */
  readonly given: RecordedResponse;
  /** The answer in it; null if it has none. */
  readonly answer: string | null;
  /** Its claims that stand on pages. */
  readonly claims: readonly GroundedClaim[];
  /** Whether PageTrace chose the pages that were sent, so that the question names none. */
  readonly isChosen: boolean;
  /** The places with the answer that the person drew on pages of its documents. */
  readonly drawn: readonly DrawnGoldBox[];
  /** The size of a page as displayed, in points, of a document as the trajectory names it. */
  readonly pageSize: (document: string, page: number) => Promise<Size>;
  /** The info as a file at an address names documents. */
  readonly relativeTo: (target: vscode.Uri) => TrajectoryInfo;
  readonly score: () => Promise<AllRewards>;
  /** Where a new file is proposed. */
  readonly folder: vscode.Uri;
}
