import { UsageQuery, UserUsage } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { withoutEmpty } from '../../present/present.ts';

export const getUserUsage: Endpoint = (app, { usage }) => {
  app.get(
    '/organizations/user-usage',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getUserUsage',
        tags: ['organizations'],
        summary: 'Per-user billing cycle usage',
        description:
          'Seconds count from the join to the end. A conversation belongs to the cycle that it started in, whole. The ' +
          'users with most seconds come first.',
        querystring: UsageQuery,
        response: { 200: UserUsage },
      },
    },
    async (request) => {
      const { user, from } = request.query;
      const wanted = { ...pageRequest(request.query), ...(user !== undefined && { user }) };
      const page = await usage.byUser(
        request.organization,
        wanted,
        from === undefined ? undefined : new Date(from),
      );
      return {
        cycleStart: page.cycle.start.toISOString(),
        cycleEnd: page.cycle.end.toISOString(),
        ...counts(page),
        users: page.rows.map(withoutEmpty),
      };
    },
  );
};
