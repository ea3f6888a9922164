import { it } from 'vitest';
import { useServer } from './support/server.ts';
import fs from 'node:fs';
const server = useServer();
const workspace: Record<string, string> = { 'a.txt': 'x' };
for (const f of fs.readdirSync('/work/helpers/runs/rollouts')) workspace[`rollouts/${f}`] = fs.readFileSync(`/work/helpers/runs/rollouts/${f}`, 'utf8');
const useWindow = server.share(() => ({ workspace, settings: {}, viewport: { width: 1500, height: 900 } }));
it('looks', { timeout: 200000 }, async (test) => {
  const workbench = await useWindow(test);
  await workbench.run('View: Show Explorer');
  const entry = workbench.page.getByRole('menuitem', { name: 'Open Run' });
  for (let i = 0; i < 10; i++) {
    await workbench.explorerItem('rollouts').click({ button: 'right', timeout: 3000 });
    try { await entry.waitFor({ timeout: 2000 }); break; } catch { await workbench.page.screenshot({ path: '/tmp/wb-menu.png' }); await workbench.page.keyboard.press('Escape'); }
  }
  await workbench.chooseFromMenu('Open Run');
  const frame = await workbench.webview('rollouts');
  await frame.getByText('teach nothing').waitFor();
  await workbench.page.waitForTimeout(4000);
  for (const [name, theme] of [['dark', 'Dark 2026'], ['light', 'Light 2026'], ['hc', 'Default High Contrast']] as const) {
    await workbench.setTheme(theme);
    await frame.getByRole('tab', { name: 'Samples' }).click();
    await workbench.page.waitForTimeout(1000);
    await workbench.page.screenshot({ path: `/tmp/wb-${name}-samples.png` });
    await frame.getByRole('tab', { name: 'Charts' }).click();
    await workbench.page.waitForTimeout(1000);
    await workbench.page.screenshot({ path: `/tmp/wb-${name}-charts.png` });
  }
});
