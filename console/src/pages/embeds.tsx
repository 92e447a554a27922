import {
  Badge,
  Button,
  Card,
  ColorInput,
  Group,
  Modal,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { Embed } from '@visavis/client';
import { useState } from 'react';
import { CodeBlock } from '../components/code-block.tsx';
import { EmbedPreview } from '../components/embed-preview.tsx';
import { ListProblem } from '../components/load-problem.tsx';
import { LocalhostNote } from '../components/localhost-note.tsx';
import { Note } from '../components/note.tsx';
import { EmptyState, Page } from '../components/page.tsx';
import { RemoveLaterButton } from '../components/remove-button.tsx';
import { SaveForm } from '../components/save-form.tsx';
import { ConflictError, SaveProblem } from '../components/save-problem.tsx';
import { SchemaFields } from '../components/schema-fields.tsx';
import { SmallButton } from '../components/small-button.tsx';
import { TextWithCode } from '../components/text-with-code.tsx';
import { withScheme } from '../lib/address.ts';
import { EMBEDS, KNOWLEDGE } from '../lib/collections.ts';
import { formatSeconds } from '../lib/format.ts';
import { bodyOf, limitsOf, readFields, type Values } from '../lib/forms.ts';
import { languageNames } from '../lib/languages.ts';
import { asOptions, type Person, withAgent } from '../lib/people.ts';
import { PEOPLE } from '../lib/queries.ts';
import { mayChange } from '../lib/roles.ts';
import { mayLeave, useLeaveQuestion } from '../lib/unsaved.ts';
import { useFields } from '../lib/use-fields.ts';
import { fill, LANGUAGE_NAMES, texts } from '../texts/texts.ts';

const { embeds: words, embedForm: form, personForm, common } = texts;

/** The form's name, by which its dialog checks for unsaved input. */
const FORM = 'embed';

export function Embeds() {
  const embeds = useQuery(EMBEDS.all);
  const people = useQuery(PEOPLE);
  const navigate = useNavigate();
  // The page of an avatar links here to embed that avatar.
  const { avatar } = useLocation().search as { avatar?: string };
  const [edited, setEdited] = useState<Embed | 'new' | undefined>(avatar ? 'new' : undefined);
  const person = people.data?.find(({ id }) => id === avatar);
  const isAsking = useLeaveQuestion() !== undefined;
  const close = async () => {
    if (await mayLeave(FORM)) leave();
  };
  const leave = () => {
    setEdited(undefined);
    if (avatar) void navigate({ to: '/embeds', replace: true });
  };
  return (
    <Page
      title={words.title}
      about={words.about}
      query={embeds}
      actions={mayChange() && <Button onClick={() => setEdited('new')}>{words.add}</Button>}
    >
      {embeds.data?.length === 0 && (
        <EmptyState
          title={words.none}
          action={mayChange() && <Button onClick={() => setEdited('new')}>{words.first}</Button>}
        >
          {words.noneYet}
        </EmptyState>
      )}
      <Stack>
        {embeds.data?.map((embed) => (
          <Card key={embed.id} withBorder>
            <Group justify="space-between" mb="sm">
              <Group gap="sm">
                <Text fw={700}>{embed.name}</Text>
                <Badge color={embed.enabled ? 'teal' : 'gray'}>{embed.enabled ? words.on : words.off}</Badge>
              </Group>
              <Group gap="xs">
                <Button
                  component="a"
                  href={`#/conversations?embed=${embed.id}`}
                  size="compact-sm"
                  variant="subtle"
                >
                  {common.conversations}
                </Button>
                {mayChange() && <SmallButton onClick={() => setEdited(embed)}>{common.change}</SmallButton>}
                <RemoveLaterButton
                  id={embed.id}
                  name={embed.name}
                  from={EMBEDS}
                  lossText={fill(words.goesFrom, { websites: embed.allowedOrigins })}
                />
              </Group>
            </Group>
            <Note mb="sm">
              {fill(words.summary, {
                avatar: people.data?.find(({ id }) => id === embed.characterId)?.name ?? embed.characterId,
                websites: embed.allowedOrigins,
              })}{' '}
              {fill(words.use, {
                talked: formatSeconds(embed.use.secondsToday),
                most: formatSeconds(embed.secondsPerDay),
                live: embed.use.running,
                limit: embed.concurrentConversations,
              })}
            </Note>
            <Text size="sm" mb={6}>
              <TextWithCode text={words.paste} />
            </Text>
            <CodeBlock code={embed.snippet} label={fill(words.line, { embed: embed.name })} />
            <LocalhostNote text={embed.snippet} />
          </Card>
        ))}
      </Stack>
      <Modal
        opened={edited !== undefined}
        onClose={() => void close()}
        title={edited === 'new' ? words.add : words.changeTitle}
        size="xl"
        // Escape answers the question that is open above the dialog.
        closeOnEscape={!isAsking}
      >
        {/* Somebody who was just made may come with the list that is on its way. */}
        {edited && !(avatar && !person && people.isFetching && !people.isFetchedAfterMount) && (
          <EmbedForm
            before={edited === 'new' ? undefined : edited}
            person={person}
            onSaved={() => {
              void EMBEDS.reload();
              leave();
            }}
          />
        )}
      </Modal>
    </Page>
  );
}

/** Initial values of a new embed: the defaults of the service. */
const DEFAULTS = {
  maxSeconds: 300,
  concurrentConversations: 2,
  secondsPerDay: 3600,
  video: true,
  enabled: true,
};

/**
 * Returns the origin of an address, because people paste the address of a page. Returns any other text unchanged, so
 * that the service can say what is wrong with it.
 */
function originOf(text: string): string {
  const address = withScheme(text);
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).origin : text;
}

