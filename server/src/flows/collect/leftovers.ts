/** Files that a process or a connection left behind, with deliveries that may not be in the database. */
import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import type { ChannelConnector } from '#channels/connector.ts'
import { noteHeld, noteUnstored } from '#domains/accounts/gaps.ts'
import { type Account, findAccountOfDelivery } from '#domains/accounts/queries.ts'
import { byVerbatim, recordAudit } from '#domains/audit/commands.ts'
import { isOtherRunning, readFrames } from '#platform/ahead-file.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import { isPassing } from '#platform/db-errors.ts'
import { findLongestRetention } from '#domains/organizations/profile-queries.ts'
import { type AccountFile, deliveryFiles } from './account-files.ts'
import { aheadFolder, type AheadContext, atOnce, isWriting, setAside } from './ahead.ts'
import type { CollectedAccount } from './keeping.ts'
import { keepUnrefused, readPayloads, type Written } from './written.ts'

type LeftoverContext = AheadContext & DbContext

type Find = (channel: CollectedAccount['channel']) => ChannelConnector | undefined

export interface Leftovers {
  /**
   * Keeps what earlier processes left, and removes their files. It may be repeated: a delivery that is in the database
   * already is the same record. A file with damage is set aside, and what it had is a loss of its account. Each process reads it once more,
   * since a later release may understand it. It is removed once all of it is kept, or once its messages would be disposed of.
   */
  replay(stop: AbortSignal): Promise<void>
}

export function openLeftovers(ctx: LeftoverContext, find: Find): Leftovers {
  /** As they were when they were replayed: nothing more of them can be read by this release. */
  const forLater = new Map<string, string>()
  /** Set aside, and read by this process. */
  const reread = new Set<string>()
  const lookAfter = async (file: AccountFile, stop: AbortSignal) => {
    const { size, mtime } = await stat(file.path)
    const isNew = !reread.has(file.path)
    if (isNew) {
      const { damage, unread, end } = await replay(ctx, find, file.path, stop)
      if (stop.aborted) return
      // Damage at its end looks like a write that was cut.
      if (!damage && !unread && end === size) return discard(ctx, file)
      reread.add(file.path)
    }
    const account = await findAccountOfDelivery(ctx.db, file.accountId)
    if (!account) return
    const isOver = await inTenant(ctx.db, account.tenantId, async (tx) => {
      if (isNew) await noteIfThere(tx, file, size)
      const until = await findLongestRetention(tx, account.channel, mtime)
      return until !== undefined && until <= ctx.now()
    })
    if (isOver) await dispose(ctx, file, account)
  }
  const replayFile = async (file: AccountFile, stop: AbortSignal) => {
    const { size, mtimeMs } = await stat(file.path)
    const state = `${size} ${mtimeMs}`
    if (forLater.get(file.path) === state) return
    const { damage, unread } = await replay(ctx, find, file.path, stop)
    // Its process may be writing just there.
    if (stop.aborted || isOtherRunning(file.pid)) return
    if (damage) await noteDamage(ctx, file, damage)
    if (unread) {
      forLater.set(file.path, state)
      throw unread
    }
    if (damage) await setAside(file.path)
    else await rm(file.path, { force: true })
  }
  return {
    async replay(stop) {
      const folder = aheadFolder(ctx.config)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const name of await readdir(folder)) {
        const file = deliveryFiles.read(folder, name)
        if (!file || isWriting(file.path) || stop.aborted) continue
        try {
          await (file.isMarked ? lookAfter(file, stop) : replayFile(file, stop))
        } catch (error) {
          if (isPassing(error) && !isOfFile(error)) throw error
          // It stays, and the others do not wait for it.
          ctx.log.error({ err: error, name }, 'collected messages in a file could not be read')
        }
      }
    },
  }
}

/** About one file, such as a missing right to open it; a database that is away has none. */
const isOfFile = (error: unknown) => error instanceof Error && 'path' in error

interface Damage {
  readonly from: Date
  readonly to: Date
}

