import type * as vscode from 'vscode';
import type { RecordedResponse } from '../../core/records/model.ts';
import type { TokenProbabilities } from '../../core/records/tokenProbabilities.ts';
import type { UsableComposite } from '../rewards/compositeFiles.ts';
import type { Asks } from '../shared/filePermissions.ts';
import type {
  FromInspector,
  InspectorState,
  ToInspector,
  UserRewardShown,
  InspectorMethods,
} from '../../protocol/inspector.ts';
import type { DrawnGoldBox } from '../../protocol/goldBoxes.ts';
import type { GroupParts, GroupPartsAsked } from '../../protocol/groupParts.ts';
import type { GroundingShown } from '../../protocol/grounding.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';

/** A trajectory in an inspector, and which of its samples is in view there, from 0. */
export interface Inspected {
  readonly source: InspectorSource;
  readonly sample: number;
}

/** An action in an inspector that concerns the trajectory itself. */
export type SourceMessage = Exclude<
  FromInspector,
  {
    type:
      | 'ready'
      | 'command'
      | 'showPage'
      | 'openSetting'
      | 'followPage'
      | 'judge'
      | 'judgeAll'
      | 'shown'
      | 'selectClaim'
      | 'groundingNeeded';
  }
>;

/**
 * Opens a source again by its identity's `id`; null if it no longer exists. Every kind of source has one, under the
 * name of its kind.
 */
export type SourceOpeners = Readonly<Record<string, (id: string) => Promise<InspectorSource | null>>>;

/** Opens the source with an identity; null if it no longer exists or its kind is unknown. */
export type OpenSource = (identity: SourceIdentity) => Promise<InspectorSource | null>;

/** A function that opens the sources of all kinds in `openers`. */
export function sourceOpener(openers: SourceOpeners): OpenSource {
  return async ({ kind, id }) =>
    Object.hasOwn(openers, kind) ? ((await openers[kind]?.(id)) ?? null) : null;
}

/**
 * What an inspector shows: a question that is asked now or was asked before, a trajectory file, or anything else that
 * has samples. It owns the state; the panel only displays it.
 */
export interface InspectorSource {
  /** Identifies the source across a reload. */
  readonly identity: SourceIdentity;
  /** What it is about, for titles: its question, otherwise the name of its file; null if neither is known. */
  readonly subject: string | null;
  /** The file that contains it, whose folder's settings apply; null for a question. */
  readonly uri: vscode.Uri | null;
  /** Whether the file at `uri` consists only of this trajectory, so that its text can be shown and edited. */
  readonly isFile: boolean;
  /** Whether it waits for the person, so that its panel is not given to another source. */
  readonly holdsPanel?: boolean;
  /** Where the conversation is that is being had, in sentences; null or not set if there is none. */
  readonly activity?: string | null;
  readonly onDidSend: vscode.Event<ToInspector>;
  state(): InspectorState;
  /** Handles what the person did in the inspector. */
  receive(message: SourceMessage): Promise<void>;
  /** Page image k of the request as a data URL, rendered again if it is not in memory. */
  image(image: number): Promise<{ readonly src: string }>;
  /** A page, or a part of it, at full resolution. */
  documentPage(
    asked: InspectorMethods['page']['args'],
    signal: AbortSignal,
  ): Promise<InspectorMethods['page']['value']>;
  /** The places with the answer that the person drew on pages of its documents. */
  readonly goldBoxes: readonly DrawnGoldBox[];
  /** The documents that it is about, as its record names them. */
  readonly documents: readonly string[];
  /** A sample is in view: its claims are looked for on the pages, now and whenever its text changes. */
  ground(sample: number): void;
  /** What the pages say of the claims of a sample that was in view. */
  grounding(sample: number): GroundingShown;
  /** Whether a document has another content than when the question was asked. */
  hasChanged(document: string): boolean;
  /** The page and document of image k; null if the source does not say. */
  page(image: number): { readonly uri: vscode.Uri; readonly page: number } | null;
  /**
   * The document that a reference means, if it may be read: the person is asked if it is outside of the workspace.
   * @param asks by default again, also about what they have refused
   * @throws PageTraceError why it may not
   */
  locate(reference: string, asks?: Asks): Promise<vscode.Uri>;
  /** The document that a reference means: a URI, an absolute path, or a path from the folder of `uri`. */
  resolve(reference: string): vscode.Uri;
  /** The file of the composite reward `name`: an absolute path, or one from the folder of `uri`. */
  resolvePath(name: string): vscode.Uri;
  /** Updates the parts of the view that do not depend on the trajectory: whether asking and judging are possible. */
  refresh(): void;
  dispose(): void;
  readonly sampleCount: number;
  /** When it was asked, ISO 8601; null if that is not known. */
  readonly askedAt: string | null;
  sample(index: number): RecordedResponse | null;
  /** The probabilities of a sample's tokens; null if they are not known. */
  probabilities(index: number): TokenProbabilities | null;
  /** The samples of its group, scored part by part, for a sample of a run; null if the run has changed. */
  groupParts?(asked: GroupPartsAsked, signal: AbortSignal): Promise<GroupParts | null>;
  /** Stops what is still being generated, if anything. */
  cancel(): void;
  /** The request as a curl command; null if none was sent. */
  curl(): string | null;
  /** The composite reward that is shown, as it is now; null if a built-in one is shown, or if it cannot be used. */
  composite(): Promise<UsableComposite | null>;
  /** Shows the result of the person's own reward function for a sample, or that it is still running. */
  setUserReward(sample: number, shown: UserRewardShown): void;
  setVerdict(sample: number, verdict: 'right' | 'wrong' | 'unknown', by: 'person' | 'judge'): Promise<void>;
}

/** The source that a command was called with; undefined if it was called without one, as from the palette. */
export function clickedSource(value: unknown): InspectorSource | undefined {
  return isSource(value) ? value : undefined;
}

function isSource(value: unknown): value is InspectorSource {
  return typeof value === 'object' && value !== null && 'onDidSend' in value && 'sample' in value;
}
