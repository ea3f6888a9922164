import fs from 'node:fs';
import path from 'node:path';
import { imageSize } from 'image-size';
import { describe, expect, it } from 'vitest';
import { fixture, temporaryFolder } from '../support/files.ts';
import { NODES, OLDEST_NODE, runCli } from './support/cli.ts';

const REPORT = fixture('annual-report.pdf');

// Worker threads and zlib, which are part of Node.
describe.each(NODES)('pagetrace render, on $name', ({ node }) => {
  it('writes JPEG files within the pixel budget of the papers, and reports the height of their text', async () => {
    const out = path.join(temporaryFolder(), 'new', 'pages');
    const { status, stdout, stderr } = await runCli(node, ['render', REPORT, '--pages', '1,6', '--out', out]);
    expect(status).toBe(0);
    expect(stderr).toContain('Rendering page 6 of annual-report.pdf');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      const [file = '', size = '', text = ''] = line.split('\t');
      const { width, height, type } = imageSize(fs.readFileSync(file));
      expect(type).toBe('jpg');
      expect(size).toBe(`${width} x ${height}`);
      expect(width * height).toBeGreaterThanOrEqual(200_704);
      expect(width * height).toBeLessThanOrEqual(401_408);
      expect(text).toMatch(/^text (\d+\.\d px high|height unknown)/);
    }
    expect(stdout).toMatch(/page-6\.jpg.*hard to read, [\d,]+ px would make it 12 px high/);
    expect(fs.readdirSync(out).sort()).toEqual(['page-1.jpg', 'page-6.jpg']);
  });

  it('writes PNG files with sides that are multiples of 28, for several documents and a protected one', async () => {
    const folder = temporaryFolder();
    const { status } = await runCli(
      node,
      [
        'render',
        fixture('data-sheet.pdf'),
        fixture('password-protected.pdf'),
        '--pages',
        '1',
        '--out',
        '.',
      ].concat(['--format', 'png', '--multiple-of-28', '--min-pixels', '100000', '--max-pixels', '150000']),
      { cwd: folder, env: { PAGETRACE_PASSWORD: 'tarnholm' } },
    );
    expect(status).toBe(0);
    expect(fs.readdirSync(folder).sort()).toEqual(['1-page-1.png', '2-page-1.png']);
    for (const name of fs.readdirSync(folder)) {
      const { width, height, type } = imageSize(fs.readFileSync(path.join(folder, name)));
      expect(type).toBe('png');
      expect([width % 28, height % 28]).toEqual([0, 0]);
      expect(width * height).toBeLessThanOrEqual(150_000);
    }
  });
});

// What does not depend on the version of Node runs on the oldest one only.
describe.each(OLDEST_NODE)('pagetrace render several times, on $name', ({ node }) => {
  it('writes the same bytes each time, and other bytes for another quality', async () => {
    const folder = temporaryFolder();
    const bytes: Buffer[] = [];
    for (const quality of ['90', '90', '40']) {
      const args = ['render', REPORT, '--pages', '2', '--quality', quality, '--out', folder];
      expect((await runCli(node, args)).status).toBe(0);
      bytes.push(fs.readFileSync(path.join(folder, 'page-2.jpg')));
    }
    const [first, again, coarse] = bytes;
    expect(again?.equals(first ?? Buffer.alloc(0))).toBe(true);
    expect(coarse?.length).toBeLessThan(first?.length ?? 0);
  });
});
