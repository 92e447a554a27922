import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { dataScenarios } from '../support/room-scenarios/data-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';

playScenarios('the embedded room server: data', dataScenarios, () => startEmbeddedRooms());
