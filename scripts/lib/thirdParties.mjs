// The software of others that ships: packages, and the libraries compiled into their WebAssembly files.
import fs from 'node:fs';
import path from 'node:path';
import { ASSETS, UNUSED } from './assets.mjs';
import { Failure } from './failure.mjs';
import { root } from './paths.mjs';

/**
 * @typedef {object} ThirdParty
 * @property {string} name
 * @property {string | null} version null if the binary does not say it
 * @property {string} license SPDX expression
 * @property {string} home where it comes from
 * @property {string} text its license texts
 * @property {string | null} integrity of its package in the lock file (`sha512-...`, base64); null for a library
 *   inside a package
 * @property {string | null} within the package that contains it; null for a package itself
 */

const licenses = path.join(root, 'scripts/licenses');

/** License texts of packages that contain none, by the names of the packages. */
const MISSING_TEXTS = {
  '@cornerstonejs/codec-libjpeg-turbo-8bit': 'cornerstone-codecs',
  '@tesseract.js-data/eng': 'tesseract.js-data',
  '@vscode/l10n': 'vscode-l10n',
  tr46: 'tr46',
  'worker-f': 'worker-f',
};

/**
 * Libraries that are compiled into the WebAssembly files of packages, and data of others in packages. A version is given where the file states it.
 * `texts` are files of scripts/licenses; without any, the package of the library contains its text.
 * @type {readonly { name: string, version: string | null, license: string, home: string, within: string,
 *   texts: readonly string[] }[]}
 */
const COMPILED = [
  {
    name: 'PDFium',
    version: null,
    license: 'Apache-2.0 AND BSD-3-Clause',
    home: 'https://pdfium.googlesource.com/pdfium',
    within: '@embedpdf/pdfium',
    texts: [],
  },
  {
    name: 'Anti-Grain Geometry',
    version: '2.3',
    license: 'LicenseRef-AGG-2.3',
    home: 'http://www.antigrain.com',
    within: '@embedpdf/pdfium',
    texts: ['agg'],
  },
  {
    name: 'FreeType',
    version: null,
    license: 'FTL',
    home: 'https://freetype.org',
    within: '@embedpdf/pdfium',
    texts: ['freetype'],
  },
  {
    name: 'Little CMS',
    version: null,
    license: 'MIT',
    home: 'https://www.littlecms.com',
    within: '@embedpdf/pdfium',
    texts: ['lcms2'],
  },
  {
    name: 'libjpeg-turbo',
    version: null,
    license: 'IJG AND BSD-3-Clause AND Zlib',
    home: 'https://libjpeg-turbo.org',
    within: '@embedpdf/pdfium',
    texts: ['libjpeg-turbo', 'ijg'],
  },
  {
    name: 'libpng',
    version: '1.6.43',
    license: 'libpng-2.0',
    home: 'http://www.libpng.org/pub/png/libpng.html',
    within: '@embedpdf/pdfium',
    texts: ['libpng'],
  },
  {
    name: 'OpenJPEG',
    version: null,
    license: 'BSD-2-Clause',
    home: 'https://www.openjpeg.org',
    within: '@embedpdf/pdfium',
    texts: ['openjpeg'],
  },
  {
    name: 'zlib',
    version: null,
    license: 'Zlib',
    home: 'https://zlib.net',
    within: '@embedpdf/pdfium',
    texts: ['zlib'],
  },
  {
    name: 'libjpeg-turbo',
    version: '3.2.0',
    license: 'IJG AND BSD-3-Clause AND Zlib',
    home: 'https://libjpeg-turbo.org',
    within: '@cornerstonejs/codec-libjpeg-turbo-8bit',
    texts: ['libjpeg-turbo', 'ijg'],
  },
  {
    name: 'libwebp',
    version: null,
    license: 'BSD-3-Clause',
    home: 'https://chromium.googlesource.com/webm/libwebp',
    within: '@jsquash/webp',
    texts: [],
  },
  {
    name: 'OpenJPEG',
    version: null,
    license: 'BSD-2-Clause',
    home: 'https://www.openjpeg.org',
    within: 'pdfjs-dist',
    texts: [],
  },
  {
    name: 'the JBIG2 decoder of PDFium',
    version: null,
    license: 'Apache-2.0 AND BSD-3-Clause',
    home: 'https://pdfium.googlesource.com/pdfium',
    within: 'pdfjs-dist',
    texts: [],
  },
  {
    name: 'qcms',
    version: null,
    license: 'MIT',
    home: 'https://github.com/FirefoxGraphics/qcms',
    within: 'pdfjs-dist',
    texts: [],
  },
  {
    name: 'Foxit fonts',
    version: null,
    license: 'BSD-3-Clause',
    home: 'https://pdfium.googlesource.com/pdfium',
    within: 'pdfjs-dist',
    texts: [],
  },
  {
    name: 'Liberation fonts',
    version: null,
    license: 'GPL-2.0-only WITH Font-exception-2.0',
    home: 'https://github.com/liberationfonts/liberation-fonts',
    within: 'pdfjs-dist',
    texts: [],
  },
  {
    name: 'Adobe CMap resources',
    version: null,
    license: 'BSD-3-Clause',
    home: 'https://github.com/adobe-type-tools/cmap-resources',
    within: 'pdfjs-dist',
    texts: [],
  },
  {
    name: 'Tesseract',
    version: null,
    license: 'Apache-2.0',
    home: 'https://github.com/tesseract-ocr/tesseract',
    within: 'tesseract.js-core',
    texts: [],
  },
  {
    name: 'Leptonica',
    version: null,
    license: 'BSD-2-Clause',
    home: 'http://www.leptonica.org',
    within: 'tesseract.js-core',
    texts: ['leptonica'],
  },
  {
    name: "The Independent JPEG Group's libjpeg",
    version: null,
    license: 'IJG',
    home: 'https://ijg.org',
    within: 'tesseract.js-core',
    texts: ['ijg'],
  },
  {
    name: 'libpng',
    version: null,
    license: 'libpng-2.0',
    home: 'http://www.libpng.org/pub/png/libpng.html',
    within: 'tesseract.js-core',
    texts: ['libpng'],
  },
  {
    name: 'LibTIFF',
    version: null,
    license: 'libtiff',
    home: 'https://libtiff.gitlab.io/libtiff',
    within: 'tesseract.js-core',
    texts: ['libtiff'],
  },
  {
    name: 'zlib',
    version: '1.2.12',
    license: 'Zlib',
    home: 'https://zlib.net',
    within: 'tesseract.js-core',
    texts: ['zlib'],
  },
];

