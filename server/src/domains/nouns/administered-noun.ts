import type { AuditType } from '@verbatim/contract/audit-types.ts'
import type { FailureCode } from '@verbatim/contract/errors.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type AuditedBy, changedFields, type FieldChange, recordAudit } from '#domains/audit/commands.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { type ChangedCode, requireVersion, type Seen } from '#kernel/version.ts'
import { withChanges } from '#kernel/with-changes.ts'
import { refusing } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Tables } from '#schema/tables.ts'
import type { ChangedRow } from '#schema/tenant-row.ts'

/** The tables whose rows have an ID and a version, and name the author of their last change. */
type NounTable = {
  [Table in keyof Tables]: Tables[Table] extends ChangedRow & { id: string } ? Table : never
}[keyof Tables]
type Row<Table extends NounTable> = Selectable<Tables[Table]> & {
  readonly id: string
  readonly version: number
}
type Id<Table extends NounTable> = Tables[Table]['id']

/** Columns of a row that is written, and no others. */
export type Known<Written, Columns> = Columns & Readonly<Record<Exclude<keyof Columns, keyof Written>, never>>

/** What a new row needs besides the columns of its draft. */
type OwnColumns<Table extends NounTable, Columns> = Omit<
  Insertable<Tables[Table]>,
  keyof Columns | 'id' | 'changed_at' | 'changed_by_name'
>

export interface AdministeredNoun<
  Table extends NounTable,
  Draft extends object,
  By extends AuditedBy,
  Columns,
  Words extends object,
> {
  readonly table: Table
  /** Of its audit entries. */
  readonly kind: string
  readonly audit: Readonly<Record<'created' | 'updated' | 'deleted', AuditType>>
  readonly failures: { readonly missing: FailureCode; readonly changed: ChangedCode }
  /** The constraint that a name which is taken would break. */
  readonly unique?: readonly [constraint: string, taken: FailureCode]
  /** Where rows outlive their removal. */
  readonly removal?: {
    readonly isRemoved: (row: Row<Table>) => boolean
    /** Refuses one that is still used. */
    readonly remove: (tx: TenantTx, row: Row<Table>, now: Date) => Promise<void>
  }
  readonly toDraft: (tx: TenantTx, row: Row<Table>) => Draft | Promise<Draft>
  readonly toColumns: (draft: Draft) => Known<Updateable<Tables[Table]>, Columns>
  /** Refuses a new draft, or what `before` would become. */
  readonly check?: (tx: TenantTx, actor: By, draft: Draft, before?: Draft) => void | Promise<void>
  /** What the trail says, by field: of one draft, or of those before and after a change. */
  readonly wordsOf: (
    tx: TenantTx,
    actor: By,
    drafts: readonly Draft[],
  ) => readonly Words[] | Promise<readonly Words[]>
  /** By which the trail names it. */
  readonly nameOf: (words: Words) => string
}

interface Creating<Table extends NounTable, Draft, Own> {
  readonly draft: Draft
  /** Columns that are no part of the draft. */
  readonly own: (id: Id<Table>) => Known<Insertable<Tables[Table]>, Own>
}

interface Changing<Table extends NounTable, Draft, Own> extends Seen<Id<Table>> {
  readonly change: { readonly [Field in keyof Draft]?: Draft[Field] | undefined }
  /** Columns that change with it. */
  readonly own?: (row: Row<Table>) => Known<Updateable<Tables[Table]>, Own>
  /** What changes besides the draft. */
  readonly besides?: readonly FieldChange[]
}

/** The commands of things that administrators keep one by one: each change is based on a version, and audited. */
export function administeredNoun<
  Table extends NounTable,
  Draft extends object,
  By extends AuditedBy = AuditedBy,
>() {
  return <Columns extends Updateable<Tables[Table]>, Words extends object>(
    noun: AdministeredNoun<Table, Draft, By, Columns, Words>,
  ) => commandsOf(noun)
}

function commandsOf<
  Table extends NounTable,
  Draft extends object,
  By extends AuditedBy,
  Columns,
  Words extends object,
