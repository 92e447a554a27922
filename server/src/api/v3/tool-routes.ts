import { CreateTool, IdParams, Tool, ToolWithSecret, UpdateTool } from '@visavis/contracts';
import type { Tool as ToolRow } from '../../domain/tools/tools.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { comingTime, presentOwned, withoutEmpty } from '../present/present.ts';

export const toolRoutes: Endpoint = (app, { clock, tools }) => {
  const { list, get, update, remove } = ownedRoutes(app, {
    names: ['tool', 'tools'],
    schema: Tool,
    present: each((tool: ToolRow) => presentTool(tool, clock())),
  });
  app.post(
    '/tools',
    operation('api_key', {
      operationId: 'createTool',
      tags: ['tools'],
      summary: 'Create tool',
      description:
        'Name it in `tools` of an agent or a character, and its model may call it. Calls are signed by the Standard ' +
        'Webhooks specification; their body is a `ToolCallMessage`. Answer JSON or text within `timeoutMs`: the model ' +
        'reads it, 32,000 characters at most. Another status than 2xx tells the model that the call has failed, and ' +
        'why. A call is made once and never repeated. The secret is shown this once.',
      body: CreateTool,
      response: { 201: ToolWithSecret },
      flags: { audited: 'without values' },
    }),
    async (request, reply) => {
      const { tool, secret } = await tools.create(request.organization.id, request.body);
      return reply.code(201).send({ ...presentTool(tool, clock()), secret });
    },
  );
  list(tools.list);
  get(tools.get);
  update(tools.update, {
    description:
      'What is left out stays as it is; `null` unsets. With an address on another host the headers must be given again. ' +
      'Conversations that run know its name, description and ' +
      'parameters as they were when they started; its address, headers and time limit hold at once.',
    body: UpdateTool,
    audited: 'without values',
  });
  remove(tools.remove, {
    description: 'One that an agent or a character names is in use: 409.',
  });
  app.post(
    '/tools/:id/rotate',
    operation('api_key', {
      operationId: 'rotateToolSecret',
      tags: ['tools'],
      summary: 'Rotate the secret of a tool',
      description: 'For 24 hours calls are signed with both, the new secret and the one before.',
      params: IdParams,
      response: { 201: ToolWithSecret },
      flags: { permission: 'administer', audited: true },
    }),
    async (request, reply) => {
      const { tool, secret } = await tools.rotate(request.organization.id, request.params.id);
      return reply.code(201).send({ ...presentTool(tool, clock()), secret });
    },
  );
};

function presentTool(tool: ToolRow, now: Date): Tool {
  const { name, description, parameters, url, headerNames, timeoutMs, previousSecretUntil } = tool;
  return withoutEmpty({
    ...presentOwned(tool),
    name,
    description,
    parameters,
    url,
    headerNames: [...headerNames],
    timeoutMs,
    previousSecretExpiresAt: comingTime(previousSecretUntil, now),
  });
}
