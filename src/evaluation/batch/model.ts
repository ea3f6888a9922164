import type { DatasetItem, PassRule } from '../../core/datasets/model.ts';
import type { PageChoice } from '../../core/records/pageChoice.ts';
import type { JsonObject } from '../../core/records/fieldPath.ts';
import type { DocumentReference } from '../../core/records/model.ts';
import type { RewardName } from '../../core/rewards/model.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { KeptImage } from '../../asking/model.ts';
import type { ErrorReason } from '../../core/errors.ts';
import type { EvaluationSettings } from '../settings.ts';

/** How the page images of a batch are sent: in the requests, or as files that the server reads. */
export type BatchImages = 'data' | 'files';

/** What all requests of a batch have in common. An export goes on only with the same. */
export interface BatchHead {
  readonly dataset: { readonly path: string; readonly sha256: string };
  readonly settings: EvaluationSettings;
  /** Of the prompt; null if it names none. */
  readonly dialect: DialectName | null;
  readonly reward: RewardName | null;
  /** When a question passes that has no rule of its own; null if nothing says it. */
  readonly pass: PassRule | null;
  /** Samples of each question. */
  readonly samples: number;
  /** The most questions; null for all. */
  readonly limit: number | null;
  /** The filter of the questions; null for all. */
  readonly where: string | null;
  readonly images: BatchImages;
  /** The folder of the page images on the machine that reads them, as in the requests; null for images in the requests. */
  readonly imageRoot: string | null;
}

/** A shard that is complete. */
export interface Shard {
  /** The name of its file in the folder of the batch; what is known of its questions is in `questions`, under the same name. */
  readonly file: string;
  readonly requests: number;
  /** Questions that could not be prepared: they have no request. */
  readonly leftOut: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Of the file of its questions. */
  readonly questionsSha256: string;
}

/** A batch whose export has ended: the content of `batch.json`. */
export interface BatchManifest {
  readonly head: BatchHead;
  readonly shards: readonly Shard[];
}

/** What is known of an image of a request, without its bytes. */
export type BatchImage = Omit<KeptImage, 'readFrom' | 'tokens'>;

/** Why a question has no request. */
export interface NoRequest {
  readonly reason: ErrorReason;
  readonly message: string;
  readonly hint: string | null;
}

/** What a run needs to know of a request, besides what all requests have in common. */
export interface BatchQuestion {
  readonly item: DatasetItem;
  /** The first of its samples, from 1. */
  readonly first: number;
  readonly count: number;
  readonly documents: readonly DocumentReference[];
  readonly images: readonly BatchImage[];
  /** How its pages were chosen; null if the data set names them. */
  readonly choice: PageChoice | null;
  /** Milliseconds that choosing its pages took; null if the data set names them. */
  readonly retrievalTime: number | null;
  /** Milliseconds that rendering its pages took. */
  readonly renderTime: number;
  /** Null for a question that has a request. */
  readonly failure: NoRequest | null;
}

/** A line of a shard. */
export interface BatchRequest {
  readonly custom_id: string;
  readonly method: 'POST';
  readonly url: '/v1/chat/completions';
  readonly body: JsonObject;
}

/** The id of a request: that of its sample, or of its samples. */
export function requestId(item: string, first: number, count: number): string {
  return count === 1 ? `${item}#${first}` : `${item}#${first}-${first + count - 1}`;
}
