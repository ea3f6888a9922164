import { t } from '@vscode/l10n';
import { strip } from '../core/python/strip.ts';
import type { ProtocolName } from '../core/prompts/protocolNames.ts';
import { end } from './actions.ts';
import type { Action, Conversation, Protocol } from './model.ts';
import { lastTurn, modelTurns, toolTurns } from './turns.ts';

/** What differs between VG-Refiner's rollouts and its evaluation. */
export interface RefinerRules {
  readonly name: ProtocolName;
  /** Whether the model's text keeps the `</function>` at which the server stops. */
  readonly keepsStop: boolean;
  /** Whether the boxes are given only if the model calls for them. */
  readonly onlyIfCalled: boolean;
  /** What is appended to the model's text for the boxes, which are JSON as text. */
  readonly appended: (boxes: string) => string;
}

/** VG-Refiner's rollouts (vllm_rollout_spmd.py): the boxes follow the call. */
export const REFINER_ROLLOUT: RefinerRules = {
  name: 'vg-refiner',
  keepsStop: true,
  onlyIfCalled: true,
  appended: (boxes) => `\n<tool>\n${boxes}\n</tool>`,
};

/**
 * VG-Refiner's evaluation (evaluation_grounding_precomputed_tool.py): the text has no `</function>`, the boxes are always
 * given, and they are a JSON text inside of JSON.
 */
export const REFINER_EVALUATION: RefinerRules = {
  name: 'vg-refiner-evaluation',
  keepsStop: false,
  onlyIfCalled: false,
  appended: (boxes) => `\n<tool>\n{\n  "reftool_1": ${asciiJson(boxes)}\n}\n</tool>`,
};

/** The name of the other tool. */
const TOOL = 'get_extra_ref_result';
const STOP = '</function>';
const ANSWER = /<answer>[\s\S]*?<\/answer>/;

/** VG-Refiner: a first look, the boxes of another tool within the same turn, a second look, and boxes as the answer. */
export function vgRefiner(rules: RefinerRules): Protocol {
  return {
    name: rules.name,
    dialect: 'vg-refiner',
    continues: true,
    isSearching: false,
    hasTool: true,
    extra: (conversation) =>
      modelTurns(conversation).length === 0
        ? { stop: [STOP], include_stop_str_in_output: rules.keepsStop }
        : { min_tokens: 5 },
    next: (conversation) => nextAction(conversation, rules),
    replyIn: (text) => replyIn(text, rules),
    reply: (result) => [
      { type: 'text', text: rules.appended(result.kind === 'text' ? strip(result.text) : '[]') },
    ],
  };
}

function nextAction(conversation: Conversation, { onlyIfCalled }: RefinerRules): Action {
  const last = lastTurn(conversation);
  if (last?.speaker !== 'model') return { kind: 'ask' };
  const hasBoxes = toolTurns(conversation).length > 0;
  const hasCalled = last.report?.stopReason === STOP || last.text.trimEnd().endsWith(STOP);
  if (!hasBoxes && (hasCalled || !onlyIfCalled)) return { kind: 'call', call: { kind: 'tool', name: TOOL } };
  if (modelTurns(conversation).some(({ text }) => ANSWER.test(text)))
    return end('answered', t('The model answered.'));
  if (last.report?.finishReason === 'length')
    return end('cut-off', t('The model reached the most tokens of a turn before it called or answered.'));
  if (hasCalled) return end('call-limit', t('The model called the other tool again.'));
  return end('no-call', t('The model neither called the other tool nor answered.'));
}

/** The boxes with their tags, which follow the first call. A person may have taken them out. */
function replyIn(text: string, { keepsStop }: RefinerRules): ReturnType<NonNullable<Protocol['replyIn']>> {
  const stop = text.indexOf(STOP);
  if (keepsStop && stop < 0) return null;
  const from = keepsStop ? stop + STOP.length : 0;
  const found = /\n<tool>[\s\S]*?<\/tool>/.exec(text.slice(from));
  if (found === null) return keepsStop ? { start: from, end: from } : null;
  const start = from + found.index;
  return { start, end: start + found[0].length };
}

/** A text as Python's `json.dumps` writes it: in ASCII. */
function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
