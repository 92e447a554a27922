import {
  CHAT_TOPIC,
  type ConversationPlan,
  REMOTE_ENGINE,
  TRANSCRIPTION_FINAL,
  TRANSCRIPTION_SEGMENT_ID,
  TRANSCRIPTION_TOPIC,
} from '@visavis/contracts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { MicrophoneListener, type VoiceActivity } from '../agent/microphone-listener.ts';
import { TurnClock, type TurnMeasure } from '../agent/turn-clock.ts';
import type { AvatarRunner } from '../avatar/avatar-runner.ts';
import type { Reporter } from '../reporter.ts';
import type { ReceivedBytes, ReceivedText, RoomLink } from '../room/room-link.ts';
import type { Session } from '../session.ts';
import { AUDIO_STREAM_TOPIC, CLEAR_BUFFER_RPC, RemoteAgentLink } from './remote-agent-link.ts';

/** An entry that grows while it is spoken is recorded at most this often. */
const RECORD_EVERY_MS = 1000;

export interface RemoteSessionOptions {
  plan: ConversationPlan;
  agentIdentity: string;
  clock: Clock;
  runner: AvatarRunner;
  room: RoomLink;
  reporter: Reporter;
  log: Logger;
  createVoiceActivity: () => VoiceActivity;
  onActivity: () => void;
}

/**
 * A session in which the caller's own agent speaks. We play, measure and record it: the transcripts that the agent
 * publishes for the consumer's client, and what the consumer types to it, are the record of this conversation.
 */
export class RemoteSession implements Session {
  readonly textTopics = { [TRANSCRIPTION_TOPIC]: 'pieces', [CHAT_TOPIC]: 'whole' } as const;
  readonly byteTopics = [AUDIO_STREAM_TOPIC];
  readonly rpc = { [CLEAR_BUFFER_RPC]: (caller: string) => this.#link.clear(caller) };
  readonly #options: RemoteSessionOptions;
  readonly #link: RemoteAgentLink;
  readonly #microphone: MicrophoneListener;
  readonly #turns = new TurnClock(REMOTE_ENGINE);
  #recordedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RemoteSessionOptions) {
    const { clock, runner, room, reporter, log, agentIdentity, createVoiceActivity, onActivity } = options;
    this.#options = options;
    this.#link = new RemoteAgentLink({
      agentIdentity,
      clock,
      runner,
      room,
      log,
      onActivity,
      onArrived: (segmentId) => this.#turns.engineAudio(segmentId, clock.now()),
      onInterrupted: (heardMs) => {
        reporter.timeline('interruption', 'user', { by: 'agent', heardMs });
        room.sendEvent({ type: 'interrupted', heardMs });
      },
      onWarning: (message) => reporter.timeline('warning', 'system', message),
    });
    // The consumer's voice interrupts nothing here; it only shows when a turn began.
    this.#microphone = new MicrophoneListener({
      now: () => clock.now(),
      createVoiceActivity,
      ownSound: () => runner.takeSent(),
      onSpeechStarted: onActivity,
      onSpeechEnded: (trailingMs) =>
        this.#report(this.#turns.speechEnded('voice', { now: clock.now(), wall: clock.wall(), trailingMs })),
    });
  }

  onText({ from, topic, attributes, text, complete, streamId }: ReceivedText): void {
    if (!text?.trim()) return;
    const { plan, agentIdentity, reporter, onActivity, clock } = this.#options;
    const ours = from === agentIdentity || from === plan.room.avatarIdentity;
    if (!ours && plan.consumer && from !== plan.consumer.identity) return;
    onActivity();
    if (topic === CHAT_TOPIC) {
      // Agents publish what they say as transcription; what they send as chat is not speech.
      if (ours) return;
      reporter.transcript(`u-${streamId}`, 'user', text, true);
      this.#turns.userEnded('text', clock.now(), clock.wall());
      return;
    }
    const entryId = `${ours ? 'c' : 'u'}-${attributes[TRANSCRIPTION_SEGMENT_ID] ?? streamId}`;
    // Agents publish their own words in one stream, whose end is the end of the text; users' words come complete each time.
    const final = complete && (ours || attributes[TRANSCRIPTION_FINAL] === 'true');
    const now = clock.now();
    if (!complete && now - this.#recordedAt < RECORD_EVERY_MS) return;
    this.#recordedAt = now;
    reporter.transcript(entryId, ours ? 'character' : 'user', text, final);
  }

  onBytes(bytes: ReceivedBytes): void {
    void this.#link.received(bytes);
  }

  onMicrophone(pcm: Int16Array): void {
    this.#microphone.push(pcm);
  }

  onMicrophoneEnded(): void {
    this.#microphone.close();
  }

  onAudible(segmentId: string): void {
    const { clock } = this.#options;
    this.#link.audible(segmentId);
    this.#report(this.#turns.audible(segmentId, clock.now()));
  }

  onUttered(segmentId: string, _text: string, playedMs: number): void {
    this.#link.uttered(segmentId, playedMs);
  }

  lost(identity: string): void {
    // Without its consumer the agent goes on as it likes, and still needs the reports about its speech.
    if (identity === this.#options.agentIdentity) this.#link.lost();
  }

  back(): void {
    this.#options.onActivity();
  }

  async finishSentence(maxMs: number): Promise<void> {
    await this.#link.finish(maxMs);
  }

  async close(): Promise<void> {
    this.#link.close();
    await Promise.resolve();
  }

  #report(measure: TurnMeasure | undefined): void {
    const { reporter, room } = this.#options;
    if (!measure) return;
    reporter.timeline('turn', 'character', measure);
    room.sendEvent({ type: 'turn', latencyMs: measure.latencyMs, engineMs: measure.engineMs });
  }
}
