import { CreateEmbed, Embed, UpdateEmbed } from '@visavis/contracts';
import type { Embed as EmbedRow, EmbedUse } from '../../domain/embeds/embeds.ts';
import type { Services } from '../../domain/services.ts';
import type { Endpoint } from '../api-app.ts';
import { ownedRoutes } from '../owned-routes.ts';
import type { Links } from '../plugins/links.ts';
import { presentOwned, withoutEmpty } from '../present/present.ts';

/** Registers the management of embeds; `embed-visitor-routes.ts` serves the pages that show them. */
export const embedRoutes: Endpoint = (app, services) => {
  const { embeds, conversations } = services;
  const { create, list, get, update, remove } = ownedRoutes(app, {
    names: ['embed', 'embeds'],
    schema: Embed,
    present: (rows: readonly EmbedRow[], { links }) => presentEmbeds(services, rows, links),
  });
  create((_organizationId, fields, { organization }) => embeds.create(organization, fields), {
    description:
      'Creates an avatar that pages of `allowedOrigins` can show without a backend of their own: insert `snippet` into the pages. ' +
      'The id of an embed is not a secret; its limits bound the costs.',
    body: CreateEmbed,
  });
  list(embeds.list);
  get(embeds.get);
  update((_organizationId, id, fields, { organization }) => embeds.update(organization, id, fields), {
    description:
      'Omitted fields stay unchanged; `null` resets a field to its default. Running conversations keep the values from their start.',
    body: UpdateEmbed,
  });
  remove(
    async (organizationId, id) => {
      const removed = await embeds.remove(organizationId, id);
      await conversations.stopOfDeletedEmbed(organizationId, id);
      app.recheckEventStreams(organizationId);
      return removed;
    },
    {
      description:
        'Deletes the embed permanently and returns it. Pages no longer show it, its running conversations end (`stopped`), ' +
        'and the tokens of its visitors are no longer accepted. Past conversations stay in the lists.',
    },
  );
};

async function presentEmbeds(
  services: Services,
  embeds: readonly EmbedRow[],
  links: Links,
): Promise<Embed[]> {
  const [first] = embeds;
  if (!first) return [];
  const use = await services.embeds.use(
    first.organizationId,
    embeds.map(({ id }) => id),
  );
  return embeds.map((embed) => presentEmbed(embed, use.get(embed.id), links));
}

function presentEmbed(embed: EmbedRow, use: EmbedUse | undefined, links: Links): Embed {
  const { name, knowledgeBaseId, greeting, allowedOrigins, look, enabled, video } = embed;
  const { maxSeconds, concurrentConversations, secondsPerDay } = embed;
  return withoutEmpty({
    name,
    characterId: (embed.characterId ?? embed.avatarId)!,
    knowledgeBaseId,
    greeting,
    allowedOrigins: [...allowedOrigins],
    maxSeconds,
    concurrentConversations,
    secondsPerDay,
    video,
    enabled,
    look,
    use: use ?? { running: 0, secondsToday: 0 },
    snippet: `<script src="${links.absolute('/embed.js')}" data-embed="${embed.id}" async></script>`,
    ...presentOwned(embed),
  });
}
