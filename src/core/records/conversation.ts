import * as v from 'valibot';
import type { ShareBox } from '../geometry/box.ts';

/** An image that a turn of a conversation added. */
export interface TurnImage {
  /** From 1, over all images of the conversation in the order in which they were sent. */
  readonly image: number;
  /** Position in the record's documents, from 0. */
  readonly document: number;
  readonly page: number;
  /** The part of the page that it shows; null for the whole page. */
  readonly region: ShareBox | null;
  /** Pixels, as sent. */
  readonly width: number;
  readonly height: number;
}

/** What is known of a turn besides its text, which is a part of the response. */
export interface RecordedTurn {
  readonly by: 'model' | 'tool';
  /** What a tool did: `search`, `crop`, or `tool` for another one; null if it only refused a call. */
  readonly did: 'search' | 'crop' | 'tool' | null;
  /** Tokens that the model wrote; null for a tool, and if they are not known. */
  readonly tokens: number | null;
  readonly seconds: number;
  /** Whether a person wrote its words, in place of what the model or a tool said. */
  readonly edited: boolean;
  readonly images: readonly TurnImage[];
}

/** How a conversation of several turns went. */
export interface RecordedConversation {
  /** The rules by which it was had. */
  readonly protocol: string;
  /** How it ended, such as `answered` or `round-limit`. */
  readonly ended: string;
  /** The turns after the prompt. */
  readonly turns: readonly RecordedTurn[];
}

const whole = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** How a file has a conversation. Documents count from 1 in it, as everything does. */
export const conversationSchema = v.object({
  protocol: v.string(),
  ended: v.string(),
  turns: v.array(
    v.object({
      by: v.picklist(['model', 'tool']),
      did: v.optional(v.nullable(v.picklist(['search', 'crop', 'tool'])), null),
      tokens: v.optional(v.nullable(whole(0)), null),
      seconds: v.pipe(v.number(), v.minValue(0)),
      edited: v.optional(v.boolean(), false),
      images: v.optional(
        v.array(
          v.pipe(
            v.object({
              image: whole(1),
              document: v.optional(whole(1), 1),
              page: whole(1),
              region: v.optional(v.nullable(v.tuple([share, share, share, share])), null),
              width: whole(1),
              height: whole(1),
            }),
            v.transform(({ region, document, ...image }): TurnImage => ({
              ...image,
              document: document - 1,
              region: region === null ? null : boxOf(region),
            })),
          ),
        ),
        [],
      ),
    }),
  ),
});

function boxOf([left, top, right, bottom]: readonly [number, number, number, number]): ShareBox {
  return { left, top, right, bottom };
}

/** A conversation as a file has it. */
export function conversationJson({ protocol, ended, turns }: RecordedConversation): object {
  return {
    protocol,
    ended,
    turns: turns.map(({ by, did, tokens, seconds, edited, images }) => ({
      by,
      ...(did === null ? {} : { did }),
      ...(tokens === null ? {} : { tokens }),
      seconds,
      ...(edited ? { edited } : {}),
      ...(images.length === 0 ? {} : { images: images.map(imageJson) }),
    })),
  };
}

function imageJson({ image, document, page, region, width, height }: TurnImage): object {
  return {
    image,
    document: document + 1,
    page,
    ...(region === null ? {} : { region: [region.left, region.top, region.right, region.bottom] }),
    width,
    height,
  };
}

/** The conversation in a record of a run; null if it has none. */
export function conversationIn(record: unknown): RecordedConversation | null {
  if (typeof record !== 'object' || record === null || !('conversation' in record)) return null;
  const read = v.safeParse(conversationSchema, record.conversation);
  return read.success ? read.output : null;
}
