import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import { documentFolders } from '../../../src/host/shared/documentFolders.ts';
import type { FilePermissions } from '../../../src/host/shared/filePermissions.ts';
import type { GroundingServices } from '../../../src/host/grounding/groundings.ts';
import { Grounder } from '../../../src/grounding/grounder.ts';
import { RunMemory } from '../../../src/host/runs/runMemory.ts';
import { RunSession } from '../../../src/host/runs/runSession.ts';
import { showRunSample, openRunSample } from '../../../src/host/runs/openRunSample.ts';
import { countClaimMarks } from '../../../src/core/grounding/claimCounts.ts';
import { claimMark } from '../../../src/core/grounding/claimMark.ts';
import { readSampleAt } from '../../../src/runs/reading/sampleAt.ts';
import type { RunState, SampleRow } from '../../../src/protocol/run.ts';
import {
  extensionUri,
  fixture,
  memento,
  sourceDeps,
  until,
  useFolder,
  useSettings,
} from '../support/given.ts';
import { makeFiles, makeLibrary } from '../support/services.ts';

const folder = useFolder();
const set = useSettings();

const record = (n: number) => ({
  input: `question ${Math.floor(n / 2)}`,
  output: `<think>Image 1 shows it.</think><answer>${n}</answer>`,
  gts: '1',
  score: n % 2,
  image_path: 'page.png',
});

let memory: RunMemory;
let library: DocumentLibrary;
let files: FilePermissions;
/** Where what was found is kept. */
let cache: string | null;
let session: RunSession | null = null;
let errors: unknown[];

beforeEach(() => {
  memory = new RunMemory(memento(), memento());
  library = makeLibrary();
  files = makeFiles(() => true, documentFolders);
  cache = null;
  errors = [];
});
afterEach(async () => {
  session?.dispose();
  session = null;
  files.dispose();
  await library.dispose();
});

async function write(name: string, text: string): Promise<string> {
  const file = folder.file(name).fsPath;
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, text);
  return file;
}

const lines = (...records: readonly unknown[]): string =>
  records.map((each) => `${JSON.stringify(each)}\n`).join('');

/** Opens a run, and waits until it is read. */
async function open(...paths: readonly string[]): Promise<RunState> {
  const opened = new RunSession(
    { key: paths.join('\n'), name: path.basename(paths[0] ?? ''), paths },
    {
      extensionUri: extensionUri(),
      cache,
      memory,
      pages: { extensionUri: extensionUri(), library, permitFile: files.permit },
      error: (error) => errors.push(error),
      limits: { progressInterval: 1, scoringNiceness: 0 },
    },
  );
  session = opened;
  opened.start();
  return until('the run is read', () => {
    const state = opened.state();
    return state.status.phase === 'indexing' ? null : state;
  });
}

const current = (): RunSession => {
  assert.ok(session);
  return session;
};
const rowsOf = async (): Promise<readonly SampleRow[]> => {
  const { rows } = await current().rows({ start: 0, count: 100 }, new AbortController().signal);
  return rows.filter((row) => row.kind === 'sample');
};

