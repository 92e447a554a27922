/** Process entry of a worker that follows the script in its conversations' ids. */
import { processChannel } from '../process-channel.ts';
import { playScript } from './play-script.ts';

playScript(processChannel(), process.pid, () => process.exit(0));
