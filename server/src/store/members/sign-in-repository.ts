import type { Kysely } from 'kysely';
import type { AnsweredChallenge, Passkey, SignInStore } from '../../domain/members/member.ts';
import { findOrganization } from '../organizations/organization-repository.ts';
import { inTransaction } from '../owned/insert-at-most.ts';
import { findRow, insertRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';
import { memberCodec, passkeyCodec, sessionCodec } from './member-repository.ts';

/** Returns false if the challenge was answered before. Also deletes those that have expired. */
export async function markAnswered(
  trx: Kysely<Schema>,
  { hash, expiresAt }: AnsweredChallenge,
  now: Date,
): Promise<boolean> {
  await trx.deleteFrom('answered_challenges').where('expires_at', '<=', now).execute();
  const added = await trx
    .insertInto('answered_challenges')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst();
  return added !== undefined;
}

/** Returns false if the passkey's stored counter is not lower, or the passkey is gone. */
async function raiseCounter(trx: Kysely<Schema>, { id, organizationId, counter }: Passkey): Promise<boolean> {
  const updated = await trx
    .updateTable('passkeys')
    .set({ counter })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    // A passkey without a counter stays at 0; any other counts up.
    .where('counter', counter === 0 ? '=' : '<', String(counter))
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export function createSignInRepository(db: Kysely<Schema>): SignInStore {
  /** Returns the member that a passkey, identity or session belongs to, and their organization. */
  async function readMember(columns: { organization_id: string; member_id: string }) {
    const { organization_id, member_id } = columns;
    const member = await findRow(db, 'members', memberCodec, organization_id, member_id);
    const organization = await findOrganization(db, organization_id);
    return member && organization && { member, organization };
  }

  return {
    async findPasskey(id) {
      const columns = await crossTenant(db, 'credential')
        .selectFrom('passkeys')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      const found = columns && (await readMember(columns));
      return (
        found && {
          ...found,
          passkey: { ...passkeyCodec.fromColumns(columns), counter: Number(columns.counter) },
        }
      );
    },
    async findIdentity(issuer, subject) {
      const columns = await crossTenant(db, 'credential')
        .selectFrom('member_identities')
        .selectAll()
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return columns && readMember(columns);
    },
    signIn({ session, challenge, passkey }, maxCount) {
      const { organizationId, memberId, createdAt: now } = session;
      return inTransaction(db, async (trx) => {
        if (!(await markAnswered(trx, challenge, now))) return false;
        if (passkey && !(await raiseCounter(trx, passkey))) return false;
        const found = await trx
          .updateTable('members')
          .set({ last_signed_in_at: now })
          .where('organization_id', '=', organizationId)
          .where('id', '=', memberId)
          .returning('id')
          .executeTakeFirst();
        if (!found) return false;
        await insertRow(trx, 'member_sessions', sessionCodec, session);
        const sessions = trx
          .selectFrom('member_sessions')
          .select('id')
          .where('organization_id', '=', organizationId)
          .where('member_id', '=', memberId);
        await trx
          .deleteFrom('member_sessions')
          .where('organization_id', '=', organizationId)
          .where('member_id', '=', memberId)
          .where((eb) =>
            eb.or([
              eb('expires_at', '<=', now),
              eb('id', 'in', sessions.orderBy('created_at', 'desc').orderBy('id', 'desc').offset(maxCount)),
            ]),
          )
          .execute();
        return true;
      });
    },
    async findSession(hash) {
      const columns = await crossTenant(db, 'credential')
        .selectFrom('member_sessions')
        .selectAll()
        .where('hash', '=', hash)
        .executeTakeFirst();
      const found = columns && (await readMember(columns));
      return found && { ...found, session: sessionCodec.fromColumns(columns) };
    },
    async touchSession(organizationId, id, at) {
      await db
        .updateTable('member_sessions')
        .set({ last_seen_at: at })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute();
    },
    async endSession(hash) {
      const ended = await crossTenant(db, 'credential')
        .deleteFrom('member_sessions')
        .where('hash', '=', hash)
        .returning('organization_id')
        .executeTakeFirst();
      return ended?.organization_id;
    },
  };
}
