/**
 * An agent as a caller of the service writes it with LiveKit Agents alone: `AgentSession`, `DataStreamAudioOutput`, and
 * nothing from this package except a speech recognizer without a model. It executes commands from its standard input and
 * prints the events of its audio output.
 */
import { createInterface } from 'node:readline';
import { initializeLogger, voice } from '@livekit/agents';
import * as openai from '@livekit/agents-plugin-openai';
import { dispose, Room, RoomEvent, TrackKind } from '@livekit/rtc-node';
import { LoudnessStt } from './loudness-stt.ts';

const [url, token, avatarIdentity] = process.argv.slice(2);
const print = (event: string, fields: object = {}) =>
  process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);

initializeLogger({ pretty: false, level: 'warn' });
const room = new Room();
room.on(RoomEvent.ParticipantDisconnected, ({ identity }) => print('participant_left', { identity }));
room.on(RoomEvent.Disconnected, () => print('disconnected'));
await room.connect(url!, token!, { autoSubscribe: true, dynacast: false });

const session = new voice.AgentSession({
  stt: new LoudnessStt(),
  llm: new openai.LLM(),
  tts: new openai.TTS(),
  vad: null,
  turnHandling: { turnDetection: 'stt' },
});
session.on(voice.AgentSessionEventTypes.UserInputTranscribed, ({ isFinal, transcript }) => {
  if (isFinal) print('heard', { text: transcript });
});
const output = new voice.DataStreamAudioOutput({
  room,
  destinationIdentity: avatarIdentity!,
  waitRemoteTrack: TrackKind.KIND_VIDEO,
  waitPlaybackStart: true,
});
output.on(voice.AudioOutput.EVENT_PLAYBACK_STARTED, () => print('started'));
output.on(voice.AudioOutput.EVENT_PLAYBACK_FINISHED, (finished: voice.PlaybackFinishedEvent) =>
  print('finished', { position: finished.playbackPosition, interrupted: finished.interrupted }),
);
session.output.audio = output;
await session.start({ agent: new voice.Agent({ instructions: 'You answer briefly.' }), room });
print('ready');

const commands: Record<string, (text: string) => Promise<void> | void> = {
  say: async (text) => {
    const speech = session.say(text);
    await speech.waitForPlayout();
    print('said', { interrupted: speech.interrupted });
  },
  interrupt: async () => {
    await session.interrupt().await;
    print('was_interrupted');
  },
  leave: async () => {
    await session.close();
    await room.disconnect();
    await dispose();
    process.exit(0);
  },
};
for await (const line of createInterface({ input: process.stdin })) {
  const { command, text = '' } = JSON.parse(line) as { command: string; text?: string };
  // Not awaited, because the speech may be interrupted.
  Promise.resolve(commands[command]?.(text)).catch((error) => print('failed', { error: String(error) }));
}
