import type { Kysely } from 'kysely';
import type {
  Member,
  MemberChange,
  MemberSession,
  MemberStore,
  Passkey,
} from '../../domain/members/member.ts';
import { createRowCodec } from '../columns.ts';
import { readPage } from '../lists/read-page.ts';
import { inTransaction, lockOrganization } from '../owned/insert-at-most.ts';
import { findRow, readFirst, removeRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

export const memberCodec = createRowCodec<Member>();
export const passkeyCodec = createRowCodec<Passkey>();
export const sessionCodec = createRowCodec<MemberSession>();

export function createMemberRepository(db: Kysely<Schema>): MemberStore {
  const find = (trx: Kysely<Schema>, organizationId: string, id: string) =>
    findRow(trx, 'members', memberCodec, organizationId, id);

  /**
   * Locks the organization's row, so that two owners cannot each rely on the other to remain. If an owner does not
   * remain one, all open invitations are deleted, because they may know the link of one.
   */
  function changeMember(
    organizationId: string,
    id: string,
    staysOwner: boolean,
    write: (trx: Kysely<Schema>) => Promise<Member | undefined>,
  ): Promise<MemberChange> {
    return inTransaction(db, async (trx) => {
      await lockOrganization(trx, organizationId);
      const before = await find(trx, organizationId, id);
      if (before?.role === 'owner' && !staysOwner) {
        const otherOwner = await trx
          .selectFrom('members')
          .select('id')
          .where('organization_id', '=', organizationId)
          .where('role', '=', 'owner')
          .where('id', '!=', id)
          .limit(1)
          .executeTakeFirst();
        if (!otherOwner) return 'last_owner';
        await trx.deleteFrom('member_invitations').where('organization_id', '=', organizationId).execute();
      }
      return before && write(trx);
    });
  }

  return {
    find: (organizationId, id) => find(db, organizationId, id),
    list(organizationId, page) {
      const owned = db.selectFrom('members').where('organization_id', '=', organizationId);
      return readPage(db, owned, page, { codec: memberCodec });
    },
    update(organizationId, id, patch) {
      const staysOwner = patch.role === undefined || patch.role === 'owner';
      return changeMember(organizationId, id, staysOwner, async (trx) => {
        if (Object.keys(patch).length === 0) return find(trx, organizationId, id);
        const rows = trx
          .updateTable('members')
          .set(memberCodec.toColumns(patch))
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .returningAll();
        return readFirst(memberCodec, rows);
      });
    },
    remove: (organizationId, id) =>
      changeMember(organizationId, id, false, (trx) =>
        removeRow(trx, 'members', memberCodec, organizationId, id),
      ),
    async sessions(organizationId, memberId) {
      if (!(await find(db, organizationId, memberId))) return undefined;
      const rows = await db
        .selectFrom('member_sessions')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('member_id', '=', memberId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return sessionCodec.fromRows(rows);
    },
    async endSession(organizationId, memberId, id) {
      const rows = db
        .deleteFrom('member_sessions')
        .where('organization_id', '=', organizationId)
        .where('member_id', '=', memberId)
        .where('id', '=', id)
        .returningAll();
      return readFirst(sessionCodec, rows);
    },
  };
}
