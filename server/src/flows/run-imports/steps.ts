import type { ImportId } from '@verbatim/contract/ids.ts'
import type { Import, ImportKindName, ImportSettings } from '@verbatim/contract/imports.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { beginCheck, beginImport, beginUndo, mapImport, type SeenImport } from './commands.ts'
import type { ImportKind } from './kind.ts'
import { importKinds } from './kinds.ts'
import { type Mapping, missingFields } from './model.ts'
import { requireImport } from './queries.ts'

export interface Mapped {
  readonly mapping: Mapping
  readonly settings: ImportSettings
}

/** Maps the columns. @throws Failure `import.unknown-column`, `import.unknown-field`, `import.rows-hidden`, `access.denied` */
export async function mapColumns(
  tx: TenantTx,
  actor: Actor,
  { id, mapping, settings }: Mapped & { readonly id: ImportId },
  now: Date,
): Promise<void> {
  const { headings, fields } = await requireWorkable(tx, actor, id, now)
  const known = new Set(fields.map(({ field }) => field))
  const isKnown = ([field, index]: [string, number]) => known.has(field) && index < headings.length
  if (!Object.entries(mapping).every(isKnown)) throw new Failure('import.unknown-column')
  const unknown = Object.keys(settings.defaults).find((field) => !known.has(field))
  if (unknown !== undefined) throw new Failure('import.unknown-field', { field: unknown })
  await mapImport(tx, actor, id, { mapping, settings })
}

export type Step = (tx: TenantTx, actor: Actor, seen: SeenImport, now: Date) => Promise<void>

/** @throws Failure as the endpoint says */
export const checkRows: Step = async (tx, actor, seen, now) => {
  await requireComplete(tx, actor, seen.id, now)
  await beginCheck(tx, actor, seen)
}

/** @throws Failure as the endpoint says */
export const importRows: Step = async (tx, actor, seen, now) => {
  await requireComplete(tx, actor, seen.id, now)
  await beginImport(tx, actor, seen, now)
}

/** @throws Failure as the endpoint says */
export const undoRows: Step = async (tx, actor, { id }, now) => {
  await requireWorkable(tx, actor, id, now)
  await beginUndo(tx, actor, id, now)
}

async function requireComplete(tx: TenantTx, actor: Actor, id: ImportId, now: Date): Promise<void> {
  const { kind, mapping, settings } = await requireWorkable(tx, actor, id, now)
  await importKinds[kind].requireReady?.(tx)
  requireFields(kind, { mapping, settings })
}

/** From then on the actor has started it, and reads its rows: so they must be able to read them before. */
async function requireWorkable(tx: TenantTx, actor: Actor, id: ImportId, now: Date): Promise<Import> {
  const found = await requireImport(tx, actor, id, now)
  requireRight(importKinds[found.kind], actor)
  if (found.areRowsHidden) throw new Failure('import.rows-hidden')
  return found
}

/** @throws Failure `access.denied` */
export function requireRight({ needs, isWithin }: ImportKind<unknown>, { permissions, scope }: Actor): void {
  const permission = needs.find((name) => !permissions.has(name))
  if (permission) throw new Failure('access.denied', { permission })
  if (isWithin && !isWithin(scope)) throw new Failure('access.denied')
}

/** @throws Failure `import.missing-column` */
export function requireFields(kindName: ImportKindName, { mapping, settings }: Mapped): void {
  const missing = missingFields(importKinds[kindName].columns, mapping, settings)
  if (missing.length > 0) throw new Failure('import.missing-column', { fields: missing.join(', ') })
}
