import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { mediaScenarios } from '../support/room-scenarios/media-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';

playScenarios('the embedded room server: media', mediaScenarios, () => startEmbeddedRooms());
