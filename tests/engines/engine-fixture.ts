import type { EnginePlan, FoundPassage } from '@visavis/contracts';
import { afterEach, beforeEach } from 'vitest';
import type { EngineFactory, EngineTool } from '../support/inside/engines.ts';
import { EngineRun } from '../support/providers/engine-run.ts';
import type { ProtocolServer, ServerConnection } from '../support/providers/protocol-server.ts';

export interface RunOptions {
  plan?: Partial<EnginePlan>;
  tools?: EngineTool[];
  passages?: (query: string) => Promise<FoundPassage[]>;
}

/** Returns one passage for any query. */
export const passages = (query: string): Promise<FoundPassage[]> =>
  Promise.resolve([{ documentId: 'd', documentName: 'Map', text: `About ${query}: upstairs`, score: 1 }]);

export const ORDER_TAXI: EngineTool = {
  name: 'order_taxi',
  description: 'Orders a taxi.',
  parameters: { type: 'object', properties: { seats: { type: 'integer' } } },
  run: () => Promise.resolve('The number is 42.'),
};

/** Creates a server and its engines for every test. A protocol violation by a client fails the test. */
export class EngineFixture<
  C extends ServerConnection,
  S extends ProtocolServer<C> & { baseUrl: string },
  Options extends object = object,
> {
  server!: S;
  #runs: EngineRun[] = [];
  readonly #createFactory: (server: S, options: Options & RunOptions) => EngineFactory;

  /** @param createFactory creates the engine factory for the server, with the options of the test */
  constructor(
    createServer: () => S,
    createFactory: (server: S, options: Options & RunOptions) => EngineFactory,
  ) {
    this.#createFactory = createFactory;
    beforeEach(async () => {
      this.server = await createServer().listen();
    });
    afterEach(async () => {
      await Promise.all(this.#runs.splice(0).map((run) => run.engine.close()));
      await this.server.stop();
    });
  }

  run(options = {} as Options & RunOptions): EngineRun {
    const run = new EngineRun(this.#createFactory(this.server, options), options);
    this.#runs.push(run);
    return run;
  }

  /** Starts an engine and waits for its connection. */
  async start(options?: Options & RunOptions): Promise<{ run: EngineRun; line: C; server: S }> {
    const run = this.run(options);
    await run.engine.start();
    return { run, line: await this.server.nextConnection(), server: this.server };
  }
}
