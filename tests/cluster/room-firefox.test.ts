import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { launchFirefox } from '../support/firefox.ts';
import { needs } from '../support/needs.ts';
import { openPages } from '../support/room-client-page.ts';
import { dataScenarios } from '../support/room-scenarios/data-scenarios.ts';
import { lifecycleScenarios } from '../support/room-scenarios/lifecycle-scenarios.ts';
import { mediaScenarios } from '../support/room-scenarios/media-scenarios.ts';
import { permissionScenarios } from '../support/room-scenarios/permission-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';
import { subscriptionScenarios } from '../support/room-scenarios/subscription-scenarios.ts';

// Firefox downloads its H264 codec from Cisco, which a test cannot rely on.
const media = mediaScenarios.filter(({ name }) => !name.startsWith('H264'));

needs('Firefox').describe('the embedded room server: Firefox', () => {
  playScenarios(
    'with one connection',
    [...media, ...dataScenarios, ...lifecycleScenarios, ...permissionScenarios, ...subscriptionScenarios],
    () => startEmbeddedRooms(),
    () => openPages(launchFirefox),
  );
  // In this mode, the server makes the offers for the media that Firefox receives.
  playScenarios(
    'with two connections',
    media,
    () => startEmbeddedRooms({ twoConnections: true }),
    () => openPages(launchFirefox),
  );
});
