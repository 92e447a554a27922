import { Readable } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { rateLimited } from '../../domain/errors.ts';
import { Budget } from '../../lib/budget.ts';
import { FairTurns } from '../../lib/fair-turns.ts';
import { compiled, countCharacters, isOnePiece, jsonPieces } from '../../lib/json-pieces.ts';
import { ownerOf } from '../request-owner.ts';

/** Maximum characters of large responses being sent by this process. An owner without one may always get one. */
const MAX_CHARACTERS = { ofOne: 96 * 1024 * 1024, all: 384 * 1024 * 1024 };

/**
 * Uses Fastify's own serializers, but compiles each on first use: compiling all would take a good part of the startup.
 *
 * A large response is streamed in pieces, each created once the reader has taken the previous one. Each iteration of
 * the event loop creates one piece; the organizations take turns. `drop-unread.ts` disconnects idle readers.
 */
export const serialization = fastifyPlugin(
  async (
    app: FastifyInstance,
    { maxCharacters = MAX_CHARACTERS }: { maxCharacters?: typeof MAX_CHARACTERS },
  ) => {
    /** The schema of each serializer that Fastify received. */
    const schemas = new WeakMap<object, object>();
    app.setSerializerCompiler(({ schema }) => {
      const serialize = (data: unknown) => compiled(schema as object)(data);
      schemas.set(serialize, schema as object);
      return serialize;
    });

    // Unbounded, because the number of large responses being sent is limited.
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

    const sending = new Budget(maxCharacters);
    app.addHook('preSerialization', (request, reply, payload, done) => {
      if (isOnePiece(payload)) return done(null, payload);
      const schema = schemas.get(reply.getSerializationFunction(String(reply.statusCode)) ?? {});
      if (!schema) return done(null, payload);
      const owner = ownerOf(request);
      const characters = countCharacters(payload, maxCharacters.ofOne);
      // A change has already been made, so it always gets its response.
      if (request.method === 'GET' && sending.isExceededBy(owner, characters)) return done(rateLimited(1));
      if (!reply.raw.destroyed) {
        sending.take(owner, characters);
        reply.raw.once('close', () => sending.release(owner, characters));
      }
      const stream = () =>
        Readable.from(inTurns(owner, jsonPieces(schema, payload)), { objectMode: false }).once(
          'error',
          (err) =>
            request.log.error(
              { event: 'http.answer_cut_off', err },
              'the service cut off a large response because a row does not match its schema; please report this as a bug',
            ),
        );
      // Fastify also sends a stream, although its type does not say so.
      reply.serializer(stream as unknown as () => string);
      done(null, payload);
    });
  },
);
