import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { wasSent } from '../../asking/lastQuestions.ts';
import type { ParentFile } from '../../asking/model.ts';
import { isPreset } from '../../asking/promptFiles.ts';
import { samplesPhrase } from '../../core/countPhrases.ts';
import { PageTraceError } from '../../core/errors.ts';
import { joinList } from '../../core/joinList.ts';
import type { Prompt, RenderPrompt } from '../../core/prompts/model.ts';
import { isProtocolName } from '../../core/prompts/protocolNames.ts';
import type { RecordedResponse, TrajectoryInfo } from '../../core/records/model.ts';
import type { Sampling } from '../../core/records/sampling.ts';
import { isCompositePath } from '../../core/rewards/model.ts';
import { isRunning } from '../../core/records/sampleState.ts';
import type { SampleReport } from '../../inference/model.ts';
import { protocolOf } from '../../protocols/registry.ts';
import { keepTurns } from '../../protocols/restartConversation.ts';
import { TURN_MARK } from '../../protocols/transcript.ts';
import type { Comparisons } from '../inspector/comparisons.ts';
import type { Inspected, InspectorSource, OpenSource } from '../inspector/inspectorSource.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Servers } from '../servers/servers.ts';
import type { PermitFile } from '../shared/filePermissions.ts';
import { resolveReference } from '../shared/resolvePath.ts';
import type { ReadFrontMatter } from '../shared/languageThread.ts';
import { samplingLine } from '../../core/records/sampling.ts';
import { samplingFor } from '../shared/settings.ts';
import { pickItem, showWarning } from '../shared/workbench.ts';
import type { Asker } from './asker.ts';
import type { ConversationToAsk, QuestionToAsk } from './questionToAsk.ts';
import { QUESTION } from './askedQuestionSource.ts';
import { askToolWords, promptNameFor } from './chooseProtocol.ts';
import { askable, isNarrowed, type Draft } from './draft.ts';
import { begunAgain } from './draftConversation.ts';
import { chooseSamples, chooseSampling } from './draftChoices.ts';
import { recordedDraft, requireTrust, type DraftDocumentDeps } from './recordedDraft.ts';
import { turnsAgain } from './turnsAgain.ts';
import { chooseChange } from './whatIfChoices.ts';

export interface BranchCommandsDeps extends DraftDocumentDeps {
  readonly asker: Pick<Asker, 'ask'>;
  readonly comparisons: Pick<Comparisons, 'show'>;
  readonly servers: Pick<Servers, 'current'>;
  readonly prompts: Pick<Prompts, 'read' | 'locate'>;
  readonly permitFile: PermitFile;
  readonly readFrontMatter: ReadFrontMatter;
  readonly renderPrompt: RenderPrompt;
  /** Opens a trajectory a second time, with a source of its own; null if it no longer exists. */
  readonly open: OpenSource;
  readonly trusted: () => boolean;
}

/** The response that a branch comes from. */
interface Origin extends RecordedResponse {
  /** The id of its question; null if it is in a file. */
  readonly id: string | null;
  readonly sample: number;
  /** The file that names its documents and its prompt; null if these names are absolute. */
  readonly from: vscode.Uri | null;
  /** Finds a document that it names, if it may be read. */
  readonly locate: (reference: string) => Promise<vscode.Uri>;
}

/** A place in a response up to which it is continued. */
export interface ContinuedPlace extends Inspected {
  /** The number of characters that are kept. */
  readonly end: number;
}

/**
 * The end of the step that is selected in the inspector in view.
 * @throws PageTraceError `bad-input` if there is none
 */
export function placeOfStep(
  inspected: (Inspected & { readonly stepEnd: number | null }) | null,
): ContinuedPlace {
  if (inspected?.stepEnd != null) return { ...inspected, end: inspected.stepEnd };
  throw new PageTraceError('bad-input', t('No step is selected.'), {
    hint: t('Select a step in the inspector, or put the cursor into a trajectory file.'),
  });
}

/**
 * `PageTrace: Continue From Here`: sends the beginning of a response as the assistant's turn, and shows how the model
 * goes on, with other sampling or several samples if the person wants that.
 * @throws PageTraceError `untrusted`; `bad-input` if there is nothing to continue; `server-refused` if the server split
 * off the reasoning; and what finding the documents throws
 */
export async function continueResponse(
  { source, sample, end }: ContinuedPlace,
  deps: BranchCommandsDeps,
): Promise<void> {
  requireTrust(deps.trusted());
  const origin = originOf(source, sample);
  const facts = source.state().samples[sample];
  if (facts !== undefined && isRunning(facts))
    throw new PageTraceError('bad-input', t('This response is still being generated.'), {
      hint: t('Wait until it is complete, or cancel it first.'),
    });
  await continueOrigin(origin, end, facts?.reasoning ?? 'content', source.state().request, deps);
}

/**
 * `PageTrace: Continue From Here` in a trajectory file: continues its text up to the cursor, as it is in the editor.
 * @throws PageTraceError like `continueResponse`
 */
