import { previewPrompt } from '../../core/prompts/preview.ts';
import { parsePromptFile, readPromptFile, renderPrompt } from '../../core/prompts/promptFile.ts';
import type { PromptLanguage, LintSettings } from '../../language/prompt/promptLanguage.ts';
import type { CallHandlers } from '../../workers/serve.ts';
import type { LanguageCalls, PreviewRequest, SentLintSettings } from '../calls.ts';
import type { GivenFiles } from './givenFiles.ts';
import type { ReceivedTexts } from './receivedTexts.ts';

type PromptCalls = Pick<
  LanguageCalls,
  | 'promptReward'
  | 'promptFindings'
  | 'promptTrials'
  | 'promptFixes'
  | 'promptHover'
  | 'parsePrompt'
  | 'renderPrompt'
  | 'previewPrompt'
  | 'placeInPrompt'
>;

/** The functions of the language worker for prompts. */
export function promptHandlers(
  language: PromptLanguage,
  texts: ReceivedTexts,
  files: GivenFiles,
): CallHandlers<PromptCalls> {
  const settingsOf = ({ composite, ...settings }: SentLintSettings): LintSettings => ({
    ...settings,
    composite: composite && files.readComposite(composite),
  });
  const preview = ({ prompt, question, numImages }: PreviewRequest) => {
    const file = readPromptFile('', texts.complete(prompt).text);
    return { file, preview: previewPrompt(file, question, numImages) };
  };
  return {
    parsePrompt: ({ name, text }) => parsePromptFile(name, text).prompt,
    renderPrompt: ({ prompt, question, numImages }) => renderPrompt(prompt, question, numImages),
    previewPrompt: (request) => {
      const {
        file: { prompt },
        preview: { parts, problems, cut },
      } = preview(request);
      return { prompt, preview: { parts, problems, cut } };
    },
    placeInPrompt: ({ at, ...request }) => preview(request).preview.placeOf(at),
    promptReward: ({ prompt }) => {
      const { prompt: read, ownReward, trainer } = readPromptFile('', texts.complete(prompt).text);
      return { reward: read.reward, ownReward, trainer };
    },
    promptFindings: ({ prompt, settings }) =>
      language.lint(texts.complete(prompt), settingsOf(settings)).findings,
    promptTrials: ({ prompt, settings }) => {
      const { trials, trainer } = language.lint(texts.complete(prompt), settingsOf(settings));
      return {
        trials: trials.map(({ response, truths, changed }) => ({
          response,
          truths,
          changed: changed.map((each) => ({ response: each.response, truths: each.truths })),
        })),
        trainer,
      };
    },
    promptFixes: ({ prompt, settings, span }) =>
      language.fixes(texts.complete(prompt), settingsOf(settings), span),
    promptHover: ({ prompt, settings, offset, pages }) =>
      language.hover(texts.complete(prompt), settingsOf(settings), offset, (code) => `${pages}/${code}.md`),
  };
}
