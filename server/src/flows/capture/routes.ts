import { createHash } from 'node:crypto'
import { Channel } from '@verbatim/contract/channels.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bodyToKeep, type ChannelAccount, type ChannelConnector, type Delivery } from '#channels/connector.ts'
import { findConnector } from '#channels/registry.ts'
import { type Account, findAccountAtDoor } from '#domains/accounts/queries.ts'
import { Failure } from '#kernel/failure.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { Wholeness } from '#platform/installation/wholeness.ts'
import type { Db } from '#platform/db.ts'
import { countFailedTries, type FailedTries } from '#platform/failed-tries.ts'
import { networkOf } from '#platform/network-of.ts'
import { rateWindow } from '#platform/rate-window.ts'
import { rememberEach } from '#platform/remember.ts'
import { openSecretsOf } from './account-secrets.ts'
import type { RefusalCounter, RefusedDelivery } from './count-refusals.ts'
import type { Keeper } from './keep.ts'
import { toChannelAccount } from './parse.ts'

interface HooksContext {
  readonly doorDb: Db
  readonly secrets: Secrets
  readonly wholeness: Wholeness
  readonly keeper: Keeper
  readonly refusals: RefusalCounter
  readonly publicBaseUrl: string
  readonly now: () => Date
}

const Door = z.object({ channel: Channel, accountId: AccountId })

/** Providers send text and references to media, never media: a megabyte is ample. */
const bodyLimit = 1024 * 1024

/** An account is looked up again after this long, so that a changed secret or a closed account takes effect. */
const accountTtlMs = 3_000
const leastAccounts = 10_000

/**
 * Failed signatures within a minute. A provider whose secret was changed here and not there fails with each delivery,
 * and is answered 403 for a while; a stranger is not worth an HMAC for longer.
 */
const tryLimits = { perPair: 30, perAddress: 300, perTarget: 600 }

/** Ids of accounts that are none, looked up for one address in a minute. */
const strangeIdsPerMinute = 600

/**
 * The doors at which providers deliver: `/hooks/{channel}/{accountId}`. A sender that failed too often is turned away before
 * the body is read. The signature is checked on the raw bytes, the bytes are kept, and only then is the delivery
 * acknowledged; it is read afterwards, by the digest.
 */
export async function hookRoutes(app: FastifyInstance, context: HooksContext): Promise<void> {
  const ctx: DoorContext = {
    ...context,
    requireAccount: cachedAccounts(context),
    tries: countFailedTries(tryLimits),
  }
  await app.register(async (doors) => {
    doors.removeAllContentTypeParsers()
    doors.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    doors.addHook('onRequest', async (request) => {
      const { account } = await findDoor(ctx, request)
      if (!ctx.tries.mayTry(tryOf(account, request), ctx.now())) throw turnAway(ctx, account, request)
    })
    doors.setErrorHandler<FastifyError>(async (error, request) => {
      if (error.statusCode !== 413 || error instanceof Failure) throw error
      throw await refuse(ctx, request, new Failure('request.too-large', {}, error), {
        sizeBytes: announcedBytes(request), // it was not read to its end
      })
    })
    doors.route({
      method: ['GET', 'POST'],
      url: '/hooks/:channel/:accountId',
      bodyLimit,
      handler: (request, reply) => receive(ctx, request, reply),
    })
  })
}

interface OpenAccount extends Account {
  readonly secrets: ChannelAccount['secrets']
}

interface DoorContext extends HooksContext {
  /** @throws Failure `account.not-found` */
  readonly requireAccount: (id: AccountId, address: string) => Promise<OpenAccount>
  readonly tries: FailedTries
}

const tryOf = ({ id }: Account, { ip }: FastifyRequest) => ({ address: ip, target: id })

async function findDoor(
  { requireAccount }: DoorContext,
  { params, ip }: FastifyRequest,
): Promise<{ connector: ChannelConnector; account: OpenAccount }> {
  const { channel, accountId } = Door.parse(params)
  const connector = findConnector(channel)
  const account = await requireAccount(accountId, ip)
  if (!connector || account.channel !== channel) throw new Failure('account.not-found')
  if (account.isClosed) throw new Failure('organization.closed')
  return { connector, account }
}

async function receive(
  ctx: DoorContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { connector, account } = await findDoor(ctx, request)
  const delivery = toDelivery(ctx, request)
  try {
    connector.verify(delivery, toChannelAccount(account, account.secrets))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw await refuse(ctx, request, error, {
      sizeBytes: delivery.body.length,
      sha256: createHash('sha256').update(delivery.body).digest(),
    })
  }
  ctx.tries.succeeded(tryOf(account, request))
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
  // For tests and tools that count: a provider has no use for it.
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

/**
 * Counts a delivery that was looked at and turned away.
 * @returns What its sender is answered: why, or that it was too often.
 */
async function refuse(
  ctx: DoorContext,
  request: FastifyRequest,
  failure: Failure,
  seen: Pick<RefusedDelivery, 'sizeBytes' | 'sha256'>,
): Promise<Failure> {
  const { account } = await findDoor(ctx, request)
  if (!ctx.tries.failed(tryOf(account, request), ctx.now())) return turnAway(ctx, account, request)
  await ctx.refusals.count({ ...refusedAt(ctx, account, request), ...seen, reason: failure.code })
  return failure
}

/** Counts a delivery that is not looked at: its answer does not wait for the count, and it shares its transaction with others. */
function turnAway(ctx: DoorContext, account: Account, request: FastifyRequest): Failure {
  const failure = new Failure('capture.too-many-failures')
  const sizeBytes = announcedBytes(request)
  ctx.refusals.note({ ...refusedAt(ctx, account, request), sizeBytes, reason: failure.code })
  return failure
}

const refusedAt = ({ now }: DoorContext, { tenantId, id }: Account, { ip }: FastifyRequest) => ({
  tenantId,
  accountId: id,
  remote: ip,
  at: now(),
})

const announcedBytes = ({ headers }: FastifyRequest) => Number(headers['content-length'] ?? 0) || 0

/**
 * Accounts by id with their secrets opened, remembered for moments: a busy door asks thousands of times a second.
 * An address that asks for many that are none is not looked up for.
 */
function cachedAccounts({ doorDb, secrets, wholeness, now }: HooksContext): DoorContext['requireAccount'] {
  const known = rememberEach<AccountId, OpenAccount | undefined>({ ms: accountTtlMs, least: leastAccounts })
  const strangeIds = rateWindow({ limit: strangeIdsPerMinute, windowMs: 60_000 })
  async function load(id: AccountId, address: string): Promise<OpenAccount | undefined> {
    const account = await findAccountAtDoor(doorDb, id)
    // To a provider, 404 is for good: it is said of accounts that a whole installation does not have.
    if (!account && !(await wholeness.isWhole())) throw new Failure('unavailable')
    if (!account) strangeIds.take(networkOf(address), now())
    if (!account || account.status === 'inactive') return undefined
    const { authTokens, accountSid } = openSecretsOf(account, secrets)
    return { ...account, secrets: { ...(authTokens && { authTokens }), ...(accountSid && { accountSid }) } }
  }
  return async (id, address) => {
    // Of an account that was there before, no stranger keeps us from hearing more.
    if (!known.has(id) && strangeIds.isFull(networkOf(address), now())) throw new Failure('request.too-many')
    return requireOpen(await known.find(id, now(), () => load(id, address)))
  }
}

function requireOpen(account: OpenAccount | undefined): OpenAccount {
  if (!account) throw new Failure('account.not-found')
  return account
}
