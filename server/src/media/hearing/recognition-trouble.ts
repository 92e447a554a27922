import { ThreadBusy, ThreadLost } from '../../models/runtime/model-thread.ts';
import { ProviderError, type ProviderFault } from '../../providers/provider-error.ts';

/** What a failure of speech recognition means for the conversation, and what is counted of it. */
export function recognitionTrouble(error: Error): {
  message: string;
  fault?: ProviderFault;
} {
  if (error instanceof ProviderError)
    return {
      message: 'What was said could not be transcribed',
      fault: error.fault,
    };
  if (error.name === ThreadLost.name)
    return {
      message:
        'Speech recognition on this machine was interrupted and starts again; what was said meanwhile is lost',
    };
  if (error.name === ThreadBusy.name)
    return { message: 'Speech recognition on this machine has too much to do, and some words were lost' };
  return { message: 'Speech recognition on this machine has failed; typing still works' };
}