>(noun: AdministeredNoun<Table, Draft, By, Columns, Words>) {
  const { table, kind, audit, failures, removal, nameOf } = noun
  const unique = <T>(work: () => Promise<T>): Promise<T> =>
    noun.unique ? refusing(...noun.unique, work) : work()
  const targetOf = (id: string, words: Words) => ({ kind, id, name: nameOf(words) })
  const columnsOf = (draft: Draft, actor: By, now: Date) => ({
    ...noun.toColumns(draft),
    changed_at: now,
    changed_by_name: actor.name,
  })

  /** Of the first draft, and of the last. */
  async function wordsOf(tx: TenantTx, actor: By, ...drafts: readonly Draft[]) {
    const words = await noun.wordsOf(tx, actor, drafts)
    const [first, last] = [words[0], words.at(-1)]
    if (!first || !last) throw new Error('The trail has no words for a draft')
    return [first, last] as const
  }

  /** Locks it until the transaction ends. @throws Failure `missing`, `changed` */
  async function take(tx: TenantTx, { id, expectedVersion }: Seen<Id<Table>>): Promise<Row<Table>> {
    const { rows } = await sql<
      Row<Table>
    >`select * from ${sql.table(table)} where id = ${id} for update`.execute(tx)
    const [row] = rows
    if (!row || removal?.isRemoved(row)) throw new Failure(failures.missing)
    requireVersion(failures.changed, row.version, expectedVersion)
    return row
  }

  async function create<Own extends OwnColumns<Table, Columns>>(
    tx: TenantTx,
    actor: By,
    { draft, own }: Creating<Table, Draft, Own>,
    now: Date,
  ): Promise<Id<Table>> {
    await noun.check?.(tx, actor, draft)
    const [words] = await wordsOf(tx, actor, draft)
    const id = newId<Id<Table>>(now)
    const values = { ...columnsOf(draft, actor, now), ...own(id), id }
    await unique(() =>
      tx
        .insertInto(table)
        .values(values as never)
        .execute(),
    )
    const changes = changedFields<Words>({}, words)
    await recordAudit(tx, actor, { type: audit.created, target: targetOf(id, words), changes }, now)
    return id
  }

  /** Changes the given fields. @returns Nothing if all is as it was. */
  async function update<Own extends Updateable<Tables[Table]>>(
    tx: TenantTx,
    actor: By,
    { id, expectedVersion, change, own, besides = [] }: Changing<Table, Draft, Own>,
    now: Date,
  ): Promise<{ readonly before: Draft; readonly after: Draft } | undefined> {
    const row = await take(tx, { id, expectedVersion })
    const before = await noun.toDraft(tx, row)
    const after = withChanges(before, change)
    await noun.check?.(tx, actor, after, before)
    const [wordsBefore, words] = await wordsOf(tx, actor, before, after)
    const changes = [...changedFields<Words>(wordsBefore, words), ...besides]
    if (changes.length === 0) return undefined
    const values = { ...columnsOf(after, actor, now), ...own?.(row), version: sql`version + 1` }
    const renewal = tx.updateTable(table as 'notification').set(values as never)
    await unique(() => renewal.where('id', '=', id as never).execute())
    await recordAudit(tx, actor, { type: audit.updated, target: targetOf(id, words), changes }, now)
    return { before, after }
  }

  /** Deletes it with what depends on it, or as the noun says. */
  async function remove(tx: TenantTx, actor: By, seen: Seen<Id<Table>>, now: Date): Promise<void> {
    const row = await take(tx, seen)
    const [words] = await wordsOf(tx, actor, await noun.toDraft(tx, row))
    if (removal) await removal.remove(tx, row, now)
    else await sql`delete from ${sql.table(table)} where id = ${seen.id}`.execute(tx)
    const changes = changedFields<Words>(words, {})
    await recordAudit(tx, actor, { type: audit.deleted, target: targetOf(seen.id, words), changes }, now)
  }

  return { take, create, update, remove }
}
