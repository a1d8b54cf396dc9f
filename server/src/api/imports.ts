import { accountImportKind } from '@verbatim/contract/account-imports.ts'
import { channelNames, channelsOfType, importableChannels } from '@verbatim/contract/channels.ts'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import {
  cancelImport as cancelImportEndpoint,
  checkImport,
  getImport,
  type Import,
  importAccounts,
  importContacts,
  importLimits,
  type ImportKindName,
  importMessengerUsers,
  importPlatformUsers,
  ImportSettings,
  listImports,
  startImport,
  undoImport,
  updateImport,
} from '@verbatim/contract/imports.ts'
import type { ImportId } from '@verbatim/contract/ids.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { wake } from '#platform/work/wake.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Handler, route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'
import { readTable } from '#platform/table-reading/read-table.ts'
import type { Table } from '@verbatim/documents/tables/table.ts'
import { UnreadableTable } from '@verbatim/documents/tables/unreadable-table.ts'
import type { Shares } from '#platform/shares.ts'
import {
  beginCheck,
  beginImport,
  beginUndo,
  cancelImport,
  createImport,
  mapImport,
  type SeenImport,
} from '#flows/imports/commands.ts'
import type { ImportKind } from '#flows/imports/kind.ts'
import { unfinishedImports } from '#flows/imports/taking.ts'
import { importKinds } from '#flows/imports/kinds.ts'
import { findSecretHeading, type Mapping, missingFields, suggestMapping } from '#flows/imports/model.ts'
import { findEarlierMapping, findImports, requireImport } from '#flows/imports/queries.ts'
import type { Clock } from '#kernel/clock.ts'

interface ImportsContext extends Clock {
  readonly tables: Shares
}

/** Each change also wakes the import worker. */
const changing = announcing(['imports'], async (tx, _actor, work) => {
  const result = await work()
  await wake(tx, unfinishedImports)
  return result
})

/** Imports: uploading a file, mapping its columns, checking, importing and undoing it. */
export function importRoutes(app: FastifyInstance, ctx: ImportsContext): void {
  uploadRoute(app, ctx, importPlatformUsers, 'platform-users')
  uploadRoute(app, ctx, importMessengerUsers, 'messenger-users')
  uploadRoute(app, ctx, importContacts, 'contacts')
  accountsRoute(app, ctx)
  readingRoutes(app, ctx)
  stepRoutes(app, ctx)
}

const options = { bodyLimit: importLimits.bytes }

type UploadEndpoint = typeof importPlatformUsers | typeof importMessengerUsers | typeof importContacts

function uploadRoute(
  app: FastifyInstance,
  ctx: ImportsContext,
  endpoint: UploadEndpoint,
  kind: ImportKindName,
): void {
  route(app, endpoint as typeof importPlatformUsers, (call) => upload(ctx, call, kind), options)
}

function accountsRoute(app: FastifyInstance, ctx: ImportsContext): void {
  route(
    app,
    importAccounts,
    ({ params: { type }, query: { channel = type, ...query }, ...call }) => {
      if (!channelsOfType(type).includes(channel)) throw new Failure('account.other-type')
      const importable = importableChannels.find((one) => one === channel)
      if (!importable) throw new Failure('import.needs-secrets', { channel: channelNames[channel] })
      return upload(ctx, { ...call, query }, accountImportKind(importable))
    },
    options,
  )
}

type Upload = Omit<Parameters<Handler<typeof importPlatformUsers>>[0], 'params'>

async function upload(
  { tables, now }: ImportsContext,
  { actor, query: { fileName, hold }, body, commit, signal }: Upload,
  kindName: ImportKindName,
): Promise<Import> {
  const kind = importKinds[kindName]
  checkNeeds(kind, actor)
  const table = await tables.run(actor, () => readUpload(body), signal)
  const secret = findSecretHeading(kind, table.headings)
  if (secret !== undefined) throw new Failure('import.secret-column', { heading: secret })
  const suggested = {
    mapping: suggestMapping(kind.columns, table.headings),
    settings: ImportSettings.parse({}),
  }
  if (!hold) requireFields(kindName, suggested)
  return changing(commit, actor, async (tx) => {
    await kind.requireReady?.(tx)
    const earlier = hold ? await findEarlierMapping(tx, actor, kindName, table.headings) : undefined
    const state = hold ? 'draft' : 'queued'
    const given = { kind: kindName, fileName, table, ...(earlier ?? suggested), state } as const
    return requireImport(tx, actor, await createImport(tx, actor, given, now()), now())
  })
}

