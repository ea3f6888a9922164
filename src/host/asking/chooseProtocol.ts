import { t } from '@vscode/l10n';
import { isPreset, presetDescriptions } from '../../asking/promptFiles.ts';
import { PageTraceError } from '../../core/errors.ts';
import type { Prompt } from '../../core/prompts/model.ts';
import { isProtocolName, PROTOCOL_NAMES } from '../../core/prompts/protocolNames.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import type { Protocol } from '../../protocols/model.ts';
import { protocolOf } from '../../protocols/registry.ts';
import { askText, pickItem } from '../shared/workbench.ts';
import type { Draft } from './draft.ts';

/** @throws PageTraceError `bad-input` because there is no model */
export function requireModel(hasModel: boolean): void {
  if (hasModel) return;
  throw new PageTraceError(
    'bad-input',
    t('The offline reader cannot have a conversation of several turns: it has no model.'),
    { hint: t('Connect to a server first (PageTrace: Connect to Server).') },
  );
}

/**
 * Lets the person choose how a conversation is had; null if they choose nothing.
 * @param usual the one that the prompt in use names, which comes first
 */
export async function chooseProtocol(usual: Prompt['protocol']): Promise<Protocol | null> {
  const descriptions = presetDescriptions();
  const names = new Set([...(usual === null ? [] : [usual]), ...PROTOCOL_NAMES]);
  const items = [...names].map((name) => {
    const protocol = protocolOf(name);
    const detail = descriptions[presetOf(protocol) ?? ''];
    return {
      label: name,
      ...(protocol.isSearching ? { description: t('searches all pages') } : {}),
      ...(protocol.hasTool ? { description: t('needs the boxes of another tool') } : {}),
      ...(detail === undefined ? {} : { detail }),
      protocol,
    };
  });
  const choice = await pickItem(items, {
    title: t('Ask Step by Step'),
    placeHolder: t('How are the turns of the model answered?'),
    matchOnDetail: true,
  });
  return choice?.protocol ?? null;
}

/** The preset that asks in the form that a protocol reads; null if there is none. */
function presetOf({ name, dialect }: Protocol): string | null {
  return [name, dialect].find(isPreset) ?? null;
}

/** The name of the prompt that a conversation begins with: the person's own if it asks in this form, or the preset. */
export function promptNameFor(protocol: Protocol, usual: Pick<Prompt, 'dialect'>, usualName: string): string {
  return usual.dialect === protocol.dialect ? usualName : (presetOf(protocol) ?? usualName);
}

/** A draft whose question is answered in several turns. A model that searches gets no page before it has searched. */
export function inTurns(draft: Draft, protocol: Protocol, toolWords: string | null): Draft {
  return {
    ...draft,
    samples: 1,
    steps: { protocol, toolWords },
    documents: protocol.isSearching
      ? draft.documents.map((document) => ({ ...document, pages: [] }))
      : draft.documents,
  };
}

/** The draft of a recorded question: in several turns, if it was answered so. */
export function asRecorded(
  draft: Draft,
  { conversation, toolResults }: Pick<TrajectoryInfo, 'conversation' | 'toolResults'>,
): Draft {
  const name = conversation?.protocol;
  if (name === undefined || !isProtocolName(name)) return draft;
  return inTurns(draft, protocolOf(name), toolResults ?? null);
}

/** Lets the person write what the other tool says; null if they do not want to. */
export async function askToolWords(): Promise<string | null> {
  const typed = await askText({
    title: t('The Boxes of the Other Tool'),
    prompt: t('What the other tool says when the model calls it. You can still change it at that step.'),
    placeHolder: '[{"bbox_2d": [10, 20, 300, 60]}]',
    ignoreFocusOut: true,
  });
  return typed === undefined ? null : typed.trim() || '[]';
}
