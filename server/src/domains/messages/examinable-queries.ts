import type { Channel } from '@verbatim/contract/channels.ts'
import type { ConversationId, GroupId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import type { Direction, OtherText } from '#kernel/captured-event.ts'
import { storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isFirst } from '#schema/said.ts'
import { withinScope } from '#access/scope-sql.ts'
import { filesNow, findFileVersions } from './version-files.ts'

/** A message with what policies examine. */
export interface ExaminableMessage {
  readonly id: MessageId
  readonly conversationId: ConversationId
  readonly channel: Channel
  readonly direction: Direction
  readonly language: string
  readonly groupIds: readonly GroupId[]
  readonly postedAt: Date
  readonly from: string
  readonly byUser: boolean
  readonly subject: string | undefined
  readonly text: string
  readonly others: readonly OtherText[]
  /** By their ordinals; a file that an edit replaced has none here. */
  readonly attachmentNames: readonly string[]
}

/** The start of the next page: after this message, towards the past. */
type ExaminableCursor = Pick<ExaminableMessage, 'postedAt' | 'id'>

interface Row {
  id: MessageId
  conversation_id: ConversationId
  channel: Channel
  direction: Direction
  language: string
  group_ids: GroupId[]
  posted_at: Date
  author: string
  by_user: boolean
  subject: string | null
  body: string
  others: OtherText[] | null
  revision: number
  files: { ordinal: number; name: string }[] | null
}

/** The next `most` messages of `scope` since then, newest first, as they are now; what several accounts captured once. */
export async function findExaminable(
  tx: TenantTx,
  scope: AccessScope,
  {
    since,
    after,
    most,
  }: { readonly since: Date; readonly after: ExaminableCursor | undefined; readonly most: number },
): Promise<ExaminableMessage[]> {
  const within = withinScope(scope, 'message')
  const { rows } = await sql<Row>`
    select message.id, conversation_id, channel, direction, language, group_ids, posted_at,
      coalesce(author_name, author_address) as author, author_user_id is not null as by_user, subject, coalesce(body, '') as body, others,
      revision, case when attachment_count > 0 then (
        select jsonb_agg(jsonb_build_object('ordinal', attachment.ordinal, 'name', coalesce(attachment.name, ''))) from attachment
        where attachment.tenant_id = message.tenant_id and attachment.message_id = message.id
      ) end as files
    from message
    where posted_at >= ${since} and ${within} and ${isFirst('message')}
      ${after ? sql`and (posted_at, id) < (${after.postedAt}, ${after.id})` : sql``}
    order by posted_at desc, id desc limit ${most}`.execute(tx)
  const versions = await findFileVersions(
    tx,
    rows.flatMap(({ id, files }) => (files ? id : [])),
  )
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    channel: row.channel,
    direction: row.direction,
    language: row.language,
    groupIds: row.group_ids,
    postedAt: row.posted_at,
    from: row.author,
    byUser: row.by_user,
    subject: row.subject ?? undefined,
    text: row.body,
    others: (row.others ?? []).map(({ kind, text }) => ({ kind, text: storable(text) })),
    attachmentNames: namesNow(row, versions.get(row.id) ?? []),
  }))
}

function namesNow(
  { revision, files }: Pick<Row, 'revision' | 'files'>,
  versions: Parameters<typeof filesNow>[1],
): string[] {
  const kept = new Map(files?.map(({ ordinal, name }) => [ordinal, name]))
  const names: string[] = []
  for (const ordinal of filesNow(revision, versions, [...kept.keys()]))
    names[ordinal] = kept.get(ordinal) ?? ''
  return names
}
