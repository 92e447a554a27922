import { errorOfClose, errorOfStatus } from '@visavis/server/dist/providers/provider-error.js';
import type { FuzzTarget } from '../fuzz-target.ts';

const PROVIDER = { name: 'The vendor', keySetting: 'KEY' };
const STATUSES = [400, 401, 402, 429, 500];

export const target: FuzzTarget = {
  about: 'answers of vendors that are errors, and the reasons with which they close',
  covers: ['/providers/provider-error.js'],
  seeds: `{"error":{"message":"Please try again in 1m2.5s","code":"rate_limit_exceeded","type":"x"}}
    {"detail":{"message":"quota","status":"quota_exceeded"},"details":[{"reason":"API_KEY_INVALID","retryDelay":"34s"}]}
    invalid_request_error.invalid_api_key sk-abcdefgh?key=secret Bearer abc`,
  tokens: '{"error": {"detail": [ "message": "code": null in 9s 1.5ms sk- bearer &key=',
  read(input) {
    const text = input.toString();
    return [
      ...STATUSES.map((status) => errorOfStatus(PROVIDER, status, text, 'secret')),
      errorOfClose(PROVIDER, 1007, text),
    ];
  },
};
