/** Links the copies that several accounts have of one message. Source: docs/decisions/0171-copies-of-colleagues.md. */
import type { ConversationId, GroupId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { rowsOf, storable, updateMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isLine, isUndecrypted } from '#schema/said.ts'
import { forgetRemarks } from './completion-commands.ts'
import { mergeConversations } from './conversation-names.ts'
import type { MessageFact, Said } from './facts.ts'
import { type Copy, familiesOf, type Family, mergedBy, mirrorKeyOf } from './mirrors.ts'

/** A message with copies, and the groups of all who have one. */
export interface Mirrored {
  readonly messageId: MessageId
  readonly groupIds: readonly GroupId[]
}

interface Linked {
  readonly mirrored: readonly Mirrored[]
  /** Texts, where they are now and with the groups that see them. */
  readonly withCopies: (said: readonly Said[]) => Said[]
}

const nothing: Linked = { mirrored: [], withCopies: (said) => [...said] }

/**
 * Links messages with the copies of them that other accounts have. Every copy is seen by the groups of all of them, because each shows that
 * the owners of all were in the chat. So a reader who may see one may see the one that counts. Their conversations become one. Order and
 * repetition do not matter, but for which copy counts where none is its author's own: then it is the first that was stored.
 * @param again Those that were stored before, perhaps by a release that knew no copies.
 */
export async function linkMirrors(
  tx: TenantTx,
  { facts, again }: { readonly facts: readonly MessageFact[]; readonly again: readonly MessageFact[] },
): Promise<Linked> {
  const keys = [...new Set(facts.flatMap(({ event }) => mirrorKeyOf(event) ?? []))]
  if (keys.length === 0) return nothing
  await giveKeys(tx, again)
  const found = familiesOf(await findCopies(tx, keys))
  if (found.length === 0) return nothing
  const merged = mergedBy(found)
  const former = merged.size > 0 ? familiesOf(await findCopies(tx, await pairFormer(tx, merged))) : []
  const families = [...found, ...former]
  const homeOf = (id: ConversationId) => merged.get(id) ?? id
  const mirrors = await keepFamilies(tx, families)
  await mergeConversations(tx, merged)
  await countOnce(
    tx,
    Map.groupBy(mirrors, ({ conversationId }) => homeOf(conversationId)),
  )
  const groups = new Map(families.flatMap(groupsIn))
  return {
    mirrored: [...groups].map(([messageId, groupIds]) => ({ messageId, groupIds })),
    withCopies: (said) =>
      said.map((one) => ({
        ...one,
        conversationId: homeOf(one.conversationId),
        groupIds: groups.get(one.messageId) ?? one.groupIds,
      })),
  }
}

/** A message that shows another text by now may have been another. */
async function giveKeys(tx: TenantTx, again: readonly MessageFact[]): Promise<void> {
  const given = again.flatMap(({ event }) => {
    const key = mirrorKeyOf(event)
    const { channel, messageKey, body } = event
    return key === undefined
      ? []
      : [{ channel, message_key: messageKey, mirror_key: key, body: body === null ? null : storable(body) }]
  })
  if (given.length === 0) return
  const columns = { channel: 'text', message_key: 'text', mirror_key: 'text', body: 'text' }
  await sql`update message set mirror_key = given.mirror_key from ${rowsOf(columns, given)}
    where message.message_key = given.message_key and message.channel = given.channel and message.mirror_key is null
      and message.body is not distinct from given.body and not ${isUndecrypted('message')} and not ${isLine('message')}`.execute(
    tx,
  )
}

async function findCopies(tx: TenantTx, keys: readonly string[]): Promise<Copy[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Copy>`
    select id, account_id as "accountId", mirror_key as "mirrorKey", direction, mirror_of as "mirrorOf",
      conversation_id as "conversationId", group_ids as "groupIds", is_covered as "isCovered"
    from message where mirror_key = any(${keys}::text[]) order by id`.execute(tx)
  return rows
}

/**
 * Conversations that turn out to be one chat may have copies from releases that did not know them. What several of their accounts have with
 * the same author, time and content is paired like any other.
 * @returns The keys that these have in common now.
 */
async function pairFormer(
  tx: TenantTx,
  merged: ReadonlyMap<ConversationId, ConversationId>,
): Promise<string[]> {
  const homes = new Map([...merged, ...[...merged.values()].map((home) => [home, home] as const)])
  const given = [...homes].map(([id, home]) => ({ id, home }))
  const { rows } = await sql<{ mirror_key: string }>`
    update message set mirror_key = encode(sha256(convert_to(former.said::text, 'UTF8')), 'hex')
    from (
      select message.id, jsonb_build_array(given.home, ${author}, posted_at, content_type, subject, body, attachment_count) as said,
        min(account_id::text) over alike <> max(account_id::text) over alike as is_copied
      from message join ${rowsOf({ id: 'uuid', home: 'uuid' }, given)} on given.id = message.conversation_id
      where mirror_key is null and not ${isUndecrypted('message')} and not ${isLine('message')}
      window alike as (partition by given.home, ${author}, posted_at, content_type, subject, body, attachment_count)
    ) former where message.id = former.id and former.is_copied
    returning message.mirror_key`.execute(tx)
  return [...new Set(rows.map(({ mirror_key: key }) => key))]
}

/** Who wrote it: accounts may name a colleague in different ways. */
const author = sql`coalesce(author_user_id::text, author_address)`

const groupsOf = ({ first, mirrors }: Family): GroupId[] => [
  ...new Set([first, ...mirrors].flatMap(({ groupIds }) => groupIds)),
]

function groupsIn(family: Family): (readonly [MessageId, readonly GroupId[]])[] {
  const groupIds = groupsOf(family)
  return [family.first, ...family.mirrors].map(({ id }) => [id, groupIds])
}

/** @returns Those that did not count as mirrors before. */
async function keepFamilies(tx: TenantTx, families: readonly Family[]): Promise<Copy[]> {
  const changed = families.flatMap((family) => {
    const groupIds = groupsOf(family)
    const all = [family.first, ...family.mirrors]
    // A policy applied to it by the groups of one of them.
    const isCovered = all.some((one) => one.isCovered) || family.first.isCovered
    return all.flatMap((one) => {
      const row = {
        id: one.id,
        mirror_of: one === family.first ? null : family.first.id,
        group_ids: one.groupIds.length === groupIds.length ? one.groupIds : groupIds,
        is_covered: one === family.first ? isCovered : one.isCovered,
      }
      const isSame =
        row.mirror_of === one.mirrorOf && row.group_ids === one.groupIds && row.is_covered === one.isCovered
      return isSame ? [] : [row]
    })
  })
  const columns = { id: 'uuid', mirror_of: 'uuid', group_ids: 'uuid[]', is_covered: 'boolean' } as const
  await updateMany(tx, 'message', columns, changed)
  const mirrors = families.flatMap((family) => family.mirrors.filter(({ mirrorOf }) => mirrorOf === null))
  await forgetRemarks(
    tx,
    mirrors.map(({ id }) => id),
  )
  return mirrors
}

/** A conversation counts what was said in it. */
async function countOnce(tx: TenantTx, mirrors: ReadonlyMap<ConversationId, readonly Copy[]>): Promise<void> {
  const rows = [...mirrors].map(([id, copies]) => ({ id, n: copies.length }))
  if (rows.length === 0) return
  await sql`update conversation set message_count = message_count - given.n
    from ${rowsOf({ id: 'uuid', n: 'integer' }, rows)} where conversation.id = given.id`.execute(tx)
}
