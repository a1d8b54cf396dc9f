/** Messages that use a known key but are different messages. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { CapturedAttachment } from '#kernel/captured-event.ts'
import { keyText, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isLine, isUndecrypted } from '#schema/said.ts'
import { isOnlyLine } from './content-commands.ts'
import { addressOf, type MessageFact } from './facts.ts'

/**
 * Senders choose keys, so no message is dropped only because of its key: if a reader would see something different under a known
 * key, it becomes a separate message whose key contains a hash of it, and is flagged. A repetition keeps its key. If a
 * connector describes a message's visible content, that decides; otherwise its author and files do, because a different text
 * alone is a revision.
 */
export async function tellApart(tx: TenantTx, facts: readonly MessageFact[]): Promise<MessageFact[]> {
  const keys = await findKeys(tx, facts)
  const placedFacts: MessageFact[] = []
  for (const fact of facts) {
    const { channel, messageKey, seen, aliases = [] } = fact.event
    const base = keys.messages.get(`${channel}|${storable(messageKey)}`)
    const isOther = base !== undefined && !base.isOnlyLine && !isRepetition(fact, base)
    const key = isOther ? ownKey(fact) : messageKey
    // A second message under a mail's own id was made by someone who knew the first.
    const isReused =
      isOther || (seen !== undefined && aliases.some((alias) => isOfAnother(keys, channel, alias, key)))
    const event = {
      ...fact.event,
      messageKey: key,
      ...(seen !== undefined && !isOther && { aliases: [...aliases, ...ownKeys(fact)] }),
      ...(isReused && { flags: [...(fact.event.flags ?? []), 'reusedId' as const] }),
    }
    const placed = { ...fact, event }
    placedFacts.push(placed)
    learn(keys, placed, seen)
  }
  return placedFacts
}

/** The parts of a message with a key that decide about others that claim the key. */
interface Holder {
  readonly author: string
  /** By their addresses at the provider, or their bytes. */
  readonly files: ReadonlySet<string>
  /** The visible content, if its connector describes it. */
  readonly seen: ReadonlySet<string>
  /** It is only a line of the message. */
  readonly isOnlyLine: boolean
}

interface Keys {
  readonly messages: Map<string, Holder>
  /** Channel and alias to the key of the message that has it. */
  readonly aliases: Map<string, string>
}

function isRepetition(fact: MessageFact, holder: Holder): boolean {
  const { author, attachments, seen, alsoKeyed } = fact.event
  if (seen !== undefined) return holder.seen.has(ownKey(fact))
  return (
    // A key that names the author does not depend on by which name they are known here.
    (alsoKeyed !== undefined || addressOf(author, fact) === holder.author) &&
    filesOf(attachments).every((file) => holder.files.has(file))
  )
}

function isOfAnother({ aliases }: Keys, channel: Channel, alias: string, key: string): boolean {
  const holder = aliases.get(`${channel}|${storable(alias)}`)
  return holder !== undefined && holder !== storable(key)
}

function learn(keys: Keys, { event, ...fact }: MessageFact, seen: string | undefined): void {
  const { channel, messageKey, aliases = [], attachments } = event
  const name = `${channel}|${storable(messageKey)}`
  if (keys.messages.get(name)?.isOnlyLine !== false) {
    const author = addressOf(event.author, fact)
    const files = new Set(filesOf(attachments))
    const seenNow = new Set(seen === undefined ? [] : aliases)
    keys.messages.set(name, {
      author,
      files,
      seen: seenNow,
      isOnlyLine: isOnlyLine({ event, ...fact }),
    })
  }
  for (const alias of aliases) {
    const known = `${channel}|${storable(alias)}`
    if (!keys.aliases.has(known)) keys.aliases.set(known, storable(messageKey))
  }
}

const filesOf = (attachments: readonly CapturedAttachment[]): string[] =>
  attachments.flatMap(({ url, bytes, isBeside }) =>
    isBeside ? [] : (url ?? (bytes ? createHash('sha256').update(bytes).digest('hex') : [])),
  )

/** The key of a separate message under a known key; for a mail, also the alias for its visible content. */
const ownKey = (fact: MessageFact) => keyText(`${fact.event.messageKey}~${fact.event.seen ?? digestOf(fact)}`)

/** The keys by which copies of its visible content are known, one for each name of its author. */
const ownKeys = (fact: MessageFact) => [
  ownKey(fact),
  ...(fact.event.alsoKeyed ?? []).flatMap(({ seen }) =>
    seen === undefined || seen === fact.event.seen ? [] : keyText(`${fact.event.messageKey}~${seen}`),
  ),
]

/** A hash of its content without its key and its text, which may be revised. */
function digestOf(fact: MessageFact): string {
  const { author, body, attachments } = fact.event
  const files = filesOf(attachments)
  return createHash('sha256')
    .update(JSON.stringify([addressOf(author, fact), body, files]))
    .digest('hex')
    .slice(0, 16)
}

/** The messages that have one of these keys, and those that have one of the aliases. */
async function findKeys(tx: TenantTx, facts: readonly MessageFact[]): Promise<Keys> {
  const keys = new Set<string>()
  const aliases = new Set<string>()
  for (const fact of facts) {
    const { messageKey, seen } = fact.event
    keys.add(storable(messageKey))
    if (seen === undefined) continue
    aliases.add(ownKey(fact))
    for (const alias of fact.event.aliases ?? []) aliases.add(storable(alias))
  }
  const { rows } = await sql<{
    channel: Channel
    message_key: string
    author_address: string
    files: string[] | null
    seen: string[] | null
    is_only_line: boolean
  }>`select channel, message_key, author_address,
      case when attachment_count > 0 then (select array_agg(coalesce(source_url, encode(sha256, 'hex'))) from attachment
        where attachment.tenant_id = message.tenant_id and attachment.message_id = message.id
          and coalesce(source_url, encode(sha256, 'hex')) is not null) end as files,
      (select array_agg(alias) from message_alias where message_alias.tenant_id = message.tenant_id
        and message_alias.channel = message.channel and alias = any(${[...aliases]})
        and message_alias.message_id = message.id) as seen, ${isUndecrypted('message')} or ${isLine('message')} as is_only_line
    from message where message_key = any(${[...keys]})`.execute(tx)
  const messages = rows.map(({ channel, message_key, files, seen, ...row }): [string, Holder] => [
    `${channel}|${message_key}`,
    {
      author: row.author_address,
      files: new Set(files ?? []),
      seen: new Set(seen ?? []),
      isOnlyLine: row.is_only_line,
    },
  ])
  const named = aliases.size === 0 ? [] : await findAliases(tx, [...aliases])
  return { messages: new Map(messages), aliases: new Map(named) }
}

async function findAliases(tx: TenantTx, aliases: readonly string[]): Promise<[string, string][]> {
  const rows = await tx
    .selectFrom('message_alias as named')
    .innerJoin('message', (join) =>
      join.onRef('message.tenant_id', '=', 'named.tenant_id').onRef('message.id', '=', 'named.message_id'),
    )
    .where('named.alias', '=', sql<string>`any(${aliases})`)
    .select(['named.channel', 'named.alias', 'message.message_key'])
    .execute()
  return rows.map((row) => [`${row.channel}|${row.alias}`, row.message_key])
}
