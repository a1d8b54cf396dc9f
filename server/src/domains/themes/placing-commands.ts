import type { MessageId, SubthemeId, ThemeId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Columns, rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import { isSaid } from '#schema/said.ts'
import { standingTheme } from './moving.ts'

interface Placed {
  readonly messageId: MessageId
  /** Undefined if it is about none of the themes. */
  readonly themeId: ThemeId | undefined
  /** Undefined if it is about none of those of its theme. */
  readonly subthemeId?: SubthemeId | undefined
  /** The version of its text; undefined if no other writer can change it meanwhile. */
  readonly revision?: number
}

interface Given {
  readonly message_id: MessageId
  readonly theme_id: ThemeId
  readonly subtheme_id: SubthemeId | null
  readonly revision: number | null
}

/** A row of `message_theme`, without how it was found. */
export const placedColumns = sql`message_id, theme_id, subtheme_id, posted_at, channel, group_ids, direction, category, urgency, author,
  author_user_id, author_contact_id`

/** The same columns, from `message` and from `given`. */
export const placedValues: RawBuilder<unknown> = sql`message.id, given.theme_id, given.subtheme_id, message.posted_at, message.channel, message.group_ids, message.direction, message.category,
    message.urgency, coalesce(message.author_user_id::text, message.author_contact_id::text, message.author_address),
    message.author_user_id, case when message.author_user_id is null then message.author_contact_id end`

/**
 * Gives each message the theme of its own text, or none. `followContext` then adds themes by context. System notices and automatic
 * replies have none; a message whose text has changed meanwhile keeps the theme of its new text. Each message may be given once.
 */
export async function putThemes(tx: TenantTx, placed: readonly Placed[]): Promise<void> {
  const without = placed.filter(({ themeId }) => !themeId)
  if (without.length > 0) {
    const sent = rowsOf<Pick<Given, 'message_id' | 'revision'>>(
      { message_id: 'uuid', revision: 'smallint' },
      without.map(toGiven),
    )
    await sql`delete from message_theme where not from_context
      and message_id = any(array(select given.message_id from ${eachGiven(sent)}))`.execute(tx)
  }
  const given = placed.flatMap(({ themeId, subthemeId, ...one }) =>
    themeId ? [{ ...toGiven(one), theme_id: themeId, subtheme_id: subthemeId ?? null }] : [],
  )
  if (given.length === 0) return
  await sql`
    insert into message_theme (${placedColumns})
    select ${placedValues}
    from ${eachGiven(rowsOf<Given>(givenColumns, given))}
    where ${isSaid('message')}
    on conflict (tenant_id, message_id) do update set theme_id = excluded.theme_id,
      subtheme_id = excluded.subtheme_id, from_context = false, group_ids = excluded.group_ids, category = excluded.category, urgency = excluded.urgency`.execute(
    tx,
  )
}

/**
 * The rows of `given`, each with its `message` as it was given. The offset keeps the planner to one look into the index for each row:
 * without statistics it would go through all of `given` for each message.
 */
const eachGiven = (given: RawBuilder<Pick<Given, 'message_id' | 'revision'>>): RawBuilder<unknown> =>
  sql`${given} cross join lateral (
    select * from message where message.id = given.message_id and message.revision = coalesce(given.revision, message.revision)
    offset 0
  ) message`

const givenColumns: Columns<Given> = {
  message_id: 'uuid',
  theme_id: 'uuid',
  subtheme_id: 'uuid',
  revision: 'smallint',
}

const toGiven = ({ messageId, revision }: Pick<Placed, 'messageId' | 'revision'>) => ({
  message_id: messageId,
  revision: revision ?? null,
})

/** A theme and one of its sub-themes, if the text is about one. */
export interface Place {
  readonly themeId: ThemeId
  readonly subthemeId: SubthemeId | undefined
}

/** The themes of the messages' own texts. */
export async function findOwnThemes(
  tx: TenantTx,
  messageIds: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, Place>> {
  const rows = await tx
    .selectFrom('message_theme as placed')
    .where('message_id', '=', sql<MessageId>`any(${messageIds}::uuid[])`)
    .where('from_context', '=', false)
    .select(['message_id', standingTheme.as('theme_id'), 'subtheme_id'])
    .execute()
  return new Map(rows.map((row) => [row.message_id, toPlace(row)]))
}

export const toPlace = (row: {
  readonly theme_id: ThemeId
  readonly subtheme_id: SubthemeId | null
}): Place => ({ themeId: row.theme_id, subthemeId: row.subtheme_id ?? undefined })

/** A message as a revision of the themes reads it. */
export interface PlaceableMessage {
  readonly id: MessageId
  readonly text: string
  /** Its beginning, which shows how its words are written. */
  readonly sample: string
  readonly language: string
  readonly revision: number
  /** The theme of its own text. */
  readonly theme_id: ThemeId | null
  readonly subtheme_id: SubthemeId | null
}

/** How much of a text is enough to find its theme. */
const themeTextLength = 4_000
const sampleLength = 240

/**
 * The next messages after one, in a fixed order.
 * @param part One of so many messages is read; all of them by default.
 */
export async function findPlaceable(
  tx: TenantTx,
  { after, limit, part = 1 }: { readonly after: MessageId; readonly limit: number; readonly part?: number },
): Promise<PlaceableMessage[]> {
  const { rows } = await sql<PlaceableMessage>`
    select message.id, left(concat_ws(E'\n', subject, body), ${sql.lit(themeTextLength)}) as text,
      left(concat_ws(E'\n', subject, body), ${sql.lit(sampleLength)}) as sample, language, revision,
      ${standingTheme} as theme_id,      placed.subtheme_id
    from message
    left join message_theme placed on placed.tenant_id = message.tenant_id and placed.message_id = message.id
      and not placed.from_context
    where message.id > ${after} and ${isSaid('message')}
      and (${part} = 1 or abs(hashtext(message.id::text)) % ${part} = 0)
    order by message.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

/** The names of the organization and its people, its contacts, and others in its conversations. */
export async function findPeoplesNames(tx: TenantTx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from organization union select display_name from tenant_user union select name from contact
    union select display_name from participant where display_name is not null`.execute(tx)
  return rows.map(({ name }) => name)
}

/** How many messages can have a theme. */
export async function countPlaceable(tx: TenantTx): Promise<number> {
  const counted = await sql<{
    n: number
  }>`select coalesce(sum(messages), 0)::int as n from message_rollup`.execute(tx)
  return onlyRow(counted).n
}
