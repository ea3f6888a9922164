import { parseTrajectoryFile, updateTrajectoryFile } from '../../core/records/trajectoryFile.ts';
import { replaceToolbox } from '../../core/toolPool/replaceToolbox.ts';
import { writeToolboxPrompt } from '../../core/toolPool/toolboxPrompt.ts';
import { scoreSampleWithAllRewards } from '../../language/trajectory/allRewards.ts';
import { PromptLanguage } from '../../language/prompt/promptLanguage.ts';
import type { CallHandlers } from '../../workers/serve.ts';
import type { LanguageCalls } from '../calls.ts';
import { Features } from './features.ts';
import { GivenFiles } from './givenFiles.ts';
import { promptHandlers } from './promptHandlers.ts';
import { ReceivedTexts } from './receivedTexts.ts';
import { responseHandlers } from './responseHandlers.ts';

/** The functions of the language worker. */
export function languageHandlers(): CallHandlers<LanguageCalls> {
  const files = new GivenFiles();
  const texts = new ReceivedTexts();
  const features = new Features(texts, files);
  const prompts = new PromptLanguage();
  return {
    feature: (request) => features.answer(request),
    ...promptHandlers(prompts, texts, files),
    ...responseHandlers,
    parseTrajectoryFile: ({ text }) => parseTrajectoryFile(text),
    writeToolboxPrompt: ({ tools, rewardFile }) => writeToolboxPrompt(tools, rewardFile),
    replaceToolbox: ({ text, tools }) => replaceToolbox(text, tools),
    updateTrajectoryFile: ({ text, info }) => updateTrajectoryFile(text, info),
    scoreComposite: ({ composite, response, context }) =>
      files.readComposite(composite).profile?.score(response, context) ?? null,
    scoreWithAllRewards: ({ recorded, composite, grounding }) =>
      scoreSampleWithAllRewards(recorded, composite && files.readComposite(composite).profile, grounding),
    forget: (uri) => {
      texts.forget(uri);
      features.forget(uri);
      prompts.forget(uri);
      return null;
    },
  };
}
