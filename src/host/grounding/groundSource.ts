import type * as vscode from 'vscode';
import type { ImageSource, TrajectoryInfo } from '../../core/records/model.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { ToInspector } from '../../protocol/inspector.ts';
import type { PermitFile } from '../shared/filePermissions.ts';
import type { GroundingServices } from './groundings.ts';
import { ShownGrounding } from './shownGrounding.ts';

/** What grounding needs to know of an inspector's source, as it is now. */
export interface GroundedSource {
  /** The file that contains it; null for a question. */
  readonly uri: vscode.Uri | null;
  /** Milliseconds for which changes of a text are collected before it is grounded again. */
  readonly rests: number;
  /** The file at a path of the record, where it is now. */
  readonly resolve: (reference: string) => vscode.Uri;
  /** Whether a document has another content than when the question was asked. */
  readonly hasChanged: (reference: string) => boolean;
  readonly info: () => TrajectoryInfo;
  readonly response: (sample: number) => string | null;
  readonly isRunning: (sample: number) => boolean;
  readonly dialect: () => DialectName;
  readonly toolNames: () => readonly string[] | null;
  /** The images of the request; sizes are in pixels, null if not known. */
  readonly images: () => readonly (ImageSource & {
    readonly width: number | null;
    readonly height: number | null;
  })[];
  readonly send: (message: ToInspector) => void;
}

/** What grounding needs from the extension. */
export interface SourceGroundingDeps {
  readonly groundings: GroundingServices;
  readonly permitFile: PermitFile;
}

/** The grounding of a source's samples. The person is not asked about folders: the view of the images does that. */
export function groundSource(
  { groundings, permitFile }: SourceGroundingDeps,
  source: GroundedSource,
): ShownGrounding {
  const { uri, rests, resolve, hasChanged, send } = source;
  return new ShownGrounding({
    ground: groundings.ground,
    prepare: groundings.prepare,
    prepareRecognition: groundings.prepareRecognition,
    onDidChange: groundings.onDidChange,
    rests,
    hasChanged,
    send,
    locate: async (reference) => {
      const place = resolve(reference);
      await permitFile(place, uri, 'never');
      return place;
    },
    sample: (index) => {
      const response = source.response(index);
      if (response === null) return null;
      const info = source.info();
      return {
        response,
        info,
        running: source.isRunning(index),
        context: {
          dialect: source.dialect(),
          numImages: info.runRecord?.numImages ?? (info.images.length === 0 ? null : info.images.length),
          tools: source.toolNames(),
        },
        images: source.images().map(({ image, document, page, width, height }) => ({
          image,
          document: info.documents[document]?.path ?? '',
          page,
          size: width === null || height === null ? null : { width, height },
        })),
      };
    },
  });
}
