/** Files that a process or a connection left behind, with deliveries that may not be in the database. */
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AccountId } from '@verbatim/contract/ids.ts'
import type { ChannelConnector } from '#channels/connector.ts'
import { noteUnstored } from '#domains/accounts/gaps.ts'
import { findAccountOfDelivery } from '#domains/accounts/queries.ts'
import { isOtherRunning, readFrames } from '#platform/ahead-file.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { isPassing } from '#platform/db-errors.ts'
import { aheadFolder, type AheadContext, atOnce, isWriting, setAside } from './ahead.ts'
import type { CollectedAccount } from './keeping.ts'
import { keepWritten, readPayload, type Written } from './written.ts'

type LeftoverContext = AheadContext & DbContext

type Find = (channel: CollectedAccount['channel']) => ChannelConnector | undefined

/**
 * Keeps what earlier processes left, and removes their files. It may be repeated: a delivery that is in the database
 * already is the same record. A file with damage is set aside, and what it had is a loss of its account.
 */
export async function replayLeftovers(ctx: LeftoverContext, find: Find): Promise<void> {
  const folder = aheadFolder(ctx.config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const [, id, pid] = /^([^.]+)\..*\.(\d+)\.log$/.exec(name) ?? []
    const path = join(folder, name)
    if (!id || !pid || isWriting(path)) continue
    try {
      const damage = await replay(ctx, find, path)
      // Its process may be writing just there.
      if (isOtherRunning(Number(pid))) continue
      if (!damage) await rm(path, { force: true })
      else {
        ctx.log.error({ name }, 'a file with collected messages is damaged and set aside')
        await noteDamage(ctx, AccountId.parse(id), damage)
        await setAside(path)
      }
    } catch (error) {
      if (isPassing(error)) throw error
      // It stays, and the others do not wait for it.
      ctx.log.error({ err: error, name }, 'collected messages in a file could not be read')
    }
  }
}

interface Damage {
  readonly from: Date
  readonly to: Date
}

async function noteDamage(ctx: LeftoverContext, accountId: AccountId, damage: Damage): Promise<void> {
  const account = await findAccountOfDelivery(ctx.db, accountId)
  if (!account) return
  await inTenant(ctx.db, account.tenantId, (tx) => noteUnstored(tx, { accountId, ...damage }, ctx.now()))
}

/** @returns When what can't be read was written, if there is such. */
async function replay(ctx: AheadContext, find: Find, path: string): Promise<Damage | undefined> {
  const file = await open(path, 'r')
  try {
    let isDamaged = false
    let unread: unknown
    const times: number[] = []
    for (let from = 0; ;) {
      const frames = await readFrames(file, from, atOnce)
      isDamaged ||= frames.isDamaged
      if (frames.end === from) break
      const read = frames.payloads.flatMap((payload) => {
        try {
          return [readPayload(payload)]
        } catch (error) {
          // A later release may have written it.
          unread = error
          return []
        }
      })
      times.push(...read.map(({ taken }) => taken.receivedAt.getTime()))
      await keepOfAccounts(ctx, find, read)
      from = frames.end
    }
    if (unread) throw unread
    return isDamaged ? await timeOf(file, times) : undefined
  } finally {
    await file.close()
  }
}

async function timeOf(file: FileHandle, times: readonly number[]): Promise<Damage> {
  const { birthtimeMs, mtimeMs } = await file.stat()
  const from = times.reduce((least, one) => Math.min(least, one), times[0] ?? birthtimeMs)
  const to = times.reduce((most, one) => Math.max(most, one), Math.max(from, mtimeMs))
  return { from: new Date(from), to: new Date(to) }
}

async function keepOfAccounts(ctx: AheadContext, find: Find, read: readonly Written[]): Promise<void> {
  for (const [, ofAccount] of Map.groupBy(read, (one) => one.account.id)) {
    const { account } = ofAccount[0] as Written
    const connector = find(account.channel)
    if (!connector) throw new Error(`no connector of ${account.channel}`)
    await keepWritten(
      ctx,
      { connector, account },
      ofAccount.map(({ taken }) => taken),
      undefined,
    )
  }
}
