import type { PixelBudget } from '../../../core/geometry/pixelBudget.ts';
import { Pairs } from '../../../core/training/pairs.ts';
import { OpenDocuments } from '../../../evaluation/openDocuments.ts';
import { PageImages } from '../../../evaluation/pageImages.ts';
import { expandInputs } from '../../../runs/reading/expandInputs.ts';
import { scorePortions, type ScoredItem } from '../../../runs/scoring/scorer.ts';
import { groupKey } from '../../../runs/statistics/groupKey.ts';
import { readArguments } from '../../arguments/arguments.ts';
import { budgetOption, createDocumentRoom } from '../../arguments/documents.ts';
import { readInputOptions, requireFiles } from '../../arguments/inputOptions.ts';
import { loadProfile, profileChoice } from '../../arguments/profileOption.ts';
import { readSamples } from '../../arguments/readSamples.ts';
import { readScoringOptions } from '../../arguments/scoringOptions.ts';
import { readFiles, requireOutside } from '../../output/outputFile.ts';
import { Problems } from '../../terminal/problems.ts';
import { cancellation, CLEAN, FINDINGS, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { readPrompt } from '../ask/prompt.ts';
import { ChosenSamples } from '../convert/chosenSamples.ts';
import { FilesReadTwice } from '../runs/readTwice.ts';
import { WhereFilter } from '../runs/whereOption.ts';
import { ExportedRecords, rewardOf } from './exportedRecords.ts';
import { exportOptions, readExportOptions, type AskedExport } from './exportOptions.ts';
import { exportJson, exportText } from './exportReport.ts';
import { TrainingFolder } from './trainingFolder.ts';
import { TrainingImages } from './trainingImages.ts';
import { openTrainingWriter } from './trainingWriter.ts';
import { EXPORT_TRAINING_USAGE } from './usage.ts';
import { wholeText } from '../../output/numbers.ts';

/** Documents that stay open although no sample uses them. */
const OPEN_DOCUMENTS = 4;

/** Bytes of page images that are kept for the next samples. */
const PAGE_IMAGES = 64 * 1024 * 1024;

/**
 * `pagetrace export-training`: samples of runs as training files, with their page images and where each record comes from.
 * @throws PageTraceError for wrong arguments, and for an output that cannot be written; `cancelled`
 */
export async function exportTraining(args: readonly string[], context: VerbContext): Promise<number> {
  const { values, positionals } = readArguments(args, exportOptions);
  const { terminal, interrupted: signal } = context;
  if (values.help === true) {
    terminal.out(EXPORT_TRAINING_USAGE);
    return CLEAN;
  }
  const named = requireFiles('export-training', positionals);
  const asked = readExportOptions(values, terminal);
  const budget = budgetOption(values);
  const { files, leftOut } = await expandInputs(named);
  await requireOutside(asked.out, readFiles([...named, ...files], [values.references, values.profile]));
  const where = values.where === undefined ? null : new WhereFilter(values.where, 'never');
  const isReadTwice = asked.form.kind === 'pairs' || where?.needsGroups === true;
  const twice = isReadTwice ? new FilesReadTwice(files) : null;
  await twice?.requireReadable();
  const profile = values.profile === undefined ? null : await loadProfile(values.profile);
  const scoring = {
    choice: profile === null ? null : profileChoice(profile, context),
    options: readScoringOptions(values, null),
    python: null,
  };
  const chosen = where === null ? null : new ChosenSamples(where, profile === null ? 'score' : 'reward');
  const inputs = await readInputOptions(values, context);
  if (leftOut.length > 0) inputs.notice({ kind: 'left-out', leftOut });
  const prompt = values.prompt === undefined ? null : await readPrompt(values.prompt, terminal, signal);
  const portions = (isFirst: boolean): AsyncGenerator<readonly ScoredItem[]> => {
    const notice = isFirst ? inputs.notice : (): void => undefined;
    return scorePortions(readSamples(files, { ...inputs, notice }), scoring, signal);
  };
  await chosen?.prepare(() => portions(false));
  const pairs = asked.form.kind === 'pairs' ? await findPairs(portions(false), asked.margin, chosen) : null;
  chosen?.restart();
  await twice?.requireUnchanged();

  const rooms = openRooms(context);
  const folder = await TrainingFolder.open(asked.out).catch(async (error: unknown) => {
    await rooms.close();
    throw error;
  });
  const problems = new Problems(terminal);
  let isEmpty = false;
  try {
    const images = openImages(asked, values.documents ?? [], budget, rooms, folder);
    const writer = await openTrainingWriter(asked.form, folder);
    const deps = { kind: asked.form.kind, prompt, images, hasImages: asked.mode !== 'none' };
    const output = new ExportedRecords(asked, writer, folder, deps, pairs);
    for await (const items of portions(true)) {
      chosen?.look(items);
      for (const item of items) {
        if ('problem' in item) problems.add(item.place, item.problem);
        else await output.take(item, chosen?.matches(item) !== false, signal);
      }
      terminal.count(`Exported ${wholeText(output.written)}`);
    }
    if (signal.aborted) throw cancellation();
    output.end();
    await writer.close();
    const made = {
      to: asked.form.name,
      title: asked.form.title,
      kind: asked.form.kind,
      out: asked.out,
      file: writer.file,
      where: values.where ?? null,
      profile: values.profile ?? null,
      prompt: prompt?.name ?? null,
      images: { mode: asked.mode, written: images.written },
      counts: output.tally.counts,
      unreadable: problems.count,
      questionsAlone: output.questionsAlone,
    };
    const json = `${JSON.stringify(exportJson(made), null, 2)}\n`;
    isEmpty = made.counts.written === 0;
    if (isEmpty) await folder.abandon();
    else await completeFolder(folder, asked, writer.file, json);
    problems.end();
    for (const line of exportText(made)) terminal.say(line);
    for (const sentence of chosen?.unseenFields() ?? []) terminal.say(sentence);
    if (values.json === true) terminal.out(json);
  } catch (error) {
    await folder.abandon();
    throw error;
  } finally {
    await rooms.close();
  }
  if (problems.count > 0) return UNUSABLE;
  return isEmpty ? FINDINGS : CLEAN;
}

/** Writes what describes the records into their folder, and gives it its name. */
async function completeFolder(
  folder: TrainingFolder,
  { form, mode, name }: AskedExport,
  file: string,
  json: string,
): Promise<void> {
  await folder.writeFile('export.json', json);
  const description = form.description?.(file, mode !== 'none') ?? null;
  if (description !== null)
    await folder.writeFile('dataset_info.json', `${JSON.stringify({ [name]: description }, null, 2)}\n`);
  await folder.close();
}

interface Rooms {
  readonly documents: OpenDocuments;
  readonly close: () => Promise<void>;
}

function openRooms({ terminal }: VerbContext): Rooms {
  const room = createDocumentRoom(terminal);
  return { documents: new OpenDocuments(room, OPEN_DOCUMENTS), close: () => room.dispose() };
}

const openImages = (
  { form, mode }: AskedExport,
  folders: readonly string[],
  budget: (usual: PixelBudget) => PixelBudget,
  { documents }: Rooms,
  folder: TrainingFolder,
): TrainingImages =>
  new TrainingImages({
    mode,
    holdsBytes: form.container === 'parquet',
    folders,
    budget,
    documents,
    pageImages: new PageImages(PAGE_IMAGES),
    write: (name, bytes) => folder.writeFile(name, bytes),
  });

/** The best and the worst sample of each group, of those that match the filter. */
async function findPairs(
  portions: AsyncIterable<readonly ScoredItem[]>,
  margin: number,
  chosen: ChosenSamples | null,
): Promise<Pairs> {
  const pairs = new Pairs(margin);
  let position = 0;
  for await (const items of portions) {
    chosen?.look(items);
    for (const item of items) {
      if ('problem' in item) continue;
      const at = position++;
      const group = groupKey(item.sample);
      const reward = rewardOf(item);
      if (chosen?.matches(item) === false || group === null || reward === null) continue;
      pairs.look(group.key, at, reward);
    }
  }
  return pairs;
}
