import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../../../scripts/lib/paths.mjs';
import { describeTools } from '../../../../src/cli/verbs/mcp/tools.ts';

const MANIFEST = path.join(root, 'package.json');

/** The tools as VS Code's assistants get them. */
const contributed = describeTools().map(({ name, description, inputSchema }) => {
  const { type, properties, required, additionalProperties } = inputSchema as Readonly<
    Record<string, unknown>
  >;
  return {
    name: `pagetrace_${name}`,
    displayName: `%tool.${name}.name%`,
    userDescription: `%tool.${name}.description%`,
    modelDescription: description,
    toolReferenceName: `pagetrace-${name}`,
    canBeReferencedInPrompt: true,
    when: 'isWorkspaceTrusted',
    inputSchema: { type, properties, required, additionalProperties },
  };
});

it('package.json has the tools with the schemas of their arguments', () => {
  const manifest = JSON.parse(fs.readFileSync(MANIFEST, 'utf8')) as { readonly contributes: object };
  if (process.env['PAGETRACE_UPDATE'] === '1') {
    Object.assign(manifest.contributes, { languageModelTools: contributed });
    fs.writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  expect(manifest.contributes).toMatchObject({ languageModelTools: contributed });
});
