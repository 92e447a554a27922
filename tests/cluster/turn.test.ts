import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { useFolder } from '../support/inside.ts';
import { needs } from '../support/needs.ts';
import { makeNetworks, SERVICE_ADDRESS } from '../support/network-namespaces.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { StartedPrograms } from '../support/started-programs.ts';
import { useStarted } from '../support/use-service.ts';
import type { Visit } from '../support/visitor-process.ts';

const COMMAND = fileURLToPath(new URL('../../../server/dist/cli/visavis.js', import.meta.url));
const VISITOR = fileURLToPath(new URL('../support/visitor-process.js', import.meta.url));
const SERVICE_PORT = 18_080;
const TURN_PORT = 3478;
const SECRET = 'a secret that coturn shares';

needs('network namespaces', 'coturn').describe(
  'a visitor whose network lets TCP out to two ports alone',
  () => {
    const programs = new StartedPrograms();
    const networks = useStarted(
      () => makeNetworks([SERVICE_PORT, TURN_PORT]),
      (it) => it.remove(),
    );
    const dataDir = useFolder();

    const startIn = (network: readonly string[], command: string[], env: Record<string, string> = {}) => {
      const [program, ...args] = [...network, ...command] as [string, ...string[]];
      return programs.start(program, args, env);
    };
    const startCoturn = async () => {
      const options = ['--use-auth-secret', `--static-auth-secret=${SECRET}`, '--realm=visavis', '--no-cli'];
      const place = [
        `--listening-ip=${SERVICE_ADDRESS}`,
        `--relay-ip=${SERVICE_ADDRESS}`,
        '--no-tls',
        '--no-dtls',
      ];
      const files = ['--log-file=stdout', '--simple-log', '--verbose', `--db=${join(dataDir, 'turndb')}`];
      const coturn = startIn(networks.service, ['turnserver', '-n', ...options, ...place, ...files]);
      await coturn.line(/IPv4\. TCP listener opened/i);
      return coturn;
    };
    const settings = (turn: Record<string, string>): Record<string, string> => ({
      PORT: String(SERVICE_PORT),
      VISAVIS_DATA_DIR: join(dataDir, 'data'),
      VISAVIS_API_KEY: TEST_API_KEY,
      VISAVIS_WORKERS: '1',
      VISAVIS_MEDIA_PORTS: '50000-50009',
      VISAVIS_PUBLIC_URL: `http://${SERVICE_ADDRESS}:${SERVICE_PORT}`,
      ...turn,
    });
    const turn = {
      VISAVIS_TURN_URLS: `turn:${SERVICE_ADDRESS}:${TURN_PORT}?transport=tcp`,
      VISAVIS_TURN_SECRET: SECRET,
    };
    const startServiceThere = async (env: Record<string, string>) => {
      const service = startIn(networks.service, [process.execPath, COMMAND, 'serve'], settings(env));
      await service.line(/ready at/, 120_000);
      return service;
    };
    const visit = async (): Promise<Visit> => {
      const url = `http://${SERVICE_ADDRESS}:${SERVICE_PORT}`;
      const visitor = startIn(networks.visitor, [process.execPath, VISITOR, url, TEST_API_KEY]);
      const line = await visitor.line(/^visit /, 120_000);
      return JSON.parse(line.slice('visit '.length)) as Visit;
    };

    test('does not connect without TURN', async () => {
      const service = await startServiceThere({});
      const { error, pictures } = await visit();
      expect({ error, pictures }).toEqual({ error: expect.stringMatching(/.+/), pictures: 0 });
      await service.stop();
    });

    test('hears and sees the avatar through the relay that the join response names', async () => {
      const coturn = await startCoturn();
      const service = await startServiceThere(turn);
      expect(await visit()).toEqual({
        texts: ['Hello, it is good to see you.'],
        pictures: expect.any(Number),
      });
      // The user name is `<expiry>:<participant>`; coturn verifies its credential.
      await coturn.line(
        /ALLOCATE processed, success.*|username=<\d{10}:PA_\w+>.*|session.*new.*username=<\d{10}:PA_\w+>/,
      );
      await service.stop();
    });
  },
);
