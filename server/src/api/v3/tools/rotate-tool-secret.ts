import { IdParams, ToolWithSecret } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentTool } from '../../present/tools.ts';

export const rotateToolSecret: Endpoint = (app, { tools, clock }) => {
  app.post(
    '/tools/:id/rotate',
    {
      config: { access: 'api_key', audited: true },
      schema: {
        operationId: 'rotateToolSecret',
        tags: ['tools'],
        summary: 'Rotate the secret of a tool',
        description: 'For 24 hours calls are signed with both, the new secret and the one before.',
        params: IdParams,
        response: { 201: ToolWithSecret },
      },
    },
    async (request, reply) => {
      const { tool, secret } = await tools.rotate(request.organization.id, request.params.id);
      return reply.code(201).send({ ...presentTool(tool, clock()), secret });
    },
  );
};
