import type { OutlineItem, PageImage, PageInfo, PageText } from '../model.ts';
import type { DrawOptions, OpenedDocument } from './messages.ts';

/** Implemented by each kind of document inside the worker. Pages count from 1 and are within range. */
export interface WorkerDocument {
  readonly opened: OpenedDocument;
  pageInfo(page: number): Promise<PageInfo> | PageInfo;
  outline(): readonly OutlineItem[];
  text(page: number): PageText;
  render(page: number, options: DrawOptions): Promise<PageImage> | PageImage;
  close(): void;
}
