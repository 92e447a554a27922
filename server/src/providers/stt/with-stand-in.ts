import type { Breaker } from '../../lib/breaker.ts';
import type { SpeechRecognizer } from '../../speech-recognition/recognizer.ts';
import type { ProviderError } from '../provider-error.ts';

/**
 * Transcribes with `standIn` if `service` fails, which then is not used for a while. Live words have no stand-in.
 *
 * @param breaker the service's, shared by the conversations that use it
 * @param onFailure called once each time the service begins to rest
 */
export function withStandIn(
  service: SpeechRecognizer,
  standIn: SpeechRecognizer,
  breaker: Breaker,
  onFailure: (error: ProviderError) => void,
): SpeechRecognizer {
  return {
    model: service.model,
    isLocal: false,
    warm: () => service.warm(),
    async transcribe(samples, options = {}) {
      if (breaker.isOpen) return standIn.transcribe(samples, options);
      try {
        const heard = await service.transcribe(samples, options);
        breaker.close();
        return heard;
      } catch (error) {
        options.signal?.throwIfAborted();
        if (!breaker.isOpen) onFailure(error as ProviderError);
        breaker.open(error as ProviderError);
        return standIn.transcribe(samples, options);
      }
    },
  };
}
