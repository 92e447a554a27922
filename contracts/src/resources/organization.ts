import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  Id,
  OptionalBody,
  OptionalEnum,
  OptionalInteger,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  Text,
  TIMESTAMPS,
  UpdateBody,
} from './common.ts';

export const PLANS = ['free', 'paid'] as const;
export type OrganizationPlan = (typeof PLANS)[number];

const LIMITS = {
  maxSessionSeconds: {
    minimum: 2,
    maximum: 86_400,
    description: 'Limit of the duration of a conversation in seconds: each conversation must be shorter.',
  },
  concurrentSessions: {
    minimum: 0,
    maximum: 100_000,
    description: 'Maximum number of conversations that run at the same time.',
  },
  documentBytes: {
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'Maximum size of a document in bytes.',
  },
  storedBytes: {
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Maximum total size of all documents and pictures in bytes.',
  },
  monthlySeconds: {
    minimum: 0,
    maximum: 2_147_483_647,
    description: 'Maximum seconds of conversation in a billing cycle. Unlimited if absent.',
  },
};

const RETENTION = { minimum: 0, maximum: 36_500 };

export const Organization = Resource('Organization', {
  id: Id('Identifier of the organization.', 'org_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  name: Text('Display name.'),
  plan: Type.Enum(PLANS, { description: 'Plan. Conversations are charged only on the `paid` plan.' }),
  limits: Type.Object(
    {
      maxSessionSeconds: Type.Integer(LIMITS.maxSessionSeconds),
      concurrentSessions: Type.Integer(LIMITS.concurrentSessions),
      documentBytes: Type.Integer(LIMITS.documentBytes),
      storedBytes: Type.Integer(LIMITS.storedBytes),
      monthlySeconds: Type.Optional(Type.Integer(LIMITS.monthlySeconds)),
    },
    { description: 'Limits of the organization.' },
  ),
  chargeBySecond: Amount('Price of a second of conversation.'),
  anchorDay: Type.Integer({ description: 'Day of the month on which a billing cycle begins, from 1 to 28.' }),
  allowedOrigins: Type.Array(Type.String(), {
    description: 'Origins from which browsers may call with a client token. Any origin if empty.',
  }),
  retentionDays: Type.Integer({
    ...RETENTION,
    description:
      'Days for which conversations with their transcripts are kept after their end, and memories after they were last said. ' +
      '0: they are kept until they are deleted.',
  }),
  ...TIMESTAMPS,
});
export type Organization = Static<typeof Organization>;

export const OwnOrganization = Resource('OwnOrganization', {
  id: Id('Identifier of the organization.', 'org_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  name: Text('Display name.'),
  anchorDay: Organization.properties.anchorDay,
  createdAt: TIMESTAMPS.createdAt,
});
export type OwnOrganization = Static<typeof OwnOrganization>;

/** `null` means the default; for limits, that of the installation. */
const fields = {
  plan: OptionalEnum(PLANS, 'Plan. Conversations are charged only on the `paid` plan. Default: `free`.'),
  limits: OptionalBody(
    Body(
      {
        maxSessionSeconds: OptionalInteger(LIMITS.maxSessionSeconds),
        concurrentSessions: OptionalInteger(LIMITS.concurrentSessions),
        documentBytes: OptionalInteger(LIMITS.documentBytes),
        storedBytes: OptionalInteger(LIMITS.storedBytes),
        monthlySeconds: OptionalInteger(LIMITS.monthlySeconds),
      },
      { description: 'Limits of the organization. Default of each limit: that of the service.' },
    ),
  ),
  chargeBySecond: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: 0,
      maximum: 1_000_000,
      description: 'Price of a second of conversation. Default: 0.',
    }),
  ),
  anchorDay: OptionalInteger({
    minimum: 1,
    maximum: 28,
    description:
      'Day of the month on which a billing cycle begins. Default: the day on which the organization was created, at most 28.',
  }),
  allowedOrigins: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', minLength: 1, maxLength: 300 },
      maxItems: 100,
      description:
        'Origins such as `https://app.example` from which browsers may call with a client token. Default: any origin.',
    }),
  ),
  retentionDays: OptionalInteger({
    ...RETENTION,
    description:
      'Days for which conversations are kept after their end, and memories after they were last said. 0: they are kept until ' +
      'they are deleted. Default: the setting `VISAVIS_RETENTION_DAYS` of the service.',
  }),
};
const name = RequiredText(TEXT_LIMITS.name, 'Display name.');
export const CreateOrganization = Body({ name, ...fields });
export type CreateOrganization = Static<typeof CreateOrganization>;
export const UpdateOrganization = UpdateBody({ name: Type.Optional(name), ...fields }, READ_ONLY);
export type UpdateOrganization = Static<typeof UpdateOrganization>;
