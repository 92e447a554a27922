import type { EngineEvent, SpokenTime } from '../../engines/engine.ts';
import type { SessionParts } from '../session.ts';
import { TOO_FAR_AHEAD, type UtteranceAudio } from '../speaking/playout.ts';
import type { Transcript } from '../speaking/transcript.ts';
import type { EngineReport, TurnInput } from '../turn/turn.ts';
import type { AgentSessionOptions } from './agent-session-options.ts';

const PROVIDER_TROUBLE = 'The agent has a problem: answers may be late or missing.';

export interface EngineReportNeeds
  extends Pick<AgentSessionOptions, 'runner' | 'reporter' | 'room' | 'consumerIdentity'> {
  transcript: Transcript;
}

/** Records what an engine reports besides its answers, and shows the consumer the part that concerns them. */
export function recordEngineReport(report: EngineReport, needs: EngineReportNeeds): void {
  const { runner, reporter, room, transcript, consumerIdentity } = needs;
  if (report.type === 'user_transcript') {
    transcript.userSaid(report.itemId, consumerIdentity, report.text, report.final);
  } else if (report.type === 'emotion') {
    runner.setEmotion(report.emotion);
    reporter.timeline('emotion', 'character', report.emotion);
  } else if (report.type === 'fault') {
    reporter.fault(report);
  } else if (report.type === 'notice') {
    reporter.timeline('warning', 'system', report.message);
  } else if (report.type === 'warning') {
    reporter.timeline('warning', 'system', report.message);
    // The provider's own message is for the operator only: the visitor may be anybody.
    room.sendEvent({ type: 'warning', code: 'provider', message: PROVIDER_TROUBLE });
  } else {
    reporter.timeline(report.type, 'character', { name: report.name, content: report.content });
  }
}

/** Returns the input of the turn table that corresponds to an event of the engine. */
export function happeningOf(event: Exclude<EngineEvent, { type: 'user_speech' }>): TurnInput {
  switch (event.type) {
    case 'thinking':
      return { type: 'engine_thinking' };
    case 'unanswered':
      return { type: 'engine_unanswered' };
    case 'audio':
      return { type: 'audio_received', utteranceId: event.utteranceId, audio: event };
    case 'text':
      return { ...event, type: 'words_received' };
    case 'failed':
      return { type: 'engine_failed', message: event.message };
    case 'utterance_started':
    case 'utterance_finished':
    case 'end_requested':
      return event;
    default:
      return { type: 'engine_reported', report: event };
  }
}

/** Plays what an engine says. Discards what is too far ahead of the playback, and says so once in the timeline. */
export class EngineSpeech {
  readonly #parts: Pick<SessionParts, 'runner' | 'reporter'>;
  #wasTooFarAhead = false;

  constructor(parts: Pick<SessionParts, 'runner' | 'reporter'>) {
    this.#parts = parts;
  }

  /** Returns whether the audio will be played. */
  append(utteranceId: string, audio: UtteranceAudio): boolean {
    if (this.#isTooFarAhead()) return false;
    this.#parts.runner.append(utteranceId, audio);
    return true;
  }

  appendText(utteranceId: string, text: string, time?: SpokenTime): void {
    if (!this.#isTooFarAhead()) this.#parts.runner.appendText(utteranceId, text, time);
  }

  #isTooFarAhead(): boolean {
    const { runner, reporter } = this.#parts;
    if (!runner.isTooFarAhead) return false;
    if (!this.#wasTooFarAhead) reporter.timeline('warning', 'system', TOO_FAR_AHEAD);
    this.#wasTooFarAhead = true;
    return true;
  }
}
