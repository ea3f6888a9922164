import { t } from '@vscode/l10n';
import type { ImageBox } from '../core/geometry/box.ts';
import { boxHeight, boxWidth } from '../core/geometry/box.ts';
import type { Size } from '../core/geometry/size.ts';
import { callOnce, end } from './actions.ts';
import { clipBox, padBox, regionOnPage } from './crops.ts';
import type { Action, Conversation, Protocol, ShownImage } from './model.ts';
import { imageOf, lastTurn, toolTurns } from './turns.ts';

/** How Pixel-Reasoner cuts images (openrlhf/trainer/ppo_utils/experience_maker.py). */
export interface PixelRules {
  /** How far each side of a box is moved outward, as a share of the image. */
  readonly padding: number;
  /** A crop must be larger than this on both sides, in pixels. */
  readonly leastSide: number;
  /** The most calls. */
  readonly calls: number;
  /** How often the same call may be made. */
  readonly repeats: number;
}

export const PIXEL_RULES: PixelRules = { padding: 0.1, leastSide: 28, calls: 4, repeats: 2 };

const CROP = 'crop_image_normalized';
const CLOSE = '</tool_call>';
/** How many characters may follow the end of a call. */
const AFTER_CLOSE = 10;

/** Pixel-Reasoner: text with calls that cut out a part of an image, and a boxed answer. */
export function pixelReasoner(rules: PixelRules): Protocol {
  return {
    name: 'pixel-reasoner',
    dialect: 'pixel-reasoner',
    continues: false,
    isSearching: false,
    hasTool: false,
    extra: () => ({ stop: [CLOSE], include_stop_str_in_output: true }),
    next: (conversation) => nextAction(conversation, rules),
    reply: (result, _call, conversation) => {
      if (result.kind === 'image') {
        const sent = imageOf(conversation, result.image)?.sent;
        const size = `${sent?.width ?? 0}x${sent?.height ?? 0}`;
        return [
          { type: 'text', text: `\nHere is the cropped image (Image Size: ${size}):` },
          { type: 'image', image: result.image },
        ];
      }
      const why = result.kind === 'refused' ? result.why : 'The tool returned nothing.';
      return [{ type: 'text', text: `\nExecution error:\n${why}\n` }];
    },
  };
}

function nextAction(conversation: Conversation, rules: PixelRules): Action {
  const last = lastTurn(conversation);
  if (last?.speaker !== 'model') return { kind: 'ask' };
  const { text, report } = last;
  if (!text.slice(-(CLOSE.length + AFTER_CLOSE)).includes(CLOSE)) {
    if (text.includes('\\boxed{')) return end('answered', t('The model answered.'));
    return report?.finishReason === 'length'
      ? end('cut-off', t('The model reached the most tokens of a turn before it called or answered.'))
      : end('no-call', t('The turn has neither a call nor a boxed answer.'));
  }
  if (toolTurns(conversation).length >= rules.calls)
    return end('call-limit', t('The model called the tool more than {0} times.', rules.calls));
  const from = text.lastIndexOf('<tool_call>');
  const json = text.slice(from < 0 ? 0 : from + '<tool_call>'.length, text.lastIndexOf(CLOSE));
  const read = readCall(json);
  if (typeof read === 'string') return { kind: 'refuse', call: null, why: read };
  return cropAction(read, conversation, rules);
}

interface CropCall {
  readonly box: ImageBox;
  readonly target: number;
}

/** A call; why it cannot be read if it is none. */
function readCall(json: string): CropCall | string {
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    return 'The call is not JSON.';
  }
  const call = asRecord(read);
  if (call['name'] !== CROP)
    return `There is no function ${JSON.stringify(call['name'] ?? null)}, only ${CROP}.`;
  const { bbox_2d, target_image } = asRecord(call['arguments']);
  const numbers: readonly unknown[] = Array.isArray(bbox_2d) && bbox_2d.length === 4 ? bbox_2d : [];
  const [left, top, right, bottom] = numbers;
  if (!isNumber(left) || !isNumber(top) || !isNumber(right) || !isNumber(bottom))
    return '`bbox_2d` must be four numbers.';
  if (!isNumber(target_image) || !Number.isInteger(target_image))
    return '`target_image` must be a whole number.';
  return { box: { left, top, right, bottom }, target: target_image };
}

function cropAction({ box, target }: CropCall, conversation: Conversation, rules: PixelRules): Action {
  const { images } = conversation;
  // A number below 1 counts from the end, as an index of Python does: 0 is the last image.
  const seen = images.at(target - 1);
  if (seen === undefined)
    return {
      kind: 'refuse',
      call: null,
      why: `Execution Error: Incorrect \`target_image\` argument in \`${CROP}\` operation. You can only pick an image within [1,${images.length}]`,
    };
  const size = toolSize(seen);
  const isShare = Math.max(box.left, box.top, box.right, box.bottom) < 1;
  const pixels = isShare
    ? {
        left: box.left * size.width,
        top: box.top * size.height,
        right: box.right * size.width,
        bottom: box.bottom * size.height,
      }
    : box;
  const padded = padBox(pixels, rules.padding * size.width, rules.padding * size.height);
  const clipped = clipBox(padded, size);
  const width = clipped === null ? 0 : Math.round(boxWidth(clipped));
  const height = clipped === null ? 0 : Math.round(boxHeight(clipped));
  if (clipped === null || width <= rules.leastSide || height <= rules.leastSide)
    return { kind: 'refuse', call: null, why: `Cropped image is too small: ${width}x${height}` };
  const { document, page } = seen;
  const region = regionOnPage(clipped, { ...seen, raw: size });
  return callOnce({ kind: 'crop', page: { document, page }, region }, conversation, rules.repeats);
}

/** The size of the image that the tool cuts from: a page at full resolution, but a crop as it was shown. */
const toolSize = ({ region, raw, sent }: ShownImage): Size => (region === null ? raw : sent);

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
