import type { EngineEvent } from '../../engines/engine.ts';
import type { TurnInput } from '../turn/turn.ts';

/** Returns the input of the turn table that corresponds to an event of the engine. */
export function turnInputOf(event: Exclude<EngineEvent, { type: 'user_speech' }>): TurnInput {
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
