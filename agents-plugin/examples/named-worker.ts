import { fileURLToPath } from 'node:url';
import { cli, defineAgent, type JobContext, ServerOptions, voice } from '@livekit/agents';
import * as openai from '@livekit/agents-plugin-openai';
import { TrackKind } from '@livekit/rtc-node';

export default defineAgent({
  entry: async (ctx: JobContext) => {
    const { avatarIdentity } = JSON.parse(ctx.job.metadata) as { avatarIdentity: string };
    await ctx.connect();
    const session = new voice.AgentSession({
      stt: new openai.STT({ useRealtime: false }),
      llm: new openai.LLM(),
      tts: new openai.TTS(),
    });
    session.output.audio = new voice.DataStreamAudioOutput({
      room: ctx.room,
      destinationIdentity: avatarIdentity,
      waitRemoteTrack: TrackKind.KIND_VIDEO,
    });
    await session.start({
      agent: new voice.Agent({ instructions: 'You are a friendly guide.' }),
      room: ctx.room,
      outputOptions: { audioEnabled: false },
    });
    // The consumer may join last: speak once they are there.
    await ctx.waitForParticipant();
    session.say('Hello, it is good to see you.');
  },
});

cli.runApp(
  new ServerOptions({
    agent: fileURLToPath(import.meta.url),
    agentName: 'guide',
    // A busy machine may take longer than the ten seconds that LiveKit Agents gives the process of a job.
    initializeProcessTimeout: 60_000,
    // The conversation waits for its agent under this identity.
    requestFunc: (request) => {
      const { identity } = JSON.parse(request.job.metadata) as { identity: string };
      return request.accept(request.agentName, identity);
    },
  }),
);
