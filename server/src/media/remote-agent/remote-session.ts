import {
  CHAT_TOPIC,
  type ConversationPlan,
  DEFAULT_VOICE,
  REMOTE_ENGINE,
  TRANSCRIPTION_FINAL,
  TRANSCRIPTION_SEGMENT_ID,
  TRANSCRIPTION_TOPIC,
} from '@visavis/contracts';
import { sleep } from '../../lib/clock.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { type SilenceActions, SilenceWatch } from '../agent/silence-watch.ts';
import { standInFor } from '../agent/stand-in.ts';
import { ConsumerLanguage } from '../hearing/consumer-language.ts';
import { Hearing } from '../hearing/hearing.ts';
import { logSpeechEnded, logSpeechStarted } from '../hearing/speech-verdict.ts';
import type { ReceivedBytes, ReceivedText } from '../room/room-link.ts';
import type { Session, SessionParts } from '../session.ts';
import { Transcript } from '../speaking/transcript.ts';
import { reportTurn } from '../turn/report-turn.ts';
import { TurnClock } from '../turn/turn-clock.ts';
import { AUDIO_STREAM_TOPIC, CLEAR_BUFFER_RPC, RemoteAgentLink } from './remote-agent-link.ts';

/** Time that a client takes from entering the room until it hears the avatar. */
const RECEIVE_DELAY_MS = 400;
const REMEMBERED_ENTRIES = 100;

export interface RemoteSessionOptions extends SessionParts {
  plan: ConversationPlan;
  agentIdentity: string;
  onActivity: () => void;
  /** Resolves when the consumer is in the room. */
  consumerJoined: Promise<void>;
}

/**
 * A session in which the caller's own agent speaks. We play, measure and record it. The record consists of the
 * transcripts that the agent publishes for the consumer's client, and of what the consumer types to it.
 */
