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
import { refusing } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Tables } from '#schema/tables.ts'
import { findNames, requireRecipients } from './recipients.ts'

interface MailedDraft {
  readonly name: string
  readonly recipientIds: readonly UserId[]
}

export interface MailedNoun<Table extends 'report_schedule' | 'metric_alert', Draft extends MailedDraft> {
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
    draft: Draft,
    recipients: readonly string[],
  ) => Promise<Readonly<Record<string, unknown>>>
}

type Id<Table extends keyof Tables> =
  Selectable<Tables[Table]> extends { readonly id: infer Own } ? Own & string : never
type Change<Draft> = { readonly [Field in keyof Draft]?: Draft[Field] | undefined } & {
  readonly expectedVersion?: number | undefined
}

export interface Changed<Draft> {
  readonly before: Draft
  readonly after: Draft
}

/** The commands that such nouns have in common. */
export function mailedNoun<Table extends 'report_schedule' | 'metric_alert', Draft extends MailedDraft>(
  noun: MailedNoun<Table, Draft>,
) {
  const { table, recipients, kind, audit, failures } = noun
  const named = <T>(work: () => Promise<T>): Promise<T> =>
    refusing(`${table}_tenant_id_name_key_key`, failures.nameTaken, work)
  const columnsOf = (draft: Draft, actor: Actor, now: Date) => ({
    ...noun.toColumns(draft),
    name: draft.name,
    name_key: nameKey(draft.name),
    changed_at: now,
    changed_by_name: actor.name,
  })
  const wordsOf = (tx: TenantTx, draft: Draft, names: ReadonlyMap<UserId, string>) =>
    noun.wordsOf(tx, draft, draft.recipientIds.map((id) => names.get(id) ?? id).toSorted())
  const targetOf = (id: string, { name }: Draft) => ({ kind, id, name })

  async function take(tx: TenantTx, id: Id<Table>, expectedVersion: number | undefined) {
    const { rows } = await sql<Selectable<Tables[Table]> & { readonly version: number }>`
      select * from ${sql.table(table)} where id = ${id} for update`.execute(tx)
    const [row] = rows
    if (!row) throw new Failure(failures.missing)
    requireVersion(failures.changed, row.version, expectedVersion)
    return noun.toDraft(row, await findRecipients(tx, id))
  }

  async function findRecipients(tx: TenantTx, id: Id<Table>): Promise<UserId[]> {
    const isTakenOut = recipients.table === 'report_recipient' ? sql`recipient.taken_out` : sql`false`
    const { rows } = await sql<{ user_id: UserId }>`
      select recipient.user_id from ${sql.table(recipients.table)} recipient
      join tenant_user person on person.tenant_id = recipient.tenant_id and person.id = recipient.user_id
      where ${sql.ref(`recipient.${recipients.of}`)} = ${id} and person.removed_at is null and not ${isTakenOut}
      order by recipient.user_id`.execute(tx)
    return rows.map(({ user_id }) => user_id)
  }

  return {
    /** @param own Columns that are no part of the draft. */
    async create(tx: TenantTx, actor: Actor, draft: Draft, own: object, now: Date): Promise<Id<Table>> {
      const names = await requireRecipients(tx, draft.recipientIds, failures.unknownRecipient)
      await noun.requireKnown?.(tx, actor, draft)
      const id = newId<Id<Table>>(now)
      const values = { ...columnsOf(draft, actor, now), ...own, id, created_at: now }
      await named(() =>
        tx
          .insertInto(table)
          .values(values as never)
          .execute(),
      )
      const changes = changedFields({}, await wordsOf(tx, draft, names))
      await recordAudit(tx, actor, { type: audit.created, target: targetOf(id, draft), changes }, now)
      return id
    },

    /**
     * Changes the given fields.
     * @param own Columns that change with it.
     * @returns Nothing if all is as it was.
     */
    async update(
      tx: TenantTx,
      actor: Actor,
      {
        id,
        change,
        own = {},
      }: { readonly id: Id<Table>; readonly change: Change<Draft>; readonly own?: object },
      now: Date,
    ): Promise<Changed<Draft> | undefined> {
      const { expectedVersion, ...fields } = change
      const before = await take(tx, id, expectedVersion)
      const given = Object.entries(fields).filter(([, value]) => value !== undefined)
      const after: Draft = { ...before, ...Object.fromEntries(given) }
      const added = after.recipientIds.filter((one) => !before.recipientIds.includes(one))
      await requireRecipients(tx, added, failures.unknownRecipient)
      await noun.requireKnown?.(tx, actor, after, before)
      const names = await findNames(tx, [...before.recipientIds, ...added])
      const changes = changedFields(await wordsOf(tx, before, names), await wordsOf(tx, after, names))
      if (changes.length === 0) return undefined
      const values = { ...columnsOf(after, actor, now), ...own, version: sql`version + 1` }
      await named(() =>
        tx
          .updateTable(table as 'report_schedule')
          .set(values as never)
          .where('id', '=', id as never)
          .execute(),
      )
      await recordAudit(tx, actor, { type: audit.updated, target: targetOf(id, after), changes }, now)
      return { before, after }
    },

    /** Deletes it with what depends on it; queued mails are still sent. */
    async remove(
      tx: TenantTx,
      actor: Actor,
      { id, expectedVersion }: { readonly id: Id<Table>; readonly expectedVersion?: number | undefined },
      now: Date,
    ): Promise<void> {
      const draft = await take(tx, id, expectedVersion)
      const changes = changedFields(await wordsOf(tx, draft, await findNames(tx, draft.recipientIds)), {})
      await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
      await recordAudit(tx, actor, { type: audit.deleted, target: targetOf(id, draft), changes }, now)
    },
  }
}
