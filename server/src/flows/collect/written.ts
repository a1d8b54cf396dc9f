/** A delivery in a file that is written before the database: how it is written, and how it is kept after that. */
import { channels } from '@verbatim/contract/channels.ts'
import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { z } from 'zod'
import type { Log } from '#platform/log.ts'
import { isRefusal } from '#platform/db-errors.ts'
import { isLostAccount } from '#domains/accounts/lost-account.ts'
import {
  type CollectedAccount,
  type CollectedSource,
  type KeepContext,
  keepTaken,
  LeaseLost,
  type Taken,
} from './keeping.ts'

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
  /** Of what is still asked for, while the process that wrote it runs. */
  question: z.int().optional(),
})

export interface Written {
  readonly account: CollectedAccount
  readonly taken: Taken
  readonly cursor: unknown
  readonly question: number | undefined
}

/** Keeps deliveries of one account that were written, also if another process has its connection now. */
export async function keepWritten(
  ctx: KeepContext,
  source: CollectedSource,
  taken: readonly Taken[],
  at: { holder: string; cursor: unknown } | undefined,
): Promise<void> {
  try {
    await keepTaken(ctx, source, taken, at)
  } catch (error) {
    // Another process has the connection and its own cursor; what was taken is kept in any case.
    if (error instanceof LeaseLost) await keepTaken(ctx, source, taken)
    else if (!isLostAccount(error)) throw error
  }
}

/** Keeps what was read of one account's file, and the last cursor if this process is to have the connection. */
export function keepRead(
  ctx: KeepContext,
  source: CollectedSource,
  read: readonly Written[],
  holder?: string,
): Promise<void> {
  const cursor = read.findLast((one) => one.cursor !== undefined)?.cursor
  return keepWritten(
    ctx,
    source,
    read.map(({ taken }) => taken),
    holder === undefined || cursor === undefined ? undefined : { holder, cursor },
  )
}

interface RefusedContext extends KeepContext {
  readonly log: Log
}

/**
 * The same, without refused deliveries: halves are tried until a refused one is alone.
 * @returns Whether nothing is.
 */
export async function keepUnrefused(
  ctx: RefusedContext,
  source: CollectedSource,
  read: readonly Written[],
  holder?: string,
): Promise<boolean> {
  try {
    await keepRead(ctx, source, read, holder)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (read.length === 1) {
      ctx.log.error({ err: error, accountId: source.account.id }, 'a collected message is refused')
      return false
    }
  }
  const half = Math.ceil(read.length / 2)
  const isFirstKept = await keepUnrefused(ctx, source, read.slice(0, half), holder)
  return (await keepUnrefused(ctx, source, read.slice(half), holder)) && isFirstKept
}

/** The length of the head, the head as JSON, and the body as it came. */
export function toPayload(
  { tenantId, id, channel }: CollectedAccount,
  taken: Taken,
  { cursor, question }: Pick<Written, 'cursor' | 'question'>,
): Buffer {
  const { body, answer: _, ...rest } = taken
  const head = Buffer.from(JSON.stringify({ tenantId, accountId: id, channel, ...rest, cursor, question }))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(head.length)
  return Buffer.concat([size, head, body])
}

const headStart = Buffer.from('{"tenantId":')

/** Whether a payload may begin with these bytes. */
export const isWrittenStart = (start: Buffer) => start.subarray(4, 4 + headStart.length).equals(headStart)

/** Those that can be read, and the error of one that can't, which another release may have written. */
export function readPayloads(payloads: readonly Buffer[]): { read: Written[]; error: unknown } {
  let failed: unknown
  const read = payloads.flatMap((payload) => {
    try {
      return [readPayload(payload)]
    } catch (error) {
      failed = error
      return []
    }
  })
  return { read, error: failed }
}

function readPayload(payload: Buffer): Written {
  const size = payload.readUInt32BE(0)
  const head = Head.parse(JSON.parse(payload.subarray(4, 4 + size).toString('utf8')))
  const { tenantId, accountId, channel, receivedAt, contentType, headers, isHistory, routes } = head
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
    cursor: head.cursor,
    question: head.question,
  }
}
