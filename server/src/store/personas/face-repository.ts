import type { Kysely } from 'kysely';
import type { Face, FaceStore } from '../../domain/personas/faces.ts';
import { createRowCodec } from '../columns.ts';
import { createOwnedRepository } from '../owned/owned-repository.ts';
import type { Schema } from '../schema.ts';

export const faceCodec = createRowCodec<Face>(['rig']);

export function createFaceRepository(db: Kysely<Schema>): FaceStore {
  return {
    ...createOwnedRepository<Face>(db, 'faces', 'face', faceCodec),
    async findById(id) {
      const columns = await db.selectFrom('faces').selectAll().where('id', '=', id).executeTakeFirst();
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
  };
}
