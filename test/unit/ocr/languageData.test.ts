import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LanguageData, type LanguageDataOptions } from '../../../src/ocr/languageData.ts';
import { findInTar } from '../../../src/ocr/tarFile.ts';
import { temporaryFolder } from '../../support/files.ts';

/** A tar archive of these files. */
function tarOf(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 'latin1');
    header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    const content = Buffer.alloc(Math.ceil(text.length / 512) * 512);
    content.write(text, 0, 'latin1');
    return [header, content];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const DATA = 'data of German '.repeat(100);
const PACKAGE = gzipSync(
  tarOf({
    'package/4.0.0/deu.traineddata.gz': 'for another engine',
    'package/4.0.0_best_int/deu.traineddata.gz': DATA,
  }),
);
const integrityOf = (bytes: Uint8Array): string =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** A registry that sends `sent` for each package, and the paths that were requested from it. */
async function startRegistry(sent: Uint8Array, status = 200) {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.writeHead(status).end(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`, requested };
}

function dataOf(url: string, options: Partial<LanguageDataOptions> = {}): LanguageData {
  const expected = { version: '1.0.0', integrity: integrityOf(PACKAGE) };
  return new LanguageData({
    shipped: [{ code: 'eng', file: 'eng.traineddata.gz' }],
    folder: path.join(temporaryFolder(), 'languages'),
    given: null,
    registry: () => Promise.resolve(`${url}/`),
    fetch,
    packages: { deu: expected, chi_sim: expected },
    ...options,
  });
}

describe('the data of a language', () => {
  test('is fetched from the registry once, and kept', async () => {
    const { url, requested } = await startRegistry(PACKAGE);
    const folder = path.join(temporaryFolder(), 'languages');
    const data = dataOf(url, { folder });
    const [one, other] = await Promise.all([data.find('deu'), data.find('deu')]);
    expect(one).toEqual({ code: 'deu', file: path.join(folder, 'deu.traineddata.gz') });
    expect(other).toEqual(one);
    expect(fs.readFileSync(one.file, 'latin1')).toBe(DATA);
    await dataOf(url, { folder }).find('deu');
    expect(requested).toEqual(['/npm/@tesseract.js-data/deu/-/deu-1.0.0.tgz']);
    expect(fs.readdirSync(folder)).toEqual(['deu.traineddata.gz']);
  });

  test('is taken from a folder of the person, and English ships: nothing is fetched', async () => {
    const given = temporaryFolder();
    fs.writeFileSync(path.join(given, 'deu.traineddata.gz'), DATA);
    const data = dataOf('http://registry.invalid', {
      given,
      fetch: () => Promise.reject(new Error('Nothing may be fetched.')),
    });
    expect(await data.find('deu')).toEqual({ code: 'deu', file: path.join(given, 'deu.traineddata.gz') });
    expect(await data.find('eng')).toEqual({ code: 'eng', file: 'eng.traineddata.gz' });
  });

  test.each([
    ['another package than the expected one', Buffer.from('something else'), {}, /is not the package/],
    ['an answer that is too large', PACKAGE, { mostBytes: 100 }, /larger than/],
    ['a package without the data', gzipSync(tarOf({ 'package/readme': 'a' })), {}, /lacks the data/],
    ['a package that is not packed', Buffer.from('plain'), {}, /incorrect header/],
  ])('%s is refused in one sentence, and nothing is kept', async (name, sent, limits, said) => {
    const { url } = await startRegistry(sent);
    const folder = path.join(temporaryFolder(), 'languages');
    const integrity = integrityOf(name.startsWith('another') ? PACKAGE : sent);
    const packages = { deu: { version: '1.0.0', integrity }, chi_sim: { version: '1.0.0', integrity } };
    await expect(dataOf(url, { folder, packages, ...limits }).find('deu')).rejects.toMatchObject({
      reason: 'ocr-failed',
      message: `The data for recognizing German could not be fetched from ${url}/@tesseract.js-data/deu/-/deu-1.0.0.tgz.`,
      hint: `Check the network, or put the file deu.traineddata.gz into ${folder}.`,
      said: expect.stringMatching(said) as string,
    });
    expect(fs.existsSync(path.join(folder, 'deu.traineddata.gz'))).toBe(false);
  });

  test('that could not be fetched is fetched the next time', async () => {
    const { url, requested } = await startRegistry(PACKAGE);
    let isOffline = true;
    const data = dataOf(url, {
      fetch: (...args) => (isOffline ? Promise.reject(new TypeError('fetch failed')) : fetch(...args)),
    });
    await expect(data.find('chi_sim')).rejects.toThrow('recognizing Simplified Chinese');
    expect(requested).toEqual([]);
    isOffline = false;
    // The package of the test has the data of German only.
    await expect(data.find('chi_sim')).rejects.toThrow('could not be fetched');
    await expect(data.find('deu')).resolves.toMatchObject({ code: 'deu' });
  });

  test('that is not there is not fetched if that is not allowed', async () => {
    const { url, requested } = await startRegistry(PACKAGE);
    const data = dataOf(url, { fetch: null });
    expect(await data.missing(['eng', 'deu', 'chi_sim'])).toEqual(['deu', 'chi_sim']);
    await expect(data.find('deu')).rejects.toMatchObject({
      reason: 'ocr-failed',
      message: 'The data for recognizing German is not on this computer.',
    });
    expect(requested).toEqual([]);
  });

  test('is not kept if fetching it is canceled', async () => {
    const folder = path.join(temporaryFolder(), 'languages');
    const canceled = new AbortController();
    const data = dataOf('http://registry.invalid', {
      folder,
      fetch: (_url, { signal }) => {
        canceled.abort();
        return Promise.reject(signal.reason as Error);
      },
    });
    await expect(data.find('deu', canceled.signal)).rejects.toMatchObject({ reason: 'cancelled' });
    expect(await data.missing(['deu'])).toEqual(['deu']);
  });

  test('an error of the registry is told', async () => {
    const { url } = await startRegistry(Buffer.from('no'), 404);
    await expect(dataOf(url).find('deu')).rejects.toMatchObject({ said: 'HTTP 404' });
  });

  test.each([401, 403])(
    'of a registry that answers %d says that PageTrace does not sign in',
    async (status) => {
      const { url } = await startRegistry(Buffer.from('no'), status);
      const folder = path.join(temporaryFolder(), 'languages');
      await expect(dataOf(url, { folder }).find('deu')).rejects.toMatchObject({
        reason: 'ocr-failed',
        hint: `The registry refused access, and PageTrace does not sign in to registries: put the file deu.traineddata.gz into ${folder}, or set npm_config_registry to a registry that needs no sign-in.`,
        said: `HTTP ${status}`,
      });
    },
  );
});

describe('a file in a tar archive', () => {
  test('is found behind others, of any size', () => {
    const archive = tarOf({ a: '', b: 'x'.repeat(512), c: 'y'.repeat(513), d: 'z' });
    expect(['a', 'b', 'c', 'd'].map((name) => findInTar(archive, name)?.length)).toEqual([0, 512, 513, 1]);
    expect(findInTar(archive, 'e')).toBeNull();
  });

  test('is not found in an archive that is cut off or is none', () => {
    const archive = tarOf({ a: 'x'.repeat(600) });
    expect(findInTar(archive.subarray(0, 700), 'a')).toBeNull();
    expect(findInTar(Buffer.alloc(4096, 'q'), 'a')).toBeNull();
    expect(findInTar(new Uint8Array(), 'a')).toBeNull();
  });
});
