import type { DatasetHead, DatasetItem } from './model.ts';

/**
 * What `pagetrace eval DATASET --list` says, one JSON object a line on its standard output, for a program that shows the
 * questions of a data set without reading it: what the data set says of all its questions, then its questions and
 * mistakes in the order of its lines.
 */
export type DatasetListing =
  | ({ readonly list: 'dataset' } & Pick<DatasetHead, 'name' | 'prompt'>)
  | ({
      readonly list: 'item';
      /** From 1. */
      readonly line: number;
      /** The paths of its documents, as the data set has them. */
      readonly documents: readonly string[];
    } & Pick<DatasetItem, 'id' | 'question' | 'buckets' | 'tags'>)
  | {
      readonly list: 'problem';
      readonly line: number;
      readonly severity: 'error' | 'warning';
      readonly message: string;
    };
