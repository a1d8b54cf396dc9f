import { createHash } from 'node:crypto'
import type { ChannelAccount } from '#channels/connector.ts'
import { everythingIn, keyOfBytes, unreadMessage } from '#channels/unread.ts'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { type Content, contentOf, filesIn } from './content.ts'
import type { Context } from './delivery.ts'
import { dateOfSeconds, type Fields, fieldsOf, listOf, textOf, withoutBytes } from './fields.ts'
import { isPublished, self } from './jid.ts'
import { aliasesOf, messageKeyOf, mirrored, nameOf, participantsOf, type Place, placeOf } from './place.ts'
import { isDisappearing, contextInfoOf, type Unwrapped } from './unwrap.ts'

type Flags = NonNullable<CapturedMessage['flags']>

/** A message as the library gives it, where it is, and what its delivery says besides. */
export interface Source {
  readonly message: Fields
  readonly place: Place
  readonly context: Context
}

export function toMessage(source: Source, unwrapped: Unwrapped): CapturedMessage {
  const { place, context } = source
  const { content, isViewOnce } = unwrapped
  const contextInfo = contextInfoOf(content)
  const answered = answeredKey(contextInfo, place, context)
  const files = filesIn(content)
  const isOnce = isViewOnce || Object.values(content).some((inner) => fieldsOf(inner)?.['viewOnce'] === true)
  const flags: Flags = [
    ...(isOnce ? (['viewOnce'] as const) : []),
    ...(isDisappearing(contextInfo) ? (['disappearing'] as const) : []),
  ]
  const shown = contentOf(content)
  const around = structuredOf(contextInfo, context)
  const structured = { ...shown.structured, ...around }
  const line = toLine(source, {
    ...shown,
    ...(Object.keys(structured).length > 0 && { structured }),
  })
  const { key, alias = key } = place.author
  return {
    ...line,
    // The address of a file differs in a copy of its message, and its hash does not.
    ...(files.length > 0 && {
      seen: hashOf(key, ...files),
      ...(line.alsoKeyed && {
        alsoKeyed: line.alsoKeyed.map((other) => ({
          ...other,
          seen: hashOf(key === 'self' ? key : alias, ...files),
        })),
      }),
    }),
    ...(answered && { replyToKey: answered }),
    ...mirrored(place, context.account),
    ...(contextInfo['isForwarded'] === true && { forwarded: true }),
    ...(flags.length > 0 && { flags }),
  }
}

/** A message or a line of the thread, with this content. */
export function toLine(
  { message, place, context }: Source,
  content: Content,
  {
    suffix = '',
    at = dateOfSeconds(message['messageTimestamp']),
  }: { readonly suffix?: string; readonly at?: Date | undefined } = {},
): CapturedMessage {
  const { author, id, isMine, conversationKey, conversationAliases, conversationType, conversationTitle } =
    place
  const authorName = isMine
    ? undefined
    : (textOf(message['pushName']) ?? textOf(message['verifiedBizName']) ?? nameOf(author, context))
  const aliases = suffix === '' ? aliasesOf(place, author, id) : []
  return {
    kind: 'message',
    channel: context.account.channel,
    messageKey: messageKeyOf(place, author, id) + suffix,
    conversationKey,
    ...(conversationAliases && { conversationAliases }),
    conversationType,
    ...(conversationTitle && { conversationTitle }),
    direction: isMine ? 'outbound' : 'inbound',
    author: author.identity,
    ...(authorName && { authorName }),
    participants: participantsOf(place, context, authorName),
    ...(at && { sentAt: at }),
    format: 'plain',
    ...content,
    ...(aliases.length > 0 && { aliases }),
    ...(suffix === '' && { alsoKeyed: aliases.map((key) => ({ messageKey: key })) }),
  }
}

/** A line that the app shows in the thread, and that no one wrote. */
export const lineOf = (structured: Record<string, unknown>, body: string | null = null): Content => ({
  body,
  contentType: 'system',
  structured,
  attachments: [],
})

function structuredOf(contextInfo: Fields, { find }: Context): Fields {
  const mentioned = listOf(contextInfo['mentionedJid']).flatMap((jid) => find(jid)?.identity.value ?? [])
  // What is published for everyone is not captured, so an answer to it brings its own context.
  const isElsewhere = isPublished(contextInfo['remoteJid'])
  const answered = fieldsOf(contextInfo['quotedMessage'])
  // The answered message may be from before the account was linked.
  const quoted = answered && !isElsewhere ? contentOf(answered) : undefined
  const answers = isElsewhere ? answered && withoutBytes(answered) : quoted?.structured
  const ad = adOf(contextInfo)
  return {
    ...(mentioned.length > 0 && { mentions: mentioned }),
    ...(answers !== undefined && { answers }),
    ...(quoted?.body && { quotedText: quoted.body }),
    ...(ad && { ad }),
  }
}

/** The card of the advertisement, or of the page, that is shown above a message. */
function adOf({ externalAdReply }: Fields): Fields | undefined {
  const card = fieldsOf(externalAdReply) ?? {}
  const names = ['title', 'body', 'sourceUrl', 'greetingMessageBody']
  const said = names.flatMap((name) => {
    const text = textOf(card[name])
    return text ? [[name, text]] : []
  })
  return said.length > 0 ? Object.fromEntries(said) : undefined
}

function answeredKey(contextInfo: Fields, place: Place, context: Context): string | undefined {
  const id = textOf(contextInfo['stanzaId'])
  const chat = textOf(contextInfo['remoteJid'])
  const author = context.find(contextInfo['participant'])
  if (!id || !author || isPublished(chat)) return undefined
  // An answer in private names the group of the message that it answers.
  const elsewhere =
    chat &&
    placeOf(
      { remoteJid: chat, participant: contextInfo['participant'], id, fromMe: author.key === 'self' },
      context,
    )
  return messageKeyOf(elsewhere || place, author, id)
}

export function toUnread(account: ChannelAccount, body: Uint8Array, fields?: Fields): CapturedMessage {
  return {
    ...unreadMessage,
    channel: account.channel,
    messageKey: keyOfBytes(body),
    conversationKey: 'x:',
    participants: [...unreadMessage.participants, { identity: self, role: 'recipient' }],
    ...(fields && { structured: { fields: withoutBytes(fields) } }),
    ...(!fields && everythingIn(body)),
  }
}

export const hashOf = (...parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
