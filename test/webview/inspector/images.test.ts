import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import type { InspectorMethods } from '../../../src/protocol/inspector.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import { imageSource, pageSource } from '../../../webview/inspector/view/images.ts';
import type { InspectorInfo } from '../../../webview/inspector/model/inspectorModel.ts';
import { state } from './states.ts';

it('requests an image once for each trajectory, also if two trajectories name the same pages', async () => {
  const info = signal<InspectorInfo | null>(state());
  let requests = 0;
  const call: RpcClient<InspectorMethods>['call'] = () => {
    requests += 1;
    return Promise.resolve({ src: `image ${requests}` });
  };
  const image = imageSource({ call, dispose: () => undefined }, info);
  expect([await image(1), await image(1)]).toEqual(['image 1', 'image 1']);
  info.value = state({ reference: '12' });
  expect(await image(1)).toBe('image 1');
  info.value = state({ key: 'another' });
  expect(await image(1)).toBe('image 2');
  info.value = state({ key: 'another', edition: 1 });
  expect([await image(1), await image(1)]).toEqual(['image 3', 'image 3']);
});

it('requests a page again after a document has changed, and not before', async () => {
  const info = signal<InspectorInfo | null>(null);
  let requests = 0;
  const call: RpcClient<InspectorMethods>['call'] = () => {
    requests += 1;
    return Promise.resolve({ src: `page ${requests}`, width: 1, height: 1 });
  };
  const page = pageSource({ call, dispose: () => undefined }, info);
  const src = async (): Promise<string> => (await page('a.pdf', 1)).src;
  expect(await src()).toBe('page 1');
  info.value = state();
  expect(await src()).toBe('page 1');
  info.value = state({ edition: 1 });
  expect([await src(), await src()]).toEqual(['page 2', 'page 2']);
});