describe('a run in the editor', () => {
  it('is read with its counts, its form and its steps', async () => {
    const state = await open(
      await write('run/2.jsonl', lines(record(0), record(1), { custom_id: 'c', error: { message: 'busy' } })),
      await write('run/10.jsonl', `${lines(record(2))}{"input": \n`),
    );
    assert.deepEqual(state.status, { phase: 'ready' });
    assert.equal(state.detail, 'rollouts of verl, steps 2 to 10');
    const { files, records, samples, failed, broken, groups } = state.counts;
    assert.deepEqual(
      { files, records, samples, failed, broken, groups },
      { files: 2, records: 5, samples: 3, failed: 1, broken: 1, groups: 2 },
    );
    assert.equal(state.view.rows, 5);
    assert.deepEqual(errors, []);
  });

  it('is sorted and grouped as the person asks', async () => {
    await open(await write('a.jsonl', lines(...[0, 1, 2, 3].map(record))));
    await current().receive({ type: 'sort', sort: { column: 'score', isDescending: true } });
    // A sample is right where the head of its group counts it as right.
    assert.deepEqual(
      (await rowsOf()).map(({ score, verdict }) => [score, verdict]),
      [
        [1, 'right'],
        [1, 'right'],
        [0, 'wrong'],
        [0, 'wrong'],
      ],
    );
    await current().receive({ type: 'sort', sort: null });
    await current().receive({ type: 'group', isGrouped: true, acrossSteps: false });
    assert.equal(current().state().view.rows, 6);
    await current().receive({ type: 'foldAll', isFolded: true });
    assert.equal(current().state().view.rows, 2);
    const [head] = (await current().rows({ start: 0, count: 1 }, new AbortController().signal)).rows;
    assert.ok(head?.kind === 'group' && head.isCollapsed);
    await current().receive({ type: 'fold', group: head.key, isFolded: false });
    assert.equal(current().state().view.rows, 4);
    await current().receive({ type: 'fold', group: head.key, isFolded: true });
    assert.equal(current().state().view.rows, 2);
  });

  it('has another version whenever its rows may be others', async () => {
    await open(await write('a.jsonl', lines(record(0), record(1))));
    const versions = [current().state().version];
    for (const isGrouped of [true, false]) {
      await current().receive({ type: 'group', isGrouped, acrossSteps: false });
      versions.push(current().state().version);
    }
    assert.equal(new Set(versions).size, 3);
    assert.deepEqual(
      versions,
      [...versions].sort((one, other) => one - other),
    );
  });

  it('shows what the person looked at when it is read again with another profile', async () => {
    await open(await write('a.jsonl', lines(...[0, 1, 2, 3].map(record))));
    await current().receive({ type: 'group', isGrouped: true, acrossSteps: false });
    await current().receive({ type: 'sort', sort: { column: 'score', isDescending: true } });
    await current().setProfile('none');
    const { view } = current().state();
    assert.deepEqual([view.isGrouped, view.rows, view.sort?.column], [true, 6, 'score']);
    assert.deepEqual(errors, []);
  });

  it('sends numbers that JSON does not have as words', async () => {
    const text = JSON.stringify({ ...record(0), acc: 7 }).replace('"acc":7', '"acc":NaN');
    await open(await write('a.jsonl', `${text.replace('"score":0', '"score":Infinity')}\n`));
    const [row] = JSON.parse(JSON.stringify(await rowsOf())) as SampleRow[];
    assert.deepEqual([row?.score, row?.fields['acc']], ['Infinity', 'NaN']);
  });

  it('has the best and the worst sample of a group', async () => {
    await open(
      await write(
        'a.jsonl',
        lines(record(0), record(1), { ...record(2), score: 5 }, { ...record(3), score: 5 }),
      ),
    );
    await current().receive({ type: 'group', isGrouped: true, acrossSteps: false });
    await current().receive({ type: 'foldAll', isFolded: true });
    const { rows } = await current().rows({ start: 0, count: 2 }, new AbortController().signal);
    const found: Awaited<ReturnType<RunSession['extremes']>>[] = [];
    for (const row of rows) if (row.kind === 'group') found.push(await current().extremes(row.key));
    assert.deepEqual(
      found.map((each) => each?.map((row) => ('sample' in row ? row.sample.score : null)) ?? null),
      [[1, 0], null],
    );
  });

  it('says why it cannot be read, and is read again', async () => {
    const file = folder.file('late.jsonl').fsPath;
    const state = await open(file);
    assert.equal(state.status.phase, 'failed');
    await fs.writeFile(file, lines(record(0)));
    await current().receive({ type: 'retry' });
    await until('the file is read', () => current().state().status.phase === 'ready');
  });

  it('says which of its files cannot be read, and reads the others', async () => {
    const gone = Array.from({ length: 7 }, (_, n) => folder.file(`gone${n}.jsonl`).fsPath);
    const state = await open(await write('a.jsonl', lines(record(0))), ...gone);
    assert.equal(state.counts.samples, 1);
    assert.equal(state.notices.length, 6);
    assert.match(state.notices[0] ?? '', /gone0\.jsonl/);
    assert.equal(state.notices.at(-1), '2 more files have problems.');
  });

  it('is read as it was guessed if the form of its records is not known, until the person says otherwise', async () => {
    await open(
      await write(
        'a.jsonl',
        lines(
          { q: 'How many?', model_text_output: '<answer>42</answer>', gold: '42' },
          { q: 'Which?', model_text_output: '<answer>a</answer>', gold: 'b' },
        ),
      ),
    );
    await until('the fields are guessed', () => current().state().counts.samples === 2);
    assert.deepEqual(
      (await rowsOf()).map(({ question, reference }) => [question, reference]),
      [
        ['How many?', '42'],
        ['Which?', 'b'],
      ],
    );
    assert.deepEqual(current().assignments, ['response=model_text_output', 'prompt=q', 'ground_truth=gold']);
    assert.match(
      current().state().fieldMap ?? '',
      /guessed where their fields are: response=model_text_output/,
    );
    await current().setFields(['response=gold']);
    await until('the fields are those of the person', () =>
      current().state().fieldMap === 'The fields are read from response=gold.' ? true : null,
    );
    assert.deepEqual(current().assignments, ['response=gold']);
    assert.deepEqual(errors, []);
  });

  it('says which key may have the verdicts that a reward needs, and takes them from there', async () => {
    const response = '<think>Image 1 shows it.</think>\n<description>a</description>\n<answer>1</answer>';
    const judged = [0, 1, 2].map((n) => ({ ...record(n), output: response, acc: n % 2 }));
    await open(await write('judged.jsonl', lines(...judged)));
    await current().setProfile('lang2act');
    const advice = 'If acc is what a judge said of the answers, add verdict=acc to the fields.';
    await until('it is scored', () => current().state().fieldMap === advice);
    await current().setFields(['verdict=acc']);
    await until('every reward is known', async () => {
      const rewards = (await rowsOf()).map(({ reward }) => reward);
      return current().state().profile.scored === 3 && rewards.every((reward) => reward !== null);
    });
    assert.equal(current().state().fieldMap, 'The fields are read from verdict=acc.');
  });

  it('keeps columns, filters and the field map', async () => {
    const ownFilters = () =>
      current()
        .state()
        .savedFilters.filter(({ isOwn }) => isOwn);
    const file = await write('own.jsonl', lines({ said: 'a', asked: 'q' }));
    await open(file);
    // The person says where the fields are after they were guessed.
    await until('the fields are guessed', () => current().state().counts.samples === 1);
    await current().setFields(['response=said', 'prompt=asked']);
    assert.equal(current().state().fieldMap, 'The fields are read from response=said, prompt=asked.');
    await until('the fields are read', () => current().state().counts.samples === 1);
    await current().receive({ type: 'columns', columns: [{ name: 'question', width: 200 }] });
    assert.deepEqual(current().state().chosen, [{ name: 'question', width: 200 }]);
    await current().receive({ type: 'filter', text: 'score>0' });
    await memory.saveFilter('Paid', 'score>0');
    assert.deepEqual(current().state().history, ['score>0']);
    assert.deepEqual(ownFilters(), [{ name: 'Paid', filter: 'score>0', isOwn: true }]);
    assert.ok(
      current()
        .state()
        .savedFilters.some(({ name, isOwn }) => name === 'Cut off' && !isOwn),
    );
    await current().receive({ type: 'removeFilter', name: 'Paid' });
    assert.deepEqual(ownFilters(), []);
  });
});

