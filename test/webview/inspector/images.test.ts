import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import type { InspectorMethods } from '../../../src/protocol/inspector.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import { imageSource } from '../../../webview/inspector/view/images.ts';
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
});
