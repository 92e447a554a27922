import { CreateFace, Face, FacePreview, PreviewFace, UpdateFace } from '@visavis/contracts';
import { type Endpoint, operation } from '../api-app.ts';
import { PICTURE_BODY_BYTES } from '../body-limits.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { presentFace } from '../present/personas.ts';

export const faceRoutes: Endpoint = (app, { facePreviews, faces }) => {
  const { create, list, get, update, remove } = ownedRoutes(app, {
    names: ['face', 'faces'],
    schema: Face,
    present: each(presentFace),
  });
  create(faces.create, { body: CreateFace, bodyLimit: PICTURE_BODY_BYTES });
  app.post(
    '/faces/preview',
    operation('api_key', 'faces', {
      operationId: 'previewFace',
      summary: 'Preview face',
      description:
        'Shows how a picture would look as a face: returns the landmarks by which it would be animated and, if `text` is given, a clip in which it says the text. Nothing is stored.',
      body: PreviewFace,
      response: { 201: FacePreview },
      bodyLimit: PICTURE_BODY_BYTES,
      flags: { isPreview: true },
    }),
    async (request, reply) =>
      reply.code(201).send(await facePreviews.preview(request.organization.id, request.body)),
  );
  list(faces.list);
  get(faces.get);
  update(faces.update, { body: UpdateFace });
  remove(faces.remove);
};
