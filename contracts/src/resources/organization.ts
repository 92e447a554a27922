import { type Static, Type } from 'typebox';
import {
  Body,
  DateTime,
  Id,
  OptionalBody,
  OptionalEnum,
  OptionalInteger,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  UpdateBody,
} from './common.ts';

export const PLANS = ['free', 'paid'] as const;
export type OrganizationPlan = (typeof PLANS)[number];

const LIMITS = {
  maxSessionSeconds: {
    minimum: 2,
    maximum: 86_400,
    description: 'A conversation’s duration must be below this.',
  },
  concurrentSessions: {
    minimum: 0,
    maximum: 100_000,
    description: 'Conversations that may run at the same time.',
  },
  documentBytes: { minimum: 1, maximum: 2_147_483_647, description: 'Size of a document at most.' },
  storedBytes: {
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Bytes of all documents and pictures together at most.',
  },
  monthlySeconds: {
    minimum: 0,
    maximum: 2_147_483_647,
    description: 'Seconds of conversation in a billing cycle; unlimited where absent.',
  },
};

const RETENTION = { minimum: 0, maximum: 36_500 };

export const Organization = Resource('Organization', {
  id: Id('Identifier of the organization.', 'org_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  name: Type.String(),
  plan: Type.Enum(PLANS),
  limits: Type.Object({
    maxSessionSeconds: Type.Integer(LIMITS.maxSessionSeconds),
    concurrentSessions: Type.Integer(LIMITS.concurrentSessions),
    documentBytes: Type.Integer(LIMITS.documentBytes),
    storedBytes: Type.Integer(LIMITS.storedBytes),
    monthlySeconds: Type.Optional(Type.Integer(LIMITS.monthlySeconds)),
  }),
  chargeBySecond: Type.Number(),
  anchorDay: Type.Integer({ description: 'Day of the month, 1..28, on which a billing cycle begins.' }),
  allowedOrigins: Type.Array(Type.String(), {
    description: 'Origins that browsers may call from with a client token; any where empty.',
  }),
  retentionDays: Type.Integer({
    ...RETENTION,
    description:
      'Days that conversations are kept after their end, with all that was said in them, and memories after they were said; ' +
      '0: until they are deleted.',
  }),
  createdAt: DateTime('When it was created.'),
  updatedAt: DateTime('When it last changed.'),
});
export type Organization = Static<typeof Organization>;

export const OwnOrganization = Resource('OwnOrganization', {
  id: Id('Identifier of the organization.', 'org_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  name: Type.String(),
});
export type OwnOrganization = Static<typeof OwnOrganization>;

/** `null` means the default; for limits, that of the installation. */
const fields = {
  plan: OptionalEnum(PLANS, '`free` where none is given.'),
  limits: OptionalBody(
    Body({
      maxSessionSeconds: OptionalInteger(LIMITS.maxSessionSeconds),
      concurrentSessions: OptionalInteger(LIMITS.concurrentSessions),
      documentBytes: OptionalInteger(LIMITS.documentBytes),
      storedBytes: OptionalInteger(LIMITS.storedBytes),
      monthlySeconds: OptionalInteger(LIMITS.monthlySeconds),
    }),
  ),
  chargeBySecond: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: 0,
      maximum: 1_000_000,
      description: 'Price of a second; 0 where none is given.',
    }),
  ),
  anchorDay: OptionalInteger({
    minimum: 1,
    maximum: 28,
    description: 'Day of the month on which a billing cycle begins; the day of creation where none is given.',
  }),
  allowedOrigins: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', minLength: 1, maxLength: 300 },
      maxItems: 100,
      description: 'Origins such as `https://app.example` that browsers may call from; any where empty.',
    }),
  ),
  retentionDays: OptionalInteger({
    ...RETENTION,
    description:
      'Days that conversations are kept after their end, and memories after they were said; 0: until they are deleted; as ' +
      '`VISAVIS_RETENTION_DAYS` says where none is given.',
  }),
};
const name = RequiredText(TEXT_LIMITS.name, 'A name for people.');
export const CreateOrganization = Body({ name, ...fields });
export type CreateOrganization = Static<typeof CreateOrganization>;
export const UpdateOrganization = UpdateBody({ name: Type.Optional(name), ...fields }, READ_ONLY);
export type UpdateOrganization = Static<typeof UpdateOrganization>;
