import type { Config } from '../config.ts';
import type { WorkerPool } from '../dispatch/pool-contract.ts';
import type { BlobStore } from '../domain/blobs.ts';
import type { InstanceSecrets } from '../instance-secrets.ts';
import type { DiskReserve } from '../lib/disk-reserve.ts';
import type { Logger } from '../lib/logger.ts';
import type { ModelHost } from '../models/host/keep-model-host.ts';
import type { Database } from '../store/open-database.ts';
import type { WorkerAnswers } from './late-parts.ts';
import type { Keep } from './opened-parts.ts';
import { type ComposedRooms, composeRooms } from './rooms.ts';
import { checkSecret, openBlobs, openStore } from './storage.ts';
import { composePool } from './worker-pool.ts';

export interface Foundation {
  database: Database;
  rooms: ComposedRooms;
  blobs: BlobStore;
  workers: WorkerPool;
}

/** Opens, at the same time, what takes long to open. @throws StartupError; what has opened by then is kept all the same */
export async function openFoundation(needs: {
  config: Config;
  log: Logger;
  keep: Keep;
  secrets: InstanceSecrets;
  disk: DiskReserve;
  modelHost: ModelHost;
  answers: WorkerAnswers;
  onRoomCrash: () => void;
}): Promise<Foundation> {
  const { config, log, keep, secrets, answers } = needs;
  const failed = new AbortController();
  let roomsUrl: string | undefined;
  const openingStore = keep('the store', openStore(config, log), (db) => db.close());
  const openingRooms = keep('the rooms', composeRooms(config, secrets, log, needs.onRoomCrash), (part) =>
    part.close(),
  );
  const openingBlobs = keep('the files', openBlobs(config, needs.disk), async () => undefined);
  const openingWorkers = keep(
    'the conversation workers',
    composePool(config, log, needs.modelHost, {
      ...answers,
      roomsUrl: () => roomsUrl,
      signal: failed.signal,
      onEvent: (conversationId, event) => {
        if (event.kind === 'ended')
          void openingRooms.then((it) => it.workerLeft(conversationId, event.isLeaving === true));
        return answers.onEvent(conversationId, event);
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
  return { database, rooms, blobs, workers };
}
