import type { Selectable } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import type { ArchivingTable } from '#schema/archiving.ts'

export type ArchivingRow = Selectable<ArchivingTable>

/** Undefined until settings are saved first. */
export const findArchiving = (tx: TenantTx): Promise<ArchivingRow | undefined> =>
  tx.selectFrom('archiving').selectAll().executeTakeFirst()
