import { Agent, CreateAgent, ReplaceAgent } from '@visavis/contracts';
import type { Endpoint } from '../api-app.ts';
import { TEXT_BODY_BYTES } from '../body-limits.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { presentAgent } from '../present/personas.ts';

export const agentRoutes: Endpoint = (app, { agents }) => {
  const { create, list, get, replace, remove } = ownedRoutes(app, {
    names: ['agent', 'agents'],
    schema: Agent,
    present: each(presentAgent),
  });
  create(agents.create, { body: CreateAgent, bodyLimit: TEXT_BODY_BYTES });
  list(agents.list);
  get(agents.get);
  replace(agents.replace, { body: ReplaceAgent, bodyLimit: TEXT_BODY_BYTES });
  remove(agents.remove);
};
