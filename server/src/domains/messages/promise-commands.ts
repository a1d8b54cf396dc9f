import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'
import { isOwnWords } from '#schema/said.ts'

export interface Promised {
  readonly messageId: MessageId
  /** Of the text that was read. */
  readonly revision: number
  /** Undefined if nothing is promised. */
  readonly promise:
    | {
        readonly day: string
        readonly deed: string
        /** It is due in so many days, or working days. */
        readonly counted?: { readonly from: string; readonly workingDays?: number }
      }
    | undefined
}

const columns = {
  message_id: 'uuid',
  revision: 'smallint',
  due_on: 'date',
  counted_from: 'date',
  working_days: 'smallint',
  deed: 'text',
} as const

interface Given {
  readonly message_id: MessageId
  readonly revision: number
  readonly due_on: string | null
  readonly counted_from: string | null
  readonly working_days: number | null
  readonly deed: string | null
}

/** What may promise something. */
const isSpoken = sql`(message.direction = 'outbound' and ${isOwnWords('message')})`

/** The last millisecond of the day when a promise is due, where the organization is and by its business days. */
const endOf = (alias: 'given' | 'promise') => {
  const its = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`day_starts(promise_ends_on(${its('due_on')}, ${its('counted_from')}, ${its('working_days')}, organization.business_hours) + 1,
    organization.rollup_zone) - interval '1 millisecond'`
}

/**
 * Keeps which messages promise something by a day, and forgets what they do not promise any more. Of a text that was changed meanwhile
 * the new one counts. Each message may be given once.
 */
export async function putPromises(tx: TenantTx, promised: readonly Promised[]): Promise<void> {
  if (promised.length === 0) return
  const given = promised.map(({ messageId, revision, promise }): Given => ({
    message_id: messageId,
    revision,
    due_on: promise?.day ?? null,
    counted_from: promise?.counted?.from ?? null,
    working_days: promise?.counted?.workingDays ?? null,
    deed: promise?.deed ?? null,
  }))
  await sql`delete from promise using ${rowsOf<Given>(columns, given)}, message
    where promise.message_id = given.message_id and message.tenant_id = promise.tenant_id and message.id = given.message_id
      and message.revision = given.revision and (given.due_on is null or not ${isSpoken})`.execute(tx)
  const some = given.filter(({ due_on: day }) => day !== null)
  if (some.length === 0) return
  await sql`
    insert into promise (message_id, due_on, counted_from, working_days, due_at, deed)
    select message.id, given.due_on, given.counted_from, given.working_days, ${endOf('given')}, given.deed
    from ${rowsOf<Given>(columns, some)} join message on message.id = given.message_id and message.revision = given.revision
    join organization on organization.tenant_id = message.tenant_id
    where ${isSpoken}
    on conflict (tenant_id, message_id) do update
    set due_on = excluded.due_on, counted_from = excluded.counted_from, working_days = excluded.working_days,
      due_at = excluded.due_at, deed = excluded.deed`.execute(tx)
}

/** Where the organization's days are: those of its figures. */
export async function findDayZone(tx: TenantTx): Promise<string> {
  const found = await sql<{ zone: string }>`select rollup_zone as zone from organization`.execute(tx)
  return onlyRow(found).zone
}

/** Promised days end where the organization is now, and by the business days that it has now. */
export async function movePromises(tx: TenantTx): Promise<void> {
  await sql`update promise set due_at = ${endOf('promise')} from organization
    where organization.tenant_id = promise.tenant_id and due_at <> ${endOf('promise')}`.execute(tx)
}
