import { Button, Group, Modal, Pill, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { KNOWLEDGE } from '../lib/collections.ts';
import { uploadFile } from '../lib/document-types.ts';
import { isAbortError } from '../lib/fetch-with-progress.ts';
import { limitsOf } from '../lib/forms.ts';
import { fill, texts } from '../texts/texts.ts';
import { DocumentDropZone } from './document-drop-zone.tsx';
import { Problem } from './problem.tsx';
import { SmallButton } from './small-button.tsx';
import { useUpload } from './use-upload.tsx';

const { personForm: words, fields, common } = texts;

/** A button with a dialog that creates a knowledge base with documents, while the form around it stays as it is. */
export function NewKnowledge({ onCreated }: { onCreated: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const { send, progress } = useUpload();
  const create = useMutation({
    mutationFn: async () => {
      const { id } = await KNOWLEDGE.create({ name: name.trim() });
      const failed: { name: string; error: Error }[] = [];
      for (const file of files) {
        await send(file.name, (signal) => uploadFile(id, file, signal)).catch((error: Error) => {
          if (!isAbortError(error)) failed.push({ name: file.name, error });
        });
      }
      await KNOWLEDGE.reload();
      onCreated(id);
      return failed;
    },
    onSuccess: (failed) => failed.length === 0 && setOpen(false),
  });
  const open = () => {
    setName('');
    setFiles([]);
    create.reset();
    setOpen(true);
  };
  const addFiles = (added: File[]) => {
    setFiles((now) => [...now, ...added]);
    setName((now) => now || added[0]!.name.replace(/\.\w+$/, ''));
  };
  const failed = create.data ?? [];
  return (
    <>
      <SmallButton style={{ alignSelf: 'start' }} onClick={open}>
        {words.newKnowledge}
      </SmallButton>
      <Modal opened={isOpen} onClose={() => create.isPending || setOpen(false)} title={words.newKnowledge}>
        {failed.length > 0 ? (
          <Stack>
            <Text>{words.someRefused}</Text>
            {failed.map(({ name: file, error }) => (
              <Problem key={file} title={file} error={error} />
            ))}
            <Button onClick={() => setOpen(false)}>{common.close}</Button>
          </Stack>
        ) : (
          // In React, submit events bubble to the surrounding form, which must not be saved.
          <form
            onSubmit={(event) => {
              event.preventDefault();
              event.stopPropagation();
              create.mutate();
            }}
          >
            <Stack>
              <TextInput
                label={fields.every.name}
                placeholder={fields.knowledgeBase.name.example}
                {...limitsOf('knowledgeBase', 'name')}
                required
                data-autofocus
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <DocumentDropZone onFiles={addFiles} />
              {files.length > 0 && (
                <Group gap="xs" role="status">
                  {files.map((file) => (
                    <Pill
                      key={`${file.name} ${file.size} ${file.lastModified}`}
                      withRemoveButton={!create.isPending}
                      removeButtonProps={{
                        'aria-hidden': false,
                        'aria-label': fill(words.leaveOut, { name: file.name }),
                        tabIndex: 0,
                      }}
                      onRemove={() => setFiles((now) => now.filter((other) => other !== file))}
                    >
                      {file.name}
                    </Pill>
                  ))}
                </Group>
              )}
              {progress}
              <Problem error={create.error} />
              <Group>
                <Button type="submit" loading={create.isPending} disabled={!name.trim()}>
                  {common.create}
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Modal>
    </>
  );
}
