import type { EraseMemoriesQuery } from '@visavis/contracts';
import type { MemoryFilter } from '../../../domain/memories/memories.ts';

export function memoryFilter({ client, user, avatar }: EraseMemoriesQuery): MemoryFilter {
  return {
    ...(client !== undefined && { client }),
    ...(user !== undefined && { user }),
    ...(avatar !== undefined && { avatarId: avatar }),
  };
}
