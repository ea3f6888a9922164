import path from 'node:path';
import { isPreset } from '../../../asking/promptFiles.ts';
import { lintPrompt } from '../../../core/prompts/lint/lintPrompt.ts';
import { Positions } from '../../../core/positions.ts';
import { readWholeFile } from '../../../runs/reading/wholeText.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Says what the lint finds in a person's own prompt for a judge, as `pagetrace lint` does. */
export async function lintJudgePrompt(file: string, terminal: Terminal, signal: AbortSignal): Promise<void> {
  if (isPreset(file)) return;
  const text = (await readWholeFile(file, { signal })).toString('utf8');
  const positions = new Positions(text);
  const name = path.basename(file).replace(/\.jinja$/i, '');
  for (const { severity, code, message, span } of lintPrompt(text, { name }).findings) {
    if (severity === 'information') continue;
    const { line, column } = positions.at(span.start);
    terminal.say(`${file}:${line}:${column}: ${severity} ${code} ${message}`);
  }
}
