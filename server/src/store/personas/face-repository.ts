import type { Kysely } from 'kysely';
import type { Face, FaceStore } from '../../domain/personas/face.ts';
import { createRowCodec } from '../columns.ts';
import { createOwnedRepository } from '../owned/owned-repository.ts';
import { readFirst } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';

export const faceCodec = createRowCodec<Face>(['rig']);

export function createFaceRepository(db: Kysely<Schema>): FaceStore {
  const faces = (organizationId: string, identity: string, builtIn: boolean) =>
    db
      .selectFrom('faces')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('identity', '=', identity)
      .where('built_in', '=', builtIn);

  return {
    ...createOwnedRepository<Face>(db, 'faces', 'face', faceCodec),
    findById(id) {
      const all = crossTenant(db, 'credential').selectFrom('faces').selectAll();
      return readFirst(faceCodec, all.where('id', '=', id));
    },
    findBuiltIn(organizationId, identity, client) {
      const builtIn = faces(organizationId, identity, true);
      return readFirst(faceCodec, builtIn.where('client', 'is not distinct from', client));
    },
    findCustom(organizationId, identity) {
      const custom = faces(organizationId, identity, false);
      return readFirst(faceCodec, custom.orderBy('created_at', 'desc').limit(1));
    },
  };
}
