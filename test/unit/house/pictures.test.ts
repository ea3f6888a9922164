import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';

const FOLDER = 'pictures/';
const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8');

describe('the pictures of README.md', () => {
  it('are the files that npm run screenshots makes, each in a light and a dark theme', () => {
    const named = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/gu)].map(([, file = '']) => file);
    const files = fs.readdirSync(path.join(root, FOLDER)).map((name) => FOLDER + name);
    expect(named.toSorted()).toEqual(files.toSorted());
    const views = files.map((file) => file.replace(/-(?:light|dark)\.png$/u, ''));
    expect(files).toHaveLength(2 * new Set(views).size);
  });

  it('are small, and are not part of the packed extension', () => {
    for (const name of fs.readdirSync(path.join(root, FOLDER))) {
      expect(fs.statSync(path.join(root, FOLDER, name)).size, name).toBeLessThan(180_000);
    }
    expect(fs.readFileSync(path.join(root, '.vscodeignore'), 'utf8')).not.toContain(FOLDER);
  });

  it('say in words what they show', () => {
    const images = [...readme.matchAll(/<img [^>]*>/gu)].map(([image]) => image);
    expect(images.length).toBeGreaterThan(2);
    for (const image of images) expect(image).toMatch(/ alt="[^"]{60,}"/u);
  });
});
