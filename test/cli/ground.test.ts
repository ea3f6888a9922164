import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixture, temporaryFolder } from '../support/files.ts';
import { schemaErrors } from '../support/schemas.ts';
import { OLDEST_NODE, runCli } from './support/cli.ts';

type Row = Readonly<Record<string, unknown>>;

const REPORT = fixture('annual-report.pdf');

/** A response whose first observation stands on page 7 of the report, and whose second one does not. */
const RESPONSE =
  '<description><tool name="read_numeric_value" args="Image 2: total">518.9</tool>\n' +
  '<tool name="read_text_element" args="Image 1: name">Nobody \u001B[31mSomewhere</tool></description>';

function trajectory(lines: readonly string[]): string {
  return `---\n${lines.map((line) => `${line}\n`).join('')}---\n${RESPONSE}`;
}

const observations = ({ claims }: Row): readonly Row[] =>
  (claims as readonly Row[]).filter(({ kind }) => kind === 'observation');

describe.each(OLDEST_NODE)('pagetrace ground, on $name', ({ node }) => {
  it('finds claims on the pages that the front matter names, and says that the document has changed', async () => {
    const cwd = temporaryFolder();
    fs.copyFileSync(REPORT, path.join(cwd, 'report.pdf'));
    const images = ['images:', '  - { image: 1, page: 3 }', '  - { image: 2, page: 7 }'];
    const text = trajectory(['documents:', '  - { path: report.pdf, sha256: abc }', ...images]);
    fs.writeFileSync(path.join(cwd, 'a.trajectory'), text);
    const { status, stdout, stderr } = await runCli(node, ['ground', 'a.trajectory', '--format', 'json'], {
      cwd,
    });
    expect(stderr).toContain(
      'a.trajectory: report.pdf has changed since the question was asked: claims are looked for in it as it is now.',
    );
    expect(status).toBe(0);
    const row = JSON.parse(stdout) as Row;
    expect(schemaErrors('grounding', row)).toEqual([]);
    const { claims, counts } = row as { claims: readonly Row[]; counts: Readonly<Record<string, number>> };
    expect(counts).toMatchObject({ found: claims.filter((claim) => claim['status'] === 'found').length });
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(claims.length);
    const [found, missing] = observations(row);
    expect(found).toMatchObject({
      span: { start: RESPONSE.indexOf('518.9'), end: RESPONSE.indexOf('518.9') + 5 },
      cited: { image: 2, document: 'report.pdf', page: 7 },
      status: 'found',
      document: 'report.pdf',
      page: 7,
      sent: true,
      words: '518.9',
      source: 'text',
    });
    expect(missing).toMatchObject({ status: 'not-found', boxes: [], difference: null });
    expect(row).toMatchObject({
      file: 'a.trajectory',
      dialect: 'lang2act',
      unsent: { searched: 8, total: 8 },
    });
  });

  it('counts claims, lists problems first, with hidden characters shown, and fails for a status', async () => {
    const args = ['ground', '-', '--document', REPORT, '--pages', '3,7', '--fail-on', 'near,not-found'];
    const { status, stdout, stderr } = await runCli(node, args, { input: RESPONSE });
    expect(stderr).toBe('');
    expect(status).toBe(1);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^-: \d claims \(\d not found, .*\d found\)$/u);
    expect(stdout).toContain('"Nobody ␛[31mSomewhere"  cites image 1, page 3');
    const isFine = (line: string): boolean => /^ {2}(?:found|unknown) /u.test(line);
    const first = lines.findIndex(isFine);
    expect(lines.slice(1, first).every((line) => /^ {2}not-found /u.test(line))).toBe(true);
    expect(lines.slice(first, -1).every(isFine)).toBe(true);
    expect(lines.slice(first).join('\n')).toMatch(/observation +"518\.9" +page 7/);
  });

  it('says what is missing of a place, as text and as JSON', async () => {
    const input = RESPONSE.replace('Image 2: total', 'Image 2: unicorns, Quarter 1');
    const args = ['ground', '-', '--document', REPORT, '--pages', '3,7'];
    const { stdout } = await runCli(node, args, { input });
    expect(stdout).toContain('page 7 has "Quarter 1", but no row "unicorns"');
    const json = await runCli(node, [...args, '--format', 'json'], { input });
    const row = JSON.parse(json.stdout) as Row;
    expect(schemaErrors('grounding', row)).toEqual([]);
    const partly = { page: 7, lacks: 'row', missing: 'unicorns', found: 'Quarter 1', nearest: [] };
    expect((row['claims'] as readonly Row[])[0]).toMatchObject({ kind: 'region', partly });
  });

  it('says what the cell has that a claim names, and where its number stands, as text and as JSON', async () => {
    const input = RESPONSE.replace('Image 2: total', 'Image 2: Flow sensors, Quarter 2');
    const args = ['ground', '-', '--document', REPORT, '--pages', '3,7'];
    const { stdout } = await runCli(node, args, { input });
    expect(stdout).toMatch(
      /elsewhere +observation +"518\.9" +is elsewhere on page 7 \(row "Total revenue", column "Year 2024"\); the named cell \(Flow sensors, Quarter 2\) has "43\.0"/,
    );
    const json = await runCli(node, [...args, '--format', 'json'], { input });
    const row = JSON.parse(json.stdout) as Row;
    expect(schemaErrors('grounding', row)).toEqual([]);
    expect(observations(row)[0]).toMatchObject({
      status: 'elsewhere',
      difference: { said: '518.9', page_has: '43.0' },
      named_place: { page: 7, cell: { row: 'Flow sensors', column: 'Quarter 2', text: '43.0' } },
      stands_in: { row: 'Total revenue', column: 'Year 2024' },
    });
  });

  it('counts what an answer derives, and what could not be decided, as a claim that cannot be checked', async () => {
    const input = '<think>x</think><answer>The market grew by 3.1%.</answer>';
    const args = ['ground', '-', '--dialect', 'think-answer', '--document', REPORT, '--pages', '7'];
    const text = await runCli(node, [...args, '--fail-on', 'not-found'], { input });
    expect(text).toMatchObject({ status: 0 });
    expect(text.stdout).toMatch(/\n +unknown +answer +"The market grew by 3\.1%"/);
    const json = await runCli(node, [...args, '--format', 'json', '--fail-on', 'unknown'], { input });
    expect(json.status).toBe(1);
    const row = JSON.parse(json.stdout) as Row;
    expect(schemaErrors('grounding', row)).toEqual([]);
    expect((row['claims'] as readonly Row[]).at(-1)).toMatchObject({ status: 'not-found', undecided: true });
  });

  it('grounds records whose page images and documents are in folders, and reports the others', async () => {
    const cwd = temporaryFolder();
    fs.mkdirSync(path.join(cwd, 'pages'));
    fs.copyFileSync(REPORT, path.join(cwd, 'pages', 'report.pdf'));
    const asked = { documents: [{ path: 'report.pdf', sha256: null }], images: [{ document: 1, page: 7 }] };
    const response = RESPONSE.replace('Image 2', 'Image 1');
    const records = [
      { response, file_name: 'elsewhere/report.pdf', reference_page: [7] },
      { ...asked, samples: [{ text: response }], page_images: 1 },
      { response, images: ['lost.png'] },
      { response },
      { response, file_name: 'report.pdf', reference_page: [70] },
    ];
    fs.writeFileSync(path.join(cwd, 'a.jsonl'), records.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const args = ['ground', 'a.jsonl', '--documents', 'pages', '--format', 'jsonl', '--out', 'out.jsonl'];
    const { status, stderr } = await runCli(node, args, { cwd });
    expect(status).toBe(2);
    const rows = fs
      .readFileSync(path.join(cwd, 'out.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    for (const row of rows) expect(schemaErrors('grounding', row)).toEqual([]);
    for (const row of rows.slice(0, 2))
      expect(observations(row)[0]).toMatchObject({ status: 'found', page: 7 });
    expect(rows.slice(2).map(({ error }) => error)).toEqual([
      'The document lost.png was not found. Name it with --document, or the folder that it is in with --documents.',
      'It names no document. Name the document with --document.',
      'report.pdf has 10 pages; there is no page 70. Choose pages from 1 to 10.',
    ]);
    expect(stderr).toContain('a.jsonl:3: The document lost.png was not found.');
  });

  it.each([
    ['password-protected.pdf', [], /is protected by a password\. Give it with --password/],
    ['damaged-garbage.pdf', [], /damaged-garbage\.pdf is damaged/],
    ['missing.pdf', [], /The document .*missing\.pdf was not found\. Check the path\./],
    ['data-sheet.pdf', ['--pages', '9'], /Page 9 does not exist/],
  ])('says in one sentence why %s cannot be used', async (name, options, sentence) => {
    const args = ['ground', '-', '--document', fixture(name), ...options];
    const { status, stdout, stderr } = await runCli(node, args, { input: RESPONSE });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(sentence)]);
  });

  it('recognizes the text of a page image only if that is wanted, and keeps it', async () => {
    const cwd = temporaryFolder();
    const render = ['render', fixture('data-sheet.pdf'), '--pages', '1', '--out', cwd];
    await runCli(node, [...render, '--format', 'png'], { cwd });
    const ground = async (...options: readonly string[]): Promise<{ row: Row; stderr: string }> => {
      const args = ['ground', '-', '--document', 'page-1.png', '--format', 'json', ...options];
      const input =
        '<description><tool name="read_text_element" args="Image 1">conductive liquids</tool></description>';
      const env = { XDG_CACHE_HOME: cwd };
      const { stdout, stderr } = await runCli(node, args, { cwd, env, input });
      return { row: JSON.parse(stdout) as Row, stderr };
    };
    const { row: unread, stderr } = await ground();
    expect(unread).toMatchObject({ without_text: [{ document: 'page-1.png', page: 1 }] });
    expect(stderr).toContain(
      '1 sent page has no text, so some claims cannot be checked. Recognize the text with --ocr.',
    );
    const { row: read, stderr: nothing } = await ground('--ocr');
    expect(nothing).not.toContain('no text');
    expect(fs.readdirSync(path.join(cwd, 'pagetrace', 'pages'))).toHaveLength(1);
    expect(read).toMatchObject({ without_text: [] });
    expect(observations(read)[0]).toMatchObject({ status: 'found', source: 'ocr' });
  });
});
