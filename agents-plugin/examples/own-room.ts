import { fileURLToPath } from 'node:url';
import { cli, defineAgent, type JobContext, ServerOptions, voice } from '@livekit/agents';
import * as openai from '@livekit/agents-plugin-openai';
import { AvatarSession } from '@visavis/agents-plugin';

export default defineAgent({
  entry: async (ctx: JobContext) => {
    await ctx.connect();
    const session = new voice.AgentSession({
      stt: new openai.STT({ useRealtime: false }),
      llm: new openai.LLM(),
      tts: new openai.TTS(),
    });
    const avatar = new AvatarSession();
    await avatar.start(session, ctx.room);
    await session.start({
      agent: new voice.Agent({ instructions: 'You are a friendly guide.' }),
      room: ctx.room,
      outputOptions: { audioEnabled: false },
    });
    session.say('Hello, it is good to see you.');
  },
});

cli.runApp(new ServerOptions({ agent: fileURLToPath(import.meta.url) }));
