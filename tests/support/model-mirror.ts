import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CatalogueEntry } from './inside/service.ts';

/** The content of every model's file on the mirror. */
export const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 7) % 251));

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface ModelMirror {
  url: string;
  /** The requested paths, with their ranges. */
  asked: { path: string; range: string | undefined }[];
  /** Handles requests from now on; by default it sends the file, or the rest of it. */
  answer: Answer;
  close(): Promise<void>;
}

export const sendRest: Answer = ({ headers }, response) => {
  const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': CONTENT.length - from });
  response.end(CONTENT.subarray(from));
};

/** Starts a server of models such as `VISAVIS_MODELS_MIRROR` names. */
export async function startModelMirror(): Promise<ModelMirror> {
  const server = createServer((request, response) => {
    mirror.asked.push({ path: request.url!, range: request.headers.range });
    mirror.answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mirror: ModelMirror = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer: sendRest,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return mirror;
}

/** Returns a model that is on the mirror; its original address is unreachable. */
export function entryOf(name: string, more: Partial<CatalogueEntry> = {}): CatalogueEntry {
  return {
    name,
    purpose: 'speech-recognition',
    title: `The model ${name}`,
    license: { name: 'MIT', url: 'https://models.example/licence' },
    languages: ['en'],
    needs: [],
    files: [
      {
        path: 'model.onnx',
        bytes: CONTENT.length,
        sha256: createHash('sha256').update(CONTENT).digest('hex'),
        url: 'https://models.invalid/model.onnx',
      },
    ],
    ...more,
  };
}