/** @throws Failure `access.denied` */
function checkNeeds({ needs, isWithin }: ImportKind<unknown>, { permissions, scope }: Actor): void {
  const permission = needs.find((name) => !permissions.has(name))
  if (permission) throw new Failure('access.denied', { permission })
  if (isWithin && !isWithin(scope)) throw new Failure('access.denied')
}

/** @throws Failure `import.not-csv`, `import.bad-workbook`, `import.empty`, `import.too-many-rows`, … */
async function readUpload(body: unknown): Promise<Table> {
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

interface Mapped {
  readonly mapping: Mapping
  readonly settings: ImportSettings
}

/** @throws Failure `import.missing-column` */
function requireFields(kindName: ImportKindName, { mapping, settings }: Mapped): void {
  const missing = missingFields(importKinds[kindName].columns, mapping, settings)
  if (missing.length > 0) throw new Failure('import.missing-column', { fields: missing.join(', ') })
}

function readingRoutes(app: FastifyInstance, { now }: ImportsContext): void {
  route(app, listImports, ({ actor, query, read }) => read((tx) => findImports(tx, actor, query, now())))
  route(app, getImport, ({ actor, params: { id }, read }) =>
    read((tx) => requireImport(tx, actor, id, now())),
  )
}

function stepRoutes(app: FastifyInstance, { now }: ImportsContext): void {
  /** From then on the actor has started it, and reads its rows: so they must be able to read them before. */
  const requireWorkable = async (tx: TenantTx, actor: Actor, id: ImportId) => {
    const found = await requireImport(tx, actor, id, now())
    checkNeeds(importKinds[found.kind], actor)
    if (found.areRowsHidden) throw new Failure('import.rows-hidden')
    return found
  }
  route(app, updateImport, ({ actor, params: { id }, body, commit }) =>
    changing(commit, actor, async (tx) => {
      const { headings, fields } = await requireWorkable(tx, actor, id)
      const known = new Set(fields.map(({ field }) => field))
      const isKnown = ([field, index]: [string, number]) => known.has(field) && index < headings.length
      if (!Object.entries(body.mapping).every(isKnown)) throw new Failure('import.unknown-column')
      const unknown = Object.keys(body.settings.defaults).find((field) => !known.has(field))
      if (unknown !== undefined) throw new Failure('import.unknown-field', { field: unknown })
      await mapImport(tx, actor, id, body)
      return requireImport(tx, actor, id, now())
    }),
  )
  const complete = async (tx: TenantTx, actor: Actor, id: ImportId) => {
    const { kind, mapping, settings } = await requireWorkable(tx, actor, id)
    await importKinds[kind].requireReady?.(tx)
    requireFields(kind, { mapping, settings })
  }
  stepRoute(app, checkImport, now, async (tx, actor, seen) => {
    await complete(tx, actor, seen.id)
    await beginCheck(tx, actor, seen)
  })
  stepRoute(app, startImport, now, async (tx, actor, seen) => {
    await complete(tx, actor, seen.id)
    await beginImport(tx, actor, seen, now())
  })
  stepRoute(app, cancelImportEndpoint, now, (tx, actor, { id }) => cancelImport(tx, actor, id, now()))
  stepRoute(app, undoImport, now, async (tx, actor, { id }) => {
    await requireWorkable(tx, actor, id)
    await beginUndo(tx, actor, id, now())
  })
}

type StepEndpoint = Pick<typeof startImport, 'method' | 'params' | 'response' | 'access'> & Endpoint

function stepRoute(
  app: FastifyInstance,
  endpoint: StepEndpoint,
  now: () => Date,
  step: (tx: TenantTx, actor: Actor, seen: SeenImport) => Promise<void>,
): void {
  route(app, endpoint as typeof startImport, ({ actor, params: { id }, query, commit }) =>
    changing(commit, actor, async (tx) => {
      await requireImport(tx, actor, id, now())
      // Steps that are decided on no version have no query.
      const { expectedVersion } = (query as typeof query | undefined) ?? {}
      await step(tx, actor, { id, expectedVersion })
      return requireImport(tx, actor, id, now())
    }),
  )
}
