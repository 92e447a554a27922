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
    operation('api_key', 'tools', {
      operationId: 'createTool',
      summary: 'Create tool',
      description:
        'Creates a tool. Add its id to `tools` of an agent or a character, whose model can then call it. Calls are signed according to ' +
        'the Standard Webhooks specification; their body is a `ToolCallMessage`. Respond with JSON or text within `timeoutMs`: the ' +
        'model gets at most 32,000 characters. With a status other than 2xx, the model gets the status and the response as the reason ' +
        'of the failure. A call is never repeated. The secret is returned only in this response.',
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
      'Omitted fields stay unchanged; `null` resets a field to its default. If `url` changes to another host, send `headers` again. ' +
      'Running conversations keep the name, description and parameters from their start; a new `url`, `headers` and `timeoutMs` ' +
      'apply immediately.',
    body: UpdateTool,
    audited: 'without values',
  });
  remove(tools.remove, {
    description:
      'Deletes the tool permanently and returns it. Fails with 409 while an agent or a character uses it.',
  });
  app.post(
    '/tools/:id/rotate',
    operation('api_key', 'tools', {
      operationId: 'rotateToolSecret',
      summary: 'Rotate the secret of a tool',
      description:
        'Returns a new secret. For 24 hours, calls are signed with both the new and the previous secret.',
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
