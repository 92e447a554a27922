import {
  createElevenLabsEngine,
  createGeminiEngine,
  createOpenAiEngine,
  type EngineFactory,
} from '../support/inside/engines.ts';
import { FakeClock, type FaultyServers, OWN_WORDS, Visit } from '../support/inside/faults.ts';
import { ElevenLabsServer } from '../support/providers/elevenlabs-server.ts';
import { GeminiServer } from '../support/providers/gemini-server.ts';
import { OpenAiServer } from '../support/providers/openai-server.ts';
import type { Moment } from './pipeline-faults.ts';

const ANSWER = 'The museum opens at nine. It closes at six.';
/** Of the words above, those that are said before an answer stalls. */
const HALF_MS = 600;
const REST = 'opens at nine. It closes at six.';
/** The seconds from the question to the loss of the connection. */
const LOST_S = 0.5;

type VendorServer = OpenAiServer | GeminiServer | ElevenLabsServer;

/** ElevenLabs, whose audio has no times of words: the agent's settings decide that. */
export const NO_WORD_TIMES = 'elevenlabs without times of words';

const ELEVENLABS = { server: () => new ElevenLabsServer('xi_test'), engine: createElevenLabsEngine };
const VENDORS = {
  openai: { server: () => new OpenAiServer(), engine: createOpenAiEngine },
  gemini: { server: () => new GeminiServer(), engine: createGeminiEngine },
  elevenlabs: ELEVENLABS,
  [NO_WORD_TIMES]: ELEVENLABS,
} as const;
type Vendor = keyof typeof VENDORS;
export const VENDOR_NAMES = Object.keys(VENDORS) as Vendor[];

interface VendorFault {
  moment: Moment;
  /** Before the conversation, or before the question. */
  prepare: (server: VendorServer) => unknown;
  /** While the question is answered. */
  during?: (server: VendorServer) => unknown;
}

const lineOf = (server: VendorServer) => server.connections.all.at(-1)!;
const refuse = (status: number) => (server: VendorServer) =>
  server.refuseAll(status, { error: { message: OWN_WORDS } });
const answers =
  (...replies: { say?: string; mute?: true; holdAfterMs?: number }[]) =>
  (server: VendorServer) =>
    server.replies.push(...replies);
const half = answers({ say: ANSWER, holdAfterMs: HALF_MS }, { say: REST });
const atStart = (prepare: VendorFault['prepare']): VendorFault => ({ moment: 'at the start', prepare });
const lost = (prepare: VendorFault['prepare'], during: VendorFault['prepare']): VendorFault => ({
  moment: 'after a question',
  prepare,
  during: async (server) => {
    await during(server);
    lineOf(server).drop();
  },
});

export const VENDOR_FAULTS: Readonly<Record<string, VendorFault>> = {
  'refuses the connection': atStart((server) => server.stop()),
  'sends nothing': atStart((server) => server.ignoreAll()),
  'HTTP 401': atStart(refuse(401)),
  'HTTP 429': atStart(refuse(429)),
  'HTTP 500': atStart(refuse(500)),
  'sends nothing in answer': { moment: 'after a question', prepare: answers({ mute: true }) },
  'stalls in the middle': { moment: 'after a question', prepare: half },
  'ends the connection with an error': {
    moment: 'after a question',
    prepare: answers({ mute: true }, { say: ANSWER }),
    during: (server) => lineOf(server).end(1011, OWN_WORDS),
  },
  'is cut before the answer, and is there again': lost(
    answers({ mute: true }, { say: ANSWER }),
    () => undefined,
  ),
  'is cut in the middle, and is there again': lost(half, () => undefined),
  'is cut in the middle, then refuses connections': lost(half, (server) => server.stop()),
  'is cut in the middle, then sends nothing': lost(half, (server) => server.ignoreAll()),
  'is cut in the middle, then HTTP 500': lost(half, refuse(500)),
};

/** Lets a visitor come to an agent of a vendor that fails, and ask. */
export async function visitToVendor(
  vendor: Vendor,
  { moment, prepare, during }: VendorFault,
  servers: FaultyServers,
): Promise<{ visit: Visit; notices: string[]; end: () => Promise<void> }> {
  const server: VendorServer = await VENDORS[vendor].server().listen();
  if (server instanceof ElevenLabsServer) {
    server.alignment = vendor !== NO_WORD_TIMES;
    // Otherwise the end of the resampler's audio sounds together with the beginning of the next utterance.
    server.outputFormat = 'pcm_24000';
  }
  const clock = new FakeClock(undefined, async () => {
    const traffic = () =>
      server.connections.all.reduce(
        (sum, { request: { socket } }) => sum + socket.bytesRead + socket.bytesWritten,
        0,
      );
    for (let before = -1; before !== traffic(); ) {
      before = traffic();
      await servers.quiet(() => server.ignored);
    }
  });
  const { baseUrl, apiKey } = server;
  const engine = (VENDORS[vendor].engine as (options: object) => EngineFactory)({ baseUrl, apiKey, clock });
  const remoteId = server instanceof ElevenLabsServer ? { remoteId: server.agentId } : {};
  const name = vendor === NO_WORD_TIMES ? 'elevenlabs' : vendor;
  const visit = new Visit({ servers, clock, engine, vendor: { name, ...remoteId } });
  const fromStart = moment === 'at the start';
  if (fromStart) await prepare(server);
  let notices = await visit.arrives(fromStart ? 30 : 5);
  if (!fromStart) {
    await prepare(server);
    await visit.asks('typing', LOST_S);
    await during?.(server);
    await visit.pass(30);
    notices = visit.story;
  }
  const end = async () => {
    await visit.ends();
    await server.stop();
  };
  return { visit, notices, end };
}
