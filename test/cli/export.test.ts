import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixture, temporaryFolder } from '../support/files.ts';
import { OLDEST_NODE, runCli } from './support/cli.ts';

const REPORT = fixture('annual-report.pdf');
const RESPONSE =
  '<think>Image 2 has it.</think><description><tool name="read_numeric_value" args="Image 2: total">518.9</tool>\n' +
  '<tool name="read_text_element" args="Image 1: name">Nobody <script>\u202E</tool></description><answer>518.9</answer>';
const FRONT_MATTER = `---
question: How much was it?
documents: [report.pdf]
images:
  - { image: 1, page: 3 }
  - { image: 2, page: 7 }
reference: '518.9'
verdict: right
---
`;

describe.each(OLDEST_NODE)('pagetrace export, on $name', ({ node }) => {
  it('writes one HTML file with the pages that were sent, and boxes on them', async () => {
    const cwd = temporaryFolder();
    fs.copyFileSync(REPORT, path.join(cwd, 'report.pdf'));
    fs.writeFileSync(path.join(cwd, 'a.trajectory'), FRONT_MATTER + RESPONSE);
    const { status, stdout, stderr } = await runCli(node, ['export', 'a.trajectory', '--out', 'a.html'], {
      cwd,
    });
    expect([status, stdout, stderr]).toEqual([0, '', expect.not.stringContaining('pagetrace:')]);
    const html = fs.readFileSync(path.join(cwd, 'a.html'), 'utf8');
    expect(html).toContain("default-src 'none'; img-src data:");
    expect(html.match(/<img alt="Page \d of report\.pdf" src="data:image\/jpeg;base64,\/9j/g)).toHaveLength(
      2,
    );
    expect(html).toMatch(/<a id="sample-1-claims-box-7-1" href="#sample-1-claim-\d+" class="solid is-found"/);
    expect(html).toContain('<h1>How much was it?</h1>');
    expect(html).toMatch(/Answer 518\.9 stands on page 7/);
    expect(html).not.toMatch(/<script|\u202E/);
    expect(fs.readdirSync(cwd).sort()).toEqual(['a.html', 'a.trajectory', 'report.pdf']);
  });

  it('writes Markdown with the claims and the reward that score gives, without a document too', async () => {
    const cwd = temporaryFolder();
    fs.writeFileSync(path.join(cwd, 'a.trajectory'), FRONT_MATTER + RESPONSE);
    const args = ['export', 'a.trajectory', '--format', 'markdown'];
    const found = await runCli(node, [...args, '--document', REPORT], { cwd });
    expect(found.status).toBe(0);
    expect(found.stdout).toContain('| \u2713 found | 518.9 | observation | Found on page 7. | 7 | step 1 |');
    expect(found.stdout.slice(0, found.stdout.indexOf('## Response'))).not.toContain('\u202E');
    // The document that is named stands in for the one of the file.
    expect(found.stdout).toContain('- **Document:** annual-report.pdf, pages 3, 7\n');
    const lost = await runCli(node, args, { cwd });
    expect(lost.stdout).toContain('- **Document:** report.pdf, pages 3, 7 (it was not at hand)\n');
    const html = await runCli(node, ['export', 'a.trajectory'], { cwd });
    expect(html.stdout).toContain('</strong> report.pdf, pages 3, 7 (it was not at hand)<');
    expect(lost.status).toBe(0);
    expect(lost.stderr).toContain('The document report.pdf was not found.');
    expect(lost.stdout).toContain(
      'The claims were not looked for on the pages. The document report.pdf was not found.',
    );
    const { stdout } = await runCli(node, ['score', 'a.trajectory', '--format', 'json'], { cwd });
    const { samples } = JSON.parse(stdout) as { readonly samples: readonly { readonly overall: number }[] };
    expect(lost.stdout).toContain(`**${samples[0]?.overall ?? ''}** (lang2act)`);
  });

  it('exports the sample that is named, and says why it exports none', async () => {
    const cwd = temporaryFolder();
    const records = ['<answer>1</answer>', '<answer>2</answer>'].map((response) =>
      JSON.stringify({ response }),
    );
    fs.writeFileSync(path.join(cwd, 'a.jsonl'), records.join('\n'));
    const run = (...options: readonly string[]) => runCli(node, ['export', 'a.jsonl', ...options], { cwd });
    const second = await run('--sample', '2', '--format', 'markdown');
    expect(second.stdout).toContain('- **Answer:** 2');
    const several = await run();
    expect([several.status, several.stdout]).toEqual([2, '']);
    expect(several.stderr).toContain('There is more than one sample, and one is exported at a time.');
    expect((await run('--sample', '3')).stderr).toContain('There is no sample 3; there are 2.');
  });
});
