import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { RULES, RULE_CODES, type RuleAbout } from '../../../src/core/prompts/lint/ruleCatalogue.ts';

const folder = path.join(root, 'docs', 'lint');
const read = (file: string): string => fs.readFileSync(path.join(folder, file), 'utf8');

/** The prompt in the fence under a heading of a page. */
function promptUnder(page: string, heading: string): string {
  const found = new RegExp(`^## ${heading}\\n+^\`{3}jinja\\n([\\s\\S]*?)^\`{3}$`, 'm').exec(page);
  expect(found, `a prompt under "${heading}"`).not.toBeNull();
  return found?.[1] ?? '';
}

const codes = (text: string): string[] => lintPrompt(text, { name: 'page' }).findings.map(({ code }) => code);

describe('the pages of the rules', () => {
  it('each rule of the prompt lint has one page, and there is no other page', () => {
    const pages = fs.readdirSync(folder).filter((file) => file !== 'README.md');
    expect(pages.sort()).toEqual(RULE_CODES.map((code) => `${code}.md`).sort());
  });

  it('the pages of the rules are listed with the title and the severities of each rule', () => {
    const rows = [
      ...read('README.md').matchAll(/^\| \[`([\w-]+)`\]\(([\w.-]+)\)\s*\| (.*?)\s*\| (.*?)\s*\|$/gm),
    ];
    expect(rows.map((row) => row.slice(1, 5))).toEqual(
      RULE_CODES.map((code) => {
        const { title, severity, byLoss, otherwise }: RuleAbout = RULES[code];
        const other = otherwise === undefined ? '' : `; ${otherwise.severity} ${otherwise.when}`;
        return [code, `${code}.md`, title, `${byLoss ? 'by loss' : severity}${other}`];
      }),
    );
  });

  it.each(RULE_CODES)(
    'the page of %s shows a prompt that breaks the rule and one that breaks none',
    (code) => {
      const page = read(`${code}.md`);
      expect(page.startsWith(`# ${RULES[code].title} (\`${code}\`)\n`)).toBe(true);
      expect(codes(promptUnder(page, 'Before'))).toContain(code);
      expect(codes(promptUnder(page, 'After'))).toEqual([]);
    },
  );
});
