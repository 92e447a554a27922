import { CreateTool, ToolWithSecret } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentTool } from '../../present/tools.ts';

export const createTool: Endpoint = (app, { tools, clock }) => {
  app.post(
    '/tools',
    {
      config: { access: 'api_key' },
      schema: {
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
      },
    },
    async (request, reply) => {
      const { tool, secret } = await tools.create(request.organization.id, request.body);
      return reply.code(201).send({ ...presentTool(tool, clock()), secret });
    },
  );
};
