import { type Static, Type } from 'typebox';
import {
  Body,
  DateTime,
  Flag,
  Id,
  MaybeText,
  MaybeTime,
  OrganizationId,
  RequiredText,
  Resource,
  Text,
  UpdateBody,
} from './common.ts';

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
    'Permissions of the member. `owner`: everything. `editor`: everything except members, API keys, tokens and secrets. ' +
    '`viewer`: reading only. `listener`: only reading and following conversations.',
});
const Name = RequiredText(NAME_LENGTH, 'Name of the person, also in the audit log.');

export const Member = Resource(
  'Member',
  {
    id: Id('Identifier of the member.', 'mbr_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: OrganizationId,
    name: Text('Name of the person.'),
    role: RoleChoice,
    lastSignedInAt: MaybeTime('When the member last signed in.'),
    createdAt: DateTime('When the member joined.'),
    current: Flag('Whether this request was made by this member.'),
  },
  'A person who can sign in to the console.',
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
  organizationId: OrganizationId,
  name: Text('Name of the invited person.'),
  role: RoleChoice,
  expiresAt: DateTime('When the link expires.'),
  createdAt: DateTime('When it was created.'),
};
export const Invitation = Resource('Invitation', invitation, 'A link with which a person becomes a member.');
export type Invitation = Static<typeof Invitation>;

export const CreatedInvitation = Resource('CreatedInvitation', {
  ...invitation,
  link: Text('The link. It works once and is returned only in this response.'),
});
export type CreatedInvitation = Static<typeof CreatedInvitation>;

export const CreateInvitation = Body({ name: Name, role: RoleChoice });
export type CreateInvitation = Static<typeof CreateInvitation>;

export const MemberSession = Resource(
  'MemberSession',
  {
    id: Id('Identifier of the session.', 'ses_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    device: Text('`User-Agent` of the browser.'),
    createdAt: DateTime('When the member signed in.'),
    lastSeenAt: DateTime('When the session was last used, accurate to about a minute.'),
    expiresAt: DateTime('When the session ends at the latest. It ends earlier if it is unused for 12 hours.'),
    current: Flag('Whether this request was made in this session.'),
  },
  'A browser session in which a member is signed in.',
);
export type MemberSession = Static<typeof MemberSession>;

export const MemberSessions = Resource('MemberSessions', {
  sessions: Type.Array(MemberSession, { description: 'Sessions that have not ended, newest first.' }),
});
export type MemberSessions = Static<typeof MemberSessions>;

const part = { minLength: 1, maxLength: 100 };
export const MemberSessionParams = Type.Object({ id: Type.String(part), session: Type.String(part) });

export const SignedIn = Resource(
  'SignedIn',
  {
    member: Member,
    organizationName: Text('Name of the organization of the member.'),
  },
  'The signed-in member and their organization.',
);
export type SignedIn = Static<typeof SignedIn>;

export const SignInState = Resource(
  'SignInState',
  {
    passkeys: Flag(
      'Whether members can sign in with a passkey at this address. Browsers require a host name, and `https` or `localhost`.',
    ),
    apiKeys: Flag(
      'Whether people can use an API key on the pages of the service. Programs can always use one.',
    ),
    openIdProvider: MaybeText(
      'Name of the OpenID Connect provider with which members can sign in. Absent if none is configured.',
    ),
    signedIn: Type.Optional(SignedIn),
  },
  'The ways to sign in, and the member who is signed in.',
);
export type SignInState = Static<typeof SignInState>;

export const PasskeyRequest = Resource(
  'PasskeyRequest',
  {
    challenge: Text('Challenge to sign. Valid once, for five minutes.'),
    rpId: Text('Host name of the service.'),
    timeout: Type.Integer({ description: 'Time limit in milliseconds.' }),
    userVerification: Type.Literal('required'),
  },
  'Options for signing in with a passkey: `PublicKeyCredentialRequestOptionsJSON` of Web Authentication.',
);
export type PasskeyRequest = Static<typeof PasskeyRequest>;

export const PasskeyCreation = Resource(
  'PasskeyCreation',
  {
    challenge: Text('Challenge to answer. Valid once, for five minutes.'),
    rp: Type.Object({ id: Type.String(), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
    timeout: Type.Integer({ description: 'Time limit in milliseconds.' }),
    attestation: Type.Literal('none'),
    authenticatorSelection: Type.Object({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Boolean(),
      userVerification: Type.Literal('required'),
    }),
  },
  'Options for creating a passkey: `PublicKeyCredentialCreationOptionsJSON` of Web Authentication.',
);
export type PasskeyCreation = Static<typeof PasskeyCreation>;

const BASE64URL = '^[A-Za-z0-9_-]+$';
const Bytes = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: BASE64URL, description: `${description}, encoded as Base64url.` });
const PasskeyId = Bytes(PASSKEY_ID_LENGTH, 'Id of the passkey');
const ClientData = Bytes(SIGNED_LENGTH, '`clientDataJSON` of the browser’s response');

export const SignInWithPasskey = Body({
  id: PasskeyId,
  clientDataJSON: ClientData,
  authenticatorData: Bytes(SIGNED_LENGTH, '`authenticatorData` of the browser’s response'),
  signature: Bytes(SIGNED_LENGTH, '`signature` of the browser’s response'),
});
export type SignInWithPasskey = Static<typeof SignInWithPasskey>;

const SECRET = {
  maxLength: SECRET_LENGTH,
  pattern: BASE64URL,
  description: 'Secret of the invitation: the value of `invitation` in its link.',
};
const Secret = Type.String(SECRET);
export const OpenInvitation = Body({ secret: Secret });
export type OpenInvitation = Static<typeof OpenInvitation>;

export const OpenedInvitation = Resource('OpenedInvitation', {
  name: Text('Name of the invited person.'),
  role: RoleChoice,
  organizationName: Text('Name of the inviting organization.'),
  creation: PasskeyCreation,
});
export type OpenedInvitation = Static<typeof OpenedInvitation>;

export const AcceptInvitation = Body({
  secret: Secret,
  id: PasskeyId,
  clientDataJSON: ClientData,
  attestationObject: Bytes(SIGNED_LENGTH, '`attestationObject` of the browser’s response'),
});
export type AcceptInvitation = Static<typeof AcceptInvitation>;

export const OpenIdRequest = Resource('OpenIdRequest', {
  url: Text('URL of the provider that the browser opens to sign in, within ten minutes.'),
});
export type OpenIdRequest = Static<typeof OpenIdRequest>;

export const SignInWithOpenId = Body({
  query: Type.String({
    maxLength: QUERY_LENGTH,
    description: 'Query string, without `?`, of the URL with which the browser returned from the provider.',
  }),
  secret: Type.Optional(Type.Unsafe<string | null>({ ...SECRET, type: ['string', 'null'] })),
});
export type SignInWithOpenId = Static<typeof SignInWithOpenId>;
