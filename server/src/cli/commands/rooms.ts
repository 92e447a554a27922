import { readConfig } from '../../config.ts';
import { loadInstanceSecrets } from '../../instance-secrets.ts';
import { type Command, parseArguments } from '../command.ts';
import { findService } from '../running-service.ts';

export const rooms: Command = {
  help: `Usage: visavis rooms

Prints what LiveKit's tools need to connect to the rooms of this service: LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET.
With these, an agent worker of LiveKit Agents can register, and LiveKit's server SDKs can list rooms and dispatch agents:

  export $(npx visavis rooms)

They give access to every room of the service: protect them like the admin token.
`,
  async run(args) {
    parseArguments({ args, options: {} });
    const config = readConfig();
    const { url, apiKey, apiSecret } = config.livekit ?? (await embedded(config));
    process.stdout.write(`LIVEKIT_URL=${url}\nLIVEKIT_API_KEY=${apiKey}\nLIVEKIT_API_SECRET=${apiSecret}\n`);
    return 0;
  },
};

async function embedded(config: ReturnType<typeof readConfig>) {
  const { roomApiKey, roomApiSecret } = await loadInstanceSecrets(config.dataDir, config);
  const url = (config.publicUrl ?? (await findService(config)).address).replace(/^http/, 'ws');
  return { url, apiKey: roomApiKey, apiSecret: roomApiSecret };
}
