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
  listImports,
  startImport,
  undoImport,
  updateImport,
} from '@verbatim/contract/imports.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { wake } from '#platform/work/wake.ts'
import { type Handler, route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'
import type { Shares } from '#platform/shares.ts'
import { cancelImport } from '#flows/run-imports/commands.ts'
import { unfinishedImports } from '#flows/run-imports/taking.ts'
import { findImports, requireImport } from '#flows/run-imports/queries.ts'
import { checkRows, importRows, mapColumns, type Step, undoRows } from '#flows/run-imports/steps.ts'
import { keepUpload, readUpload } from '#flows/run-imports/upload.ts'
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
  const read = await readUpload(tables, actor, { kindName, hold, body }, signal)
  return changing(commit, actor, (tx) => keepUpload(tx, actor, { ...read, fileName }, now()))
}

function readingRoutes(app: FastifyInstance, { now }: ImportsContext): void {
  route(app, listImports, ({ actor, query, read }) => read((tx) => findImports(tx, actor, query, now())))
  route(app, getImport, ({ actor, params: { id }, read }) =>
    read((tx) => requireImport(tx, actor, id, now())),
  )
}

function stepRoutes(app: FastifyInstance, { now }: ImportsContext): void {
  route(app, updateImport, ({ actor, params: { id }, body, commit }) =>
    changing(commit, actor, async (tx) => {
      await mapColumns(tx, actor, { id, ...body }, now())
      return requireImport(tx, actor, id, now())
    }),
  )
  stepRoute(app, checkImport, now, checkRows)
  stepRoute(app, startImport, now, importRows)
  stepRoute(app, cancelImportEndpoint, now, (tx, actor, { id }) => cancelImport(tx, actor, id, now()))
  stepRoute(app, undoImport, now, undoRows)
}

type StepEndpoint = Pick<typeof startImport, 'method' | 'params' | 'response' | 'access'> & Endpoint

function stepRoute(app: FastifyInstance, endpoint: StepEndpoint, now: () => Date, step: Step): void {
  route(app, endpoint as typeof startImport, ({ actor, params: { id }, query, commit }) =>
    changing(commit, actor, async (tx) => {
      await requireImport(tx, actor, id, now())
      // Steps that are decided on no version have no query.
      const { expectedVersion } = (query as typeof query | undefined) ?? {}
      await step(tx, actor, { id, expectedVersion }, now())
      return requireImport(tx, actor, id, now())
    }),
  )
}
