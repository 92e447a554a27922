import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { dataScenarios } from '../support/room-scenarios/data-scenarios.ts';
import { lifecycleScenarios } from '../support/room-scenarios/lifecycle-scenarios.ts';
import { permissionScenarios } from '../support/room-scenarios/permission-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';

playScenarios(
  'the embedded room server: data, permission and lifecycle',
  [...dataScenarios, ...permissionScenarios, ...lifecycleScenarios],
  () => startEmbeddedRooms(),
);
