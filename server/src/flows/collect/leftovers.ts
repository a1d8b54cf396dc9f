/** Files that a process or a connection left behind, with deliveries that may not be in the database. */
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChannelConnector } from '#channels/connector.ts'
import { isOtherRunning, readFrames } from '#platform/ahead-file.ts'
import { isPassing } from '#platform/db-errors.ts'
import { aheadFolder, type AheadContext, atOnce, isWriting } from './ahead.ts'
import type { CollectedAccount } from './keeping.ts'
import { keepWritten, readPayload, type Written } from './written.ts'

type Find = (channel: CollectedAccount['channel']) => ChannelConnector | undefined

/**
 * Keeps what earlier processes left, and removes their files. It may be repeated: a delivery that is in the database
 * already is the same record.
 */
export async function replayLeftovers(ctx: AheadContext, find: Find): Promise<void> {
  const folder = aheadFolder(ctx.config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    const [, pid] = /\.(\d+)\.log$/.exec(name) ?? []
    if (!pid || isWriting(join(folder, name))) continue
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
    await keepWritten(
      ctx,
      { connector, account },
      ofAccount.map(({ taken }) => taken),
      undefined,
    )
  }
}
