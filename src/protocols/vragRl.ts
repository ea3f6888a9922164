import { t } from '@vscode/l10n';
import type { ImageBox } from '../core/geometry/box.ts';
import { strip } from '../core/python/strip.ts';
import type { ProtocolName } from '../core/prompts/protocolNames.ts';
import { clipBox, padBox, regionOnPage, sentToRaw } from './crops.ts';
import type { Action, Call, Conversation, Ending, Protocol, ShownImage } from './model.ts';
import { callOnce, end } from './actions.ts';
import { lastTurn, modelTurns } from './turns.ts';

/** What differs between VRAG-RL's demo and its training. */
export interface VragRules {
  readonly name: ProtocolName;
  /** The most turns of the model. */
  readonly rounds: number;
  /** How far each side of a box is moved outward: in pixels of the page at full resolution, or of the image sent. */
  readonly padding: { readonly pixels: number; readonly of: 'raw' | 'sent' };
  /** Whether a box on a crop is cut out of the crop, or out of the last page, although it was read on the crop. */
  readonly cutsFrom: 'last-image' | 'last-page';
  /** Whether a call that cannot be made is answered by the environment; otherwise it ends the conversation. */
  readonly tellsMistakes: boolean;
  /** Whether the reasoning must be there, as in the demo, which fails without it. */
  readonly needsThink: boolean;
  /** How often the same call may be made. */
  readonly repeats: number;
}

/** VRAG-RL's demo (demo/vrag_agent.py). */
export const VRAG_DEMO: VragRules = {
  name: 'vrag-rl',
  rounds: 10,
  padding: { pixels: 56, of: 'raw' },
  cutsFrom: 'last-image',
  tellsMistakes: false,
  needsThink: true,
  repeats: 2,
};

/** VRAG-RL's rollouts while it trains, as they are validated (vrag_agent/generation.py). */
export const VRAG_TRAINING: VragRules = {
  name: 'vrag-rl-training',
  // Four with calls, and a last one whose call is not made.
  rounds: 5,
  padding: { pixels: 28, of: 'sent' },
  cutsFrom: 'last-page',
  tellsMistakes: true,
  needsThink: false,
  repeats: 2,
};

/** The demo's words before the last round. */
const LAST_ROUND = 'please answer the question now with answer in <answer> ... </answer>';

/** What the environment says of a call that cannot be made. */
const INVALID =
  'Your previous action is invalid. Search with <search> and </search>, look closer with <bbox>[x1, y1, x2, y2]</bbox>, or answer with <answer> and </answer>, after your reasoning between <think> and </think>.';

/** What is said of a search without a page, before the conversation ends. */
const NOTHING = 'No page was found that you have not seen yet.';

/** Where the server stops, so that the environment speaks after a call. */
const STOPS = ['</search>', '</bbox>', '</answer>'];

const THINK = /<think>[\s\S]*?<\/think>/;
const CALL = /<(search|answer|bbox)>([\s\S]*?)<\/\1>/;

/** VRAG-RL: rounds of reasoning with a search, a closer look at the last image, or the answer. */
export function vragRl(rules: VragRules): Protocol {
  return {
    name: rules.name,
    dialect: 'vrag-rl',
    continues: false,
    isSearching: true,
    hasTool: false,
    extra: () => ({ stop: STOPS, include_stop_str_in_output: true }),
    next: (conversation) => nextAction(conversation, rules),
    reply: (result, _call, conversation) => {
      // The demo says when the last round begins; training does not.
      const isLast = !rules.tellsMistakes && modelTurns(conversation).length === rules.rounds - 1;
      const said = isLast ? [{ type: 'text', text: LAST_ROUND } as const] : [];
      if (result.kind === 'image') return [{ type: 'image', image: result.image }, ...said];
      return [{ type: 'text', text: result.kind === 'nothing' ? NOTHING : INVALID }, ...said];
    },
  };
}

function nextAction(conversation: Conversation, rules: VragRules): Action {
  const last = lastTurn(conversation);
  if (last?.speaker === 'tool' && last.result.kind === 'nothing')
    return end('empty-search', t('The search found no page that was not shown before.'));
  if (last?.speaker !== 'model') return { kind: 'ask' };
  const { text, report } = last;
  const called = CALL.exec(text);
  const [, name = '', content = ''] = called ?? [];
  if (name === 'answer') return end('answered', t('The model answered.'));
  if (modelTurns(conversation).length >= rules.rounds)
    return end('round-limit', t('The model did not answer in {0} rounds.', rules.rounds));
  if (called === null && report?.finishReason === 'length')
    return end('cut-off', t('The model reached the most tokens of a turn before it called or answered.'));
  if (rules.needsThink && !THINK.test(text))
    return end('malformed-call', t('The turn has no reasoning between <think> and </think>.'));
  if (called === null)
    return mistake(rules, 'no-call', t('The turn has no <search>, no <bbox> and no <answer>.'));
  const query = strip(content);
  if (name === 'search') {
    if (query === '') return mistake(rules, 'malformed-call', t('The search is empty.'));
    return callOnce({ kind: 'search', query }, conversation, rules.repeats);
  }
  return cropOf(content, conversation, rules);
}

/** The closer look that a box asks for. */
function cropOf(content: string, conversation: Conversation, rules: VragRules): Action {
  const numbers = readNumbers(content);
  const [x1, y1, x2, y2] = numbers ?? [];
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined)
    return mistake(rules, 'malformed-call', t('The box is not four numbers of at least 0.'));
  const seen = conversation.images.at(-1);
  if (seen === undefined)
    return mistake(
      rules,
      'malformed-call',
      t('The model asked for a closer look before any page was shown.'),
    );
  const from =
    rules.cutsFrom === 'last-page'
      ? (conversation.images.findLast(({ region }) => region === null) ?? seen)
      : seen;
  // A box that ends before it begins may have an area once it is padded, as in the references.
  const box: ImageBox = { left: x1, top: y1, right: x2, bottom: y2 };
  const { pixels, of } = rules.padding;
  const padded =
    of === 'sent'
      ? sentToRaw(padBox(box, pixels, pixels), { ...from, sent: seen.sent })
      : padBox(sentToRaw(box, { ...from, sent: seen.sent }), pixels, pixels);
  const clipped = clipBox(padded, from.raw);
  if (clipped === null) return mistake(rules, 'crop-refused', t('The box has no area on the image.'));
  return callOnce(cropCall(clipped, from), conversation, rules.repeats);
}

function cropCall(box: ImageBox, from: ShownImage): Call {
  const { document, page } = from;
  return { kind: 'crop', page: { document, page }, region: regionOnPage(box, from) };
}

/** Four numbers of at least 0 in JSON; null for anything else. */
function readNumbers(text: string): readonly number[] | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(read) || read.length !== 4) return null;
  const numbers = read.filter((value): value is number => typeof value === 'number' && value >= 0);
  return numbers.length === 4 ? numbers : null;
}

function mistake(rules: VragRules, state: Ending['state'], why: string): Action {
  return rules.tellsMistakes ? { kind: 'refuse', call: null, why } : end(state, why);
}
