/** Whether a request failed because it was cancelled. */
export const isAbortError = (error: Error | null) => error?.name === 'AbortError';

type OnSent = (sent: number, all: number) => void;

const watchers = new WeakMap<AbortSignal, OnSent>();

/** Reports upload progress, in bytes, of the requests that use this signal. */
export function onUploadProgress(signal: AbortSignal, onSent: OnSent): void {
  watchers.set(signal, onSent);
}

/** `fetch` that can report upload progress, which `fetch` itself does not. */
export function fetchWithProgress(url: string, init: RequestInit): Promise<Response> {
  const { signal, body, method = 'GET', headers } = init;
  const onSent = signal && watchers.get(signal);
  if (!onSent || !body) return fetch(url, init);
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.responseType = 'blob';
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
    request.onload = () => {
      const { status, response } = request;
      const lines = request.getAllResponseHeaders().trim().split('\r\n');
      const pairs = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]);
      resolve(new Response(response as Blob, { status, headers: pairs }));
    };
    // The client reports that the service is unreachable.
    request.onerror = () => reject(new TypeError());
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort());
    request.send(body as XMLHttpRequestBodyInit);
  });
}
