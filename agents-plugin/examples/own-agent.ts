import { initializeLogger, voice, waitForParticipant } from '@livekit/agents';
import * as openai from '@livekit/agents-plugin-openai';
import { AvatarSession } from '@visavis/agents-plugin';

initializeLogger({ pretty: true, level: 'warn' });

const avatar = new AvatarSession();
const { room, serverUrl, consumerAccessToken } = await avatar.openRoom({ consumer: { identity: 'ada' } });
// For your front end: any LiveKit client connects with these.
console.log(JSON.stringify({ serverUrl, consumerAccessToken }));

const session = new voice.AgentSession({
  stt: new openai.STT({ useRealtime: false }),
  llm: new openai.LLM(),
  tts: new openai.TTS(),
});
session.on(voice.AgentSessionEventTypes.Close, () => void avatar.aclose().finally(() => process.exit()));
await avatar.start(session, room);
await session.start({
  agent: new voice.Agent({ instructions: 'You are a friendly guide.' }),
  room,
  outputOptions: { audioEnabled: false },
});
// What is said before the consumer is there is heard by them, but its words reach neither them nor the transcript.
await waitForParticipant({ room, identity: 'ada' });
session.say('Hello, it is good to see you.');
