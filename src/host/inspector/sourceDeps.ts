import type * as vscode from 'vscode';
import type { ShareBox } from '../../core/geometry/box.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { DocumentPage, RenderedPage } from '../document/pageImages.ts';
import type { GroundingServices } from '../grounding/groundings.ts';
import type { CompositeScoring } from '../rewards/shownReward.ts';
import type { KeptGoldBoxes } from './keptGoldBoxes.ts';
import type { PersonVerdicts } from './personVerdicts.ts';
import type { PermitFile } from '../shared/filePermissions.ts';

/** What every source needs from the extension. */
export interface TrajectorySourceDeps {
  /** The image of a page of the document that had the hash `sha256` when it was sent; null if that is not known. */
  readonly renderPage: (
    uri: vscode.Uri,
    sha256: string | null,
    page: number,
    pixels: PixelBudget,
  ) => Promise<DocumentPage>;
  /** A page of the current document, or a part of it in shares of its sides, at full resolution. */
  readonly renderFully: (
    uri: vscode.Uri,
    page: number,
    region: ShareBox | null,
    signal: AbortSignal,
  ) => Promise<RenderedPage>;
  /** SHA-256 of the current document; null if it cannot be read. */
  readonly hashNow: (uri: vscode.Uri, signal: AbortSignal) => Promise<string | null>;
  /** Calls `changed` whenever the document has changed on disk, is gone, or is there again. */
  readonly watchDocument: (uri: vscode.Uri, changed: () => void) => { dispose(): void };
  readonly permitFile: PermitFile;
  readonly canAsk: () => boolean;
  readonly canJudge: () => boolean;
  /** Whether a Python reward is set and may run here. */
  readonly canScoreWithPython: () => boolean;
  readonly composites: CompositeScoring;
  readonly groundings: GroundingServices;
  readonly verdicts: PersonVerdicts;
  readonly goldBoxes: () => Promise<KeptGoldBoxes>;
  readonly log: (line: string) => void;
}
