import { type Static, Type } from 'typebox';
import { DateTime, Id, ListQuery, Query, Resource } from './common.ts';

export const AUDIT_ACTORS = ['admin_token', 'api_key', 'member'] as const;

export const AuditEntry = Resource(
  'AuditEntry',
  {
    id: Id('Identifier of the entry.', 'aud_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: Type.Optional(Type.String({ description: 'The organization.' })),
    actor: Type.Enum(AUDIT_ACTORS, { description: 'Which kind of credential was used; never its secret.' }),
    apiKeyId: Type.Optional(Type.String({ description: 'The API key that was used.' })),
    memberId: Type.Optional(Type.String({ description: 'The member who did it.' })),
    memberName: Type.Optional(Type.String({ description: 'Their name at that time.' })),
    action: Type.String({
      description: 'Id of the operation, as this document calls it.',
      examples: ['updateOrganization'],
    }),
    objectId: Type.Optional(
      Type.String({ description: 'The resource that was changed; the receipt if a user was erased.' }),
    ),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'The new values, for organizations and keys; `default` if a setting was reset to that of the service.',
      }),
    ),
    requestId: Type.String({ description: '`X-Request-Id` of the request.' }),
    address: Type.String({ description: 'Where the request came from.' }),
    createdAt: DateTime('When it was done.'),
  },
  'A change made with the admin token, or a deletion with an API key or by a member.',
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditQuery = Query({
  ...ListQuery.properties,
  organization: Type.Optional(Type.String({ maxLength: 100, description: 'Only of this organization.' })),
  action: Type.Optional(Type.String({ maxLength: 100, description: 'Only this operation.' })),
  from: Type.Optional(DateTime('Not before this.')),
  until: Type.Optional(DateTime('Before this.')),
});
export type AuditQuery = Static<typeof AuditQuery>;
