import { createHash } from 'node:crypto'
import { Channel } from '@verbatim/contract/channels.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bodyToKeep, type ChannelAccount, type ChannelConnector, type Delivery } from '#channels/connector.ts'
import { findConnector } from '#channels/registry.ts'
import { recordRefusal } from '#domains/accounts/commands.ts'
import { type Account, findAccountAtDoor } from '#domains/accounts/queries.ts'
import { Failure } from '#kernel/failure.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { Wholeness } from '#platform/installation/wholeness.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { openSecretsOf } from './account-secrets.ts'
import type { Keeper } from './keep.ts'
import { toChannelAccount } from './parse.ts'

interface HooksContext {
  readonly db: Db
  readonly secrets: Secrets
  readonly wholeness: Wholeness
  readonly keeper: Keeper
  readonly publicBaseUrl: string
  readonly now: () => Date
}

const Door = z.object({ channel: Channel, accountId: AccountId })

/** Providers send text and references to media, never media: a megabyte is ample. */
const bodyLimit = 1024 * 1024

/** An account is looked up again after this long, so that a changed secret or a closed account takes effect. */
const accountTtlMs = 3_000

/**
 * The doors at which providers deliver: `/hooks/{channel}/{accountId}`. The signature is checked on the raw bytes,
 * the bytes are kept, and only then is the delivery acknowledged; it is read afterwards, by the digest.
 */
export async function hookRoutes(app: FastifyInstance, ctx: HooksContext): Promise<void> {
  const requireAccount = cachedAccounts(ctx)
  await app.register(async (doors) => {
    doors.removeAllContentTypeParsers()
    doors.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    doors.setErrorHandler<FastifyError>(async (error, request) => {
      if (error.statusCode === 413) await refuseTooLarge(ctx, requireAccount, request)
      throw error
    })
    doors.route({
      method: ['GET', 'POST'],
      url: '/hooks/:channel/:accountId',
      bodyLimit,
      handler: async (request, reply) => {
        const { channel, accountId } = Door.parse(request.params)
        const connector = findConnector(channel)
        const account = await requireAccount(accountId)
        if (!connector || account.channel !== channel) throw new Failure('account.not-found')
        if (account.isClosed) throw new Failure('organization.closed')
        return receive(ctx, connector, account, request, reply)
      },
    })
  })
}

interface OpenAccount extends Account {
  readonly secrets: ChannelAccount['secrets']
}

async function receive(
  ctx: HooksContext,
  connector: ChannelConnector,
  account: OpenAccount,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const delivery = toDelivery(ctx, request)
  try {
    connector.verify(delivery, toChannelAccount(account, account.secrets))
  } catch (error) {
    if (error instanceof Failure)
      await refuse(ctx, account, request, {
        sizeBytes: delivery.body.length,
        sha256: createHash('sha256').update(delivery.body).digest(),
        reason: error.code,
      })
    throw error
  }
  const { body, contentType } = bodyToKeep(delivery)
  const headers = Object.fromEntries(
    connector.keptHeaders.flatMap((name) => {
      const value = delivery.headers[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const { duplicate } = await ctx.keeper.keep({
    tenantId: account.tenantId,
    accountId: account.id,
    channel: account.channel,
    transport: 'webhook',
    sourceKey: connector.rawKey({ body, contentType, headers }),
    contentType,
    headers,
    remote: request.ip,
    bytes: body,
    receivedAt: ctx.now(),
  })
  const { status, contentType: type, body: answer } = connector.acknowledgement
  if (type) reply.type(type)
  // For whoever counts: a provider has no use for it.
  reply.header('x-capture', duplicate ? 'duplicate' : 'accepted')
  return reply.status(status).send(answer)
}

function toDelivery({ publicBaseUrl }: HooksContext, request: FastifyRequest): Delivery {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
  return {
    method: request.method === 'GET' ? 'GET' : 'POST',
    url: publicBaseUrl + request.url,
    headers,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  }
}

function refuse(
  ctx: HooksContext,
  account: Account,
  request: FastifyRequest,
  refusal: Omit<Parameters<typeof recordRefusal>[2], 'remote'>,
) {
  return inTenant(ctx.db, account.tenantId, (tx) =>
    recordRefusal(tx, account.id, { ...refusal, remote: request.ip }, ctx.now()),
  )
}

/** Counts a body that was not read to its end, by the length that it announced. */
async function refuseTooLarge(
  ctx: HooksContext,
  requireAccount: (id: AccountId) => Promise<Account>,
  request: FastifyRequest,
): Promise<void> {
  const door = Door.safeParse(request.params)
  if (!door.success) return
  const account = await requireAccount(door.data.accountId)
  if (account.channel !== door.data.channel) return
  const sizeBytes = Number(request.headers['content-length'] ?? 0) || 0
  await refuse(ctx, account, request, { sizeBytes, reason: 'request.too-large' })
}

/** Accounts by id with their secrets opened, remembered for moments: a busy door asks thousands of times a second. */
function cachedAccounts({
  db,
  secrets,
  wholeness,
  now,
}: HooksContext): (id: AccountId) => Promise<OpenAccount> {
  const known = new Map<AccountId, { until: number; account: Promise<OpenAccount | undefined> }>()
  async function load(id: AccountId): Promise<OpenAccount | undefined> {
    const account = await findAccountAtDoor(db, id)
    // To a provider, 404 is for good: it is said of accounts that a whole installation does not have.
    if (!account && !(await wholeness.isWhole())) throw new Failure('unavailable')
    if (!account || account.status === 'inactive') return undefined
    const { authTokens, accountSid } = openSecretsOf(account, secrets)
    return { ...account, secrets: { ...(authTokens && { authTokens }), ...(accountSid && { accountSid }) } }
  }
  return async (id) => {
    const entry = known.get(id)
    const time = now().getTime()
    const current = entry && entry.until > time ? entry.account : load(id)
    if (current !== entry?.account) {
      if (known.size > 10_000) known.clear()
      known.set(id, { until: time + accountTtlMs, account: current })
      current.catch(() => known.delete(id))
    }
    const account = await current
    if (!account) throw new Failure('account.not-found')
    return account
  }
}