export class RemoteSession implements Session {
  readonly textTopics = { [TRANSCRIPTION_TOPIC]: 'pieces', [CHAT_TOPIC]: 'whole' } as const;
  readonly byteTopics = [AUDIO_STREAM_TOPIC];
  readonly rpc = { [CLEAR_BUFFER_RPC]: (caller: string) => this.#link.clear(caller) };
  readonly #options: RemoteSessionOptions;
  readonly #link: RemoteAgentLink;
  readonly #hearing: Hearing;
  readonly #turns = new TurnClock(REMOTE_ENGINE);
  readonly #silence: SilenceWatch;
  readonly #language = new ConsumerLanguage(undefined);
  readonly #transcript: Transcript;
  /** Ids of the utterances that we spoke in place of the agent. */
  readonly #standInIds = new Set<string>();
  /** The number of the user's turn in which the agent began each of its entries. */
  readonly #turnOfEntry = new RecentMap<string, number>(REMEMBERED_ENTRIES, () => this.#silence.turn);

  constructor(options: RemoteSessionOptions) {
    const { clock, runner, room, reporter, log, agentIdentity, hearingDeps, onActivity } = options;
    this.#options = options;
    this.#transcript = new Transcript(reporter, room);
    this.#silence = new SilenceWatch(clock, this.#createStandIn());
    // The server reports only the first receiver of the audio, which is the agent if it came before the consumer.
    const consumerReceives = options.consumerJoined.then(() => sleep(clock, RECEIVE_DELAY_MS));
    this.#link = new RemoteAgentLink({
      agentIdentity,
      clock,
      runner,
      room,
      consumerHears: async () => {
        await Promise.all([consumerReceives, room.audioReceived()]);
      },
      log,
      onActivity,
      onArrived: (segmentId) => {
        this.#silence.stateShown('speaking');
        this.#turns.engineAudio(segmentId, clock.now());
      },
      onInterrupted: (heardMs) => {
        reporter.timeline('interruption', 'user', { by: 'agent', heardMs });
        room.sendEvent({ type: 'interrupted', heardMs });
      },
      onWarning: (message) => reporter.timeline('warning', 'system', message),
    });
    // The consumer's voice does not interrupt here; it only shows when a turn began.
    this.#hearing = new Hearing({
      clock,
      hearingDeps,
      takeSentAudio: () => runner.takeSent(),
      onSpeechStarted: (verdict) => {
        this.#silence.stateShown('listening');
        logSpeechStarted(log, verdict);
        onActivity();
      },
      onSpeechEnded: (trailingMs, verdict) => {
        logSpeechEnded(log, verdict);
        reportTurn(
          this.#turns.userEnded('speech', clock.now() - trailingMs, clock.wall() - trailingMs),
          options,
        );
      },
    });
  }

  onText({ from, topic, attributes, text, complete, streamId }: ReceivedText): void {
    if (!text?.trim()) return;
    const { plan, agentIdentity, reporter, onActivity, clock } = this.#options;
    const isFromAgent = from === agentIdentity || from === plan.room.avatarIdentity;
    if (!isFromAgent && plan.consumer && from !== plan.consumer.identity) return;
    onActivity();
    if (topic === CHAT_TOPIC) {
      // Agents publish what they say as transcriptions; what they send as chat is not speech.
      if (isFromAgent) return;
      reporter.transcript(`u-${streamId}`, 'user', text, true);
      this.#turns.userEnded('text', clock.now(), clock.wall());
      this.#awaitAnswer(text);
      return;
    }
    const entryId = `${isFromAgent ? 'c' : 'u'}-${attributes[TRANSCRIPTION_SEGMENT_ID] ?? streamId}`;
    // An agent streams its own words and then closes the stream; a user's words are complete each time.
    const final = complete && (isFromAgent || attributes[TRANSCRIPTION_FINAL] === 'true');
    if (isFromAgent) this.#onAgentWords(entryId);
    reporter.transcript(entryId, isFromAgent ? 'character' : 'user', text, final);
    // Only a transcript proves that the agent understood; speech detected here may be noise to the agent.
    if (!isFromAgent && final && !this.#options.runner.busy) this.#awaitAnswer(text);
  }

  /** Ends the wait, unless the entry began before the user's turn: then these are its last words, which arrive late. */
  #onAgentWords(entryId: string): void {
    if (this.#turnOfEntry.get(entryId) === this.#silence.turn) this.#silence.stateShown('speaking');
  }

  #awaitAnswer(text: string): void {
    this.#language.take(text);
    this.#silence.userEnded(this.#options.clock.now());
    this.#silence.stateShown('thinking');
  }

  /** Speaks in place of an agent that leaves the user in silence. The agent is not informed, and may answer later. */
  #createStandIn(): SilenceActions {
    const { runner, reporter, waitPhrases } = this.#options;
    return standInFor({
      ...this.#options,
      transcript: this.#transcript,
      engineName: REMOTE_ENGINE,
      style: () => ({ voice: DEFAULT_VOICE, language: this.#language.now }),
      apology: () => undefined,
      silence: () => this.#silence,
      dropAnswer: () => undefined,
      isApologyDue: () => this.#silence.isWaiting,
      emit: (event) => {
        if (event.type === 'audio') runner.append(event.utteranceId, event);
        else if (event.type === 'utterance_started') {
          this.#standInIds.add(event.utteranceId);
          if (event.aside === 'wait') waitPhrases.markSpoken();
        } else if (event.type === 'utterance_finished') runner.finish(event.utteranceId);
        else if (event.type === 'fault') reporter.fault(event);
        else if (event.type === 'warning') reporter.timeline('warning', 'system', event.message);
        else this.#silence.stateShown('listening');
      },
    });
  }

  onBytes(bytes: ReceivedBytes): void {
    void this.#link.play(bytes);
  }

  onMicrophone(pcm: Int16Array): void {
    this.#hearing.push(pcm);
  }

  onMicrophoneEnded(): void {
    this.#hearing.microphoneEnded();
  }

  onAudible(segmentId: string): void {
    const { clock } = this.#options;
    this.#link.audible(segmentId);
    reportTurn(this.#turns.audible(segmentId, clock.now()), this.#options);
  }

  onPlayed(segmentId: string, text: string, playedMs: number): void {
    if (this.#standInIds.delete(segmentId)) this.#transcript.settle(segmentId, text);
    this.#link.played(segmentId, playedMs);
  }

  onParticipantLost(identity: string): void {
    // Without its consumer the agent continues as it likes, and still needs the reports about its speech.
    if (identity === this.#options.agentIdentity) this.#link.lost();
  }

  onParticipantsBack(): void {
    this.#options.onActivity();
  }

  async finishSentence(maxMs: number): Promise<void> {
    await this.#link.finish(maxMs);
  }

  async close(): Promise<void> {
    this.#silence.close();
    this.#link.close();
    this.#hearing.close();
    await Promise.resolve();
  }
}