type Look = Partial<Embed['look']>;

const COLOUR = '#[0-9a-fA-F]{6}';
const COLOUR_EXAMPLE = '#146c5f';

function EmbedForm({
  before,
  person,
  onSaved,
}: {
  before: Embed | undefined;
  /** The person that a new embed shows initially. */
  person: Person | undefined;
  onSaved: () => void;
}) {
  const people = useQuery(PEOPLE);
  const knowledge = useQuery(KNOWLEDGE.all);
  const { fields, change } = useFields<Values & { look: Look }>(
    () => ({
      ...readFields('embed', before ?? { ...DEFAULTS, name: person?.name, characterId: person?.id }),
      look: before?.look ?? {},
    }),
    FORM,
  );
  const save = useMutation({
    mutationFn: async (force: boolean) => {
      const body = {
        ...bodyOf('embed', fields),
        allowedOrigins: [...new Set((fields.allowedOrigins as string[]).map(originOf))],
        // The new look replaces the old one completely: the service chooses what is absent.
        look: Object.fromEntries(Object.entries(fields.look).filter(([, value]) => value)),
      };
      if (!before) return EMBEDS.create(body);
      if (!force && (await EMBEDS.read(before.id)).updatedAt !== before.updatedAt)
        throw new ConflictError(before.name);
      return EMBEDS.update(before.id, body);
    },
    onSuccess: onSaved,
  });
  const offered = withAgent(people.data);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <SaveForm forms={['embed']} error={save.error} onSubmit={() => save.mutate(false)}>
        <SchemaFields
          form="embed"
          values={fields}
          change={change}
          controls={{
            characterId: (
              <Stack gap="xs">
                <Select
                  label={common.avatar}
                  required
                  searchable
                  data={asOptions(offered)}
                  value={(fields.characterId as string) || null}
                  onChange={(characterId) => change({ characterId: characterId ?? '' })}
                />
                <ListProblem list={people} />
              </Stack>
            ),
            knowledgeBaseId: (
              <Stack gap="xs">
                <Select
                  label={personForm.knowledge}
                  placeholder={form.ownKnowledge}
                  clearable
                  data={asOptions(knowledge.data)}
                  value={(fields.knowledgeBaseId as string) || null}
                  onChange={(knowledgeBaseId) => change({ knowledgeBaseId: knowledgeBaseId ?? '' })}
                />
                <ListProblem list={knowledge} />
              </Stack>
            ),
            look: (
              <LookFields
                look={fields.look}
                change={(part) => change({ look: { ...fields.look, ...part } })}
              />
            ),
          }}
        />
        <Stack className="save">
          <SaveProblem error={save.error} onForce={() => save.mutate(true)} onReload={onSaved} />
          <Group>
            <Button type="submit" loading={save.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </SaveForm>
      <div className="try">
        <Text fw={600} mb="xs">
          {form.preview}
        </Text>
        <Text component="div" size="sm" c="dimmed">
          <EmbedPreview look={fields.look} person={offered.find(({ id }) => id === fields.characterId)} />
        </Text>
      </div>
    </SimpleGrid>
  );
}

/** The fields for the look of an embed's widget. */
function LookFields({ look, change }: { look: Look; change: (part: Look) => void }) {
  return (
    <Stack gap="sm">
      <TextInput
        label={form.title}
        placeholder={form.ownTitle}
        {...limitsOf('embed', 'look.title')}
        value={look.title ?? ''}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Group grow>
        <ColorInput
          label={form.colour}
          placeholder={COLOUR_EXAMPLE}
          format="hex"
          // An invalid colour is reported, not dropped.
          fixOnBlur={false}
          pattern={COLOUR}
          title={form.colourForm}
          eyeDropperButtonProps={{ 'aria-label': form.pickColour }}
          value={look.accentColor ?? ''}
          onChange={(accentColor) => change({ accentColor })}
        />
        <Select
          label={form.corner}
          data={[
            { value: 'right', label: form.right },
            { value: 'left', label: form.left },
          ]}
          value={look.side ?? 'right'}
          onChange={(side) => change({ side: (side ?? 'right') as 'left' | 'right' })}
        />
      </Group>
      <Group grow>
        <Select
          label={form.theme}
          data={Object.entries(form.themes).map(([value, label]) => ({ value, label }))}
          value={look.theme ?? 'auto'}
          onChange={(theme) => change({ theme: (theme ?? 'auto') as keyof typeof form.themes })}
        />
        <Select
          label={form.language}
          placeholder={form.pagesLanguage}
          clearable
          // The widget has texts in the languages of the console.
          data={languageNames(LANGUAGE_NAMES.map(({ value }) => value))}
          value={look.language || null}
          onChange={(language) => change({ language: language ?? '' })}
        />
      </Group>
    </Stack>
  );
}
