import { SoftwarePasskey } from './software-passkey.ts';
import type { Call } from './story-call.ts';

/** The headers that a browser with the open console sends. */
const headers = { origin: 'http://localhost' };
const SHOWN = { id: 'q7f0Zb9wQ2yVxk3T5mJd1A', clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uLi4ifQ' };
const SHOWN_SECRET = 'Jq0Zb9wQ2yVxk3T5mJd1A7f0Zb9wQ2yVxk3T5mJd1A0';

/** A member is invited, signs in, gets another role, and is signed out. */
export async function inviteMember(call: Call): Promise<void> {
  const invite = (name: string, role: string) => call('createInvitation', { body: { name, role } });
  const secretOf = ({ link }: { link: string }) => link.split('invitation=')[1]!;
  const passkey = new SoftwarePasskey(headers.origin);
  for (const [name, role] of [
    ['Uma Sand', 'owner'],
    ['Kim Lee', 'editor'],
  ] as const) {
    const secret = secretOf(await invite(name, role));
    await call('listInvitations');
    const body = { secret };
    const { creation } = await call('openInvitation', {
      headers,
      body,
      shownBody: { secret: SHOWN_SECRET },
    });
    const own = role === 'editor' ? passkey : new SoftwarePasskey(headers.origin);
    await call('acceptInvitation', {
      headers,
      body: { secret, ...own.create(creation) },
      shownBody: {
        secret: SHOWN_SECRET,
        ...SHOWN,
        attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik',
      },
    });
  }
  const request = await call('requestPasskey', { headers });
  const { member } = await call('signInWithPasskey', {
    headers,
    body: passkey.answer(request),
    shownBody: {
      ...SHOWN,
      authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA',
      signature: 'MEUCIQDkq8VtJ0m',
    },
  });
  const secret = secretOf(await invite('Ada Reed', 'viewer'));
  const { url } = await call('requestOpenId', { headers });
  const state = new URL(url).searchParams.get('state')!;
  const query = `code=SplxlOBeZQQYbYS6WxSbIA&state=${state}`;
  await call('signInWithOpenId', {
    headers,
    body: { query, secret },
    shownBody: { query, secret: SHOWN_SECRET },
  });
  await call('getSignInState', { headers });
  await call('signOut', { headers });
  const at = { params: { id: member.id } };
  await call('listMembers');
  await call('updateMember', { ...at, body: { role: 'listener' } });
  const { sessions } = await call('listMemberSessions', at);
  await call('endMemberSession', { params: { id: member.id, session: sessions[0].id } });
  await call('deleteMember', at);
  await call('deleteInvitation', { params: { id: (await invite('Kim Lee', 'viewer')).id } });
}
