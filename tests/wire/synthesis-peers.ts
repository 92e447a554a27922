import {
  type Clock,
  createCartesiaSynthesizer,
  createOwnSpeech,
  createSpeechServer,
  type SpeechSynthesizer,
} from '../support/inside/engines.ts';
import { CartesiaServer } from '../support/providers/cartesia-server.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import type { Json, MessageKind } from '../support/providers/protocol-server.ts';
import { type SpeechVendorName, VendorSpeechServer } from '../support/providers/vendor-speech-server.ts';
import type { VendorSchemas, WireType } from './vendor-schemas.ts';

export const SECRET = 'sk_car_test0123456789';

/** A speech synthesis server with the protocol of one adapter. */
export interface SynthesisPeer {
  open(clock: Clock): SpeechSynthesizer;
  /** The name of a voice that it has. */
  voice: string;
  /** Makes it stop, close the connection, or send garbage in the middle of the next text's audio. */
  next(does: 'stops' | 'cut' | 'garbage'): void;
  /** Makes it refuse every key from now on; the refusal repeats the key that was sent. */
  refuseKeys(): void;
  /** Sets how many voices it lists from now on. */
  list(count: number): void;
  /** Resolves when it knows that a client has stopped listening in the middle of a text. */
  abandoned(): Promise<unknown>;
  /** The messages it received that violate the vendor's types. */
  faults: string[];
  /** Whether it returns word timestamps. */
  timesWords: boolean;
  stop(): Promise<void>;
}

export async function openAiPeer(schemas: VendorSchemas): Promise<SynthesisPeer> {
  const server = await new PipelineServer(SECRET).listen();
  const { baseUrl, apiKey } = server;
  return {
    ...httpPeer(server, 'SpeechRequest', schemas),
    open: (clock) => createSpeechServer({ baseUrl, apiKey, model: 'kokoro' }, clock),
    voice: 'alloy',
    list: (count) => {
      server.voices = Array.from({ length: count }, (_, n) => `voice${n}`);
    },
  };
}

/** An organization's own server at a vendor, over HTTP. */
export const vendorPeer =
  (api: SpeechVendorName) =>
  async (schemas: VendorSchemas): Promise<SynthesisPeer> => {
    const server = await new VendorSpeechServer(api, SECRET).listen();
    const { baseUrl } = server;
    const [type, idField] = {
      cartesia: ['CartesiaSpeech', 'id'] as const,
      elevenlabs: ['ElevenLabsSpeech', 'voice_id'] as const,
    }[api];
    return {
      ...httpPeer(server, type, schemas),
      open: (clock) =>
        createOwnSpeech({ name: 'Ours', api, baseUrl, apiKey: SECRET, model: 'sonic-3.5' }, clock),
      voice: 'id-of-Katie',
      list: (count) => {
        const [voice] = server.listed;
        server.listed = Array.from({ length: count }, (_, n) => ({ ...voice, [idField]: `${n}` }));
      },
    };
  };

function httpPeer(server: PipelineServer, type: WireType, schemas: VendorSchemas) {
  return {
    faults: collect(server, (message, kind) => (kind === 'speech' ? schemas.faults(type, message) : [kind])),
    next: (does: 'stops' | 'cut' | 'garbage') => {
      if (does === 'garbage') server.speech.type = 'text/html';
      else server.nextSpeech = does;
    },
    refuseKeys: () => {
      server.apiKey = 'another';
    },
    abandoned: () => server.abandoned.next('text that was given up', () => true),
    timesWords: false,
    stop: () => server.stop(),
  };
}

export async function cartesiaPeer(schemas: VendorSchemas): Promise<SynthesisPeer> {
  const server = await new CartesiaServer(SECRET).listen();
  const faults = collect(server, (message) =>
    schemas.faults('cancel' in message ? 'CartesiaCancel' : 'CartesiaGeneration', message),
  );
  return {
    open: (clock) =>
      createCartesiaSynthesizer({ baseUrl: server.baseUrl, apiKey: SECRET, model: 'sonic-3.5', clock }),
    voice: 'id-of-Katie',
    next: (does) =>
      server.replies.push((connection, ours, words) => {
        if (does === 'garbage') {
          connection.sendRaw('<html>');
          return;
        }
        server.begin(connection, ours, words.slice(0, 2));
        if (does === 'cut') void connection.flushed().then(() => connection.drop());
      }),
    refuseKeys: () => {
      server.apiKey = 'another';
    },
    list: (count) => {
      const [voice] = server.voices;
      server.voices = Array.from({ length: count }, (_, n) => ({ ...voice, id: `${n}` }));
    },
    abandoned: () => server.cancelled.next('text that was given up', () => true),
    faults,
    timesWords: true,
    stop: () => server.stop(),
  };
}

function collect(
  server: { onTaken: ((message: Json, kind: MessageKind) => void) | undefined },
  faultsOf: (message: Json, kind: MessageKind) => string[],
): string[] {
  const faults: string[] = [];
  server.onTaken = (message, kind) => faults.push(...faultsOf(message, kind));
  return faults;
}
