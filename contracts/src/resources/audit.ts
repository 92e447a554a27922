import { type Static, Type } from 'typebox';
import { DateTime, Id, ListQuery, MaybeText, MaybeTime, Query, Resource, Text } from './common.ts';

export const AUDIT_ACTORS = ['admin_token', 'api_key', 'member'] as const;

export const AuditEntry = Resource(
  'AuditEntry',
  {
    id: Id('Identifier of the entry.', 'aud_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: MaybeText('Id of the affected organization. Absent for changes to the whole service.'),
    actor: Type.Enum(AUDIT_ACTORS, { description: 'Kind of credential that was used.' }),
    apiKeyId: MaybeText('Id of the API key that was used.'),
    memberId: MaybeText('Id of the member who made the change.'),
    memberName: MaybeText('Name of that member at the time.'),
    action: Type.String({
      description: 'The `operationId` of the operation in the OpenAPI document.',
      examples: ['updateOrganization'],
    }),
    objectId: MaybeText('Id of the changed resource. For the erasure of a user, the id of the receipt.'),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'The new values, for changes that contain no secrets. `default`: the value was reset to its default.',
      }),
    ),
    requestId: Text('The `X-Request-Id` of the request.'),
    address: Text('IP address of the caller, or `unknown`.'),
    createdAt: DateTime('When the change was made.'),
  },
  'A recorded change: any change with the admin token, and deletions and changes of credentials with an API key or by a member.',
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditQuery = Query({
  ...ListQuery.properties,
  organization: Type.Optional(
    Type.String({ maxLength: 100, description: 'Return only entries of this organization.' }),
  ),
  action: Type.Optional(
    Type.String({ maxLength: 100, description: 'Return only entries with this `action`.' }),
  ),
  from: MaybeTime('Return only entries created at or after this time.'),
  until: MaybeTime('Return only entries created before this time.'),
});
export type AuditQuery = Static<typeof AuditQuery>;
