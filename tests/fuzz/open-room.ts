import { EventEmitter } from 'node:events';
import { DisconnectReason, SignalResponse } from '@livekit/protocol';
import { Admissions } from '@visavis/server/dist/room-server/admissions.js';
import { defaultLimits } from '@visavis/server/dist/room-server/limits.js';
import { Rooms } from '@visavis/server/dist/room-server/room/rooms.js';
import { type AcceptContext, acceptClient } from '@visavis/server/dist/room-server/signal/accept-client.js';
import { readQuery } from '@visavis/server/dist/room-server/signal/client-request.js';
import type { FairScheduler } from '@visavis/server/dist/room-server/signal/fair-scheduler.js';
import { createDtlsCertificate } from '@visavis/server/dist/room-server/transport/dtls-certificate.js';
import { PacketRouter } from '@visavis/server/dist/room-server/transport/packet-router.js';
import { WeriftTransport } from '@visavis/server/dist/room-server/transport/werift-transport.js';

type Socket = Parameters<typeof acceptClient>[1];

const certificate = await createDtlsCertificate();

/** Creates a room whose participants decode the bytes they are sent, as clients do. */
export function openRoom() {
  const faults: string[] = [];
  const log: AcceptContext['log'] = (_level, _message, details) =>
    faults.push(String(details?.error ?? details?.fault));
  const rooms = new Rooms(defaultLimits, log);
  const router = new PacketRouter();
  const context: AcceptContext = {
    rooms,
    admissions: new Admissions(undefined, defaultLimits),
    limits: defaultLimits,
    log,
    // Runs at once, so that the coverage includes what it reaches.
    scheduler: { add: (_owner, _person, work) => work() } as FairScheduler,
    turn: undefined,
    tokens: { renew: () => Promise.resolve('token') },
    createTransport: () => new WeriftTransport(router, certificate, []),
  };
  return {
    /** @returns the connection of a client; it emits what the client sends */
    join(identity: string, request = readQuery(new URLSearchParams())): EventEmitter {
      const socket = Object.assign(new EventEmitter(), {
        OPEN: 1,
        readyState: 1,
        bufferedAmount: 0,
        send: (data: Uint8Array) => SignalResponse.fromBinary(data),
        ping: () => undefined,
        pause: () => undefined,
        resume: () => undefined,
        close: () => socket.emit('close'),
      });
      acceptClient(context, socket as unknown as Socket, request, {
        sub: identity,
        video: { room: 'room', roomJoin: true, canUpdateOwnMetadata: true },
      });
      return socket;
    },
    /** @throws TypeError if the work for a participant has failed */
    finish(): Rooms {
      rooms.get('room')?.finish(DisconnectReason.ROOM_DELETED);
      // Messages that cannot be parsed are refused with a plain `Error`.
      const fault = faults.find(
        (text) =>
          /processing its messages failed/.test(text) || /(?:^|: )(?:Type|Range|Reference)Error/.test(text),
      );
      if (fault) throw new TypeError(fault);
      return rooms;
    },
  };
}
