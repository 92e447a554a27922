import { useState } from 'react';
import { formatBytes } from '../lib/format.ts';
import { onUploadProgress } from '../lib/fetch-with-progress.ts';
import { fill, texts } from '../texts/texts.ts';
import { TaskProgress } from './task-progress.tsx';

/** Progress is shown only for requests that take longer. */
const LONG_MS = 1_000;

/**
 * Sends something large. Returns the function that sends it, and an element that shows the progress and a button that
 * cancels it until everything is sent. @param onCancel replaces aborting the request
 */
export function useUpload(onCancel?: () => void) {
  const [going, setGoing] = useState<{ what: string; sent: number; size: number; cancel: () => void }>();
  return {
    /** @param until aborts the request as well */
    send: async <T,>(
      what: string,
      request: (signal: AbortSignal) => Promise<T>,
      until?: AbortSignal,
    ): Promise<T> => {
      const control = new AbortController();
      const signal = until ? AbortSignal.any([control.signal, until]) : control.signal;
      const sending = { what, sent: 0, size: 1, cancel: onCancel ?? (() => control.abort()) };
      let isLong = false;
      const timer = setTimeout(() => {
        isLong = true;
        setGoing({ ...sending });
      }, LONG_MS);
      onUploadProgress(signal, (sent, size) => {
        Object.assign(sending, { sent, size });
        if (isLong) setGoing({ ...sending });
      });
      try {
        return await request(signal);
      } finally {
        clearTimeout(timer);
        setGoing(undefined);
      }
    },
    progress: going && (
      <TaskProgress share={going.sent / going.size} onCancel={going.sent < going.size ? going.cancel : undefined}>
        {going.sent < going.size
          ? fill(texts.common.sending, {
              what: going.what,
              sent: formatBytes(going.sent),
              size: formatBytes(going.size),
            })
          : fill(texts.common.preparing, { what: going.what })}
      </TaskProgress>
    ),
  };
}
