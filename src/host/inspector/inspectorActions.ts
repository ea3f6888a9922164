import type { FromInspector } from '../../protocol/inspector.ts';
import type { InspectorSource } from './inspectorSource.ts';

/** Commands that affect more than the source itself. */
type InspectorCommand = Exclude<Extract<FromInspector, { type: 'command' }>['command'], 'cancel'>;

/** What the extension does for a person in a view of a trajectory, in addition to what the source does itself. */
export interface InspectorActions {
  /** @param end the number of characters of the sample that the command is about, if it is not about all of it */
  command(command: InspectorCommand, source: InspectorSource, sample: number, end?: number): unknown;
  showPage(source: InspectorSource, image: number): unknown;
  openSetting(setting: string): unknown;
  followPage(source: InspectorSource, image: number, offset: number): unknown;
  judge(source: InspectorSource, sample: number): unknown;
  judgeAll(source: InspectorSource): unknown;
  /** Lights the boxes of a claim on its page, or with null those of none. */
  selectClaim(source: InspectorSource, sample: number, claim: number | null): unknown;
}

/** Performs what a person requested in a view of `source`. */
export async function actOn(
  message: Exclude<FromInspector, { type: 'ready' | 'shown' | 'groundingNeeded' }>,
  source: InspectorSource,
  actions: InspectorActions,
): Promise<void> {
  switch (message.type) {
    case 'command':
      if (message.command === 'cancel') source.cancel();
      else await actions.command(message.command, source, message.sample, message.end);
      break;
    case 'showPage':
      await actions.showPage(source, message.image);
      break;
    case 'openSetting':
      await actions.openSetting(message.setting);
      break;
    case 'followPage':
      await actions.followPage(source, message.image, message.offset);
      break;
    case 'judge':
      await actions.judge(source, message.sample);
      break;
    case 'judgeAll':
      await actions.judgeAll(source);
      break;
    case 'selectClaim':
      await actions.selectClaim(source, message.sample, message.claim);
      break;
    default:
      await source.receive(message);
  }
}
