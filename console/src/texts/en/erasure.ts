import { count } from './count.ts';

/** What an erasure takes, and its receipt. */
export const erasure = {
  cancel: 'Keep it',
  confirm: 'Erase for good',
  done: 'Done',
  forGood: 'You cannot undo this. It erases:',
  usage: 'The usage keeps seconds and charges, without a name.',
  receipt: (id: string, at: string) =>
    `Receipt ${id}, ${at}. The service does not keep it. Keep it yourself if you must prove the erasure.`,
  lines: (number: number) => count(number, 'transcript line'),
  memories: (number: number) => count(number, 'memory', 'memories'),
  deliveries: (number: number) => count(number, 'webhook delivery', 'webhook deliveries'),
  conversations: (number: number) => count(number, 'conversation'),
  events: (number: number) => count(number, 'event'),
  unsent: 'webhook deliveries about them, also those not sent yet',
  user: {
    button: 'Erase everything of this user',
    title: (user: string) => `Erase everything of ${user}?`,
    done: (user: string) => `${user} is erased`,
    withClient: (client: string) => `You cannot undo this. It erases what belongs to the client ${client}:`,
    withAll: 'You cannot undo this. It erases, for every client:',
    conversations: (number: number | undefined) =>
      `${number === undefined ? 'all conversations' : count(number, 'conversation')}, with their transcripts and timelines`,
    running: (number: number) => `of these, ${number} that run now: the service stops them first`,
    memories: (number: number | undefined) =>
      `${number === undefined ? 'all memories' : count(number, 'memory', 'memories')} of avatars`,
  },
  conversation: {
    button: 'Erase',
    title: (name: string) => `Erase the conversation “${name}”?`,
    done: 'The conversation is erased',
    transcript: (number: number) => `its transcript of ${count(number, 'line')}`,
    timeline: (number: number) => `its timeline of ${count(number, 'event')}, with all latencies`,
    memories: 'what its avatar remembers from it, also in conversations that run now',
    deliveries: 'webhook deliveries about it, also those not sent yet',
  },
};
