export interface ServerSentEvent {
  /** The last id that the stream has sent so far. */
  id: string;
  event: string;
  data: string;
}

/**
 * Parses server-sent events as specified in https://html.spec.whatwg.org/multipage/server-sent-events.html. A stream
 * that breaks off ends without an error, like one that is complete: the caller reconnects in both cases.
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onRetry: (retryMs: number) => void,
): AsyncGenerator<ServerSentEvent, void> {
  let id = '';
  let event = '';
  let data: string[] = [];
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0) yield { id, event: event || 'message', data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const [, field, text = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!;
    if (field === 'data') data.push(text);
    else if (field === 'event') event = text;
    else if (field === 'id' && !text.includes('\0')) id = text;
    else if (field === 'retry' && /^\d+$/.test(text)) onRetry(Number(text));
  }
}

async function* readLines(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  // Safari cannot iterate over a stream.
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: '' }));
      if (done) return;
      buffer += value;
      // A trailing CR may be the first half of a CR LF.
      const lines = buffer.split(/\r\n|\n|\r(?!$)/);
      buffer = lines.pop()!;
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
