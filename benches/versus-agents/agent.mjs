/** A LiveKit Agents agent for Node as in its guide, with the defaults. `run.ts` copies it to its packages. */
import { fileURLToPath } from 'node:url';
import { cli, defineAgent, ServerOptions, voice } from '@livekit/agents';
import * as openai from '@livekit/agents-plugin-openai';

export default defineAgent({
  entry: async (ctx) => {
    await ctx.connect();
    const session = new voice.AgentSession({
      stt: new openai.STT({ useRealtime: false }),
      llm: new openai.LLM(),
      tts: new openai.TTS(),
    });
    await session.start({
      agent: new voice.Agent({ instructions: process.env.INSTRUCTIONS }),
      room: ctx.room,
    });
    session.say(process.env.GREETING);
  },
});

cli.runApp(
  new ServerOptions({
    agent: fileURLToPath(import.meta.url),
    host: '127.0.0.1',
    port: 0,
    // A busy machine must not make it refuse conversations.
    loadThreshold: Number.POSITIVE_INFINITY,
    initializeProcessTimeout: 120_000,
  }),
);
