import type { Kysely } from 'kysely';
import type { Face, FaceStore } from '../../domain/personas/face.ts';
import { createRowCodec } from '../columns.ts';
import { createOwnedRepository } from '../owned/owned-repository.ts';
import type { Schema } from '../schema.ts';
import { across } from '../tenants/tenant-guard.ts';

export const faceCodec = createRowCodec<Face>(['rig']);

export function createFaceRepository(db: Kysely<Schema>): FaceStore {
  return {
    ...createOwnedRepository<Face>(db, 'faces', 'face', faceCodec),
    async findById(id) {
      const columns = await across(db, 'credential')
        .selectFrom('faces')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return columns && faceCodec.fromColumns(columns);
    },
    async findBuiltIn(organizationId, identity, client) {
      const columns = await db
        .selectFrom('faces')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('identity', '=', identity)
        .where('built_in', '=', true)
        .where('client', 'is not distinct from', client)
        .executeTakeFirst();
      return columns && faceCodec.fromColumns(columns);
    },
    async findCustom(organizationId, identity) {
      const columns = await db
        .selectFrom('faces')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('identity', '=', identity)
        .where('built_in', '=', false)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return columns && faceCodec.fromColumns(columns);
    },
  };
}
