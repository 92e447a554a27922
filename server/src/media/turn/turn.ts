/** The types of the turn: its states, events and commands. `turn-table.ts` connects them. */
import type { AgentState } from '@visavis/contracts';
import type { EngineEvent, SpokenTime } from '../../engines/engine.ts';
import type { SpeechDetectedBy } from '../hearing/speech-verdict.ts';

export type TurnStateName =
  /** The engine is being started; what the user types waits. */
  | 'starting'
  /** The engine was asked for the greeting, and none of it was played yet. */
  | 'greeting'
  | 'listening'
  /** The engine works on an answer; none of it was played yet. */
  | 'thinking'
  | 'speaking'
  /** The user interrupted; what they want is not known yet. */
  | 'interrupted'
  /** The agent wants to end the conversation, and may still say goodbye. */
  | 'hanging_up'
  /** The conversation ends: input is ignored, the current sentence may finish. */
  | 'closing'
  /** The engine cannot go on; an apology may be spoken without it. */
  | 'failed'
  | 'closed';

export interface TurnState {
  readonly name: TurnStateName;
  readonly shown: AgentState;
  /** Whether the engine works on something that the user has not heard yet. */
  readonly answerDue: boolean;
  /** Whether the user has neither been greeted nor said anything. */
  readonly greetingDue: boolean;
  readonly waitingTexts: readonly string[];
  /** Ids of utterances that the engine has begun and that are not over. */
  readonly begunUtterances: readonly string[];
  /** Ids of interrupted utterances, newest last: no more of them is played. */
  readonly cutUtterances: readonly string[];
}

export const FIRST_TURN_STATE: TurnState = {
  name: 'starting',
  shown: 'initializing',
  answerDue: false,
  greetingDue: true,
  waitingTexts: [],
  begunUtterances: [],
  cutUtterances: [],
};

/** Events that are recorded and sent to the room, but do not change the turn. */
export type EngineReport = Extract<
  EngineEvent,
  { type: 'user_transcript' | 'tool_call' | 'tool_result' | 'emotion' | 'warning' | 'notice' | 'fault' }
>;
export type EngineAudio = Extract<EngineEvent, { type: 'audio' }>;

export type TurnInput =
  | { type: 'engine_started' }
  /** The user is in the room and receives the avatar's audio. */
  | { type: 'consumer_ready' }
  | { type: 'text_received'; text: string }
  /** `hearing/` found the beginning of speech. `by`: from our own detectors or the provider's. */
  | { type: 'speech_started'; by: SpeechDetectedBy }
  /** `trailingMs` is how long ago the speech ended. */
  | { type: 'speech_ended'; trailingMs: number }
  /** The user's client asked for silence. */
  | { type: 'interrupt_requested' }
  | { type: 'participant_lost' }
  /** The first audible sample of an utterance is sent. `isWait`: it says that the answer takes a while. */
  | { type: 'utterance_audible'; utteranceId: string; isWait?: boolean }
  /** The last sample of an utterance was sent; `playedMs` is 0 if it had no audio. */
  | { type: 'utterance_played'; utteranceId: string; text: string; playedMs: number }
  | { type: 'engine_thinking' }
  /** The last text or speech gets no answer. */
  | { type: 'engine_unanswered' }
  | { type: 'utterance_started'; utteranceId: string }
  | { type: 'audio_received'; utteranceId: string; audio: EngineAudio }
  | { type: 'words_received'; utteranceId: string; text: string; time?: SpokenTime }
  | { type: 'utterance_finished'; utteranceId: string; spokenText?: string }
  | { type: 'engine_reported'; report: EngineReport }
  /** The agent wants to hang up after its speech was played. */
  | { type: 'end_requested' }
  /** The time in which a goodbye may begin is over. */
  | { type: 'farewell_over' }
  | { type: 'engine_failed'; message: string }
  | { type: 'apology_due' }
  /** The conversation ends; the current sentence may finish first. */
  | { type: 'finish_requested' }
  | { type: 'sentence_over' }
  | { type: 'close_requested' };

/** The state of playout and microphone at the time of the event. */
export interface TurnConditions {
  /** Whether audio of the avatar is queued or being sent. */
  playing: boolean;
  userSpeaks: boolean;
  /** Whether it is not known yet if a sound of the user is speech or only a backchannel. */
  undecided: boolean;
}

export type TurnEvent = TurnInput & TurnConditions;
export type TurnEventType = TurnInput['type'];

/** Why speech was stopped. `end`: the conversation is over; `absence`: the consumer has left. */
export type StopCause = SpeechDetectedBy | 'text' | 'request' | 'absence' | 'end';

export type TurnCommand =
  /**
   * Stops speech now; what was heard stays in the transcript. `engine`: `tell` it in any case, tell it `if_cut` (only
   * if something was cut), or `leave` it alone.
   */
  | { type: 'stop_speech'; by: StopCause; engine: 'tell' | 'if_cut' | 'leave' }
  | { type: 'record_text'; text: string }
  | { type: 'send_text'; text: string }
  | { type: 'send_waiting_texts'; texts: readonly string[] }
  | { type: 'refuse_text' }
  | { type: 'ask_greeting' }
  | { type: 'measure_speech_end'; trailingMs: number }
  | { type: 'record_audible'; utteranceId: string; greeting: boolean }
  | { type: 'settle_utterance'; utteranceId: string; text: string }
  | { type: 'play_audio'; audio: EngineAudio }
  | { type: 'add_words'; utteranceId: string; text: string; time?: SpokenTime }
  | { type: 'finish_utterance'; utteranceId: string; spokenText?: string }
  | { type: 'record_report'; report: EngineReport }
  /** Requests `farewell_over` after a delay that starts now. */
  | { type: 'await_farewell' }
  | { type: 'end_conversation' }
  | { type: 'report_failure'; message: string }
  | { type: 'log_failure'; message: string };
