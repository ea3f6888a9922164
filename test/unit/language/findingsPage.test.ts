import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { FINDING_CODES } from '../../../src/core/trajectory/findings.ts';
import { findingsPage, lineOfFinding } from '../../../src/language/trajectory/findingsPage.ts';

const FILE = path.join(root, 'docs/findings.md');

describe('the page of findings', () => {
  it('docs/findings.md holds the page of findings (PAGETRACE_UPDATE=1 writes it)', () => {
    if (process.env['PAGETRACE_UPDATE'] === '1') fs.writeFileSync(FILE, findingsPage());
    expect(fs.readFileSync(FILE, 'utf8')).toBe(findingsPage());
  });

  it('the page of findings has every code at the line that diagnostics link to', () => {
    const lines = findingsPage().split('\n');
    for (const code of FINDING_CODES) expect(lines[(lineOfFinding(code) ?? 0) - 1]).toBe(`## ${code}`);
    expect(lineOfFinding('tag-not-read')).toBeNull();
  });
});
