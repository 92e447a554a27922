import { Readable } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { rateLimited } from '../../domain/errors.ts';
import { Budget } from '../../lib/budget.ts';
import { FairTurns } from '../../lib/fair-turns.ts';
import { compiled, countCharacters, isOnePiece, jsonPieces } from '../../lib/json-pieces.ts';
import { ownerOf } from '../request-owner.ts';

/** Characters of large answers that are not sent yet, in this process. Who has none of them always gets one. */
const MAX_CHARACTERS = { ofOne: 96 * 1024 * 1024, all: 384 * 1024 * 1024 };

/**
 * Fastify's own serializers, compiled by the first answer that needs them: compiling those of all routes would be a good
 * part of a start.
 *
 * A large answer is streamed in pieces, each made once its reader has taken the one before: one piece of all answers in
 * a round of the event loop, and of organizations in turns. `drop-unread.ts` disconnects a reader that takes none.
 */
export const serialization = fastifyPlugin(
  async (app: FastifyInstance, { most = MAX_CHARACTERS }: { most?: typeof MAX_CHARACTERS }) => {
    /** The schema of each serializer that Fastify got. */
    const schemas = new WeakMap<object, object>();
    app.setSerializerCompiler(({ schema }) => {
      const serialize = (data: unknown) => compiled(schema as object)(data);
      schemas.set(serialize, schema as object);
      return serialize;
    });

    // As many wait as large answers are being sent, which is bounded.
    const turns = new FairTurns({ atOnce: 1 });
    async function* inTurns(owner: string, pieces: Generator<string>): AsyncGenerator<string> {
      for (;;) {
        const piece = await turns.run(owner, async () => {
          await nextRound();
          return pieces.next();
        });
        if (piece.done) return;
        yield piece.value;
      }
    }

    const sending = new Budget(most);
    app.addHook('preSerialization', (request, reply, payload, done) => {
      if (isOnePiece(payload)) return done(null, payload);
      const schema = schemas.get(reply.getSerializationFunction(String(reply.statusCode)) ?? {});
      if (!schema) return done(null, payload);
      const owner = ownerOf(request);
      const characters = countCharacters(payload, most.ofOne);
      // A change has been made already, so it is answered.
      if (request.method === 'GET' && sending.isExceededBy(owner, characters)) return done(rateLimited(1));
      if (!reply.raw.destroyed) {
        sending.take(owner, characters);
        reply.raw.once('close', () => sending.give(owner, characters));
      }
      const stream = () =>
        Readable.from(inTurns(owner, jsonPieces(schema, payload)), { objectMode: false }).once(
          'error',
          (err) =>
            request.log.error(
              { event: 'http.answer_cut_off', err },
              'the service cut off a large answer: a row does not fit its schema',
            ),
        );
      // Fastify sends a stream as well, which its type does not say.
      reply.serializer(stream as unknown as () => string);
      done(null, payload);
    });
  },
);
