import { t } from '@vscode/l10n';
import { TRAINER_TITLES, type Trainer } from '../../rewards/trainers.ts';
import { variablesOf, type PromptFile } from '../promptFile.ts';

/** The variables with which a prompt is rendered. */
export interface Filled {
  /** The trainer that renders it; null if PageTrace does. */
  readonly trainer: Trainer | null;
  /** The variables of a rendering for a number of images. */
  variables(numImages: number): Readonly<Record<string, unknown>>;
  /** Whether a variable has a value. */
  has(name: string): boolean;
}

/**
 * The variables that fill a prompt: PageTrace's own, or only `content` if a trainer sends it. EasyR1
 * (verl/utils/dataset.py) renders the whole format prompt with `content` alone. verl renders no template, so a script
 * that prepares its data has to, and `content` is what such scripts fill too.
 */
export function filledBy(prompt: PromptFile['prompt'], trainer: Trainer | null, question: string): Filled {
  const variables = (numImages: number): Readonly<Record<string, unknown>> =>
    trainer === null ? variablesOf(prompt, question, numImages) : { content: question };
  const names = new Set(Object.keys(variables(1)));
  return { trainer, variables, has: (name) => names.has(name) };
}

/** Why a variable is empty, and what to do. */
export function emptyBecause({ trainer }: Filled, name: string): string {
  if (trainer === null)
    return t(
      'Nothing fills `{0}`, so it is empty. The question is `content`, the number of images is `num_images`, and the tools are `toolbox`.',
      name,
    );
  return trainer === 'easyr1'
    ? t(
        '{0} fills only `content`, so `{1}` is empty. Write its value into the prompt, or leave it out.',
        TRAINER_TITLES[trainer],
        name,
      )
    : t(
        '{0} fills no template, and its data is usually prepared with `content` alone, so `{1}` is empty. Write its value into the prompt, or leave it out.',
        TRAINER_TITLES[trainer],
        name,
      );
}
