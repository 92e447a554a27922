import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { WorkerPool } from '../dispatch/pool-contract.ts';
import type { BlobStore } from '../domain/blobs.ts';
import type { InstanceSecrets } from '../instance-secrets.ts';
import type { DiskReserve } from '../lib/disk-reserve.ts';
import type { ModelHost } from '../models/host/supervise-model-host.ts';
import type { Database } from '../store/open-database.ts';
import type { WorkerCallbacks } from './late-parts.ts';
import type { OpenPart } from './opened-parts.ts';
import { type ComposedRooms, composeRooms } from './rooms.ts';
import { checkSecret, openBlobs, openStore } from './storage.ts';
import { composePool } from './worker-pool.ts';

/** What every part of the service needs. */
export interface FoundationBasis {
  config: Config;
  log: Logger;
  openPart: OpenPart;
  secrets: InstanceSecrets;
  disk: DiskReserve;
  serviceInstanceId: string;
}

/** Adds the parts that take long to open, on which all others depend. */
export interface Foundation extends FoundationBasis {
  database: Database;
  rooms: ComposedRooms;
  blobs: BlobStore;
  workers: WorkerPool;
}

/** Opens the slow parts concurrently. @throws StartupError; parts opened by then are still passed to `openPart` */
export async function openFoundation(
  basis: FoundationBasis,
  modelHost: ModelHost,
  handlers: { callbacks: WorkerCallbacks; roomCrash: () => void },
): Promise<Foundation> {
  const { config, log, openPart, secrets, disk } = basis;
  const failed = new AbortController();
  let roomsUrl: string | undefined;
  const openingStore = openPart('the store', openStore(config, log), (db) => db.close());
  const openingRooms = openPart('the rooms', composeRooms(config, secrets, log, handlers.roomCrash), (part) =>
    part.close(),
  );
  const openingBlobs = openPart('the files', openBlobs(config, disk), async () => undefined);
  const openingWorkers = openPart(
    'the conversation workers',
    composePool(config, log, modelHost, {
      ...handlers.callbacks,
      roomsUrl: () => roomsUrl,
      signal: failed.signal,
      onEvent: (conversationId, event) => {
        if (event.kind === 'ended')
          void openingRooms.then((it) => it.workerLeft(conversationId, event.isLeaving === true));
        return handlers.callbacks.onEvent(conversationId, event);
      },
    }),
    (pool) => pool.close(),
  );
  const opening = [openingStore, openingRooms, openingBlobs, openingWorkers] as const;
  // Waits for all before reporting the first failure: a part that opens after another has failed must be closed as
  // well. Only the workers, whose start takes seconds, are not awaited.
  await Promise.allSettled(opening.map((part) => part.catch(() => failed.abort())));
  const [database, rooms, blobs, workers] = await Promise.all(opening);
  roomsUrl = rooms.embedded && `ws://127.0.0.1:${rooms.embedded.port}/`;
  if (database.kind === 'postgres') await checkSecret(database, secrets);
  return { ...basis, database, rooms, blobs, workers };
}
