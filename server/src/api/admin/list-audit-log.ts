import { AuditEntry, AuditQuery, Page } from '@visavis/contracts';
import { type Endpoint, operation } from '../api-app.ts';
import { dateOf, pageEnvelope, readPageQuery } from '../page.ts';
import { withoutEmpty } from '../present/present.ts';

export const listAuditLog: Endpoint = (app, { auditLog }) => {
  app.get(
    '/audit-log',
    operation('admin', 'administration', {
      operationId: 'listAuditLog',
      summary: 'List audit log',
      description:
        'Lists every change with the admin token, every deletion with an API key or by a member, and every member, API key and ' +
        'secret that was created or changed, newest first. Entries cannot be changed and are deleted after `VISAVIS_AUDIT_DAYS` ' +
        '(default: 400 days). Entries belong to no client, so a filter by `client` matches none.',
      querystring: AuditQuery,
      response: { 200: Page('entries', AuditEntry) },
    }),
    async (request) => {
      const { organization, action, from, until } = request.query;
      const page = await auditLog.list({
        ...readPageQuery(request.query),
        ...withoutEmpty({ organizationId: organization, action, from: dateOf(from), until: dateOf(until) }),
      });
      return {
        ...pageEnvelope(page),
        entries: page.rows.map(({ createdAt, ...entry }) =>
          withoutEmpty({ ...entry, createdAt: createdAt.toISOString() }),
        ),
      };
    },
  );
};
