import { FacePreview, PreviewFace } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { PICTURE_BODY_BYTES } from '../../body-limits.ts';

export const previewFace: Endpoint = (app, { facePreviews }) => {
  app.post(
    '/faces/preview',
    {
      config: { access: 'api_key', isPreview: true },
      bodyLimit: PICTURE_BODY_BYTES,
      schema: {
        operationId: 'previewFace',
        tags: ['faces'],
        summary: 'Preview face',
        description:
          'How a picture would look as a face: the points that it would be moved by and, with a `text`, a clip in which it says that. Stores nothing.',
        body: PreviewFace,
        response: { 201: FacePreview },
      },
    },
    async (request, reply) => reply.code(201).send(await facePreviews.preview(request.body)),
  );
};
