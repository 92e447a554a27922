import { useState } from 'react';
import { onUploadProgress } from '../lib/fetch-with-progress.ts';
import { formatBytes } from '../lib/format.ts';
import { fill, texts } from '../texts/texts.ts';
import { TaskProgress } from './task-progress.tsx';

/** Progress is shown only for requests that take longer. */
const SHOW_AFTER_MS = 1_000;

/**
 * Sends something large. Returns the function that sends it, and an element that shows the progress and a button that
 * cancels it until everything is sent. @param onCancel replaces aborting the request
 */
export function useUpload(onCancel?: () => void) {
  const [upload, setUpload] = useState<{ name: string; sent: number; size: number; cancel: () => void }>();
  const isSending = upload !== undefined && upload.sent < upload.size;
  return {
    /** @param outerSignal aborts the request as well */
    send: async <T,>(
      name: string,
      request: (signal: AbortSignal) => Promise<T>,
      outerSignal?: AbortSignal,
    ): Promise<T> => {
      const control = new AbortController();
      const signal = outerSignal ? AbortSignal.any([control.signal, outerSignal]) : control.signal;
      const state = { name, sent: 0, size: 1, cancel: onCancel ?? (() => control.abort()) };
      let isLong = false;
      const timer = setTimeout(() => {
        isLong = true;
        setUpload({ ...state });
      }, SHOW_AFTER_MS);
      onUploadProgress(signal, (sent, size) => {
        Object.assign(state, { sent, size });
        if (isLong) setUpload({ ...state });
      });
      try {
        return await request(signal);
      } finally {
        clearTimeout(timer);
        setUpload(undefined);
      }
    },
    progress: upload && (
      <TaskProgress share={upload.sent / upload.size} onCancel={isSending ? upload.cancel : undefined}>
        {isSending
          ? fill(texts.common.sending, {
              what: upload.name,
              sent: formatBytes(upload.sent),
              size: formatBytes(upload.size),
            })
          : fill(texts.common.preparing, { what: upload.name })}
      </TaskProgress>
    ),
  };
}