export async function continueEditor(
  { document, selection }: vscode.TextEditor,
  deps: BranchCommandsDeps,
): Promise<void> {
  requireTrust(deps.trusted());
  const { readTrajectory } = await import('../shared/trajectoryReader.ts');
  const { info, response, bodyStart } = await readTrajectory(document.getText(), deps.readFrontMatter);
  const end = Math.max(0, document.offsetAt(selection.active) - bodyStart);
  const from = document.uri;
  const locate = async (reference: string): Promise<vscode.Uri> => {
    const uri = resolveReference(from, reference);
    await deps.permitFile(uri, from, 'again');
    return uri;
  };
  await continueOrigin({ info, response, id: null, sample: 0, from, locate }, end, 'content', null, deps);
}

async function continueOrigin(
  origin: Origin,
  end: number,
  reasoning: SampleReport['reasoning'],
  request: string | null,
  deps: BranchCommandsDeps,
): Promise<void> {
  const continued = origin.response.slice(0, end);
  if (continued.trim() === '')
    throw new PageTraceError('bad-input', t('There is no text before this place to continue.'), {
      hint: t('Choose a step of the response, or put the cursor behind the text that is to be kept.'),
    });
  const { requireWholeText } = await import('../../inference/continuation.ts');
  requireWholeText(reasoning);
  const several = await severalTurns(origin, end);
  const recorded = await draftOf(origin, 1, deps, several === null ? undefined : refuseChanges);
  const usual = await deps.prompts.read(recorded.promptName);
  const promptName =
    several === null ? recorded.promptName : promptNameFor(several.protocol, usual, recorded.promptName);
  const prompt = await deps.prompts.read(promptName);
  if (several !== null && origin.info.prompt === null)
    void showWarning(
      t('It is not known with which prompt the conversation began. It goes on after {0}.', prompt.name),
    );
  if (request !== null && !(await wasSent({ info: origin.info, request }, prompt, deps.renderPrompt)))
    void showWarning(
      t(
        '{0} has changed since the question was asked. The response is continued after the prompt as it is now.',
        prompt.name,
      ),
    );
  const turns = several !== null ? 'all' : begunAgain(prompt, origin.info) === undefined ? 'one' : 'first';
  const chosen = await chooseRun({ ...recorded, promptName }, samplingFor(prompt), turns);
  if (chosen === null) return;
  const { draft, isStepped } = chosen;
  const goingOn =
    several === null
      ? { continued, samples: draft.samples }
      : { continued: null, samples: 1, conversation: { ...several, isStepped } };
  const asked = await toAsk(origin, draft, goingOn, deps);
  // Pages that are shown again are shown as they were.
  await deps.asker.ask(several === null ? asked : { ...asked, pixels: draft.pixels ?? asked.pixels });
}

/**
 * `PageTrace: What If`: asks a question again with one change that the person chooses, and shows the earlier and the new
 * trajectory side by side.
 * @throws PageTraceError `untrusted`, and what finding the documents and the prompt throws
 */
export async function askWhatIf(
  source: InspectorSource,
  sample: number,
  deps: BranchCommandsDeps,
): Promise<void> {
  requireTrust(deps.trusted());
  const origin = originOf(source, sample);
  const draft = await draftOf(origin, source.sampleCount, deps);
  const samples = deps.servers.current() !== null;
  const prompt = await deps.prompts.read(draft.promptName);
  const begun = { ...draft, conversation: begunAgain(prompt, origin.info) };
  const changed = await chooseChange(askable(begun, samples), { samples, effective: samplingFor(prompt) });
  if (changed === null) return;
  const before = await deps.open(source.identity);
  if (before === null) throw new PageTraceError('bad-input', t('This trajectory is no longer kept.'));
  const compared = { shown: false };
  try {
    await deps.asker.ask(await toAsk(origin, changed, null, deps), {
      show: (after) => {
        compared.shown = true;
        deps.comparisons.show({ before, after });
      },
    });
  } finally {
    if (!compared.shown) before.dispose();
  }
}

function originOf(source: InspectorSource, sample: number): Origin {
  const recorded = source.sample(sample);
  if (recorded === null) throw new PageTraceError('bad-input', t('There is no sample {0}.', sample + 1));
  const { identity, uri } = source;
  return {
    ...recorded,
    id: identity.kind === QUESTION ? identity.id : null,
    sample,
    from: uri,
    locate: (reference) => source.locate(reference),
  };
}

async function draftOf(
  { info, from, locate }: Origin,
  samples: number,
  deps: BranchCommandsDeps,
  warn?: (changed: readonly string[]) => void,
): Promise<Draft> {
  if (info.prompt !== null && !isPreset(info.prompt))
    await deps.permitFile(deps.prompts.locate(info.prompt), from, 'again');
  return recordedDraft(info, locate, samples, deps, warn);
}

/** How a branch goes on: with the text that is continued, or in a conversation. */
type GoingOn = Pick<QuestionToAsk, 'samples' | 'conversation'> & { readonly continued: string | null };

