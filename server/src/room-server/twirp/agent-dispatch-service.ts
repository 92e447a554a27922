import {
  type AgentDispatch,
  CreateAgentDispatchRequest,
  DeleteAgentDispatchRequest,
  ListAgentDispatchRequest,
  ListAgentDispatchResponse,
} from '@livekit/protocol';
import type { Admissions } from '../admissions.ts';
import type { RoomDispatches } from '../agents/room-dispatches.ts';
import type { RoomServerLimits } from '../limits.ts';
import type { Room } from '../room/room.ts';
import type { Rooms } from '../room/rooms.ts';
import {
  checkBytes,
  method,
  openRoom,
  requireAdmin,
  type ServiceMethods,
  TwirpError,
} from './service-methods.ts';

/** LiveKit's AgentDispatchService, which manages the agents of a room. Each method throws TwirpError. */
export function createAgentDispatchService(
  rooms: Rooms,
  admissions: Admissions,
  dispatchesOf: (room: Room) => RoomDispatches,
  limits: RoomServerLimits,
): ServiceMethods {
  return {
    CreateDispatch: method(CreateAgentDispatchRequest, (request, grant): AgentDispatch => {
      requireAdmin(grant, request.room);
      if (request.room === '') throw new TwirpError('invalid_argument', 'the dispatch must name a room');
      checkBytes(request.metadata, limits.metadataBytes, 'metadata');
      checkBytes(JSON.stringify(request.attributes), limits.attributesBytes, 'attributes');
      const room = openRoom(rooms, admissions, request.room);
      const dispatch = dispatchesOf(room).add(request);
      if (dispatch === undefined)
        throw new TwirpError('resource_exhausted', 'the room has too many dispatches');
      return dispatch;
    }),
    DeleteDispatch: method(DeleteAgentDispatchRequest, (request, grant): AgentDispatch => {
      requireAdmin(grant, request.room);
      const room = rooms.get(request.room);
      const dispatch = room && dispatchesOf(room).remove(request.dispatchId);
      if (dispatch === undefined) throw new TwirpError('not_found', 'agent dispatch does not exist');
      return dispatch;
    }),
    ListDispatch: method(ListAgentDispatchRequest, (request, grant) => {
      requireAdmin(grant, request.room);
      const room = rooms.get(request.room);
      if (room === undefined) throw new TwirpError('not_found', 'requested room does not exist');
      const { dispatchId } = request;
      const all = dispatchesOf(room).list();
      const agentDispatches = all.filter(({ id }) => dispatchId === '' || id === dispatchId);
      return new ListAgentDispatchResponse({ agentDispatches });
    }),
  };
}
