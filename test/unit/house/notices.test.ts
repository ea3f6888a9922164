import fs from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { dist, root } from '../../../scripts/lib/paths.mjs';
import { BILL_OF_MATERIALS, NOTICES } from '../../../scripts/lib/notices.mjs';
import { Bundles } from '../../support/bundles.ts';

interface Component {
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly components?: readonly Component[];
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version: string; readonly integrity?: string; readonly link?: boolean }>
  >;
}

const read = (...parts: string[]): string => fs.readFileSync(path.join(...parts), 'utf8');

const lock = JSON.parse(read(root, 'package-lock.json')) as Lock;
const notices = read(dist, NOTICES);
const bill = JSON.parse(read(dist, BILL_OF_MATERIALS)) as { readonly components: readonly Component[] };

/** Packages whose code is in the bundles, as their folders. */
const bundled = new Set(
  Object.values(Bundles.read().outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([file, { bytesInOutput }]) => bytesInOutput > 0 && file.includes('node_modules/'))
    .map(([file]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file),
);

/** The packages that the files beside the bundles come from: the same bytes are in them. */
const FILES: Readonly<Record<string, string>> = {
  'pdfium.wasm': 'node_modules/@embedpdf/pdfium',
  'libjpegturbowasm.wasm': 'node_modules/@cornerstonejs/codec-libjpeg-turbo-8bit',
  'webp_dec.wasm': 'node_modules/@jsquash/webp',
  'tesseract-core-simd-lstm.wasm': 'node_modules/tesseract.js-core',
  'eng.traineddata.gz': 'node_modules/@tesseract.js-data/eng',
  pdfjs: 'node_modules/pdfjs-dist',
};

const OURS = ['lanczos.wasm', 'webview', NOTICES, BILL_OF_MATERIALS];

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf('node_modules/') + 13);

const shipped = [...new Set([...bundled, ...Object.values(FILES)])];

describe('what is said of the software of others', () => {
  it('knows where every file that ships comes from', () => {
    const unknown = fs
      .readdirSync(dist)
      .filter((name) => !name.endsWith('.js') && !OURS.includes(name) && !(name in FILES));
    expect(unknown).toEqual([]);
    expect(shipped.length).toBeGreaterThan(25);
  });

  it.each(shipped)('the notices name %s with its version and its license text', (folder) => {
    const { version } = lock.packages[folder] ?? {};
    const heading = `\n${nameOf(folder)} ${version} (`;
    const start = notices.indexOf(heading);
    expect(start).toBeGreaterThan(0);
    const [, text = ''] = notices.slice(start).split(/^={80}$/m);
    expect(text).toMatch(/copyright|licen[cs]e/i);
    expect(text.length).toBeGreaterThan(500);
  });

  it.each(['PDFium', 'FreeType', 'Tesseract', 'Leptonica', 'libwebp', 'libjpeg-turbo', 'OpenJPEG', 'zlib'])(
    'the notices name %s, which is compiled into a file',
    (library) => {
      expect(notices).toMatch(new RegExp(`^${library}(?: [\\d.]+)?, in `, 'm'));
    },
  );

  it('says what the licenses of libjpeg-turbo and FreeType ask for', () => {
    expect(notices).toContain('based in part on the work of the Independent JPEG Group');
    expect(notices).toContain('The FreeType Project (www.freetype.org)');
  });

  it('the bill of materials is CycloneDX 1.6', () => {
    const schemas = path.join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
    const schema = (name: string): object =>
      JSON.parse(read(schemas, `${name}.SNAPSHOT.schema.json`)) as object;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    }
    const validate = ajv.compile(schema('bom-1.6'));
    validate(bill);
    expect(validate.errors).toBeNull();
  });

  it('the bill of materials lists the packages that ship with the versions and hashes of the lock file', () => {
    const listed = bill.components.map(({ name, version, purl, hashes }) => ({
      name,
      version,
      purl,
      hashes,
    }));
    const expected = shipped.map((folder) => {
      const { version = '', integrity = '' } = lock.packages[folder] ?? {};
      const name = nameOf(folder);
      const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      expect(content).toHaveLength(128);
      return {
        name,
        version,
        purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
        hashes: [{ alg: 'SHA-512', content }],
      };
    });
    const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
      a.name < b.name ? -1 : 1;
    expect(listed.toSorted(byName)).toEqual(expected.toSorted(byName));
    expect(bill.components.flatMap(({ components = [] }) => components.map(({ name }) => name))).toContain(
      'PDFium',
    );
  });

  it('every entry of the lock file has a hash', () => {
    const without = Object.entries(lock.packages)
      .filter(([folder, { integrity, link }]) => folder !== '' && link !== true && integrity === undefined)
      .map(([folder]) => folder);
    expect(without).toEqual([]);
  });
});