describe('the pages of a run', () => {
  const claimed = (value: string, document: string, score: number) => ({
    input: 'What was total revenue?',
    output: `<description><tool name="read_numeric_value" args="Image 1: total">${value}</tool></description>`,
    gts: '518.9',
    score,
    documents: [{ path: document, sha256: null }],
    images: [{ document: 1, page: 7 }],
  });

  it('are searched for claims when the person asks for it, and not again when the run is opened again', async () => {
    await write('reports/keep.txt', '');
    await fs.copyFile(fixture('annual-report.pdf').fsPath, folder.file('reports/report.pdf').fsPath);
    await set('pagetrace', 'runs.documentFolders', [folder.file('reports').fsPath]);
    cache = folder.file('cache').fsPath;
    const file = await write(
      'runs/a.jsonl',
      lines(
        claimed('518.9', 'report.pdf', 1),
        claimed('31415.9', 'report.pdf', 1),
        claimed('1', 'gone.pdf', 1),
      ),
    );
    const { pages, savedFilters } = await open(file);
    assert.deepEqual(pages, { phase: 'none', found: 0, missing: 0 });
    const unsupported = savedFilters.find(({ name }) => name === 'Paid but unsupported');
    assert.equal(unsupported?.filter, 'score>=0.8 and claim:not-found');
    await current().receive({ type: 'filter', text: unsupported.filter });
    assert.match(current().state().view.problem?.message ?? '', /choose Search the Pages first/);

    await current().receive({ type: 'searchPages', isOn: true });
    const state = await until('the pages were searched', () => {
      const now = current().state();
      return now.pages.phase === 'done' && now.view.matched === 1 ? now : null;
    });
    assert.deepEqual(state.pages, { phase: 'done', found: 2, missing: 1 });
    assert.equal(state.view.problem, null);
    assert.ok(state.columns.some(({ name }) => name === 'grounded'));
    assert.match(state.notices.join(' '), /The documents of 1 sample were not found, such as gone\.pdf\./);
    const [row] = await rowsOf();
    assert.deepEqual(row?.place.line, 2);
    assert.ok(row.claims?.some(({ mark }) => mark === 'not-found'));

    session?.dispose();
    await open(file);
    await until('what was found is there', () => current().state().pages.found === 2);
    assert.equal(current().state().pages.phase, 'stopped');
    assert.deepEqual(errors, []);
  });

  it('have the claims that the inspector shows of a sample', async () => {
    await fs.copyFile(fixture('annual-report.pdf').fsPath, folder.file('report.pdf').fsPath);
    await open(await write('a.jsonl', lines(claimed('31415.9', 'report.pdf', 1))));
    await current().receive({ type: 'searchPages', isOn: true });
    const [row] = await rowsOf();
    assert.ok(row);
    const found = await current().sample(row.row);
    assert.ok('sample' in found && found.place.line !== null && found.place.bytes !== null);
    const grounder = new Grounder({
      worker: pathToFileURL(vscode.Uri.joinPath(extensionUri(), 'dist', 'grounding-worker.js').fsPath),
      strings: {},
      locale: 'en',
    });
    const groundings: GroundingServices = {
      ...sourceDeps().groundings,
      ground: (request, signal) => grounder.ground(request, { signal }),
      prepare: async ({ path: name }, uri) => ({
        name,
        hash: await library.hash(uri),
        open: () => library.open(uri),
      }),
    };
    const { file, line, bytes, sample } = found.place;
    const deps = sourceDeps({ groundings, permitFile: files.permit });
    const source = await showRunSample(
      { place: { file, line, bytes, sample }, sample: found.sample, fields: [] },
      deps,
    );
    source.ground(0);
    const shown = await until('its claims are found', () => {
      const now = source.grounding(0);
      if (now.kind === 'failed') throw new Error(now.message);
      return now.kind === 'grounded' ? now : null;
    });
    assert.deepEqual(row.claims, countClaimMarks(shown.grounding.claims.map(claimMark)));
    assert.ok(row.claims.length > 1);
    source.dispose();
    await grounder.dispose();
  });

  it('are not read outside of the folders that the person chose', async () => {
    await fs.copyFile(fixture('annual-report.pdf').fsPath, folder.file('secret.pdf').fsPath);
    await open(await write('runs/a.jsonl', lines(claimed('518.9', '../secret.pdf', 1))));
    await current().receive({ type: 'searchPages', isOn: true });
    const { pages, notices } = current().state();
    assert.equal(pages.found, 0);
    assert.match(notices.join(' '), /such as \.\.\/secret\.pdf/);
  });
});

