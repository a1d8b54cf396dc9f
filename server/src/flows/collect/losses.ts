/**
 * What was taken from a provider and could not be stored: a gap of its account says so, as soon as the database takes that. Until then it
 * is in a small file, so that it outlives its process.
 */
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { AccountGapId, AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { z } from 'zod'
import { noteUnstored } from '#domains/accounts/gaps.ts'
import { findAccountOfDelivery } from '#domains/accounts/queries.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/uuid.ts'
import { isOtherRunning } from '#platform/ahead-file.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { syncFolder } from '#platform/paths.ts'
import type { Log } from '#platform/log.ts'
import { type AccountFile, lossFiles } from './account-files.ts'
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
  /** Files that this process may be writing. */
  const own = new Set<string>()
  const keep = async (loss: Loss) => {
    const path = lossFiles.pathOf(folder, loss.account.id, loss.gapId)
    if (written.get(path) === loss) return
    if (!written.has(path)) written.set(path, undefined) // it may be there without its text
    own.add(lossFiles.marked(path))
    try {
      await writeLoss(folder, path, loss)
      written.set(path, loss)
    } catch (error) {
      ctx.log.error({ err: error, accountId: loss.account.id }, 'a loss of messages could not be written')
    }
  }
  const forget = async (gapId: AccountGapId) => {
    for (const path of [...written.keys()].filter((one) => one.includes(`.${gapId}.`))) {
      await rm(path, { force: true })
      written.delete(path)
    }
  }
  const takeOver = async (file: AccountFile) => {
    if (file.isMarked) return rm(file.path, { force: true })
    const loss = (await readLoss(ctx, file)) ?? (await lossFromName(ctx, file))
    written.set(file.path, undefined)
    if (loss) waiting.set(loss.gapId, loss)
    else await forget(file.gapId)
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
        const file = lossFiles.read(folder, name)
        // What this process may be writing is no leftover, whatever the id of the process in its name.
        if (!file || written.has(file.path) || own.has(file.path) || isOtherRunning(file.pid)) continue
        try {
          await takeOver(file)
        } catch (error) {
          // The next call tries again.
          ctx.log.error({ err: error, name }, 'a loss of messages could not be taken over yet')
        }
      }
    },
  }
}

/** Undefined if its text is not whole. */
async function readLoss({ log }: LossContext, { path }: AccountFile): Promise<Loss | undefined> {
  const text = await readFile(path, 'utf8')
  try {
    return Loss.parse(JSON.parse(text))
  } catch (error) {
    log.error(
      { err: error, path },
      'a file about lost messages could not be read; only its name shows the loss',
    )
    return undefined
  }
}

/** How much is lost is not known: the loss has the times of its file. Undefined if the account is gone. */
async function lossFromName(
  { db }: LossContext,
  { path, accountId, gapId }: AccountFile,
): Promise<Loss | undefined> {
  const { birthtime, mtime } = await stat(path)
  const account = await findAccountOfDelivery(db, accountId)
  if (!account) return undefined
  const from = birthtime < mtime ? birthtime : mtime
  return { gapId, account: { tenantId: account.tenantId, id: accountId }, from, to: mtime }
}

/** On a full disk there is at least the file's name, which says whose messages are lost. What was written before is not cut. */
async function writeLoss(folder: string, path: string, loss: Loss): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await (await open(path, 'a', 0o600)).close()
  await syncFolder(folder)
  const part = lossFiles.marked(path)
  try {
    await writeFile(part, JSON.stringify(loss), { mode: 0o600, flush: true })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
  await syncFolder(folder)
}
