/**
 * Two agents with an avatar each, in one process: what LiveKit Agents 1.9.0 alone cannot do. Prints the playback
 * reports that each gets.
 */
import { initializeLogger, voice } from '@livekit/agents';
import * as openai from '@livekit/agents-plugin-openai';
import { AvatarSession } from '@visavis/agents-plugin';

initializeLogger({ pretty: false, level: 'warn' });

async function converse(name: string): Promise<void> {
  const avatar = new AvatarSession();
  const { room } = await avatar.openRoom({ agent: { identity: name } });
  const session = new voice.AgentSession({ llm: new openai.LLM(), tts: new openai.TTS(), vad: null });
  await avatar.start(session, room);
  const reports: { position: number; interrupted: boolean }[] = [];
  session.output.audio!.on(
    voice.AudioOutput.EVENT_PLAYBACK_FINISHED,
    ({ playbackPosition, interrupted }: voice.PlaybackFinishedEvent) =>
      reports.push({ position: playbackPosition, interrupted }),
  );
  await session.start({ agent: new voice.Agent({ instructions: 'You answer briefly.' }), room });
  for (const text of ['One two three four.', 'Five six.']) await session.say(text).waitForPlayout();
  await session.close();
  await avatar.aclose();
  console.log(JSON.stringify({ name, reports }));
}

await Promise.all([converse('first'), converse('second')]);
process.exit(0);
