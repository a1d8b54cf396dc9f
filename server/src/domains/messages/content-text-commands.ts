/** Known messages turn out to hold words beside their texts: a further copy brings their content, or an edit changes it. */
import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { OtherText } from '#kernel/captured-event.ts'
import { contentTexts } from '#kernel/content-texts.ts'
import { updateMany } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Derivation, type Said, textsOf } from './facts.ts'
import { indexWhole } from './whole-search.ts'

const columns = { id: 'uuid', others: 'jsonb', search: 'tsvector', search_partly: 'boolean' } as const

/**
 * Adds the words in the content of messages, in all their versions, that none of their texts has yet. A text that is there keeps its place,
 * by which evidence finds it.
 * @returns The added texts by message, each at its place among all.
 */
export async function addContentTexts(
  tx: TenantTx,
  ids: readonly MessageId[],
  { read }: Pick<Derivation, 'read'>,
): Promise<Map<MessageId, readonly string[]>> {
  const added = new Map<MessageId, readonly string[]>()
  if (ids.length === 0) return added
  const rows = (await findContents(tx, ids)).flatMap((message) => {
    const { id, subject, body, direction, others, contents, bodies } = message
    const all = [...(others ?? [])]
    for (const content of contents)
      all.push(...contentTexts(content, [subject, body, ...bodies, ...all.map(({ text }) => text)]))
    const before = others?.length ?? 0
    if (all.length === before) return []
    // Only these have an element.
    const fresh: string[] = []
    for (const [place, text] of textsOf(all).entries()) if (place >= before) fresh[place] = text
    added.set(id, fresh)
    const { vector, partly } = read({ ...(subject !== null && { subject }), body, others: all, direction })
    return [{ id, others: all, search: vector, search_partly: partly }]
  })
  if (rows.length === 0) return added
  await updateMany(tx, 'message', columns, rows)
  await indexWhole(
    tx,
    rows.map(({ id }) => id),
  )
  return added
}

/** @returns What they say now, to be examined. */
export async function sayFurther(
  tx: TenantTx,
  completed: readonly {
    readonly messageId: MessageId
    readonly receivedAt: Date
    /** Of files that came with it, at their places. */
    readonly names?: readonly string[]
  }[],
  derivation: Pick<Derivation, 'read'>,
): Promise<Said[]> {
  const receivedAt = new Map(completed.map((one) => [one.messageId, one.receivedAt]))
  const added = await addContentTexts(tx, [...receivedAt.keys()], derivation)
  const named = new Map(completed.flatMap(({ messageId, names }) => (names ? [[messageId, names]] : [])))
  const ids = [...new Set([...added.keys(), ...named.keys()])]
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('message')
    .where('id', '=', sql<MessageId>`any(${ids}::uuid[])`)
    .select(['id', 'conversation_id', 'channel', 'posted_at', 'captured_at', 'revision', 'direction'])
    .select(['language', 'group_ids', 'author_user_id', 'subject', 'body'])
    .execute()
  return rows.map((row) => ({
    messageId: row.id,
    conversationId: row.conversation_id,
    revision: row.revision,
    channel: row.channel,
    direction: row.direction,
    language: row.language,
    groupIds: row.group_ids,
    postedAt: row.posted_at,
    receivedAt: receivedAt.get(row.id) ?? row.captured_at,
    byUser: row.author_user_id !== null,
    subject: row.subject ?? undefined,
    text: row.body ?? '',
    others: added.get(row.id) ?? [],
    attachmentNames: named.get(row.id) ?? [],
  }))
}

interface Contents {
  readonly id: MessageId
  readonly subject: string | null
  readonly body: string | null
  readonly direction: Said['direction']
  readonly others: OtherText[] | null
  /** Of its versions, in their order; null where it is as before. */
  readonly contents: (Record<string, unknown> | null)[]
  readonly bodies: (string | null)[]
}

async function findContents(tx: TenantTx, ids: readonly MessageId[]): Promise<Contents[]> {
  const { rows } = await sql<Contents>`
    select id, subject, body, direction, others, jsonb_build_array(structured) || coalesce(versions.contents, '[]') as contents,
      coalesce(versions.bodies, '[]') as bodies
    from message left join lateral (
      select jsonb_agg(version.structured order by version.revision) as contents, jsonb_agg(version.body) as bodies
      from message_revision version where version.tenant_id = message.tenant_id and version.message_id = message.id
    ) versions on true
    where id = any(${ids}::uuid[])`.execute(tx)
  return rows
}
