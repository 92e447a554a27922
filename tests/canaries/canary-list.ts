/** Defects of the product, each of which a test of the gate must refuse: see `canaries.ts`. */

export interface Canary {
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
  /** A test file that the gate runs. */
  refusedBy: string;
}

export const CANARIES: readonly Canary[] = [
  {
    name: 'operations of the administrator need no token',
    file: 'server/src/api/plugins/authentication.ts',
    find: "case 'admin':\n          requireAdmin(request, adminToken);",
    replace: "case 'admin':",
    refusedBy: 'tests/acceptance/authorization.test.ts',
  },
  {
    name: 'who creates a resource is answered 200 in place of 201',
    file: 'server/src/api/owned-routes.ts',
    find: 'reply.code(201)',
    replace: 'reply.code(200)',
    refusedBy: 'tests/acceptance/brains.test.ts',
  },
  {
    name: 'a resource is acknowledged and not stored',
    file: 'server/src/store/owned/insert-at-most.ts',
    find: 'await insert(trx);',
    replace: 'void insert;',
    refusedBy: 'tests/acceptance/brains.test.ts',
  },
  {
    name: 'the csp of the talk page is reported and not enforced',
    file: 'server/src/api/open/built-pages.ts',
    find: "'content-security-policy', `",
    replace: "'content-security-policy-report-only', `",
    refusedBy: 'tests/acceptance/conventions.test.ts',
  },
  {
    name: 'the transcript of an interrupted answer has what nobody heard',
    file: 'server/src/media/speaking/playout.ts',
    find: 'heardText: utterance.text.heardAt(heardMs)',
    replace: 'heardText: utterance.text.full',
    refusedBy: 'server/src/media/speaking/playout.test.ts',
  },
  {
    name: 'the avatar moves its lips and is silent',
    file: 'server/src/media/speaking/audio-pump.ts',
    find: 'this.#fade ?? this.#options.take(sentAt);',
    replace: '(this.#fade ?? this.#options.take(sentAt)).map(() => 0);',
    refusedBy: 'tests/live/first-conversation-node.test.ts',
  },
  {
    name: 'nobody who sends a picture is asked for a key frame',
    file: 'server/src/room-server/rtp/uplink-track.ts',
    find: "if (this.description.kind !== 'video') return 0;",
    replace: "if (this.description.kind !== 'audio') return 0;",
    refusedBy: 'tests/live/room-media.test.ts',
  },
  {
    name: 'the token of a conversation that has ended still opens a room',
    file: 'server/src/room-server/signal/accept-client.ts',
    find: "  if (owner === undefined) return { status: 404, message: 'requested room does not exist' };\n",
    replace: '',
    refusedBy: 'tests/hostile/requests-and-sockets.test.ts',
  },
  {
    name: 'a stranger may send a thousand times as much',
    file: 'server/src/api/body-limits.ts',
    find: 'BODY_BYTES = 128 * 1024;',
    replace: 'BODY_BYTES = 128 * 1024 * 1024;',
    refusedBy: 'tests/hostile/requests-and-sockets.test.ts',
  },
];
