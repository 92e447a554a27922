import type * as contract from '@visavis/contracts';
import type { Memory } from '../../domain/memories/memories.ts';
import { presentOwned, withoutEmpty } from './present.ts';

export function presentMemory(memory: Memory): contract.Memory {
  const { user, avatarId, content, conversationId } = memory;
  return withoutEmpty({ ...presentOwned(memory), user, avatarId, content, conversationId });
}
