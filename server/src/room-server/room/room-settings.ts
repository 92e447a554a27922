import type { RoomAgentDispatch } from '@livekit/protocol';

/** The settings of a room, from `CreateRoom` or from a token's `roomConfig`. */
export interface RoomSettings {
  /** How many seconds a room stays open while nobody has joined. */
  emptyTimeout: number;
  /** How many seconds a room stays open after the last participant has left. */
  departureTimeout: number;
  /** 0 means that only the server's limit applies. */
  maxParticipants: number;
  metadata: string;
  /** The agents that are dispatched by name. If empty, the jobs are offered to workers without a name. */
  agents: readonly RoomAgentDispatch[];
}

/** Returns the settings that a request for a room contains. An empty string or 0 counts as absent. */
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
