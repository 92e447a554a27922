import { EmbedLook, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { openEmbed, PageHeaders } from './open-embed.ts';

const LOOKS_PER_MINUTE = 120;

export const getEmbedLook: Endpoint = (app, services) => {
  app.get(
    '/embeds/:id/look',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getEmbedLook',
        tags: ['embeds'],
        summary: 'Get the look of an embed',
        description:
          'What the widget shows before anybody talks. For pages of its `allowedOrigins`: 403 for others.',
        params: IdParams,
        headers: PageHeaders,
        response: { 200: EmbedLook },
      },
    },
    async (request, reply) => {
      const { embed } = await openEmbed(services, request, 'look', LOOKS_PER_MINUTE);
      const { organizationId, look } = embed;
      const persona = embed.characterId
        ? await services.characters.get(organizationId, embed.characterId)
        : await services.avatars.get(organizationId, embed.avatarId!);
      reply.header('vary', 'origin').header('cache-control', 'private, max-age=60');
      return {
        id: embed.id,
        name: persona.name,
        thumbnailUrl: request.links.faceImage(persona.faceId, 'thumbnail'),
        ...look,
      };
    },
  );
};
