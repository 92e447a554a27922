import { type Static, Type } from 'typebox';
import { Body, DateTime, Id, RequiredText, Resource, UpdateBody } from './common.ts';

export const ROLES = ['owner', 'editor', 'viewer', 'listener'] as const;
export type Role = (typeof ROLES)[number];

const NAME_LENGTH = 100;
/** In Base64url: an id has at most 1023 bytes. */
const PASSKEY_ID_LENGTH = 1_364;
const SIGNED_LENGTH = 16_000;
const SECRET_LENGTH = 100;
/** A provider's response is the query string of a URL. */
const QUERY_LENGTH = 8_000;

const RoleChoice = Type.Enum(ROLES, {
  description:
    'What the member may do: `owner` everything; `editor` everything but members, keys and secrets; `viewer` reads; ' +
    '`listener` reads conversations and follows them, and nothing else.',
});
const Name = RequiredText(NAME_LENGTH, 'Their name, as the audit log has it.');

export const Member = Resource(
  'Member',
  {
    id: Id('Identifier of the member.', 'mbr_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: Type.String(),
    name: Type.String(),
    role: RoleChoice,
    lastSignedInAt: Type.Optional(DateTime('When they signed in last.')),
    createdAt: DateTime('When they joined.'),
    current: Type.Boolean({ description: 'Whether this very call was made by them.' }),
  },
  'Somebody who signs in to the console.',
);
export type Member = Static<typeof Member>;

export const UpdateMember = UpdateBody({ name: Type.Optional(Name), role: Type.Optional(RoleChoice) }, [
  'id',
  'organizationId',
  'lastSignedInAt',
  'createdAt',
  'current',
]);
export type UpdateMember = Static<typeof UpdateMember>;

const invitation = {
  id: Id('Identifier of the invitation.', 'inv_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: Type.String(),
  name: Type.String(),
  role: RoleChoice,
  expiresAt: DateTime('Until when its link can be used.'),
  createdAt: DateTime('When it was made.'),
};
export const Invitation = Resource('Invitation', invitation, 'A link with which somebody becomes a member.');
export type Invitation = Static<typeof Invitation>;

export const CreatedInvitation = Resource('CreatedInvitation', {
  ...invitation,
  link: Type.String({ description: 'The link, shown only in this answer. It works once.' }),
});
export type CreatedInvitation = Static<typeof CreatedInvitation>;

export const CreateInvitation = Body({ name: Name, role: RoleChoice });
export type CreateInvitation = Static<typeof CreateInvitation>;

export const MemberSession = Resource(
  'MemberSession',
  {
    id: Id('Identifier of the session.', 'ses_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    device: Type.String({ description: 'As the browser says what it is.' }),
    createdAt: DateTime('When they signed in.'),
    lastSeenAt: DateTime('When it was used last, accurate to about a minute.'),
    expiresAt: DateTime('When it ends at the latest.'),
    current: Type.Boolean({ description: 'Whether this very call was made in it.' }),
  },
  'A browser in which a member is signed in.',
);
export type MemberSession = Static<typeof MemberSession>;

export const MemberSessions = Resource('MemberSessions', { sessions: Type.Array(MemberSession) });
export type MemberSessions = Static<typeof MemberSessions>;

const part = { minLength: 1, maxLength: 100 };
export const MemberSessionParams = Type.Object({ id: Type.String(part), session: Type.String(part) });

export const SignedIn = Resource(
  'SignedIn',
  { member: Member, organizationName: Type.String() },
  'Who is signed in, and where.',
);
export type SignedIn = Static<typeof SignedIn>;

export const SignInState = Resource(
  'SignInState',
  {
    passkeys: Type.Boolean({
      description:
        'Whether members can sign in with a passkey at this address: it needs a name, and `https` or `localhost`.',
    }),
    apiKeys: Type.Boolean({
      description: 'Whether people may use an API key in pages of the service; programs always may.',
    }),
    openIdProvider: Type.Optional(
      Type.String({
        description:
          'Name of the OpenID Connect provider with which members can sign in; absent without one.',
      }),
    ),
    signedIn: Type.Optional(SignedIn),
  },
  'How people can sign in here, and who is signed in.',
);
export type SignInState = Static<typeof SignInState>;

export const PasskeyRequest = Resource(
  'PasskeyRequest',
  {
    challenge: Type.String({ description: 'To be signed within five minutes, once.' }),
    rpId: Type.String({ description: 'The name of the service.' }),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    userVerification: Type.Literal('required'),
  },
  'What a browser asks a passkey for: `PublicKeyCredentialRequestOptionsJSON` of Web Authentication.',
);
export type PasskeyRequest = Static<typeof PasskeyRequest>;

export const PasskeyCreation = Resource(
  'PasskeyCreation',
  {
    challenge: Type.String({ description: 'To be answered within five minutes, once.' }),
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
    timeout: Type.Integer({ description: 'Milliseconds.' }),
    attestation: Type.Literal('none'),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Boolean(),
      userVerification: Type.Literal('required'),
    }),
  },
  'What a browser makes a passkey from: `PublicKeyCredentialCreationOptionsJSON` of Web Authentication.',
);
export type PasskeyCreation = Static<typeof PasskeyCreation>;

const BASE64URL = '^[A-Za-z0-9_-]+$';
const Bytes = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: BASE64URL, description: `${description} In Base64url.` });
const PasskeyId = Bytes(PASSKEY_ID_LENGTH, 'The id of the passkey.');
const ClientData = Bytes(SIGNED_LENGTH, '`clientDataJSON`, as the browser gave it.');

export const SignInWithPasskey = Body({
  id: PasskeyId,
  clientDataJSON: ClientData,
  authenticatorData: Bytes(SIGNED_LENGTH, 'As the browser gave it.'),
  signature: Bytes(SIGNED_LENGTH, 'As the browser gave it.'),
});
export type SignInWithPasskey = Static<typeof SignInWithPasskey>;

const SECRET = {
  maxLength: SECRET_LENGTH,
  pattern: BASE64URL,
  description: 'The secret of the invitation: what stands behind `invitation=` in its link.',
};
const Secret = Type.String(SECRET);
export const OpenInvitation = Body({ secret: Secret });
export type OpenInvitation = Static<typeof OpenInvitation>;

export const OpenedInvitation = Resource('OpenedInvitation', {
  name: Type.String(),
  role: RoleChoice,
  organizationName: Type.String(),
  creation: PasskeyCreation,
});
export type OpenedInvitation = Static<typeof OpenedInvitation>;

export const AcceptInvitation = Body({
  secret: Secret,
  id: PasskeyId,
  clientDataJSON: ClientData,
  attestationObject: Bytes(SIGNED_LENGTH, 'As the browser gave it.'),
});
export type AcceptInvitation = Static<typeof AcceptInvitation>;

export const OpenIdRequest = Resource('OpenIdRequest', {
  url: Type.String({ description: 'Where the browser goes to sign in, within ten minutes.' }),
});
export type OpenIdRequest = Static<typeof OpenIdRequest>;

export const SignInWithOpenId = Body({
  query: Type.String({
    maxLength: QUERY_LENGTH,
    description: 'What stood behind `?` in the address with which the browser came back from the provider.',
  }),
  secret: Type.Optional(Type.Unsafe<string | null>({ ...SECRET, type: ['string', 'null'] })),
});
export type SignInWithOpenId = Static<typeof SignInWithOpenId>;
