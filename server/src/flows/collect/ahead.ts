/** Deliveries that their provider does not give again wait in a file until the database has them. */
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountGapId } from '@verbatim/contract/ids.ts'
import { newId } from '#kernel/uuid.ts'
import { type AheadFile, createAheadFile } from '#platform/ahead-file.ts'
import { isRefusal } from '#platform/db-errors.ts'
import { collectedFolderOf } from '#platform/installation/home.ts'
import type { Log } from '#platform/log.ts'
import { deliveryFiles } from './account-files.ts'
import { inGroups } from './in-groups.ts'
import type { CollectedSource, KeepContext, Taken } from './keeping.ts'
import { Questions } from './questions.ts'
import { isWrittenStart, keepRead, keepUnrefused, keepWritten, readPayloads, toPayload } from './written.ts'

export interface AheadContext extends KeepContext {
  readonly config: { readonly VERBATIM_HOME: string }
  readonly log: Log
}

export const aheadFolder = ({ VERBATIM_HOME }: AheadContext['config']) => collectedFolderOf(VERBATIM_HOME)

/** Read from a file at once. */
export const atOnce = { frames: 500, bytes: 8 * 1024 * 1024, isStart: isWrittenStart }
/** After so many refusals, the rest is kept without the refused deliveries, and people are notified. */
const mostRefusals = 5

/** How files are written; tests have smaller ones, shorter waits, and disks that fail. */
export interface AheadLimits {
  /** More of an account waits at its provider: a full disk would stop everything else. */
  readonly mostWaitingBytes: number
  /** What neither the disk nor the database takes for so long is given up. */
  readonly storeWithinMs: number
  /** Between two attempts. */
  readonly retryMs: number
  /** The end of a connection waits so long for the database; what is left is in the file. */
  readonly endWithinMs: number
  /** How often it is looked for how far the database has it. */
  readonly lookEveryMs: number
  readonly createFile: typeof createAheadFile
}

export const usualAhead: AheadLimits = {
  mostWaitingBytes: 512 * 1024 * 1024,
  storeWithinMs: 30_000,
  retryMs: 1_000,
  endWithinMs: 10_000,
  lookEveryMs: 60_000,
  createFile: createAheadFile,
}

/** Neither the disk nor the database took it. Its provider does not give it again. */
export class NotStored extends Error {
  override name = 'NotStored'
}

/** The file of one account while this process has its connection. */
export interface Ahead {
  /**
   * Durable once it resolves, whether or not the database answers. What comes while the disk writes shares the next write, behind what came
   * before. @throws NotStored
   */
  write(taken: readonly Taken[], cursor: unknown): Promise<void>
  /** What was taken until then is in the database; undefined while files of earlier connections wait. */
  capturedUntil(): Promise<Date | undefined>
  /** Ends once all is in the database, or at the latest when `until` aborts; what is left waits for the next start. */
  close(until: AbortSignal): Promise<void>
}

interface AheadOptions extends CollectedSource {
  readonly holder: string
  readonly limits: AheadLimits
  /** So much waits that no more should be taken. What was taken already is still to be written. */
  readonly onFull: () => void
  /** Some of what was written is lost. The file stays as it is, so the connection should go on with another one. */
  readonly onDamage: (damage: FileDamage) => void
  /** What could not be stored by then is given up. */
  readonly hurry: AbortSignal
}

/** Reported once for each file. */
export interface FileDamage {
  /** Named after the file, so that the next process does not report it again. */
  readonly gapId: AccountGapId
  /** Since then something waited in the file. */
  readonly from: Date
}

/** What is written at once. */
interface Write {
  readonly taken: readonly Taken[]
  readonly cursor: unknown
  /** If nothing has taken it by then, it is given up. */
  readonly until: number
}