describe('a sample of a run', () => {
  it('is a source of the inspector, with the documents that are found in the chosen folders', async () => {
    const file = await write('runs/a.jsonl', lines(record(0), record(1)));
    await write('pages/page.png', 'png');
    await set('pagetrace', 'runs.documentFolders', [folder.file('pages').fsPath]);
    await open(file);
    const [, second] = await rowsOf();
    assert.ok(second);
    const found = await current().sample(second.row);
    assert.ok('sample' in found && found.place.line !== null && found.place.bytes !== null);
    const { line, bytes, sample } = found.place;
    const source = await showRunSample(
      { place: { file, line, bytes, sample }, sample: found.sample, fields: [] },
      sourceDeps({}),
    );
    const state = source.state();
    assert.equal(state.question, 'question 0');
    assert.equal(state.reference, '1');
    assert.equal(state.samples[0]?.text, record(1).output);
    assert.deepEqual(source.documents, [folder.file('pages/page.png').fsPath]);
    assert.deepEqual(state.notices, []);
    await source.receive({ type: 'verdict', sample: 0, verdict: 'wrong' });
    assert.equal(source.state().samples[0]?.verdict, 'wrong');
    await source.receive({ type: 'reference', text: '7' });
    assert.deepEqual(source.state().references, ['7']);
    const again = await openRunSample(source.identity.id, extensionUri(), sourceDeps({}));
    assert.ok(again);
    assert.equal(again.state().samples[0]?.text, record(1).output);
    source.dispose();
    again.dispose();
  });

  it('is found again in a packed file, although nothing of it is in a cache', async () => {
    const file = folder.file('runs/a.jsonl.gz').fsPath;
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, zlib.gzipSync(lines(record(0), record(1))));
    await open(file);
    const [, second] = await rowsOf();
    assert.ok(second);
    const found = await current().sample(second.row);
    assert.ok('sample' in found);
    assert.equal(found.place.line, 2);
    const source = await showRunSample(
      { place: found.place, sample: found.sample, fields: [] },
      sourceDeps({}),
    );
    const again = await openRunSample(source.identity.id, extensionUri(), sourceDeps({}));
    assert.ok(again);
    assert.equal(again.state().samples[0]?.text, record(1).output);
    source.dispose();
    again.dispose();
  });

  it('is found again where its fields were guessed', async () => {
    await open(await write('a.jsonl', lines({ q: 'How many?', model_text_output: '<answer>42</answer>' })));
    await until('the fields are guessed', () => current().state().counts.samples === 1);
    const [row] = await rowsOf();
    const found = await current().sample(row?.row ?? -1);
    assert.ok('sample' in found);
    const { place, sample } = found;
    const source = await showRunSample({ place, sample, fields: current().assignments }, sourceDeps({}));
    const again = await openRunSample(source.identity.id, extensionUri(), sourceDeps({}));
    assert.ok(again);
    assert.equal(again.state().samples[0]?.text, '<answer>42</answer>');
    source.dispose();
    again.dispose();
  });

  it('says which documents are missing, and reads nothing outside of the chosen folders', async () => {
    const file = await write('runs/a.jsonl', lines({ ...record(0), image_path: '../secret.png' }));
    await write('secret.png', 'png');
    const { size } = await fs.stat(file);
    const place = { file, line: 1, bytes: { start: 0, length: size - 1 }, sample: null };
    const sample = await readSampleAt(place, {});
    const source = await showRunSample({ place, sample, fields: [] }, sourceDeps({}));
    assert.deepEqual(source.documents, ['../secret.png']);
    assert.match(source.state().notices[0] ?? '', /\.\.\/secret\.png was not found\./);
    source.dispose();
  });

  it('is gone if its id is none, or its file is', async () => {
    assert.equal(await openRunSample('x', extensionUri(), sourceDeps({})), null);
    const id = JSON.stringify({
      file: folder.file('gone.jsonl').fsPath,
      line: 1,
      bytes: { start: 0, length: 2 },
      sample: null,
    });
    await assert.rejects(openRunSample(id, extensionUri(), sourceDeps({})), { reason: 'file-not-found' });
  });
});
