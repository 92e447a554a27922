import type { IncomingMessage } from 'node:http';
import { AccessToken } from 'livekit-server-sdk';
import { afterEach, expect, test, vi } from 'vitest';
import { Admissions } from './admissions.ts';
import { defaultLimits } from './limits.ts';
import { Tokens } from './tokens.ts';

const HOUR_MS = 3_600_000;
const KEY = 'key';
const SECRET = 'a-secret-of-at-least-32-characters';

afterEach(() => void vi.useRealTimers());

test.each([HOUR_MS, -HOUR_MS])(
  'a jump of the wall clock by %d ms leaves the tokens of admitted rooms valid, and no others',
  async (jumpMs) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const admissions = new Admissions([{ room: 'admitted', owner: 'org' }], defaultLimits);
    const tokens = new Tokens(KEY, SECRET, (room) => admissions.clockJumpMs(room));
    const queryFor = async (room: string) => {
      const token = new AccessToken(KEY, SECRET, { identity: 'ada', ttl: 600 });
      token.addGrant({ room, roomJoin: true });
      return new URL(`http://localhost/rtc?access_token=${await token.toJwt()}`);
    };
    const request = { headers: {} } as IncomingMessage;
    const [admitted, other] = [await queryFor('admitted'), await queryFor('other')];
    vi.setSystemTime(Date.now() + jumpMs);
    await expect(tokens.verify(request, admitted)).resolves.toMatchObject({ sub: 'ada' });
    await expect(tokens.verify(request, other)).rejects.toThrow();
    admissions.seal('admitted');
    await expect(tokens.verify(request, admitted)).rejects.toThrow();
  },
);
