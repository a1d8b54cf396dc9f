import { contentFacts } from '@verbatim/contract/content-facts.ts'
import type { ChannelAccount, StoredDelivery } from '#channels/connector.ts'
import type { AboutMessage, CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import { dateOf } from '#channels/date-of.ts'
import { mirroredWith } from '#channels/mirrored-with.ts'
import { everythingIn, keyOfBytes, unreadContent } from '#channels/unread.ts'
import { fieldsOf } from '#channels/deep-json.ts'
import { contentOf } from './content.ts'
import { isByAdmin } from './group-admins.ts'
import { heldBackFor } from './identities.ts'
import { aboutMessage, mirrored, type Said, toForeignDelete, toLine } from './lines.ts'
import { type DataMessage, type Envelope, type Received, receivedOf } from './envelope.ts'
import { identify, messageKeyOf, type Person, placeOf, shortKeyOf, sourceOf, targetOf } from './people.ts'
import { toReceipts, toStatus } from './receipts.ts'

/** What an event of the daemon reports, from its bytes. */
export function eventsOf(
  { body, headers }: Pick<StoredDelivery, 'body' | 'headers'>,
  account: ChannelAccount,
): CapturedEvent[] {
  const received = receivedOf(body)
  const events =
    received?.envelope &&
    ofEnvelope(received.envelope, account, { raw: received.raw, isByAdmin: isByAdmin(headers) })
  return events ?? [toUnsupported(received, account, body)]
}

interface Delivered extends Pick<Received, 'raw'> {
  readonly isByAdmin: boolean
}

/** Undefined for what we do not know. */
function ofEnvelope(
  envelope: Envelope,
  account: ChannelAccount,
  delivered: Delivered,
): CapturedEvent[] | undefined {
  const { dataMessage, editMessage, syncMessage, receiptMessage, typingMessage, callMessage } = envelope
  const by = sourceOf(envelope)
  const said = (message: DataMessage | undefined, timestamp = message?.timestamp): Said => ({
    account,
    by,
    authorUuid: by.uuid,
    recipientNumber: account.address.value,
    author: identify(by, account),
    authorName: envelope.sourceName,
    place: placeOf(message, by, account),
    timestamp: timestamp ?? envelope.timestamp,
  })
  if (dataMessage) return ofData(dataMessage, said(dataMessage), delivered)
  if (editMessage?.dataMessage)
    return ofEdit(editMessage.dataMessage, editMessage.targetSentTimestamp, said(editMessage.dataMessage))
  if (syncMessage) return ofSync(syncMessage, envelope, account, delivered)
  if (receiptMessage) return toReceipts(receiptMessage, envelope, account)
  if (callMessage) return ofCall(callMessage, said(undefined, envelope.timestamp))
  return typingMessage ? [] : undefined
}

/** What the owner did on another of their devices. Lists of contacts and the like have no content. */
function ofSync(
  { sentMessage, sentStoryMessage, readMessages }: NonNullable<Envelope['syncMessage']>,
  envelope: Envelope,
  account: ChannelAccount,
  { raw }: Delivered,
): CapturedEvent[] | undefined {
  if (sentMessage) {
    const { editMessage, destinationNumber, destinationUuid } = sentMessage
    const edited = editMessage?.dataMessage
    const peer = { uuid: destinationUuid, number: destinationNumber }
    const said: Said = {
      account,
      by: 'owner',
      authorUuid: envelope.sourceUuid,
      recipientNumber: destinationNumber,
      author: account.address,
      authorName: envelope.sourceName,
      place: placeOf(edited?.groupInfo ? edited : sentMessage, peer, account),
      timestamp: edited?.timestamp ?? sentMessage.timestamp ?? envelope.timestamp,
    }
    return edited
      ? ofEdit(edited, editMessage.targetSentTimestamp, said)
      : ofData(sentMessage, said, { raw, isByAdmin: true })
  }
  if (sentStoryMessage) return undefined
  return (readMessages ?? []).map(({ senderUuid, senderNumber, timestamp }) => {
    const author = { uuid: senderUuid, number: senderNumber }
    return toStatus({ author, timestamp }, account, {
      state: 'read',
      recipient: account.address,
      when: envelope.timestamp,
    })
  })
}

/** The apps write nothing beside a change, and show nothing of it; another program may do both. */
function ofData(message: DataMessage, said: Said, delivered: Delivered): CapturedEvent[] {
  const change = changeIn(message, said, delivered)
  if (!change) return [toMessage(message, said, delivered.raw)]
  const isAlone = !message.message && !message.attachments?.length
  if (isAlone) return [change]
  const written = toMessage(message, said, delivered.raw)
  // A line about a change is a message itself, and has the key of the other.
  return change.kind === 'message' ? [beside(written, change)] : [change, written]
}

const beside = (written: CapturedMessage, { structured, flags = [] }: CapturedMessage): CapturedMessage => ({
  ...written,
  structured: { ...written.structured, ...structured },
  flags: [...(written.flags ?? []), ...flags],
})

/** What was done to another message. */
function changeIn(
  message: DataMessage,
  said: Said,
  { isByAdmin }: Pick<Delivered, 'isByAdmin'>,
): CapturedEvent | undefined {
  const { reaction, remoteDelete, adminDelete } = message
  const { account, place, by, author: actor, timestamp } = said
  const keyOf = (target: Person | 'owner', sent: number | null | undefined) =>
    messageKeyOf(account, place.conversationKey, { author: target, timestamp: sent })
  const at = dateOf(timestamp)
  const common = { channel: account.channel, actor, ...(at && { at }) }
  const aboutOf = (target: Person | 'owner', sent: number | null | undefined) =>
    aboutMessage({ author: target, timestamp: sent }, account, place)
  if (remoteDelete) {
    const targetKey = keyOf(by, remoteDelete.timestamp)
    const about = aboutOf(by, remoteDelete.timestamp)
    const eventKey = `d|${targetKey}|everyone`
    return { kind: 'delete', ...common, about, targetKey, eventKey, scope: 'everyone' }
  }
  // What a person says of the messages of others is not confirmed: it may be invented.
  const hearsay = ({ author }: AboutMessage) =>
    by !== 'owner' && author?.value !== actor.value && { unconfirmed: true as const }
  if (adminDelete && !(isByAdmin && message.groupInfo?.groupId)) return toForeignDelete(adminDelete, said)
  if (adminDelete) {
    const targetKey = keyOf(targetOf(adminDelete), adminDelete.targetSentTimestamp)
    const about = aboutOf(targetOf(adminDelete), adminDelete.targetSentTimestamp)
    const reported = { ...common, ...hearsay(about), about, targetKey }
    return { kind: 'delete', ...reported, eventKey: `d|${targetKey}|admin`, scope: 'admin' }
  }
  if (reaction) {
    const targetKey = keyOf(targetOf(reaction), reaction.targetSentTimestamp)
    const action = reaction.isRemove ? ('remove' as const) : ('add' as const)
    const value = reaction.emoji ?? ''
    const eventKey = `r|${targetKey}|${actor.value}|${action}|${value}|${timestamp ?? ''}`
    const about = aboutOf(targetOf(reaction), reaction.targetSentTimestamp)
    return { kind: 'reaction', ...common, ...hearsay(about), about, targetKey, eventKey, action, value }
  }
  return undefined
}

function ofEdit(message: DataMessage, target: number | null | undefined, said: Said): CapturedEvent[] {
  const { account, place, by, author: actor, timestamp } = said
  const key = (sent: number | null | undefined) =>
    messageKeyOf(account, place.conversationKey, { author: by, timestamp: sent })
  const targetKey = key(target)
  const at = dateOf(timestamp)
  const { attachments, structured } = contentOf(message, undefined, place)
  return [
    {
      kind: 'edit',
      channel: account.channel,
      targetKey,
      eventKey: `e|${targetKey}|${timestamp ?? ''}`,
      about: aboutMessage({ author: by, timestamp: target }, account, place),
      body: message.message || null,
      // One without files says nothing of them: an app that changes a text need not send them again.
      ...(attachments.length > 0 && { attachments }),
      // Whom a text mentions is a sign in it, and where a word leads is not in it at all.
      ...(structured && { structured }),
      actor,
      // What comes later may name this version.
      aliases: [key(timestamp), shortKeyOf(account, { author: by, timestamp })],
      ...(at && { at }),
    },
  ]
}

function toMessage(message: DataMessage, said: Said, raw: unknown): CapturedMessage {
  const { account, place, by, timestamp } = said
  const { quote, viewOnce, expiresInSeconds } = message
  const quoted = quote?.id && { uuid: quote.authorUuid, number: quote.authorNumber }
  const flags = [
    ...(viewOnce ? (['viewOnce'] as const) : []),
    ...((expiresInSeconds ?? 0) > 0 ? (['disappearing'] as const) : []),
  ]
  const content = contentOf(message, raw, place)
  return {
    ...toLine(said, content),
    messageKey: messageKeyOf(account, place.conversationKey, { author: by, timestamp }),
    aliases: [shortKeyOf(account, { author: by, timestamp })],
    ...(content.contentType === 'system' ? mirroredWith(mirrored(said), numbersIn(content)) : mirrored(said)),
    ...(quoted && {
      replyToKey: messageKeyOf(account, place.conversationKey, { author: quoted, timestamp: quote.id }),
    }),
    ...(flags.length > 0 && { flags }),
  }
}

/** What a line without words says to every account in its numbers: a time, an option, a message. Names of people differ. */
const numbersIn = ({ structured }: Pick<CapturedMessage, 'structured'>) =>
  contentFacts(structured).filter(([, value]) => /^\d[\d, ]*$/.test(value))

/** Of the steps of a call only those that people notice are lines of the thread. */
const callSteps = ['offer', 'answer', 'busy', 'hangup'] as const

function ofCall(call: Readonly<Record<string, unknown>>, said: Said): CapturedEvent[] | undefined {
  const step = callSteps.find((one) => call[`${one}Message`])
  if (!step) return call['iceUpdateMessages'] ? [] : undefined
  const { id, type } = call[`${step}Message`] as { id?: unknown; type?: unknown }
  const structured = { call: step, ...(typeof type === 'string' && { callType: type }) }
  const line = { body: null, format: 'plain', contentType: 'system', structured, attachments: [] } as const
  const named = ['string', 'number'].includes(typeof id) ? String(id) : String(said.timestamp ?? '')
  const { account, place } = said
  return [
    { ...toLine(said, line), messageKey: `${account.id}:${place.conversationKey}:call:${named}:${step}` },
  ]
}

/**
 * What we cannot read still becomes visible, with everything it contains. Its key comes from its bytes, so a repeated delivery is still
 * the same message. What the daemon could not decrypt has a line: once it can, such as after the keys of a new phone were
 * accepted, the message has the same key, unless it turns out to belong to a group.
 */
function toUnsupported(
  received: Received | undefined,
  account: ChannelAccount,
  body: Uint8Array,
): CapturedMessage {
  const envelope = received?.envelope
  const by: Person = envelope ? sourceOf(envelope) : {}
  const said: Said = {
    account,
    by,
    author: identify(by, account),
    authorUuid: by.uuid,
    recipientNumber: account.address.value,
    authorName: envelope?.sourceName,
    place: placeOf(undefined, by, account),
    timestamp: envelope?.timestamp,
  }
  const structured = { ...(received && heldBackFor(received)), ...fieldsOf(received?.raw) }
  const line = toLine(said, { ...unreadContent, ...('fields' in structured && { structured }) })
  if (received?.exception && by.uuid && said.timestamp && !hasContent(envelope ?? {}))
    return {
      ...line,
      messageKey: messageKeyOf(account, said.place.conversationKey, {
        author: by,
        timestamp: said.timestamp,
      }),
      flags: ['undecrypted'],
    }
  return {
    ...line,
    messageKey: keyOfBytes(body, `${account.id}:`),
    ...(!envelope && { direction: 'unknown' }),
    ...(!received && everythingIn(body)),
  }
}

const hasContent = (envelope: Partial<Envelope>) =>
  [
    envelope.dataMessage,
    envelope.editMessage,
    envelope.syncMessage,
    envelope.receiptMessage,
    envelope.callMessage,
    envelope.typingMessage,
    envelope.storyMessage,
  ].some((one) => one !== undefined && one !== null)
