/**
 * Things that administrators keep, and that mail chosen platform users: scheduled reports and metric alerts. What they have in common is
 * done here, and each is a declaration.
 */
import type { AuditType } from '@verbatim/contract/audit-types.ts'
import type { FailureCode } from '@verbatim/contract/errors.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { type Selectable, sql } from 'kysely'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { type ChangedCode, requireVersion } from '#kernel/version.ts'
import { withChanges } from '#kernel/with-changes.ts'
import { refusing } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Tables } from '#schema/tables.ts'
import { findNames, requireRecipients } from './recipients.ts'

interface MailedDraft {
  readonly name: string
  readonly recipientIds: readonly UserId[]
}

interface MailedNoun<Table extends 'report_schedule' | 'metric_alert', Draft extends MailedDraft> {
  readonly table: Table
  /** Who is mailed, and the column with the ID of what mails them. */
  readonly recipients: {
    readonly table: 'report_recipient' | 'metric_alert_recipient'
    readonly of: 'schedule_id' | 'alert_id'
  }
  /** Of its audit entries. */
  readonly kind: string
  readonly audit: Readonly<Record<'created' | 'updated' | 'deleted', AuditType>>
  readonly failures: Readonly<Record<'missing' | 'nameTaken' | 'unknownRecipient', FailureCode>> & {
    readonly changed: ChangedCode
  }
  readonly toDraft: (row: Selectable<Tables[Table]>, recipientIds: readonly UserId[]) => Draft
  /** The columns of a draft, beside its name. */
  readonly toColumns: (draft: Draft) => object
  /** Refuses a draft that names what is not there. */
  readonly requireKnown?: (tx: TenantTx, actor: Actor, draft: Draft, before?: Draft) => Promise<void>
  /** For the audit trail, with recipients by their names. */
  readonly wordsOf: (
    tx: TenantTx,
    actor: Actor,
    draft: Draft,
    recipients: readonly string[],
  ) => Promise<Readonly<Record<string, unknown>>>
}

type Id<Table extends keyof Tables> =
  Selectable<Tables[Table]> extends { readonly id: infer Own } ? Own & string : never
type Change<Draft> = { readonly [Field in keyof Draft]?: Draft[Field] | undefined } & {
  readonly expectedVersion?: number | undefined
}

interface Asked<Table extends keyof Tables, Draft> {
  readonly id: Id<Table>
  readonly change: Change<Draft>
  /** Columns that change with it. */
  readonly own?: object
}

interface Changed<Draft> {
  readonly before: Draft
  readonly after: Draft
}

