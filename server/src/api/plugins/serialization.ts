import compileSerializer from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/**
 * Fastify's own serializers, compiled by the first answer that needs them: compiling those of all routes would be a good
 * part of a start.
 */
export const serialization = fastifyPlugin(async (app: FastifyInstance) => {
  app.setSerializerCompiler(({ schema }) => {
    let serialize: ((data: unknown) => string) | undefined;
    return (data) => {
      serialize ??= compileSerializer(schema as object);
      return serialize(data);
    };
  });
});
