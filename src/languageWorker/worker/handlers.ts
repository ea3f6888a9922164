import { parseTrajectoryFile, updateTrajectoryFile } from '../../core/records/trajectoryFile.ts';
import { replaceToolbox } from '../../core/toolPool/replaceToolbox.ts';
import { writeToolboxPrompt } from '../../core/toolPool/toolboxPrompt.ts';
import { checkDatasetText } from '../../language/dataset/datasetCheck.ts';
import { completeDataset } from '../../language/dataset/datasetCompletions.ts';
import { hoverDataset } from '../../language/dataset/datasetHover.ts';
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
    datasetProblems: ({ dataset, known, isCut }) =>
      checkDatasetText(texts.complete(dataset).text, known, isCut),
    datasetCompletions: ({ dataset, offset }) => completeDataset(texts.complete(dataset).text, offset),
    datasetHover: ({ dataset, offset }) => hoverDataset(texts.complete(dataset).text, offset),
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
