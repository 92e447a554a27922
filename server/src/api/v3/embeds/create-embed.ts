import { CreateEmbed, Embed } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentEmbeds } from '../../present/embeds.ts';

export const createEmbed: Endpoint = (app, services) => {
  app.post(
    '/embeds',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'createEmbed',
        tags: ['embeds'],
        summary: 'Create embed',
        description:
          'An avatar that pages of `allowedOrigins` may show without a backend of their own: `snippet` is the line that ' +
          'they need. Its id is no secret; what it may cost is bounded by its limits.',
        body: CreateEmbed,
        response: { 201: Embed },
      },
    },
    async ({ organization, body, links }, reply) => {
      const embed = await services.embeds.create(organization, body);
      const [presented] = await presentEmbeds(services, [embed], links);
      return reply.code(201).send(presented!);
    },
  );
};
