import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { npmRegistry } from '../../../src/ocr/npmRegistry.ts';
import { temporaryFolder } from '../../support/files.ts';

/** The registry that is used with this `.npmrc` in the person's folder. */
function registryOf(npmrc: string | null, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const home = temporaryFolder();
  if (npmrc !== null) fs.writeFileSync(path.join(home, '.npmrc'), npmrc);
  return npmRegistry(environment, home);
}

describe('the npm registry', () => {
  test('is the public one if none is configured', async () => {
    expect(await registryOf(null)).toBe('https://registry.npmjs.org/');
    expect(await registryOf('; registry=https://a.example\nfund=false\nregistry=\n')).toBe(
      'https://registry.npmjs.org/',
    );
  });

  test.each([
    ['registry=https://npm.example/all', 'https://npm.example/all/'],
    ['registry = "http://npm.example:4873/"\r\n', 'http://npm.example:4873/'],
    ['registry=https://a.example\nregistry=https://b.example', 'https://b.example/'],
    [
      '@tesseract.js-data:registry=https://data.example/\nregistry=https://a.example',
      'https://data.example/',
    ],
    ['@other:registry=https://other.example', 'https://registry.npmjs.org/'],
    ['registry=https://${HOST}/npm', 'https://mirror.example/npm/'],
  ])('is what .npmrc says: %j is %s', async (npmrc, registry) => {
    expect(await registryOf(npmrc, { HOST: 'mirror.example' })).toBe(registry);
  });

  test('of the environment takes precedence over .npmrc, in any case', async () => {
    for (const name of ['npm_config_registry', 'NPM_CONFIG_REGISTRY']) {
      expect(await registryOf('registry=https://a.example', { [name]: 'https://b.example' })).toBe(
        'https://b.example/',
      );
    }
  });

  test('is read from the file that npm_config_userconfig names', async () => {
    const file = path.join(temporaryFolder(), 'npmrc');
    fs.writeFileSync(file, 'registry=https://named.example');
    expect(await registryOf('registry=https://a.example', { npm_config_userconfig: file })).toBe(
      'https://named.example/',
    );
  });

  test('has no credentials, neither of its address nor of .npmrc', async () => {
    const npmrc = 'registry=https://name:secret@npm.example/\n//npm.example/:_authToken=secret';
    expect(await registryOf(npmrc)).toBe('https://npm.example/');
  });

  test.each(['npm.example', 'file:///etc/passwd', 'ftp://npm.example/'])(
    'that is %s is refused in one sentence',
    async (address) => {
      await expect(registryOf(`registry=${address}`)).rejects.toMatchObject({
        reason: 'ocr-failed',
        message: 'The npm registry is not an http or https address.',
      });
    },
  );
});
