/** Internal imports for tests of rtc-node: a participant's connection and its tracks. */
export { silentLogger } from '@visavis/server/dist/lib/logger.js';
export { AudioSources } from '@visavis/server/dist/media/room/audio-sources.js';
export { CHUNK_SAMPLES } from '@visavis/server/dist/media/room/avatar-tracks.js';
export { RtcRoomLink } from '@visavis/server/dist/media/room/rtc-room-link.js';
export { RtcTracks } from '@visavis/server/dist/media/room/rtc-tracks.js';