async function noteDamage(
  ctx: LeftoverContext,
  { path, accountId, gapId }: AccountFile,
  damage: Damage,
): Promise<void> {
  ctx.log.error({ path }, 'some collected messages in a file are lost')
  const account = await findAccountOfDelivery(ctx.db, accountId)
  if (!account) return
  await inTenant(ctx.db, account.tenantId, (tx) =>
    noteUnstored(tx, { id: gapId, accountId, ...damage }, ctx.now()),
  )
}

/** A later release may have removed the file while this one read it; what that notes then is in turn with this. */
async function noteIfThere(tx: TenantTx, { path, gapId }: AccountFile, size: number): Promise<void> {
  await noteHeld(tx, gapId, size)
  if (!existsSync(path)) await noteHeld(tx, gapId, undefined)
}

/** Its messages would be disposed of by now. The row of the gap lets one process after the other ask whether it is there. */
async function dispose(
  ctx: LeftoverContext,
  { path, gapId }: AccountFile,
  { id, tenantId, name }: Account,
): Promise<void> {
  await inTenant(ctx.db, tenantId, async (tx) => {
    await noteHeld(tx, gapId, undefined)
    if (!existsSync(path)) return
    const target = { kind: 'account', id, name }
    await recordAudit(tx, byVerbatim, { type: 'unread_file_disposed', target }, ctx.now())
    await rm(path, { force: true })
  })
  ctx.log.info({ path }, 'a damaged file of collected messages is removed at the end of its retention')
}

/** All of it is kept. */
async function discard(ctx: LeftoverContext, { path, accountId, gapId }: AccountFile): Promise<void> {
  await rm(path, { force: true })
  ctx.log.info({ path }, 'a damaged file of collected messages is removed')
  const account = await findAccountOfDelivery(ctx.db, accountId)
  if (account) await inTenant(ctx.db, account.tenantId, (tx) => noteHeld(tx, gapId, undefined))
}

interface Replayed {
  /** When what can't be read, or is refused, was written, if there is such. */
  readonly damage: Damage | undefined
  /** Why some of it was passed over. A later release may read it. */
  readonly unread: unknown
  /** Up to where it was read. */
  readonly end: number
}

async function replay(ctx: AheadContext, find: Find, path: string, stop: AbortSignal): Promise<Replayed> {
  const file = await open(path, 'r')
  try {
    let isDamaged = false
    let unread: unknown
    const times: number[] = []
    let from = 0
    while (!stop.aborted) {
      const frames = await readFrames(file, from, atOnce)
      isDamaged ||= frames.isDamaged
      if (frames.end === from) break
      const { read, error } = readPayloads(frames.payloads)
      unread ??= error
      times.push(...read.map(({ taken }) => taken.receivedAt.getTime()))
      const found = await keepOfAccounts(ctx, find, read)
      isDamaged ||= found.isRefused
      unread ??= found.unread
      from = frames.end
    }
    return { damage: isDamaged ? await timeOf(file, times) : undefined, unread, end: from }
  } finally {
    await file.close()
  }
}

async function keepOfAccounts(
  ctx: AheadContext,
  find: Find,
  read: readonly Written[],
): Promise<{ isRefused: boolean; unread: unknown }> {
  let isRefused = false
  let unread: unknown
  for (const [, ofAccount] of Map.groupBy(read, (one) => one.account.id)) {
    const { account } = ofAccount[0] as Written
    const connector = find(account.channel)
    if (!connector) unread = new Error(`no connector of ${account.channel}`)
    else if (!(await keepUnrefused(ctx, { connector, account }, ofAccount))) isRefused = true
  }
  return { isRefused, unread }
}

async function timeOf(file: FileHandle, times: readonly number[]): Promise<Damage> {
  const { birthtimeMs, mtimeMs } = await file.stat()
  const from = times.reduce((least, one) => Math.min(least, one), times[0] ?? birthtimeMs)
  const to = times.reduce((most, one) => Math.max(most, one), Math.max(from, mtimeMs))
  return { from: new Date(from), to: new Date(to) }
}
