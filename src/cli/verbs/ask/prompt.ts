import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPreset, PRESETS, promptText } from '../../../asking/promptFiles.ts';
import { PageTraceError } from '../../../core/errors.ts';
import type { Prompt } from '../../../core/prompts/model.ts';
import { DEFAULT_SAMPLING, type Sampling } from '../../../core/records/sampling.ts';
import { parsePromptFile } from '../../../core/prompts/promptFile.ts';
import { isCompositePath, type CompositePath } from '../../../core/rewards/model.ts';
import { readWholeFile } from '../../../runs/reading/wholeText.ts';
import { numberOption, type AskArguments } from '../../arguments/arguments.ts';
import { packageFile } from '../../package/shippedFile.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The most bytes of a prompt file. */
const LONGEST_PROMPT = 16 * 1024 * 1024;

/**
 * Reads a prompt: a preset by its name, or a file. Unknown keys of its front matter are reported.
 * @throws PageTraceError `bad-input` for a file that cannot be read, `prompt-broken`
 */
export async function readPrompt(
  name: string,
  terminal: Pick<Terminal, 'say'>,
  signal: AbortSignal,
): Promise<Prompt> {
  const preset = isPreset(name);
  const file = preset ? fileURLToPath(packageFile(`media/prompts/${name}.jinja`)) : path.resolve(name);
  let bytes: Uint8Array;
  try {
    bytes = await readWholeFile(file, { longest: LONGEST_PROMPT, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new PageTraceError('bad-input', `The prompt file ${name} could not be read.`, {
      hint: `Name one of ${PRESETS.join(', ')}, or a .jinja file.`,
      cause: error,
    });
  }
  const { prompt, problems } = parsePromptFile(
    preset ? name : path.basename(name).replace(/\.jinja$/i, ''),
    promptText(name, bytes),
  );
  for (const problem of problems) terminal.say(`${path.basename(name)}: ${problem.message}`);
  const { reward } = prompt;
  // The path is relative to the prompt's folder, which only this function knows.
  return reward !== null && isCompositePath(reward)
    ? { ...prompt, reward: path.resolve(path.dirname(path.resolve(name)), reward) as CompositePath }
    : prompt;
}

type SamplingValues = Pick<
  AskArguments['values'],
  'temperature' | 'top-p' | 'repetition-penalty' | 'max-tokens' | 'seed'
>;

/**
 * Sampling according to the options, then the prompt, then the defaults.
 * @throws PageTraceError `bad-input` naming the option and its range
 */
export function readSampling(values: SamplingValues, prompt: Prompt): Sampling {
  const base = { ...DEFAULT_SAMPLING, ...prompt.sampling };
  return {
    temperature: numberOption('temperature', values.temperature, { least: 0, most: 2 }, base.temperature),
    top_p: numberOption('top-p', values['top-p'], { least: 0.01, most: 1 }, base.top_p),
    repetition_penalty: numberOption(
      'repetition-penalty',
      values['repetition-penalty'],
      { least: 0.1, most: 2 },
      base.repetition_penalty,
    ),
    max_tokens: numberOption(
      'max-tokens',
      values['max-tokens'],
      { least: 1, most: 1_000_000, whole: true },
      base.max_tokens,
    ),
    seed: numberOption(
      'seed',
      values.seed,
      { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true },
      base.seed,
    ),
  };
}
