import { expect, it } from 'vitest';
import { useServer } from './support/server.ts';

const server = useServer();

it('offers its commands in the palette of a fresh VS Code', async (test) => {
  const workbench = await server.open(test, { workspace: { 'notes.txt': 'Hello from the workspace.' } });
  await workbench.openFile('notes.txt');
  // A palette that was opened before VS Code had read the extensions does not know their commands: it is opened anew.
  await expect
    .poll(async () => {
      await workbench.page.keyboard.press('Escape');
      await workbench.page.keyboard.press('F1');
      await workbench.quickInput.box.fill('>PageTrace: Ask');
      await workbench.quickPick().first().waitFor();
      return workbench.quickPick('PageTrace: Ask About Document').count();
    })
    .toBe(1);
});
