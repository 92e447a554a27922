import { useState } from 'react';
import { formatBytes } from '../lib/format.ts';
import { watchSending } from '../lib/watched-fetch.ts';
import { fill, texts } from '../texts/texts.ts';
import { UnderWay } from './under-way.tsx';

/** Progress is shown only for requests that take longer. */
const LONG_MS = 1_000;

/**
 * Sends something large. Returns the function that sends it, and an element that shows the progress and a button that
 * cancels it until everything is sent. @param onCancel replaces aborting the request
 */
export function useSending(onCancel?: () => void) {
  const [going, setGoing] = useState<{ what: string; sent: number; size: number; cancel: () => void }>();
  return {
    /** @param until aborts the request as well */
    send: async <T,>(
      what: string,
      request: (signal: AbortSignal) => Promise<T>,
      until?: AbortSignal,
    ): Promise<T> => {
      const control = new AbortController();
      const end = () => control.abort();
      until?.addEventListener('abort', end);
      const told = { what, sent: 0, size: 1, cancel: onCancel ?? end };
      let isLong = false;
      const timer = setTimeout(() => {
        isLong = true;
        setGoing({ ...told });
      }, LONG_MS);
      watchSending(control.signal, (sent, size) => {
        Object.assign(told, { sent, size });
        if (isLong) setGoing({ ...told });
      });
      try {
        return await request(control.signal);
      } finally {
        clearTimeout(timer);
        setGoing(undefined);
      }
    },
    progress: going && (
      <UnderWay share={going.sent / going.size} onCancel={going.sent < going.size ? going.cancel : undefined}>
        {going.sent < going.size
          ? fill(texts.common.sending, {
              what: going.what,
              sent: formatBytes(going.sent),
              size: formatBytes(going.size),
            })
          : fill(texts.common.preparing, { what: going.what })}
      </UnderWay>
    ),
  };
}
