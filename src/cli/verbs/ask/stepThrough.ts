import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PageTraceError } from '../../../core/errors.ts';
import { sentenceOf } from '../../../core/sentenceOf.ts';
import type { Decision } from '../../../protocols/converse.ts';
import { describeAction } from '../../../protocols/describeAction.ts';
import { editLastTurn, turnAsText } from '../../../protocols/editTurn.ts';
import type { Action, Conversation, Turn } from '../../../protocols/model.ts';
import { lastTurn } from '../../../protocols/turns.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** How a person is asked. */
export interface StepDialog {
  /** The next line that the person writes; null if there is none. */
  readonly readLine: () => Promise<string | null>;
  /** The text as the person has edited it. */
  readonly edit: (text: string) => Promise<string>;
}

const CHOICES = 'Enter: go on. e: edit what was said last. s: stop.';

const SPEAKERS: Readonly<Record<Turn['speaker'], string>> = {
  model: 'The model said',
  tool: 'The model is told by a tool',
  user: 'The model is told',
};

/** Asks a person before everything that happens in a conversation: go on, edit what was said last, or stop. */
export function stepThrough(
  terminal: Pick<Terminal, 'say'>,
  { readLine, edit }: StepDialog,
): (action: Action, conversation: Conversation) => Promise<Decision> {
  let shown = 0;
  return async (action, conversation) => {
    for (const turn of conversation.turns.slice(shown))
      terminal.say(`--- ${SPEAKERS[turn.speaker]}:\n${turnAsText(turn)}`);
    shown = conversation.turns.length;
    for (;;) {
      terminal.say(`--- Next: ${describeAction(action, conversation)}.\n${CHOICES}`);
      const line = (await readLine())?.trim().toLowerCase();
      if (line === '') return { kind: 'go-on' };
      if (line === undefined || line === 's') return { kind: 'stop' };
      if (line !== 'e') continue;
      const turn = lastTurn(conversation);
      try {
        const edited = editLastTurn(conversation, await edit(turn === null ? '' : turnAsText(turn)));
        if (edited === conversation) continue;
        shown -= 1;
        return { kind: 'edit', conversation: edited };
      } catch (error) {
        terminal.say(sentenceOf(error));
      }
    }
  };
}

/**
 * The dialog at the terminal of this process: lines of standard input, and the editor that VISUAL or EDITOR names.
 * `close` gives standard input back.
 */
export function terminalDialog(environment: NodeJS.ProcessEnv): StepDialog & { readonly close: () => void } {
  const lines = createInterface({ input: process.stdin });
  const iterator = lines[Symbol.asyncIterator]();
  return {
    readLine: async () => {
      const { done, value } = await iterator.next();
      return done === true ? null : value;
    },
    edit: (text) => editText(text, environment['VISUAL'] ?? environment['EDITOR'] ?? ''),
    close: () => {
      lines.close();
    },
  };
}

/**
 * A text as a person has edited it in an editor.
 * @throws PageTraceError `bad-input` without an editor, or if it fails
 */
export async function editText(text: string, editor: string): Promise<string> {
  if (editor.trim() === '')
    throw new PageTraceError('bad-input', 'No editor is named.', {
      hint: 'Set EDITOR to the command of one, such as nano.',
    });
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagetrace-'));
  try {
    const file = path.join(folder, 'turn.txt');
    await fs.writeFile(file, text);
    // The command may have arguments, as in “code --wait”, so that a shell reads it; the path goes through a variable.
    const name = process.platform === 'win32' ? '%PAGETRACE_EDITED%' : '$PAGETRACE_EDITED';
    const child = spawn(`${editor} "${name}"`, {
      shell: true,
      stdio: 'inherit',
      env: { ...process.env, PAGETRACE_EDITED: file },
    });
    const [status] = (await once(child, 'exit')) as [number | null];
    if (status !== 0)
      throw new PageTraceError('bad-input', `The editor ended with ${status ?? 'a signal'}.`, {
        hint: 'What it wrote is not used. Edit again, or go on.',
      });
    return await fs.readFile(file, 'utf8');
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
