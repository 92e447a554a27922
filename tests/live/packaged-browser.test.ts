import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { mediaScenarios } from '../support/room-scenarios/media-scenarios.ts';
import { playScenarios } from '../support/room-scenarios/play-scenarios.ts';

// What a machine without a browser falls back to must work where there is one, too: here it is asked for.
process.env.CHROMIUM_PATH = 'packaged';

playScenarios(
  'the packaged browser',
  mediaScenarios.filter(({ name }) => /both ways|H264/.test(name)),
  () => startEmbeddedRooms(),
);
