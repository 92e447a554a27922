import { CreateWebsite, IdParams, UpdateWebsite, Website } from '@visavis/contracts';
import { type Endpoint, operation } from '../api-app.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { presentWebsite } from '../present/knowledge.ts';

export const websiteRoutes: Endpoint = (app, { websites }) => {
  const { create, list, get, update, remove } = ownedRoutes(app, {
    names: ['website', 'websites'],
    schema: Website,
    present: each(presentWebsite),
  });
  create(websites.create, {
    description:
      'Starts reading the website in the background and returns it with the status `reading`. Its pages become documents of the ' +
      'knowledge base one by one, each with `websiteId` and `url`. Pages of the same site are read one after the other, with a ' +
      'pause of half a second.',
    body: CreateWebsite,
  });
  list(websites.list);
  get(websites.get);
  update(websites.update, {
    description:
      'Omitted fields stay unchanged; `null` resets a field to its default. The website is read again immediately.',
    body: UpdateWebsite,
  });
  remove(websites.remove, {
    description: 'Deletes the website and the documents of its pages permanently and returns it.',
  });
  app.post(
    '/websites/:id/read',
    operation('api_key', 'websites', {
      operationId: 'readWebsite',
      summary: 'Read website again',
      description:
        'Starts reading the website again in the background. Changed pages replace their previous versions, and pages that no longer exist are removed from the knowledge base.',
      params: IdParams,
      response: { 201: Website },
    }),
    async ({ organization, params }, reply) =>
      reply.code(201).send(presentWebsite(await websites.read(organization.id, params.id))),
  );
};
