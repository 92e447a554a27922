import type { RoomAgentDispatch } from '@livekit/protocol';

/** Settings of a room, given by `CreateRoom` or by a token's `roomConfig`. */
export interface RoomSettings {
  /** Seconds that a room stays open while no one has joined. */
  emptyTimeout: number;
  /** Seconds that a room stays open after the last participant left. */
  departureTimeout: number;
  /** 0: the server's limit alone. */
  maxParticipants: number;
  metadata: string;
  /** Agents that are dispatched to it by name; without any, the workers that have no name are asked. */
  agents: readonly RoomAgentDispatch[];
}

/** The settings that a request for a room gives; an empty text or 0 counts as absent. */
export function settingsFrom(
  given: Partial<Omit<RoomSettings, 'agents'>> & { agents?: RoomAgentDispatch[] } = {},
): Partial<RoomSettings> {
  const { emptyTimeout = 0, departureTimeout = 0, maxParticipants = 0, metadata = '', agents = [] } = given;
  return {
    ...(emptyTimeout > 0 && { emptyTimeout }),
    ...(departureTimeout > 0 && { departureTimeout }),
    ...(maxParticipants > 0 && { maxParticipants }),
    ...(metadata !== '' && { metadata }),
    ...(agents.length > 0 && { agents }),
  };
}

export const defaultSettings: RoomSettings = {
  emptyTimeout: 300,
  departureTimeout: 20,
  maxParticipants: 0,
  metadata: '',
  agents: [],
};
