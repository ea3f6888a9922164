import type * as vscode from 'vscode';
import { registerAgents } from './host/agents/registerAgents.ts';
import { QUESTION } from './host/asking/askedQuestionSource.ts';
import { registerAsking } from './host/asking/registerAsking.ts';
import { registerDatasets } from './host/datasets/registerDatasets.ts';
import { registerDocuments } from './host/document/registerDocuments.ts';
import { registerEvaluation } from './host/evaluation/registerEvaluation.ts';
import { registerGrounding } from './host/grounding/registerGrounding.ts';
import type { SourceOpeners } from './host/inspector/inspectorSource.ts';
import { registerInspector } from './host/inspector/registerInspector.ts';
import { registerLinks } from './host/links/registerLinks.ts';
import { registerPrompts } from './host/prompts/registerPrompts.ts';
import { registerRecent } from './host/recent/registerRecent.ts';
import { registerRewards } from './host/rewards/registerRewards.ts';
import { registerRuns } from './host/runs/registerRuns.ts';
import { RUN_SAMPLE } from './host/runs/runIdentity.ts';
import { registerServers } from './host/servers/registerServers.ts';
import { useDisplayLanguage } from './host/shared/displayLanguage.ts';
import { makeServices, registerCommands } from './host/shared/services.ts';
import { registerStart } from './host/start/registerStart.ts';
import { FILE, SAVED_FILE } from './host/trajectories/fileIdentity.ts';
import { registerTrajectories } from './host/trajectories/registerTrajectories.ts';

/** Registers the parts of the extension. Nothing heavy is loaded here: commands load what they use. */
export function activate(context: vscode.ExtensionContext): void {
  useDisplayLanguage();
  const services = makeServices(context);
  /** The kinds of sources that inspectors show, each with a function that opens one again. */
  const openers: SourceOpeners = {
    [QUESTION]: (id) => asking.openQuestion(id),
    [FILE]: (id) => trajectories.openFile(id),
    [SAVED_FILE]: (id) => trajectories.openSavedFile(id),
    [RUN_SAMPLE]: (id) => runs.openRunSample(id),
  };

  const { servers, ...server } = registerServers(services, () => asking.isAsking());
  const documents = registerDocuments(services, servers, (...page) => groundings.recognizedWords(...page));
  const rewards = registerRewards(
    services,
    () => inspector.subject(),
    (uri) => trajectories.groundingOf(uri),
  );
  const { compositeFiles, python } = rewards;
  const { prompts, ...prompt } = registerPrompts(services, { servers, documents, compositeFiles, python });
  const groundings = registerGrounding(services, documents);
  const inspector = registerInspector(services, {
    servers,
    readPrompt: (name) => prompts.read(name),
    documents,
    groundings,
    rewards,
    openers,
  });
  const trajectories = registerTrajectories(services, { prompts, compositeFiles, documents, inspector });
  const { setApiKey, switchServer } = server;
  const asking = registerAsking(services, {
    servers,
    setApiKey,
    switchServer,
    documents,
    prompts,
    recognizer: () => groundings.recognizer(),
    inspector,
  });
  const recent = registerRecent(services, { asking, inspector });
  const runs = registerRuns(services, { inspector, documents, rewards });
  registerDatasets(services, documents);
  const evaluation = registerEvaluation(services, { servers, switchServer, prompts, inspector });
  const links = registerLinks(services, inspector);
  const start = registerStart(services);
  registerAgents(services, servers);

  registerCommands(services, {
    ...server.commands,
    ...documents.commands,
    ...rewards.commands,
    ...prompt.commands,
    ...inspector.commands,
    ...trajectories.commands,
    ...asking.commands,
    ...recent.commands,
    ...runs.commands,
    ...evaluation.commands,
    ...links.commands,
    ...start.commands,
  });
}
