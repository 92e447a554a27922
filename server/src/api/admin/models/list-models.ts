import { LocalModels } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentDownload, presentModel } from '../../present/models.ts';

export const listModels: Endpoint = (app, { localModels }) => {
  app.get(
    '/models',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listModels',
        tags: ['administration'],
        summary: 'List models',
        description:
          'Models that let avatars hear and speak on the machine of the service, without a key: what there is, what of it is ' +
          'here, and how the latest download goes. Other machines that work for the service have their own.',
        response: { 200: LocalModels },
      },
    },
    async () => {
      const { models, download, suggested, command, folder } = await localModels.list();
      return {
        models: models.map(presentModel),
        ...(download && { download: presentDownload(download) }),
        ...(suggested && { suggested }),
        command,
        folder,
      };
    },
  );
};
