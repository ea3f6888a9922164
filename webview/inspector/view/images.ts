import { effect, type ReadonlySignal } from '@preact/signals';
import type { InspectorMethods } from '../../../src/protocol/inspector.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import type { InspectorInfo } from '../model/inspectorModel.ts';
import type { ImageSource } from './imageStrip.tsx';

/**
 * Requests images from the extension, each once as long as the trajectory and its list of images do not change. A
 * failed request is repeated.
 */
export function imageSource(
  client: RpcClient<InspectorMethods>,
  info: ReadonlySignal<InspectorInfo | null>,
): ImageSource {
  const asked = new Map<number, Promise<string>>();
  let shown = '';
  effect(() => {
    const images = (info.value?.images ?? []).map(({ document, page, width, height }) =>
      [document, page, width, height].join(),
    );
    const now = [info.value?.key, ...images].join('|');
    if (now !== shown) asked.clear();
    shown = now;
  });
  return (image) => {
    let answer = asked.get(image);
    if (answer === undefined) {
      answer = client.call('image', { image }).then(({ src }) => src);
      asked.set(image, answer);
      answer.catch(() => asked.delete(image));
    }
    return answer;
  };
}
