/** The S3 server of the tests, in a process of its own, because it keeps all objects in memory. */
import { startS3Server } from '@visavis/server/dist/store/testing/s3-server.js';

const { endpoint, bucket, objects } = await startS3Server();
process.on('message', () => {
  objects.clear();
  process.send!('forgotten');
});
process.send!({ endpoint, bucket });