/** @param goingOn null for a question that is asked from the beginning */
async function toAsk(
  { id, sample, info, from }: Origin,
  draft: Draft,
  goingOn: GoingOn | null,
  { prompts, servers }: BranchCommandsDeps,
): Promise<QuestionToAsk> {
  const prompt = await prompts.read(draft.promptName);
  const begun = { ...draft, conversation: begunAgain(prompt, info) };
  const { continued, ...turns } = goingOn ?? {
    continued: null,
    ...(await turnsAgain(begun, prompt, servers)),
  };
  const isOther = draft.promptName !== info.prompt;
  const file = id === null ? fileOf(from, { ...info, prompt: isOther ? info.prompt : prompt.name }) : null;
  return {
    question: draft.question,
    documents: draft.documents.map((document) => ({ ...document, isNarrowed: isNarrowed(document) })),
    prompt: isOther ? prompt : { ...prompt, ...chosenInfo(id, info) },
    ...turns,
    // A prompt that is new here brings its own values.
    sampling: { ...samplingFor(prompt), ...draft.sampling, ...(isOther ? prompt.sampling : {}) },
    model: draft.model,
    pixels: (isOther ? prompt.pixels : null) ?? draft.pixels,
    reference: draft.question === info.question ? info.reference : null,
    branch: { id, sample, continued, ...(file !== null && { file }) },
  };
}

/**
 * The conversation that goes on after a place, if its text up to there is more than a single turn of the model with all
 * that it was sent, or if a tool is called within the turn; otherwise null.
 * @throws PageTraceError `bad-input` if what was recorded of the turns does not go with the text; `cancelled` if the person
 * does not want to say what the other tool says
 */
async function severalTurns(
  { info: { conversation, toolResults }, response }: Origin,
  end: number,
): Promise<Omit<ConversationToAsk, 'isStepped'> | null> {
  const name = conversation?.protocol;
  if (conversation === undefined || name === undefined || !isProtocolName(name)) return null;
  const protocol = protocolOf(name);
  const isOne = !protocol.isSearching && !response.slice(0, end).includes(TURN_MARK);
  if (isOne && !protocol.hasTool) return null;
  const kept = keepTurns(response, end, conversation, protocol);
  const mayCall = protocol.hasTool && !kept.turns.some(({ recorded }) => recorded.by === 'tool');
  const toolWords = toolResults ?? (mayCall ? await askToolWords('whole') : null);
  if (mayCall && toolWords === null) throw new PageTraceError('cancelled', t('Nothing was sent.'));
  return toolWords === '' ? null : { protocol, toolWords, kept };
}

/** @throws PageTraceError `bad-input` because pages would not be those that were shown before */
function refuseChanges(changed: readonly string[]): never {
  throw new PageTraceError(
    'bad-input',
    t('{0} changed after the conversation, which cannot go on with other pages.', joinList(changed)),
    { hint: t('Bring back the earlier file, or ask the question again (PageTrace: Ask Again).') },
  );
}

/** The file that a branch comes from; null if it was never saved. */
function fileOf(from: vscode.Uri | null, info: TrajectoryInfo): ParentFile | null {
  if (from === null || from.scheme === 'untitled') return null;
  const { question, documents, images, prompt, pixels, model, sampling } = info;
  return { uri: from.toString(), info: { question, documents, images, prompt, pixels, model, sampling } };
}

/** The dialect and the reward that a question was given, so that its branches are scored like it. */
function chosenInfo(id: string | null, { dialect, reward }: TrajectoryInfo): Partial<Prompt> {
  // A file names a composite reward by a path from its folder, which a question does not have.
  const isUsable = reward !== null && (id !== null || !isCompositePath(reward));
  return { ...(dialect !== null && { dialect }), ...(isUsable && { reward }) };
}

/** How a continuation is sent. */
interface ChosenRun {
  readonly draft: Draft;
  /** Whether a conversation stops before each turn. */
  readonly isStepped: boolean;
}

/**
 * Lets the person change the number of samples and the sampling of a continuation; null if it is not to be sent.
 * @param turns which turns are asked for: the only one, the first one of a conversation, or all that are left
 */
async function chooseRun(
  first: Draft,
  effective: Sampling,
  turns: 'one' | 'first' | 'all',
): Promise<ChosenRun | null> {
  let draft = first;
  for (;;) {
    const { temperature, top_p } = { ...effective, ...draft.sampling };
    const line = samplingLine({ temperature, top_p });
    const choice = await pickItem(
      [
        {
          label: t('Continue'),
          description: [
            ...(turns === 'all' ? [t('the conversation goes on')] : [samplesPhrase(draft.samples)]),
            line,
            ...(turns === 'first' ? [t('this turn alone')] : []),
          ].join(' · '),
          action: 'send' as const,
        },
        turns === 'all'
          ? { label: t('Step by step'), action: 'steps' as const }
          : { label: t('Number of Samples…'), action: 'samples' as const },
        { label: t('Sampling…'), action: 'sampling' as const },
      ],
      { title: t('Continue From Here') },
    );
    if (choice === undefined) return null;
    const { action } = choice;
    if (action === 'send' || action === 'steps') return { draft, isStepped: action === 'steps' };
    draft = await (action === 'samples' ? chooseSamples(draft) : chooseSampling(draft, effective));
  }
}
