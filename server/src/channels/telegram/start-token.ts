import type { TelegramMessage } from './update.ts'

/** What a person sends who follows a link of ours to the bot. */
const start = /^(\/start) ([\w-]{1,64})$/

export const startTokenOf = (text = ''): string | undefined => start.exec(text)?.[2]

/** The token is a secret of its owner, so the text that people read is without it; the raw record has it. */
const withoutStartToken = (text: string): string => text.replace(start, '$1 ••••••')

/** In the chat of the bot itself, unlike in those of people, its commands are not words of anyone. */
export const shownText = (
  text: string,
  { chat, business_connection_id: connection }: Pick<TelegramMessage, 'chat' | 'business_connection_id'>,
): string => (chat.type === 'private' && !connection ? withoutStartToken(text) : text)
