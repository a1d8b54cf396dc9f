import type { ListSpec } from '@verbatim/contract/list.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ExportedTable } from '#platform/list/exported.ts'

/** A kind of export, and how its rows are read: within a snapshot, and only rows that the user may see then. */
export interface ExportKind {
  /** Checked again when the file is made, because the permission may have been removed since. */
  readonly permission: Permission
  /** Those that decide what else is in the file of a question for a reader: without them, it has less. */
  readonly parts?: (
    question: Readonly<Record<string, string>>,
    reader: Pick<Actor, 'readsUnderPseudonyms'>,
  ) => readonly Permission[]
  /** The list whose question it answers, if it is one of a list. */
  readonly list?: ListSpec
  source(
    tx: TenantTx,
    actor: Actor,
    question: Readonly<Record<string, string>>,
    { now, secrets }: { readonly now: Date; readonly secrets: Secrets },
  ): Promise<ExportedTable>
}
