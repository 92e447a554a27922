import { AvatarVideo, ConversationProvider } from '@visavis/react';
import { Talk } from './talk';

export default function Page() {
  return (
    <main>
      <h1>Ask our guide</h1>
      <ConversationProvider>
        <AvatarVideo style={{ width: 320, height: 320 }} />
        <Talk />
      </ConversationProvider>
    </main>
  );
}
