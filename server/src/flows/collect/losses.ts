/**
 * What was taken from a provider and could not be stored: a gap of its account says so, as soon as the database takes that. Until then it
 * is in a small file, so that it outlives its process.
 */
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AccountGapId, AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { z } from 'zod'
import { noteUnstored } from '#domains/accounts/gaps.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/uuid.ts'
import { isOtherRunning, ownPid, syncFolder } from '#platform/ahead-file.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { aheadFolder, type FileDamage } from './ahead.ts'

interface LossContext extends Clock, DbContext {
  readonly config: { readonly VERBATIM_HOME: string }
  readonly log: Log
}

const time = z.iso.datetime().transform((text) => new Date(text))
const Loss = z.object({
  gapId: AccountGapId,
  account: z.object({ tenantId: TenantId, id: AccountId }),
  from: time,
  to: time,
})
type Loss = z.infer<typeof Loss>

export interface Losses {
  /** Of an account, now; or of a file, since something waited in it. */
  add(account: Loss['account'], damage?: FileDamage): void
  /** Notes them. What the database does not take is kept in a file, and tried again by the next call. */
  note(): Promise<void>
  /** Takes over what processes left that do not run any more. */
  takeOver(): Promise<void>
}

export function openLosses(ctx: LossContext): Losses {
  const folder = aheadFolder(ctx.config)
  const waiting = new Map<AccountId | AccountGapId, Loss>()
  /** What the files say that this process wrote or took over. */
  const written = new Map<string, Loss | undefined>()
  const keep = async (loss: Loss) => {
    const path = join(folder, `${loss.gapId}.${ownPid}.lost`)
    if (written.get(path) === loss) return
    try {
      await writeLoss(folder, path, loss)
      written.set(path, loss)
    } catch (error) {
      ctx.log.error({ err: error, accountId: loss.account.id }, 'a loss of messages could not be written')
    }
  }
  const forget = async (gapId: AccountGapId) => {
    for (const path of [...written.keys()].filter((one) => one.startsWith(join(folder, `${gapId}.`)))) {
      await rm(path, { force: true })
      written.delete(path)
    }
  }
  return {
    add({ tenantId, id }, damage) {
      const to = ctx.now()
      const key = damage?.gapId ?? id
      const { gapId, from } = waiting.get(key) ?? damage ?? { gapId: newId<AccountGapId>(to), from: to }
      waiting.set(key, { gapId, account: { tenantId, id }, from, to })
    },
    async note() {
      for (const [key, loss] of waiting) {
        const { gapId, account, from, to } = loss
        try {
          await inTenant(ctx.db, account.tenantId, (tx) =>
            noteUnstored(tx, { id: gapId, accountId: account.id, from, to }, ctx.now()),
          )
          if (waiting.get(key) !== loss) continue
          waiting.delete(key)
          await forget(gapId)
        } catch (error) {
          ctx.log.error({ err: error, accountId: account.id }, 'a loss of messages could not be noted yet')
          await keep(loss)
        }
      }
    },
    async takeOver() {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const [, pid] = /\.(\d+)\.lost$/.exec(name) ?? []
        const path = join(folder, name)
        if (pid === undefined || written.has(path) || isOtherRunning(Number(pid))) continue
        written.set(path, undefined)
        try {
          const loss = Loss.parse(JSON.parse(await readFile(path, 'utf8')))
          waiting.set(loss.gapId, loss)
        } catch (error) {
          ctx.log.error({ err: error, name }, 'a loss of messages that was written can’t be read')
        }
      }
    },
  }
}

async function writeLoss(folder: string, path: string, loss: Loss): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(loss))
    await file.datasync()
  } finally {
    await file.close()
  }
  await syncFolder(folder)
}
