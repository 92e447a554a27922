import { spawn } from 'node:child_process';
import { findProgram, GO_FOLDER } from './find-program.ts';
import { ServerProcess } from './server-process.ts';

/** The service's credentials for it. */
export const S3_KEYS = { S3_ACCESS_KEY_ID: 'visavis', S3_SECRET_ACCESS_KEY: 'the-secret-of-the-storage' };

/** Returns the versitygw program, an S3 server under Apache-2.0: from PATH, or from where `go install` puts it. */
export const findS3Gateway = () => findProgram('versitygw', GO_FOLDER);

/** Returns an S3 server that is not started yet. Each folder in `folder` is a bucket. */
export function s3Gateway(port: number, folder: string): ServerProcess {
  const { S3_ACCESS_KEY_ID: key, S3_SECRET_ACCESS_KEY: secret } = S3_KEYS;
  const args = ['--access', key, '--secret', secret, '--port', `127.0.0.1:${port}`, 'posix', folder];
  return new ServerProcess(port, () => spawn(findS3Gateway()!, args, { stdio: 'ignore' }));
}
