/** By which headers of mails an account of an archive recognizes chats. Source: docs/rules/channels.md. */
import type { AccountField } from './account-fields.ts'

export const headerFields: readonly AccountField[] = [
  {
    name: 'chatHeaders',
    label: 'Headers that mark chats',
    hint: 'For archives of chats, which should have an account of their own. Enter headers such as X-Acme-Chat. The value names the app, unless you name it yourself: X-Acme-Chat => Acme Talk. To accept only some values, add a colon and a regex: Subject: ^Teams chat => Teams. X-GlobalRelay-MsgType is always known.',
    kind: 'headers',
    namesApp: true,
  },
  {
    name: 'conversationHeaders',
    label: 'Headers that name a conversation',
    hint: 'Emails with the same value are one conversation. If you add a regex, its first group gives the value or, without a group, its whole match: X-Acme-Info: room=(\\w+). X-Conv-Id, X-Conversation-Id and X-Mattermost-ChannelId are always recognized.',
    kind: 'headers',
  },
  {
    name: 'participantHeaders',
    label: 'Headers that name the people of a chat',
    hint: 'The people are the names, email addresses or numbers in them, separated by commas: X-Acme-Members, or Subject: ^Chat between (.+) and (.+)$. Colleagues who received the email are included too. If you leave this blank, the recipients of the email are the people of the chat.',
    kind: 'headers',
  },
  {
    name: 'authorHeaders',
    label: 'Headers that name the author of a chat',
    hint: 'For archives that send chats in their own name. If you leave this blank, the sender of the email is the author.',
    kind: 'headers',
  },
  {
    name: 'transcriptHeaders',
    label: 'Headers that mark transcripts',
    hint: 'For chats that arrive as one email with the words of several people. A subject that counts messages, such as “2 Users, 3 Messages”, is always known.',
    kind: 'headers',
  },
]
