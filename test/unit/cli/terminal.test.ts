import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { HIDDEN_CHARACTER, HOSTILE_TEXT } from '../../support/hostileText.ts';
import { processTerminal, type Terminal } from '../../../src/cli/terminal/terminal.ts';

interface Watched {
  readonly terminal: Terminal;
  readonly written: () => { readonly stdout: string; readonly stderr: string };
}

function stream(isTTY: boolean): { readonly stream: NodeJS.WriteStream; readonly text: () => string } {
  const through = new PassThrough({ encoding: 'utf8' });
  let text = '';
  through.on('data', (piece: string) => (text += piece));
  return {
    stream: Object.assign(through, { isTTY, columns: 40 }) as unknown as NodeJS.WriteStream,
    text: () => text,
  };
}

function open(watched: boolean): Watched {
  const stdout = stream(watched);
  const stderr = stream(watched);
  return {
    terminal: processTerminal(stdout.stream, stderr.stream, true, () => undefined),
    written: () => ({ stdout: stdout.text(), stderr: stderr.text() }),
  };
}

const HOSTILE =
  '\u001B[31mred\u001B]0;title\u0007\u001B[2J\r\n\tx\u009B2J\u007F\u202Eabc\u2066d\u200Be\u{E0041}f\u2028g';
const SHOWN = '␛[31mred␛]0;title␇␛[2J␍\n\tx\\u009B2J\\u007F\\u202Eabc\\u2066d\\u200Be\\uDB40\\uDC41f\\u2028g';

describe('printing text with control characters', () => {
  it('replaces control characters in text that a person sees', () => {
    const { terminal, written } = open(true);
    terminal.out(HOSTILE);
    terminal.say(HOSTILE);
    terminal.debug(HOSTILE);
    expect(written()).toEqual({ stdout: SHOWN, stderr: `${SHOWN}\n${SHOWN}\n` });
  });

  it('replaces control characters in a line of progress, which stays on one line', () => {
    const { terminal, written } = open(true);
    terminal.progress('page\n1 of \u001B[2Ja\tb.pdf');
    terminal.count('\u202E2 tokens');
    expect(written().stderr).toBe('page␊1 of ␛[2Ja␉b.pdf\r\u001B[K\\u202E2 tokens');
  });

  it('prints no escape sequence, carriage return or invisible character', () => {
    const { terminal, written } = open(true);
    terminal.out(HOSTILE_TEXT);
    expect(written().stdout).not.toMatch(HIDDEN_CHARACTER);
  });

  it('prints right-to-left letters and joined emoji unchanged', () => {
    const { terminal, written } = open(true);
    terminal.out('שלום مرحبا 👩‍💻\n');
    expect(written().stdout).toBe('שלום مرحبا 👩‍💻\n');
  });

  it('prints JSON with the same meaning after control characters are replaced', () => {
    const { terminal, written } = open(true);
    terminal.out(JSON.stringify({ text: HOSTILE }));
    expect(JSON.parse(written().stdout)).toEqual({ text: HOSTILE });
    expect(written().stdout).not.toMatch(HIDDEN_CHARACTER);
  });

  it('prints the true text of a result, and sentences with control characters replaced, if neither is a terminal', () => {
    const { terminal, written } = open(false);
    terminal.out(HOSTILE);
    terminal.say(HOSTILE);
    terminal.progress(HOSTILE);
    terminal.count('2 tokens');
    terminal.debug(HOSTILE);
    expect(written()).toEqual({ stdout: HOSTILE, stderr: `${SHOWN}\n${SHOWN}\n${SHOWN}\n` });
  });
});
