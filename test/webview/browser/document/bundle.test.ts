import { expect, it } from 'vitest';
import { documentSite } from '../support/documentView.ts';

it('loads pdf.js separately from the script that the webview loads first', async () => {
  const site = await documentSite();
  const scripts = [...site.scripts].filter(([name]) => name.endsWith('.js') && name !== 'host.js');
  const [pdfjs] = scripts.filter(([name]) => name.startsWith('pdf-'));
  const rest = scripts.filter(([name]) => !name.startsWith('pdf-'));
  expect(pdfjs).toBeDefined();
  expect(rest.reduce((sum, [, bytes]) => sum + bytes.length, 0)).toBeLessThan(450 * 1024);
});
