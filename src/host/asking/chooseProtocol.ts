import { t } from '@vscode/l10n';
import { isPreset, presetDescriptions } from '../../asking/promptFiles.ts';
import { PageTraceError } from '../../core/errors.ts';
import type { Prompt } from '../../core/prompts/model.ts';
import { PROTOCOL_NAMES, type ProtocolName } from '../../core/prompts/protocolNames.ts';
import type { Protocol } from '../../protocols/model.ts';
import { protocolOf } from '../../protocols/registry.ts';
import { askText, pickItem } from '../shared/workbench.ts';
import type { Draft, Turns } from './draft.ts';

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
  const variants = variantFacts();
  const names = new Set([...(usual === null ? [] : [usual]), ...PROTOCOL_NAMES]);
  const items = [...names].map((name) => {
    const protocol = protocolOf(name);
    const detail = descriptions[presetOf(protocol) ?? ''];
    const facts = [
      variants[name],
      protocol.isSearching ? t('searches all pages') : undefined,
      protocol.hasTool ? t('needs the boxes of another tool') : undefined,
    ];
    return {
      label: name,
      description: facts.filter((fact) => fact !== undefined).join(' · '),
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

/** How protocols differ from others with the same prompt. */
function variantFacts(): Readonly<Partial<Record<ProtocolName, string>>> {
  return {
    'vg-refiner-evaluation': t('as it is evaluated'),
    'vrag-rl-training': t('as it is trained, with four rounds'),
  };
}

/** The preset that asks in the form that a protocol reads; null if there is none. */
function presetOf({ name, dialect }: Protocol): string | null {
  return [name, dialect].find(isPreset) ?? null;
}

/** The name of the prompt that a conversation begins with: the person's own if it asks in this form, or the preset. */
export function promptNameFor(protocol: Protocol, usual: Pick<Prompt, 'dialect'>, usualName: string): string {
  return usual.dialect === protocol.dialect ? usualName : (presetOf(protocol) ?? usualName);
}

/** Lets the person choose how many turns of its conversation a draft asks for; the same draft if they choose nothing. */
export async function chooseTurns(draft: Draft): Promise<Draft> {
  const { conversation } = draft;
  if (conversation === undefined) return draft;
  const items: readonly { label: string; detail: string; turns: Turns }[] = [
    {
      label: t('The whole conversation'),
      detail: t('Runs to its end by itself. You can pause it and go on step by step.'),
      turns: 'whole',
    },
    {
      label: t('Step by step'),
      detail: t('Stops before each turn. You can edit what the model wrote and what it is told.'),
      turns: 'steps',
    },
    {
      label: t('The first turn alone'),
      detail: t('A single request, without searches and tools. It can have several samples.'),
      turns: 'first',
    },
  ];
  const choice = await pickItem(
    items.map((item) => ({
      ...item,
      ...(item.turns === conversation.turns && { description: t('in use') }),
    })),
    { title: t('Turns of {0}', conversation.protocol.name) },
  );
  return choice === undefined ? draft : { ...draft, conversation: { ...conversation, turns: choice.turns } };
}

/** Lets the person write what the other tool says; null if they do not want to ask, empty for the first turn alone. */
export async function askToolWords(turns: Turns): Promise<string | null> {
  const isStepped = turns === 'steps';
  const typed = await askText({
    title: t('The Boxes of the Other Tool'),
    prompt: isStepped
      ? t('What the other tool says when the model calls it. You can still change it at that step.')
      : t(
          'What the other tool says when the model calls it. Leave it empty to ask for the first turn alone.',
        ),
    placeHolder: '[{"bbox_2d": [10, 20, 300, 60]}]',
    ignoreFocusOut: true,
  });
  return typed === undefined ? null : typed.trim() || (isStepped ? '[]' : '');
}