/**
 * The folder of the package that a file belongs to, relative to the repository; null for our own files.
 * @param {string} file relative to the repository
 */
function packageFolder(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? null;
}

/**
 * Everything of others that ships, packages in the order of their names, each followed by what is compiled into it.
 * Versions and hashes are those of the lock file.
 * @param {import('esbuild').Metafile['outputs']} outputs of the build
 * @returns {ThirdParty[]}
 * @throws {Failure} for a package that the lock file does not list, and one without a license text
 */
export function listThirdParties(outputs) {
  const bundled = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([file]) => file),
  );
  const folders = new Set([...bundled, ...Object.values(ASSETS)].map(packageFolder));
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const packages = [...folders]
    .filter((folder) => folder !== null)
    .map((folder) => readPackage(folder, lock));
  const names = new Set(packages.map(({ name }) => name));
  const homeless = COMPILED.find(({ within }) => !names.has(within));
  if (homeless !== undefined) {
    throw new Failure(`${homeless.within}, which contains ${homeless.name}, does not ship: mend COMPILED.`);
  }
  return packages
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((each) => [
      each,
      ...COMPILED.filter(({ within }) => within === each.name).map(({ texts, ...library }) => ({
        ...library,
        text: texts.length === 0 ? each.text : texts.map(licenseText).join('\n\n'),
        integrity: null,
      })),
    ]);
}

/**
 * @param {string} folder relative to the repository
 * @param {{ packages: Record<string, { version: string, license?: string, integrity?: string }> }} lock
 * @returns {ThirdParty}
 */
function readPackage(folder, lock) {
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const locked = lock.packages[folder];
  if (locked?.integrity === undefined) throw new Failure(`package-lock.json has no hash of ${folder}.`);
  const { license, homepage } = JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  return {
    name,
    version: locked.version,
    license: locked.license ?? license,
    home: typeof homepage === 'string' ? homepage : `https://www.npmjs.com/package/${name}`,
    text: packageText(name, folder),
    integrity: locked.integrity,
    within: null,
  };
}

/**
 * The license texts of a package: its own, and those of its parts that ship.
 * @param {string} name
 * @param {string} folder
 */
function packageText(name, folder) {
  const missing = /** @type {Record<string, string>} */ (MISSING_TEXTS)[name];
  if (missing !== undefined) return licenseText(missing);
  const files = fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.split(path.sep).includes('node_modules'))
    .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(path.basename(file)) && !UNUSED.test(file))
    .filter((file) => fs.statSync(path.join(root, folder, file)).isFile())
    .toSorted();
  if (files.length === 0) throw new Failure(`${name} contains no license text: add one to scripts/licenses.`);
  const texts = files.map((file) => fs.readFileSync(path.join(root, folder, file), 'utf8').trim());
  return [...new Set(texts)].join('\n\n');
}

/** @param {string} name */
function licenseText(name) {
  return fs.readFileSync(path.join(licenses, `${name}.txt`), 'utf8').trim();
}
