import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { toClaim, toDeletions, toMemberChange, toMemberships, toReactions, toStatement } from './changes.ts'
import { toEdit, toMessage, toReactionCount, toRightsLine, toUnsupported } from './message.ts'
import { type TelegramUpdate, updateOf } from './update.ts'

/** What an update reports, from its bytes. */
export function eventsOf(body: Uint8Array, account: ChannelAccount): CapturedEvent[] {
  const update = updateOf(body)
  return (update && toEvents(update, account)) ?? [toUnsupported(update, account, body)]
}

/** Undefined for unknown updates. */
function toEvents(update: TelegramUpdate, account: ChannelAccount): CapturedEvent[] | undefined {
  const { business_connection: connection, deleted_business_messages: deletion, message_reaction } = update
  const edited = edits.find((kind) => update[kind])
  const changed = update.chat_member ?? update.my_chat_member
  if (connection) return [toStatement(connection, update.update_id, account)]
  if (deletion) return toDeletions(deletion, account)
  if (message_reaction) return toReactions(message_reaction, update.update_id, account)
  if (edited) return toEdited(update, edited, account)
  if (changed) return [toMemberChange(changed, account) ?? toRightsLine(changed, update.update_id, account)]
  const { message_reaction_count: counted } = update
  if (counted) return [toReactionCount(counted, update.update_id, account)]
  return toNew(update, account)
}

const edits = ['edited_business_message', 'edited_message', 'edited_channel_post'] as const

function toEdited(
  update: TelegramUpdate,
  kind: (typeof edits)[number],
  account: ChannelAccount,
): CapturedEvent[] {
  const message = update[kind]
  const raw = update.raw[kind] as Readonly<Record<string, unknown>>
  return message ? [toEdit(message, raw, update.update_id, account)] : []
}

const kinds = ['business_message', 'message', 'channel_post'] as const

function toNew(update: TelegramUpdate, account: ChannelAccount): CapturedEvent[] | undefined {
  for (const kind of kinds) {
    const message = update[kind]
    if (!message) continue
    const raw = update.raw[kind] as Readonly<Record<string, unknown>>
    return toMemberships(message, account) ?? [toMessage(message, raw, account), ...toClaim(update, account)]
  }
  return undefined
}
