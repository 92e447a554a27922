import type { Logger } from '../../lib/logger.ts';
import type { SpeechVerdict } from './speech-verdict.ts';

export function logSpeechStarted(log: Logger, { because }: SpeechVerdict): void {
  log.debug({ event: 'speech.started', because }, 'the user started to speak');
}

export function logSpeechEnded(log: Logger, { because }: SpeechVerdict): void {
  log.debug({ event: 'speech.ended', because }, 'the user finished speaking');
}
