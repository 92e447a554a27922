import { createVisavisClient, type VisavisClient } from '@visavis/client';
import { type Service, startService, TEST_API_KEY } from '../../support/service.ts';
import { Recorder } from './recorder.ts';

/** A service as a user runs it, with a recording of all requests and responses. */
export class ContractRun {
  readonly recorder = new Recorder();
  /** The client of the default organization. */
  readonly visavis: VisavisClient;
  readonly service: Service;

  private constructor(service: Service) {
    this.service = service;
    this.visavis = this.connect({ apiKey: TEST_API_KEY });
  }

  static async start(): Promise<ContractRun> {
    return new ContractRun(
      await startService({ env: { VISAVIS_VIDEO_FPS: '10', VISAVIS_PRIVATE_ADDRESSES: 'true' } }),
    );
  }

  connect(credential: { apiKey: string } | { token: string } | object): VisavisClient {
    return createVisavisClient({ baseUrl: this.service.url, fetch: this.recorder.fetch, ...credential });
  }

  /** Sends a raw request, for what the client would not send. Returns the status and the body. */
  async send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await this.recorder.fetch(this.service.url + path, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** Like `send`, with the API key and a JSON body. */
  sendJson(method: string, path: string, body?: unknown) {
    const headers = { 'x-api-key': TEST_API_KEY, 'content-type': 'application/json' };
    return this.send(method, path, headers, body === undefined ? undefined : JSON.stringify(body));
  }

  stop(sessionId: string) {
    return this.visavis.patch('/v1/sessions/{id}/stop', { path: { id: sessionId } });
  }
}
