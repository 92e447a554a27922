/** The server's session descriptions while a browser lives in a room. */
export interface Life {
  /** The sections at each step, each kind once. */
  readonly moments: Record<string, string>;
  /** Header extensions, and feedback for VP8 or Opus, by kind of section and the server's role in it. */
  readonly sections: Record<string, string>;
}

/**
 * The descriptions of livekit-server 1.13.3, by the number of a client's connections: one for both directions
 * (`/rtc/v1`), or one for each. `tests/cluster/room-livekit` compares them with that server.
 */
export const LIFE_ON_LIVEKIT: Readonly<Record<1 | 2, Life>> = {
  1: {
    moments: {
      alone: 'audio rests, video rests',
      'joined by an avatar': 'audio gives, audio rests, video gives, video rests',
      'joined an avatar': 'audio gives, audio rests, video gives, video rests',
      microphone: 'audio gives, audio rests, audio takes, video gives, video rests',
      camera: 'audio gives, audio rests, audio takes, video gives, video rests, video takes q h f',
      screen:
        'audio gives, audio rests, audio takes, video gives, video rests, video takes, video takes q h f',
      muted:
        'audio gives, audio rests, audio takes, video gives, video rests, video takes, video takes q h f',
      unpublished: 'audio gives, audio rests, video gives, video rests',
      'published again': 'audio gives, audio rests, audio takes, video gives, video rests, video takes q h f',
      'signal-reconnect':
        'audio gives, audio rests, audio takes, video gives, video rests, video takes q h f',
      'full-reconnect': 'audio gives, audio rests, audio takes, video gives, video rests, video takes q h f',
    },
    sections: {
      'audio rests': 'audio level, mid',
      'audio gives': 'audio level, mid',
      'audio takes': 'audio level, mid',
      'video rests': 'mid, repaired rid, rid, transport sequence',
      'video gives':
        'ccm fir, goog-remb, mid, nack, nack pli, repaired rid, rid, send time, transport sequence',
      'video takes': 'ccm fir, mid, nack, nack pli, repaired rid, rid, transport sequence, transport-cc',
    },
  },
  2: {
    moments: {
      alone: '',
      'joined by an avatar': 'audio gives, video gives',
      'joined an avatar': 'audio gives, video gives',
      microphone: 'audio gives, audio takes, video gives',
      camera: 'audio gives, audio takes, video gives, video takes q h f',
      screen: 'audio gives, audio takes, video gives, video takes, video takes q h f',
      muted: 'audio gives, audio takes, video gives, video takes, video takes q h f',
      unpublished: 'audio gives, audio rests, video gives, video rests',
      'published again': 'audio gives, audio rests, audio takes, video gives, video rests, video takes q h f',
      'signal-reconnect':
        'audio gives, audio rests, audio takes, video gives, video rests, video takes q h f',
      'full-reconnect': 'audio gives, audio takes, video gives, video takes q h f',
    },
    sections: {
      'audio gives': 'nack',
      'audio takes': 'audio level, mid',
      'audio rests': 'audio level, mid',
      'video gives': 'ccm fir, goog-remb, nack, nack pli, send time',
      'video takes': 'ccm fir, mid, nack, nack pli, repaired rid, rid, transport sequence, transport-cc',
      'video rests': 'mid, repaired rid, rid, transport sequence',
    },
  },
};
