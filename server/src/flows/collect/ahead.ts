/** Deliveries that their provider does not give again wait in a file until the database has them. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { channels } from '@verbatim/contract/channels.ts'
import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { z } from 'zod'
import type { ChannelConnector } from '#channels/connector.ts'
import { isUnknownAccount } from '#domains/accounts/unknown-account.ts'
import { type AheadFile, isOtherRunning, openAheadFile, ownPid, readFrames } from '#platform/ahead-file.ts'
import { isPassing } from '#platform/db-errors.ts'
import type { Log } from '#platform/log.ts'
import {
  type CollectedAccount,
  type CollectedSource,
  type KeepContext,
  keepTaken,
  LeaseLost,
  type Taken,
} from './keeping.ts'

export interface AheadContext extends KeepContext {
  readonly config: { readonly VERBATIM_HOME: string }
  readonly log: Log
}

type Find = (channel: CollectedAccount['channel']) => ChannelConnector | undefined

export const aheadFolder = ({ VERBATIM_HOME }: AheadContext['config']) => join(VERBATIM_HOME, 'collected')

const atOnce = { frames: 500, bytes: 8 * 1024 * 1024 }
/** More waits at the provider, or is lost there; a full disk would stop everything else. */
const mostWaiting = 512 * 1024 * 1024
const retryMs = 1_000

const Head = z.object({
  tenantId: TenantId,
  accountId: AccountId,
  channel: z.enum(channels),
  receivedAt: z.iso.datetime().transform((text) => new Date(text)),
  contentType: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  isHistory: z.literal(true).optional(),
  routes: z.array(z.string()).optional(),
  cursor: z.unknown().optional(),
})

interface Written {
  readonly account: CollectedAccount
  readonly taken: Taken
  readonly cursor: unknown
}

/** The file of one account while this process has its connection. */
export interface Ahead {
  /** Durable once it resolves, whether or not the database answers. */
  write(taken: readonly Taken[], cursor: unknown): Promise<void>
  /** Ends once all is in the database, or at the latest when `until` aborts; what is left waits for the next start. */
  close(until: AbortSignal): Promise<void>
}

export async function openAhead(
  ctx: AheadContext,
  connector: ChannelConnector,
  account: CollectedAccount,
  holder: string,
): Promise<Ahead> {
  const path = join(aheadFolder(ctx.config), `${account.id}.${randomUUID()}.${ownPid}.log`)
  written.add(path)
  const file = await openAheadFile(path)
  const over = new AbortController()
  let draining: Promise<void> | undefined
  const drain = () => {
    draining ??= drainFile(ctx, file, { connector, account, holder }, over.signal).finally(() => {
      draining = undefined
    })
    return draining
  }
  if (file.waiting > 0) void drain()
  return {
    async write(taken, cursor) {
      if (file.waiting > mostWaiting) throw new Error('too much waits for the database')
      if (taken.length === 0) return
      const last = taken.length - 1
      await file.append(
        taken.map((one, index) => toPayload(account, one, index === last ? cursor : undefined)),
      )
      void drain()
    },
    async close(until) {
      const end = () => over.abort()
      until.addEventListener('abort', end, { once: true })
      if (until.aborted) end()
      while (file.waiting > 0 && !over.signal.aborted) await drain()
      over.abort()
      await draining
      const isDone = file.waiting === 0
      await file.close()
      if (isDone) await rm(path, { force: true })
      written.delete(path)
      until.removeEventListener('abort', end)
    },
  }
}

async function drainFile(
  ctx: AheadContext,
  file: AheadFile,
  { connector, account, holder }: { connector: ChannelConnector; account: CollectedAccount; holder: string },
  over: AbortSignal,
): Promise<void> {
  while (file.waiting > 0 && !over.aborted) {
    try {
      const { payloads, end } = await file.next(atOnce)
      const read = payloads.map(readPayload)
      const cursor = read.findLast((one) => one.cursor !== undefined)?.cursor
      await keepWritten(
        ctx,
        { connector, account },
        read,
        cursor === undefined ? undefined : { holder, cursor },
      )
      await file.done(end)
    } catch (error) {
      ctx.log.warn({ err: error, accountId: account.id }, 'collected messages wait in a file')
      await sleep(retryMs, undefined, { signal: over }).catch(() => {})
    }
  }
}

async function keepWritten(
  ctx: AheadContext,
  source: CollectedSource,
  read: readonly Written[],
  at: { holder: string; cursor: unknown } | undefined,
): Promise<void> {
  const taken = read.map((one) => one.taken)
  try {
    await keepTaken(ctx, source, taken, at)
  } catch (error) {
    // Another process has the connection and its own cursor; what was taken is kept in any case.
    if (error instanceof LeaseLost) await keepTaken(ctx, source, taken)
    else if (!isUnknownAccount(error)) throw error
  }
}

/**
 * Keeps what earlier processes left, and removes their files. It may be repeated: a delivery that is in the database
 * already is the same record.
 */
export async function replayLeftovers(ctx: AheadContext, find: Find): Promise<void> {
  const folder = aheadFolder(ctx.config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const [, pid] = /\.(\d+)\.log$/.exec(name) ?? []
    if (!pid || written.has(join(folder, name))) continue
    try {
      await replay(ctx, find, join(folder, name))
      if (!isOtherRunning(Number(pid))) await rm(join(folder, name), { force: true })
    } catch (error) {
      if (isPassing(error)) throw error
      // It stays, and the others do not wait for it.
      ctx.log.error({ err: error, name }, 'collected messages in a file could not be read')
    }
  }
}

/** Files that this process writes. */
const written = new Set<string>()

async function replay(ctx: AheadContext, find: Find, path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    for (let from = 0; ;) {
      const { payloads, end } = await readFrames(file, from, atOnce)
      if (payloads.length === 0) return
      const read = payloads.map(readPayload)
      await keepOfAccounts(ctx, find, read)
      from = end
    }
  } finally {
    await file.close()
  }
}

async function keepOfAccounts(ctx: AheadContext, find: Find, read: readonly Written[]): Promise<void> {
  for (const [, ofAccount] of Map.groupBy(read, (one) => one.account.id)) {
    const { account } = ofAccount[0] as Written
    const connector = find(account.channel)
    if (!connector) throw new Error(`no connector of ${account.channel}`)
    await keepWritten(ctx, { connector, account }, ofAccount, undefined)
  }
}

/** The length of the head, the head as JSON, and the body as it came. */
function toPayload({ tenantId, id, channel }: CollectedAccount, taken: Taken, cursor: unknown): Buffer {
  const { body, ...rest } = taken
  const head = Buffer.from(JSON.stringify({ tenantId, accountId: id, channel, ...rest, cursor }))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(head.length)
  return Buffer.concat([size, head, body])
}

function readPayload(payload: Buffer): Written {
  const size = payload.readUInt32BE(0)
  const { tenantId, accountId, channel, cursor, receivedAt, contentType, headers, isHistory, routes } =
    Head.parse(JSON.parse(payload.subarray(4, 4 + size).toString('utf8')))
  const body = payload.subarray(4 + size)
  return {
    account: { tenantId, id: accountId, channel },
    taken: {
      receivedAt,
      contentType,
      body,
      ...(headers && { headers }),
      ...(isHistory && { isHistory }),
      ...(routes && { routes }),
    },
    cursor,
  }
}
