import type { PreparedQuestion } from '../asking/model.ts';
import { drawnPageSize } from '../core/geometry/imageSize.ts';
import type { Conversation, ShownImage } from './model.ts';

/** The conversation that begins with a prepared question: its prompt, and the pages that are sent with it. */
export async function beginConversation({
  question,
  parts,
  images,
}: PreparedQuestion): Promise<Conversation> {
  const shown = images.map(
    async ({ document, page, bytes, mediaType, width, height, textHeight }): Promise<ShownImage> => {
      const opened = question.documents[document]?.document;
      const info = await opened?.pageInfo(page);
      const raw =
        info === undefined ? { width, height } : opened?.kind === 'pdf' ? drawnPageSize(info) : info;
      return {
        document,
        page,
        region: null,
        raw: { width: raw.width, height: raw.height },
        sent: { bytes, mediaType, width, height },
        textHeight,
      };
    },
  );
  return {
    question: question.text,
    turns: [{ speaker: 'user', parts }],
    images: await Promise.all(shown),
  };
}
