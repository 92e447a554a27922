import { type Static, Type } from 'typebox';
import { Body, DateTime, Id, READ_ONLY, RequiredText, Resource, TEXT_LIMITS, UpdateBody } from './common.ts';

export const PLANS = ['free', 'paid'] as const;
export type OrganizationPlan = (typeof PLANS)[number];

const limits = {
  maxSessionSeconds: Type.Integer({
    minimum: 2,
    maximum: 86_400,
    description: 'A conversation’s duration must be below this.',
  }),
  concurrentSessions: Type.Integer({ minimum: 0, maximum: 100_000 }),
  documentBytes: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
};
const monthlySeconds = {
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'Seconds of conversation in a billing cycle; unlimited where absent.',
};

export const Organization = Resource('Organization', {
  id: Id('Identifier of the organization.', 'org_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  name: Type.String(),
  plan: Type.Enum(PLANS),
  limits: Type.Object({ ...limits, monthlySeconds: Type.Optional(Type.Integer(monthlySeconds)) }),
  chargeBySecond: Type.Number(),
  anchorDay: Type.Integer({ description: 'Day of the month, 1..28, on which a billing cycle begins.' }),
  allowedOrigins: Type.Array(Type.String(), {
    description: 'Origins that browsers may call from with a client token; any where empty.',
  }),
  createdAt: DateTime('When it was created.'),
  updatedAt: DateTime('When it last changed.'),
});
export type Organization = Static<typeof Organization>;

const fields = {
  plan: Type.Optional(Type.Enum(PLANS)),
  limits: Type.Optional(
    Body({
      maxSessionSeconds: Type.Optional(limits.maxSessionSeconds),
      concurrentSessions: Type.Optional(limits.concurrentSessions),
      documentBytes: Type.Optional(limits.documentBytes),
      monthlySeconds: Type.Optional(
        Type.Unsafe<number | null>({ type: ['integer', 'null'], ...monthlySeconds }),
      ),
    }),
  ),
  chargeBySecond: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
  anchorDay: Type.Optional(Type.Integer({ minimum: 1, maximum: 28 })),
  allowedOrigins: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 100 })),
};
const name = RequiredText(TEXT_LIMITS.name, 'A name for people.');
export const CreateOrganization = Body({ name, ...fields });
export type CreateOrganization = Static<typeof CreateOrganization>;
export const UpdateOrganization = UpdateBody({ name: Type.Optional(name), ...fields }, READ_ONLY);
export type UpdateOrganization = Static<typeof UpdateOrganization>;
