import type * as contract from '@visavis/contracts';
import type { Embed, EmbedUse } from '../../domain/embeds/embeds.ts';
import type { Services } from '../../domain/services.ts';
import type { Links } from '../plugins/links.ts';
import { presentOwned, withoutEmpty } from './present.ts';

export async function presentEmbeds(
  services: Services,
  embeds: readonly Embed[],
  links: Links,
): Promise<contract.Embed[]> {
  const [first] = embeds;
  if (!first) return [];
  const use = await services.embeds.use(
    first.organizationId,
    embeds.map(({ id }) => id),
  );
  return embeds.map((embed) => presentEmbed(embed, use.get(embed.id), links));
}

function presentEmbed(embed: Embed, use: EmbedUse | undefined, links: Links): contract.Embed {
  const { name, knowledgeBaseId, greeting, allowedOrigins, look, enabled } = embed;
  const { maxSeconds, concurrentConversations, secondsPerDay } = embed;
  return withoutEmpty({
    name,
    characterId: (embed.characterId ?? embed.avatarId)!,
    knowledgeBaseId,
    greeting,
    allowedOrigins: [...allowedOrigins],
    maxSeconds,
    concurrentConversations,
    secondsPerDay,
    enabled,
    look,
    use: use ?? { running: 0, secondsToday: 0 },
    snippet: `<script src="${links.absolute('/embed.js')}" data-embed="${embed.id}" async></script>`,
    ...presentOwned(embed),
  });
}
