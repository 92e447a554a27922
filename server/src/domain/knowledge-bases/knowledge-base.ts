import type { Owned } from '../owned.ts';

export interface KnowledgeBase extends Owned {
  name: string;
  description: string | null;
}
