// The files that say what of others ships: their notices for people, and a software bill of materials for programs.
import fs from 'node:fs';
import path from 'node:path';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { root } from './paths.mjs';
import { listThirdParties } from './thirdParties.mjs';

/** @typedef {import('./thirdParties.mjs').ThirdParty} ThirdParty */

/** Names of the files in dist/. */
export const NOTICES = 'THIRD-PARTY-NOTICES.txt';
export const BILL_OF_MATERIALS = 'sbom.cdx.json';

const RULE = '='.repeat(80);

/**
 * Writes both files.
 * @param {string} folder
 * @param {import('esbuild').Metafile['outputs']} outputs of the build
 */
export function writeNotices(folder, outputs) {
  const parties = listThirdParties(outputs);
  fs.writeFileSync(path.join(folder, NOTICES), formatNotices(parties));
  fs.writeFileSync(path.join(folder, BILL_OF_MATERIALS), `${formatBillOfMaterials(parties)}\n`);
}

/**
 * @param {readonly ThirdParty[]} parties
 * @returns {string}
 */
function formatNotices(parties) {
  /** @type {Map<string, ThirdParty[]>} */
  const byText = new Map();
  for (const party of parties) byText.set(party.text, [...(byText.get(party.text) ?? []), party]);
  const sections = [...byText].map(
    ([text, same]) => `${RULE}\n${same.map(title).join('\n')}\n${RULE}\n\n${text}\n`,
  );
  return [
    'PageTrace contains software of others. This file lists it, with its licenses.',
    'This software is based in part on the work of the Independent JPEG Group.',
    'Portions of this software are copyright The FreeType Project (www.freetype.org). All rights reserved.',
    '',
    ...sections,
  ].join('\n');
}

/** @param {ThirdParty} party */
function title({ name, version, license, home, within }) {
  return `${version === null ? name : `${name} ${version}`}${within === null ? '' : `, in ${within}`} (${license}), ${home}`;
}

/**
 * CycloneDX 1.6, the same for the same lock file: it has neither a date nor a random serial number.
 * @param {readonly ThirdParty[]} parties
 * @returns {string} JSON
 */
function formatBillOfMaterials(parties) {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const main = new Models.Component(Enums.ComponentType.Application, name, { version, bomRef: name });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: main }) });
  /** @type {Map<string, Models.Component>} */
  const packages = new Map();
  for (const party of parties) {
    const component = componentOf(party);
    if (party.within === null) {
      packages.set(party.name, component);
      bom.components.add(component);
      main.dependencies.add(component.bomRef);
    } else packages.get(party.within)?.components.add(component);
  }
  return new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6)).serialize(bom, {
    sortLists: true,
    space: 2,
  });
}

/** @param {ThirdParty} party */
function componentOf({ name, version, license, home, integrity, within }) {
  const component = new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: within === null ? `${name}@${version}` : `${within}/${name}`,
    licenses: new Models.LicenseRepository([new Models.LicenseExpression(license)]),
    externalReferences: new Models.ExternalReferenceRepository([
      new Models.ExternalReference(home, Enums.ExternalReferenceType.Website),
    ]),
  });
  if (version !== null) component.version = version;
  if (within === null) component.purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  if (integrity !== null) {
    component.hashes.set(
      Enums.HashAlgorithm['SHA-512'],
      Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
    );
  }
  return component;
}
