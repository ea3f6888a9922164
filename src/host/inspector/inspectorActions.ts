import type { FromInspector } from '../../protocol/inspector.ts';
import type { InspectorSource } from './inspectorSource.ts';

/** What a person does in a view of a trajectory that is not the source's own business. */
export interface InspectorActions {
  command(
    command: Extract<FromInspector, { type: 'command' }>['command'],
    source: InspectorSource,
    sample: number,
  ): unknown;
  showPage(source: InspectorSource, image: number): unknown;
  judge(source: InspectorSource, sample: number): unknown;
}

/** Does what a person asked for in a view of `source`. */
export async function actOn(
  message: Exclude<FromInspector, { type: 'ready' | 'shown' }>,
  source: InspectorSource,
  actions: InspectorActions,
): Promise<void> {
  switch (message.type) {
    case 'command':
      await actions.command(message.command, source, message.sample);
      break;
    case 'showPage':
      await actions.showPage(source, message.image);
      break;
    case 'judge':
      await actions.judge(source, message.sample);
      break;
    default:
      await source.receive(message);
  }
}
