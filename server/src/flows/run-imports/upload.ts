import { type Import, importLimits, type ImportKindName, ImportSettings } from '@verbatim/contract/imports.ts'
import type { Table } from '@verbatim/documents/tables/table.ts'
import { UnreadableTable } from '@verbatim/documents/tables/unreadable-table.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Shares } from '#platform/shares.ts'
import { readTable } from '#platform/table-reading/read-table.ts'
import { createImport } from './commands.ts'
import { importKinds } from './kinds.ts'
import { findSecretHeading, suggestMapping } from './model.ts'
import { findEarlierMapping, requireImport } from './queries.ts'
import { type Mapped, requireFields, requireRight } from './steps.ts'

/** A file whose rows can be imported. */
interface Upload extends Mapped {
  readonly kindName: ImportKindName
  /** It waits until its columns are mapped. */
  readonly hold?: boolean | undefined
  readonly table: Table
}

interface Given {
  readonly kindName: ImportKindName
  readonly hold?: boolean | undefined
  readonly body: unknown
}

/**
 * Reads an uploaded file, and maps its columns as far as its headings say. It can take seconds, so it is outside of a transaction.
 * @throws Failure `access.denied`, `import.not-csv`, `import.bad-workbook`, `import.secret-column`, `import.missing-column`, …
 */
export async function readUpload(
  tables: Shares,
  actor: Actor,
  { kindName, hold, body }: Given,
  signal: AbortSignal,
): Promise<Upload> {
  const kind = importKinds[kindName]
  requireRight(kind, actor)
  const table = await tables.run(actor, () => tableOf(body), signal)
  const secret = findSecretHeading(kind, table.headings)
  if (secret !== undefined) throw new Failure('import.secret-column', { heading: secret })
  const mapped = {
    mapping: suggestMapping(
      kind.columns,
      table.headings,
      table.rows.map(({ cells }) => cells),
    ),
    settings: ImportSettings.parse({}),
  }
  if (!hold) requireFields(kindName, mapped)
  return { kindName, hold, table, ...mapped }
}

/** Keeps the file. One that waits gets the mapping of an earlier file with the same headings. @throws Failure `import.too-many` */
export async function keepUpload(
  tx: TenantTx,
  actor: Actor,
  { kindName, hold, fileName, ...read }: Upload & { readonly fileName: string },
  now: Date,
): Promise<Import> {
  await importKinds[kindName].requireReady?.(tx)
  const earlier = hold ? await findEarlierMapping(tx, actor, kindName, read.table.headings) : undefined
  const state = hold ? 'draft' : 'queued'
  const given = { kind: kindName, fileName, ...read, ...earlier, state } as const
  return requireImport(tx, actor, await createImport(tx, actor, given, now), now)
}

async function tableOf(body: unknown): Promise<Table> {
  if (!(body instanceof Uint8Array)) throw new Failure('import.not-csv')
  try {
    return await readTable(body, importLimits)
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    const { problem, explanation: reason } = error
    const most = problem === 'too-many-columns' ? importLimits.columns : importLimits.rows
    throw new Failure(`import.${problem}`, { most: most.toLocaleString('en-US'), reason }, error)
  }
}
