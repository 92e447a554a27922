import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { lifecycleScenarios } from '../support/room-scenarios/lifecycle-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';

playScenarios('the embedded room server: lifecycle', lifecycleScenarios, () => startEmbeddedRooms());
