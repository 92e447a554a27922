import { CreateEmbed, Embed, UpdateEmbed } from '@visavis/contracts';
import type { Embed as EmbedRow } from '../../domain/embeds/embeds.ts';
import type { Endpoint } from '../api-app.ts';
import { ownedRoutes } from '../owned-routes.ts';
import { presentEmbeds } from '../present/embeds.ts';

/** What an organization does with its embeds; the pages that show them call the other operations. */
export const embedRoutes: Endpoint = (app, services) => {
  const { embeds } = services;
  const { create, list, get, update, remove } = ownedRoutes(app, {
    names: ['embed', 'embeds'],
    schema: Embed,
    present: (rows: readonly EmbedRow[], { links }) => presentEmbeds(services, rows, links),
  });
  create((_organizationId, fields, { organization }) => embeds.create(organization, fields), {
    description:
      'An avatar that pages of `allowedOrigins` may show without a backend of their own: `snippet` is the line that ' +
      'they need. Its id is no secret; what it may cost is bounded by its limits.',
    body: CreateEmbed,
  });
  list(embeds.list);
  get(embeds.get);
  update((_organizationId, id, fields, { organization }) => embeds.update(organization, id, fields), {
    description:
      'What is left out stays as it is; `null` unsets. Conversations that run go on as they were started.',
    body: UpdateEmbed,
  });
  remove(embeds.remove, {
    description: 'Pages show it no more. Conversations that run go on; those that were stay in the lists.',
  });
};
