import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';
import { qualityScenarios } from '../support/room-scenarios/quality-scenarios.ts';

playScenarios('the embedded room server: quality', qualityScenarios, () => startEmbeddedRooms());
