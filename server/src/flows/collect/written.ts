/** A delivery in a file that is written before the database: how it is written, and how it is kept after that. */
import { channels } from '@verbatim/contract/channels.ts'
import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { z } from 'zod'
import { isUnknownAccount } from '#domains/accounts/unknown-account.ts'
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
})

export interface Written {
  readonly account: CollectedAccount
  readonly taken: Taken
  readonly cursor: unknown
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
    else if (!isUnknownAccount(error)) throw error
  }
}

/** The length of the head, the head as JSON, and the body as it came. */
export function toPayload(
  { tenantId, id, channel }: CollectedAccount,
  taken: Taken,
  cursor: unknown,
): Buffer {
  const { body, ...rest } = taken
  const head = Buffer.from(JSON.stringify({ tenantId, accountId: id, channel, ...rest, cursor }))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(head.length)
  return Buffer.concat([size, head, body])
}

export function readPayload(payload: Buffer): Written {
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
