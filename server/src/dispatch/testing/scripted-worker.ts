/** Process entry of a worker that plays what the ids of its conversations say. */
import { processChannel } from '../process-channel.ts';
import { playScript } from './play-script.ts';

playScript(processChannel(), process.pid, () => process.exit(0));
