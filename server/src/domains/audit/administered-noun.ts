import type { AuditType } from '@verbatim/contract/audit-types.ts'
import type { FailureCode } from '@verbatim/contract/errors.ts'
import { type Selectable, sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { type ChangedCode, requireVersion, type Seen } from '#kernel/version.ts'
import { withChanges } from '#kernel/with-changes.ts'
import { refusing } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Tables } from '#schema/tables.ts'
import { type AuditedBy, changedFields, type FieldChange, recordAudit } from './commands.ts'

type NounTable = 'insight_provider' | 'metric_alert' | 'notification' | 'report_schedule'
type Row<Table extends NounTable> = Selectable<Tables[Table]> & {
  readonly id: string
  readonly version: number
}
type Id<Table extends NounTable> =
  Selectable<Tables[Table]> extends { readonly id: infer Own } ? Own & string : never

/** What the trail says of one, by field. */
type Words = Readonly<Record<string, unknown>>

export interface AdministeredNoun<Table extends NounTable, Draft extends object, By extends AuditedBy> {
  readonly table: Table
  /** Of its audit entries. */
  readonly kind: string
  readonly audit: Readonly<Record<'created' | 'updated' | 'deleted', AuditType>>
  readonly failures: { readonly missing: FailureCode; readonly changed: ChangedCode }
  /** The constraint that a name which is taken would break. */
  readonly unique?: readonly [constraint: string, taken: FailureCode]
  /** Whether it was not removed, where rows outlive that. */
  readonly stands?: (row: Row<Table>) => boolean
  readonly toDraft: (tx: TenantTx, row: Row<Table>) => Draft | Promise<Draft>
  readonly toColumns: (draft: Draft) => object
  /** Refuses a new draft, or what `before` would become. */
  readonly check?: (tx: TenantTx, actor: By, draft: Draft, before?: Draft) => void | Promise<void>
  /** Of one draft, or of those before and after a change. */
  readonly wordsOf: (
    tx: TenantTx,
    actor: By,
    drafts: readonly Draft[],
  ) => readonly Words[] | Promise<readonly Words[]>
  /** The word by which the trail names one. */
  readonly namedBy?: string
}

interface Creating<Table extends NounTable, Draft> {
  readonly draft: Draft
  /** Columns that are no part of the draft. */
  readonly own?: (id: Id<Table>) => object
}

interface Changing<Table extends NounTable, Draft> {
  readonly id: Id<Table>
  readonly change: { readonly [Field in keyof Draft]?: Draft[Field] | undefined } & {
    readonly expectedVersion?: number | undefined
  }
  /** Columns that change with it. */
  readonly own?: (row: Row<Table>) => object
  /** What changes besides the draft. */
  readonly besides?: readonly FieldChange[]
}

/** The commands of things that administrators keep one by one: each change is based on a version, and audited. */
export function administeredNoun<
  Table extends NounTable,
  Draft extends object,
  By extends AuditedBy = AuditedBy,
>(noun: AdministeredNoun<Table, Draft, By>) {
  const { table, kind, audit, failures, namedBy = 'name' } = noun
  const unique = <T>(work: () => Promise<T>): Promise<T> =>
    noun.unique ? refusing(...noun.unique, work) : work()
  const targetOf = (id: string, words: Words) => ({ kind, id, name: String(words[namedBy]) })
  const columnsOf = (draft: Draft, actor: By, now: Date) => ({
    ...noun.toColumns(draft),
    changed_at: now,
    changed_by_name: actor.name,
  })

  /** Locks it until the transaction ends. @throws Failure `missing`, `changed` */
  async function take(tx: TenantTx, { id, expectedVersion }: Seen<Id<Table>>): Promise<Row<Table>> {
    const { rows } = await sql<
      Row<Table>
    >`select * from ${sql.table(table)} where id = ${id} for update`.execute(tx)
    const [row] = rows
    if (!row || noun.stands?.(row) === false) throw new Failure(failures.missing)
    requireVersion(failures.changed, row.version, expectedVersion)
    return row
  }

  async function create(
    tx: TenantTx,
    actor: By,
    { draft, own }: Creating<Table, Draft>,
    now: Date,
  ): Promise<Id<Table>> {
    await noun.check?.(tx, actor, draft)
    const [words = {}] = await noun.wordsOf(tx, actor, [draft])
    const id = newId<Id<Table>>(now)
    const values = { ...columnsOf(draft, actor, now), ...own?.(id), id }
    await unique(() =>
      tx
        .insertInto(table)
        .values(values as never)
        .execute(),
    )
    const changes = changedFields({}, words)
    await recordAudit(tx, actor, { type: audit.created, target: targetOf(id, words), changes }, now)
    return id
  }

  /** Changes the given fields. @returns Nothing if all is as it was. */
  async function update(
    tx: TenantTx,
    actor: By,
    { id, change, own, besides = [] }: Changing<Table, Draft>,
    now: Date,
  ): Promise<{ readonly before: Draft; readonly after: Draft } | undefined> {
    const { expectedVersion, ...fields } = change
    const row = await take(tx, { id, expectedVersion })
    const before = await noun.toDraft(tx, row)
    const after = withChanges(before, fields as Partial<Draft>)
    await noun.check?.(tx, actor, after, before)
    const [wordsBefore = {}, words = {}] = await noun.wordsOf(tx, actor, [before, after])
    const changes = [...changedFields(wordsBefore, words), ...besides]
    if (changes.length === 0) return undefined
    const values = { ...columnsOf(after, actor, now), ...own?.(row), version: sql`version + 1` }
    const renewal = tx.updateTable(table as 'notification').set(values as never)
    await unique(() => renewal.where('id', '=', id as never).execute())
    await recordAudit(tx, actor, { type: audit.updated, target: targetOf(id, words), changes }, now)
    return { before, after }
  }

  /** Deletes it with what depends on it. */
  async function remove(tx: TenantTx, actor: By, seen: Seen<Id<Table>>, now: Date): Promise<void> {
    const [words = {}] = await noun.wordsOf(tx, actor, [await noun.toDraft(tx, await take(tx, seen))])
    await sql`delete from ${sql.table(table)} where id = ${seen.id}`.execute(tx)
    const changes = changedFields(words, {})
    await recordAudit(tx, actor, { type: audit.deleted, target: targetOf(seen.id, words), changes }, now)
  }

  return { take, create, update, remove }
}