/** The commands that such nouns have in common. */
export function mailedNoun<Table extends 'report_schedule' | 'metric_alert', Draft extends MailedDraft>(
  noun: MailedNoun<Table, Draft>,
) {
  const { table, kind, audit, failures } = noun
  const named = <T>(work: () => Promise<T>): Promise<T> =>
    refusing(`${table}_tenant_id_name_key_key`, failures.nameTaken, work)
  const wordsOf = (tx: TenantTx, actor: Actor, draft: Draft, names: ReadonlyMap<UserId, string>) =>
    noun.wordsOf(tx, actor, draft, draft.recipientIds.map((id) => names.get(id) ?? id).toSorted())
  const targetOf = (id: string, { name }: Draft) => ({ kind, id, name })

  /** @param own Columns that are no part of the draft. */
  async function create(
    tx: TenantTx,
    actor: Actor,
    { draft, own }: { readonly draft: Draft; readonly own: object },
    now: Date,
  ): Promise<Id<Table>> {
    const names = await requireRecipients(tx, draft.recipientIds, failures.unknownRecipient)
    await noun.requireKnown?.(tx, actor, draft)
    const id = newId<Id<Table>>(now)
    const columns = { ...noun.toColumns(draft), ...commonColumns(draft, actor, now) }
    const values = { ...columns, ...own, id, created_at: now }
    const insertion = tx.insertInto(table).values(values as never)
    await named(() => insertion.execute())
    const changes = changedFields({}, await wordsOf(tx, actor, draft, names))
    await recordAudit(tx, actor, { type: audit.created, target: targetOf(id, draft), changes }, now)
    return id
  }

  /** Changes the given fields. @returns Nothing if all is as it was. */
  async function update(
    tx: TenantTx,
    actor: Actor,
    { id, change, own = {} }: Asked<Table, Draft>,
    now: Date,
  ): Promise<Changed<Draft> | undefined> {
    const { expectedVersion, ...fields } = change
    const before = await take(tx, noun, { id, expectedVersion })
    const after = withChanges(before, fields as Partial<Draft>)
    const added = after.recipientIds.filter((one) => !before.recipientIds.includes(one))
    await requireRecipients(tx, added, failures.unknownRecipient)
    await noun.requireKnown?.(tx, actor, after, before)
    const names = await findNames(tx, [...before.recipientIds, ...added])
    const changes = changedFields(
      await wordsOf(tx, actor, before, names),
      await wordsOf(tx, actor, after, names),
    )
    if (changes.length === 0) return undefined
    const columns = { ...noun.toColumns(after), ...commonColumns(after, actor, now) }
    const values = { ...columns, ...own, version: sql`version + 1` }
    const renewal = tx.updateTable(table as 'report_schedule').set(values as never)
    await named(() => renewal.where('id', '=', id as never).execute())
    await recordAudit(tx, actor, { type: audit.updated, target: targetOf(id, after), changes }, now)
    return { before, after }
  }

  /** Deletes it with what depends on it; queued mails are still sent. */
  async function remove(
    tx: TenantTx,
    actor: Actor,
    { id, expectedVersion }: { readonly id: Id<Table>; readonly expectedVersion?: number | undefined },
    now: Date,
  ): Promise<void> {
    const draft = await take(tx, noun, { id, expectedVersion })
    const changes = changedFields(
      await wordsOf(tx, actor, draft, await findNames(tx, draft.recipientIds)),
      {},
    )
    await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
    await recordAudit(tx, actor, { type: audit.deleted, target: targetOf(id, draft), changes }, now)
  }

  return { create, update, remove }
}

interface Taken<Table extends keyof Tables> {
  readonly id: Id<Table>
  readonly expectedVersion: number | undefined
}

/** Locks it, and reads it back as the draft that it was made of. */
async function take<Table extends 'report_schedule' | 'metric_alert', Draft extends MailedDraft>(
  tx: TenantTx,
  { table, recipients, failures, toDraft }: MailedNoun<Table, Draft>,
  { id, expectedVersion }: Taken<Table>,
): Promise<Draft> {
  const { rows } = await sql<Selectable<Tables[Table]> & { readonly version: number }>`
    select * from ${sql.table(table)} where id = ${id} for update`.execute(tx)
  const [row] = rows
  if (!row) throw new Failure(failures.missing)
  requireVersion(failures.changed, row.version, expectedVersion)
  return toDraft(row, await findRecipients(tx, recipients, id))
}

const commonColumns = ({ name }: MailedDraft, actor: Actor, now: Date) => ({
  name,
  name_key: nameKey(name),
  changed_at: now,
  changed_by_name: actor.name,
})

type Recipients = MailedNoun<'report_schedule', MailedDraft>['recipients']

/** Those who have left the platform, or were taken out, are none. */
async function findRecipients(tx: TenantTx, { table, of }: Recipients, id: string): Promise<UserId[]> {
  const isTakenOut = table === 'report_recipient' ? sql`recipient.taken_out` : sql`false`
  const { rows } = await sql<{ user_id: UserId }>`
    select recipient.user_id from ${sql.table(table)} recipient
    join tenant_user person on person.tenant_id = recipient.tenant_id and person.id = recipient.user_id
    where ${sql.ref(`recipient.${of}`)} = ${id} and person.removed_at is null and not ${isTakenOut}
    order by recipient.user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** A row that was mailed, joined with its mail. */
export interface MailedRow {
  readonly mail_state: 'queued' | 'sending' | 'sent' | 'failed' | null
  readonly mail_reason: string | null
}

/** The state of its mail, if there is one. */
export const mailOf = ({ mail_state, mail_reason }: MailedRow) => ({
  ...(mail_state && {
    mail: {
      state: mail_state === 'sending' ? ('queued' as const) : mail_state,
      ...(mail_reason !== null && { reason: mail_reason }),
    },
  }),
})
