import { AuditEntry, AuditQuery, Page } from '@visavis/contracts';
import { type Endpoint, operation } from '../api-app.ts';
import { counts, pageRequest } from '../page.ts';
import { withoutEmpty } from '../present/present.ts';

export const listAuditLog: Endpoint = (app, { auditLog }) => {
  app.get(
    '/audit-log',
    operation('admin', {
      operationId: 'listAuditLog',
      tags: ['administration'],
      summary: 'List audit log',
      description:
        'Who changed what: every change by the admin token, every deletion by an API key or a member, and members, API keys ' +
        'and secrets that an organization made or changed. Entries are never changed, and go after `VISAVIS_AUDIT_DAYS` (400 days where it is not ' +
        'set). They belong to no client, so `client` matches none.',
      querystring: AuditQuery,
      response: { 200: Page('entries', AuditEntry) },
    }),
    async (request) => {
      const { organization, action, from, until } = request.query;
      const page = await auditLog.list({
        ...pageRequest(request.query),
        ...(organization !== undefined && { organizationId: organization }),
        ...(action !== undefined && { action }),
        ...(from !== undefined && { from: new Date(from) }),
        ...(until !== undefined && { until: new Date(until) }),
      });
      return {
        ...counts(page),
        entries: page.rows.map(({ createdAt, ...entry }) =>
          withoutEmpty({ ...entry, createdAt: createdAt.toISOString() }),
        ),
      };
    },
  );
};
