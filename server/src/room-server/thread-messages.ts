import type { AdmittedRoom } from './admissions.ts';
import type { LogFields, LogLevel } from './log.ts';
import type { RoomServerCoreOptions } from './room-server.ts';
import type { MediaCounts } from './rtp/media-counts.ts';

export interface ThreadData extends RoomServerCoreOptions {
  /** The minimum level of `log` events. */
  readonly logLevel: LogLevel | 'silent';
}

export interface RoomServerStats {
  readonly rooms: number;
  readonly participants: number;
  /** Counts since the thread started, from publishers and to subscribers. */
  readonly media: { readonly in: MediaCounts; readonly out: MediaCounts };
  /** The number of failures of work for a participant since the thread started; each removes that participant. */
  readonly faults: number;
  /** The fraction of the last period in which the thread's event loop was busy, 0 to 1. */
  readonly busy: number;
}

export type FromThread =
  | {
      readonly type: 'started';
      readonly port: number;
      readonly mediaPort: number;
      readonly addresses: readonly string[];
    }
  | { readonly type: 'log'; readonly level: LogLevel; readonly message: string; readonly fields: LogFields }
  | { readonly type: 'stats'; readonly id: number; readonly stats: RoomServerStats }
  /** An `admit` or `seal` has taken effect. */
  | { readonly type: 'done'; readonly id: number };

export type ToThread =
  | { readonly type: 'close' }
  | { readonly type: 'stats'; readonly id: number }
  | { readonly type: 'admit'; readonly id: number; readonly admitted: AdmittedRoom }
  | { readonly type: 'seal'; readonly id: number; readonly room: string };
