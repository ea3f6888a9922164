import type * as vscode from 'vscode';
import type { RecordedResponse } from '../../core/records/model.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import type {
  FromInspector,
  InspectorState,
  ToInspector,
  UserRewardShown,
} from '../../protocol/inspector.ts';

/** A trajectory in an inspector, and which of its samples is in sight there, from 0. */
export interface Inspected {
  readonly source: InspectorSource;
  readonly sample: number;
}

/**
 * What an inspector shows: a question (asked now or recent) or a trajectory file. It owns the state; the panel is a window on it.
 */
export interface InspectorSource {
  /** Identifies the source over a reload: `question:<id>` or `file:<uri>`. */
  readonly key: string;
  readonly title: string;
  /** The trajectory file that it shows; null for a question. */
  readonly uri: vscode.Uri | null;
  readonly onDidSend: vscode.Event<ToInspector>;
  state(): InspectorState;
  /** Takes what the person did in the inspector; commands are not among it. */
  receive(
    message: Exclude<FromInspector, { type: 'ready' | 'command' | 'showPage' | 'judge' | 'shown' }>,
  ): Promise<void>;
  /** The page image k of the request as a data URL, rendered again when it is not at hand. */
  image(image: number): Promise<{ readonly src: string }>;
  /** Which page of which document image k shows; null when the source does not say. */
  page(image: number): { readonly uri: vscode.Uri; readonly page: number } | null;
  /** The file that a reference of the trajectory means: a URI, an absolute path, or one relative to its own file. */
  resolve(reference: string): vscode.Uri;
  /** Tells the view anew what does not come from the trajectory: whether one can ask and judge here. */
  refresh(): void;
  dispose(): void;
  readonly sampleCount: number;
  /** When it was asked, ISO 8601; null when that is not known. */
  readonly askedAt: string | null;
  sample(index: number): RecordedResponse | null;
  /** The request as a curl command; null when none was sent. */
  curl(): string | null;
  /** The composite reward that is shown, read as it is now; null where a built-in one is, and where it cannot be used. */
  composite(): Promise<RewardProfile | null>;
  /** Shows what the person's own reward function says of a sample, or that it is at it. */
  setUserReward(sample: number, shown: UserRewardShown): void;
  setVerdict(sample: number, verdict: 'right' | 'wrong' | 'unknown', by: 'person' | 'judge'): Promise<void>;
}
