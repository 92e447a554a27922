export { type S3TestServer, startS3Server } from '@visavis/server/dist/store/testing/s3-server.js';
