import { Brain, CreateBrain, UpdateBrain } from '@visavis/contracts';
import type { Endpoint } from '../api-app.ts';
import { TEXT_BODY_BYTES } from '../body-limits.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { presentBrain } from '../present/personas.ts';

export const brainRoutes: Endpoint = (app, { brains }) => {
  const { create, list, get, update, remove } = ownedRoutes(app, {
    names: ['brain', 'brains'],
    schema: Brain,
    present: each(presentBrain),
  });
  create(brains.create, { body: CreateBrain, bodyLimit: TEXT_BODY_BYTES });
  list(brains.list);
  get(brains.get);
  update(brains.update, { body: UpdateBrain, bodyLimit: TEXT_BODY_BYTES });
  remove(brains.remove);
};
