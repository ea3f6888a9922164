import { ShownGrounding } from './shownGrounding.ts';
import type { GroundedSource, SourceGroundingDeps } from './sourceGrounding.ts';

/** The grounding of a source's samples. The person is not asked about folders: the view of the images does that. */
export function groundSource(
  { groundings, permitFile }: SourceGroundingDeps,
  source: GroundedSource,
): ShownGrounding {
  const { uri, rests, resolve, send } = source;
  return new ShownGrounding({
    ground: groundings.ground,
    prepare: groundings.prepare,
    onDidChange: groundings.onDidChange,
    rests,
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
          numImages: info.images.length === 0 ? null : info.images.length,
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
