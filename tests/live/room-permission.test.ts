import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { permissionScenarios } from '../support/room-scenarios/permission-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';

playScenarios('the embedded room server: permission', permissionScenarios, () => startEmbeddedRooms());
