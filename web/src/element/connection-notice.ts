import type { ConversationEventMap } from '../conversation-events.ts';

/** Shorter interruptions of the connection are not shown. */
const NOTICE_DELAY_MS = 2000;

/** Creates what shows `reconnecting` with `notice` while the connection is interrupted; an empty text hides it. */
export function createConnectionNotice(reconnecting: string, notice: (text: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = () => clearTimeout(timer);
  return {
    show(connection: ConversationEventMap['connection']['connection']): void {
      clear();
      if (connection === 'connected') notice('');
      else if (connection === 'lost') notice(reconnecting);
      else timer = setTimeout(notice, NOTICE_DELAY_MS, reconnecting);
    },
    clear,
  };
}