/** @throws if too much of the account waits in files of earlier connections. */
export async function openAhead(ctx: AheadContext, options: AheadOptions): Promise<Ahead> {
  const { account, holder, limits, onFull, onDamage } = options
  const folder = aheadFolder(ctx.config)
  if ((await bytesLeft(folder, account.id)) > limits.mostWaitingBytes)
    throw new Error('too much waits for the database')
  const gapId = newId<AccountGapId>(ctx.now())
  const path = deliveryFiles.pathOf(folder, account.id, gapId)
  written.add(path)
  const file = await limits.createFile(path)
  let from = ctx.now()
  let drainedUntil: Date | undefined
  let isReported = false
  const tell = () => {
    if (isReported) return
    isReported = true
    ctx.log.error({ accountId: account.id }, 'a file with collected messages is damaged')
    onDamage({ gapId, from })
  }
  const over = new AbortController()
  const questions = new Questions()
  let draining: Promise<void> | undefined
  const drain = () => {
    const onDrained = (until: Date | undefined) => void (drainedUntil = until ?? drainedUntil)
    const source = { ...options, questions, onDrained, onDamage: tell }
    draining ??= drainFile(ctx, file, source, over.signal).finally(() => {
      draining = undefined
    })
    return draining
  }
  const store = async (writes: readonly Write[]) => {
    if (file.waiting === 0) {
      from = ctx.now()
      drainedUntil = undefined
    }
    const all = writes.flatMap(({ taken, cursor }) =>
      taken.map((one, index) => ({
        one,
        question: questions.put(one.answer),
        cursor: index === taken.length - 1 ? cursor : undefined,
      })),
    )
    try {
      await file.append(all.map(({ one, ...rest }) => toPayload(account, one, rest)))
      void drain()
    } catch (error) {
      questions.close(all)
      ctx.log.error({ err: error, accountId: account.id }, 'the disk does not take collected messages')
      const cursor = writes.findLast((write) => write.cursor !== undefined)?.cursor
      const taken = all.map(({ one }) => one)
      // It waits for no answer: it is nowhere yet.
      await keepWritten(ctx, options, taken, cursor === undefined ? undefined : { holder, cursor })
    }
  }
  const write = inGroups<Write>(async (writes) => {
    const until = Math.max(...writes.map((one) => one.until))
    await storeBy(until, () => store(writes), options)
    if (file.waiting > limits.mostWaitingBytes) onFull()
  })
  return {
    async write(taken, cursor) {
      if (taken.length > 0) await write({ taken, cursor, until: performance.now() + limits.storeWithinMs })
    },
    async capturedUntil() {
      if ((await filesLeft(folder, account.id)).some((left) => left !== path)) return undefined
      return file.waiting === 0 ? ctx.now() : (drainedUntil ?? from)
    },
    async close(until) {
      const end = () => over.abort()
      until.addEventListener('abort', end, { once: true })
      if (until.aborted) end()
      while (file.waiting > 0 && !over.signal.aborted) await drain()
      over.abort()
      await draining
      until.removeEventListener('abort', end)
      await leave(file, path)
    },
  }
}

/** Tries again and again. @throws NotStored */
async function storeBy(
  until: number,
  store: () => Promise<void>,
  { limits, hurry }: Pick<AheadOptions, 'limits' | 'hurry'>,
): Promise<void> {
  for (;;) {
    try {
      await store()
      return
    } catch (error) {
      if (performance.now() > until || hurry.aborted) throw new NotStored('not stored', { cause: error })
    }
    await sleep(Math.min(limits.retryMs, limits.storeWithinMs), undefined, { signal: hurry }).catch(() => {})
  }
}

/** Files that this process writes. */
const written = new Set<string>()

export const isWriting = (path: string) => written.has(path)

/** What is left in it is read from now on, whatever the disk says. */
async function leave(file: AheadFile, path: string): Promise<void> {
  const isDone = file.waiting === 0
  try {
    await file.close()
    if (isDone) await (file.isDamaged ? setAside(path) : rm(path, { force: true }))
  } finally {
    written.delete(path)
  }
}

/** Keeps a file in which something can’t be read, or is refused: see `openLeftovers`. */
export const setAside = (path: string) => rename(path, deliveryFiles.marked(path))

/** The files of an account that are still to be read. */
async function filesLeft(folder: string, accountId: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.flatMap((name) => deliveryFiles.read(folder, name) ?? [])
  return files.filter((file) => file.accountId === accountId && !file.isMarked).map(({ path }) => path)
}

/** What earlier connections of an account left. */
async function bytesLeft(folder: string, accountId: string): Promise<number> {
  const own = await filesLeft(folder, accountId)
  const sizes = await Promise.all(
    own.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

interface Drained extends CollectedSource {
  readonly holder: string
  readonly questions: Questions
  readonly limits: Pick<AheadLimits, 'retryMs'>
  readonly onDamage: () => void
  /** What was taken until then is in the database, or given up. */
  readonly onDrained: (until: Date | undefined) => void
}

async function drainFile(
  ctx: AheadContext,
  file: AheadFile,
  source: Drained,
  over: AbortSignal,
): Promise<void> {
  let refusals = 0
  while (file.waiting > 0 && !over.aborted) {
    try {
      const { payloads, end, isDamaged } = await file.next(atOnce)
      if (isDamaged) source.onDamage()
      const { read, error } = readPayloads(payloads)
      const answers = await source.questions.answered(read, over)
      if (!answers) return
      if (await keepPayloads(ctx, source, { read: answers, error }, refusals)) await file.done(end)
      else {
        await file.giveUp(end)
        source.onDamage()
      }
      source.questions.close(read)
      source.onDrained(read.at(-1)?.taken.receivedAt)
      refusals = 0
    } catch (error) {
      refusals = isRefusal(error) ? refusals + 1 : 0
      ctx.log.warn({ err: error, accountId: source.account.id }, 'collected messages wait in a file')
      await sleep(source.limits.retryMs, undefined, { signal: over }).catch(() => {})
    }
  }
}

/**
 * @returns Whether all of them are kept: after so many refusals, without those that are refused.
 * @throws what the database or the connector says, before that
 */
async function keepPayloads(
  ctx: AheadContext,
  source: Drained,
  { read, error }: ReturnType<typeof readPayloads>,
  refusals: number,
): Promise<boolean> {
  if (refusals >= mostRefusals) return (await keepUnrefused(ctx, source, read, source.holder)) && !error
  if (error) throw error
  await keepRead(ctx, source, read, source.holder)
  return true
}
