import { createHash } from 'node:crypto'
import { Channel } from '@verbatim/contract/channels.ts'
import type { FailureCode } from '@verbatim/contract/errors.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bodyToKeep, type Delivery } from '#channels/connector.ts'
import { findConnector } from '#channels/registry.ts'
import type { Account } from '#domains/accounts/queries.ts'
import type { ReceivingClock } from '#kernel/clock.ts'
import { Failure } from '#kernel/failure.ts'
import { isPassing } from '#platform/db-errors.ts'
import { countFailedTries, type FailedTries } from '#platform/failed-tries.ts'
import { wake } from '#platform/work/wake.ts'
import { hintOf } from '#flows/collect/hints.ts'
import type { RefusalCounter, RefusedDelivery } from '#flows/capture/count-refusals.ts'
import type { Arrival, Keeper, Kept } from '#flows/capture/keep.ts'
import {
  type AddresseeOf,
  cachedAccounts,
  cachedRoutes,
  isRemoved,
  type KnownAccounts,
  type LookupContext,
  type OpenAccount,
} from './known-accounts.ts'

export interface IntakeContext extends LookupContext, ReceivingClock {
  readonly keeper: Keeper
  readonly refusals: RefusalCounter
  readonly publicBaseUrl: string
}

const Addressee = z.object({ channel: Channel, accountId: AccountId })

/** Providers send text and references to media, never media, so a megabyte is ample. */
const bodyLimit = 1024 * 1024

/**
 * Failed signatures within a minute. If a secret was changed only here, its provider fails with each delivery
 * and gets 403 for a while. A stranger's deliveries are not worth more HMACs.
 */
const tryLimits = { perPair: 30, perAddress: 300, perTarget: 600 }

/** The start of the path for deliveries. */
export const deliveries = '/hooks/'

/** The URL to which an account's provider delivers; `null` for a channel that does not deliver over HTTP. */
export function webhookUrlOf(
  publicBaseUrl: string,
  { channel, id }: Pick<Account, 'channel' | 'id'>,
): string | null {
  return findConnector(channel)?.webhook ? `${publicBaseUrl}${deliveries}${channel}/${id}` : null
}

/** The same, if people enter it at the provider: otherwise Verbatim does, or the account receives through another one. */
export function callbackUrlOf(
  publicBaseUrl: string,
  account: Pick<Account, 'channel' | 'id'> & { readonly source?: unknown },
): string | undefined {
  if (account.source || findConnector(account.channel)?.connection) return undefined
  return webhookUrlOf(publicBaseUrl, account) ?? undefined
}

/** How messages arrive at an account, for people: where its provider delivers to, or that Verbatim fetches them instead. */
export function arrivalOf(
  publicBaseUrl: string,
  account: Pick<Account, 'channel' | 'id'> & { readonly isCollected: boolean },
): { readonly webhookUrl: string | null; readonly isFetched: boolean } {
  const { connection, collection } = findConnector(account.channel) ?? {}
  const isFetched = connection !== undefined && collection !== undefined && account.isCollected
  return { webhookUrl: isFetched ? null : webhookUrlOf(publicBaseUrl, account), isFetched }
}

/**
 * Takes what providers deliver to `/hooks/{channel}/{accountId}`. A sender that failed too often is refused before
 * the body is read. The signature is checked on the raw bytes, the bytes are stored, and only then is the delivery
 * acknowledged; the worker reads it afterwards.
 */
export async function hookRoutes(app: FastifyInstance, context: IntakeContext): Promise<void> {
  const ctx: WebhookContext = {
    ...context,
    ...cachedAccounts(context),
    addresseeOf: cachedRoutes(context),
    tries: countFailedTries(tryLimits),
  }
  await app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    hooks.addHook('onRequest', async (request) => {
      takeType(request)
      const account = await findAddressee(ctx, request)
      if (!ctx.tries.mayTry(tryOf(account, request), ctx.now())) throw turnAway(ctx, account, request)
    })
    hooks.setErrorHandler<FastifyError>(async (error, request) => {
      if (error.statusCode !== 413 || error instanceof Failure) throw error
      throw await refuse(ctx, request, new Failure('request.too-large', {}, error), {
        sizeBytes: announcedBytes(request), // it was not read completely
      })
    })
    hooks.route({
      method: ['GET', 'POST'],
      url: `${deliveries}:channel/:accountId`,
      bodyLimit,
      handler: (request, reply) => receive(ctx, request, reply),
    })
  })
}

/**
 * What senders call their bodies. The framework refuses what is no name of a type before anyone has looked at the delivery, and its sender
 * may not deliver it again: so it reads all bodies as bytes.
 */
const givenTypes = new WeakMap<FastifyRequest, string>()

function takeType(request: FastifyRequest): void {
  const { 'content-type': given } = request.headers
  if (given === undefined) return
  givenTypes.set(request, given)
  request.headers['content-type'] = 'application/octet-stream'
}

interface WebhookContext extends IntakeContext, KnownAccounts {
  readonly addresseeOf: AddresseeOf
  readonly tries: FailedTries
}

const tryOf = ({ id }: Account, { ip }: FastifyRequest) => ({ address: ip, target: id })

/** Counts what comes for an account that takes no more: its provider may not deliver it again. */
async function findAddressee(ctx: WebhookContext, request: FastifyRequest): Promise<OpenAccount> {
  const { channel, accountId } = Addressee.parse(request.params)
  const found = await ctx.requireAccount(accountId, request.ip)
  const account = isRemoved(found) ? found.removed : found
  if (account.channel !== channel) throw new Failure('account.not-found')
  if (isRemoved(found)) throw refuseUnread(ctx, account, request, 'account.not-found')
  if (found.isClosed) throw refuseUnread(ctx, account, request, 'organization.closed')
  return found
}

async function receive(
  ctx: WebhookContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const received = toDelivery(ctx, request)
  const { account, challenged, failure } = await check(ctx, await findAddressee(ctx, request), {
    received,
    address: request.ip,
  })
  if (failure)
    throw await refuse(ctx, request, failure, {
      sizeBytes: received.body.length,
      sha256: createHash('sha256').update(received.body).digest(),
    })
  const { connector, webhook, channelAccount } = account
  ctx.tries.succeeded(tryOf(account, request))
  if (challenged !== undefined) return reply.type('text/plain').send(Buffer.from(challenged))
  const delivery = webhook.open?.(received, channelAccount) ?? received
  const { body, contentType } = bodyToKeep(delivery)
  const headers = Object.fromEntries(
    webhook.keptHeaders.flatMap((name) => {
      const value = delivery.headers[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const { duplicate } = await keep(ctx, request, {
    tenantId: account.tenantId,
    accountId: await ctx.addresseeOf(account, delivery),
    channel: account.channel,
    transport: 'webhook',
    sourceKey: connector.rawKey({ body, contentType, headers }),
    contentType,
    headers,
    remote: request.ip,
    bytes: body,
    receivedAt: ctx.received(),
    ...(webhook.isBeside?.(delivery) && { isNoSign: true as const }),
  })
  if (webhook.wakesCollection?.(delivery)) await wake(ctx.intakeDb, hintOf(account.id))
  const { status, contentType: type, body: answer } = webhook.acknowledgement
  if (type) reply.type(type)
  // For tests and tools that count; providers do not use it.
  reply.header('x-capture', duplicate ? 'duplicate' : 'accepted')
  return reply.status(status).send(answer)
}

/** For the sender, every failure to store is temporary, also one of the database that is no outage, such as a missing right. */
async function keep({ keeper }: WebhookContext, { log }: FastifyRequest, arrival: Arrival): Promise<Kept> {
  try {
    return await keeper.keep(arrival)
  } catch (error) {
    if (error instanceof Failure || isPassing(error)) throw error
    log.error({ err: error }, 'a delivery could not be stored; its sender will try again')
    throw new Failure('unavailable', {}, error)
  }
}

interface Checked {
  readonly account: OpenAccount
  /** The answer to a request that only checks the address. */
  readonly challenged?: string | Uint8Array | undefined
  /** Why its provider did not make the delivery. */
  readonly failure?: Failure
}

/** Checks a delivery, and a refused one once more if the account was changed since it was looked up. */
async function check(
  ctx: WebhookContext,
  account: OpenAccount,
  { received, address }: { readonly received: Delivery; readonly address: string },
): Promise<Checked> {
  const checked = checkAs(account, received)
  const changed = checked.failure && (await ctx.lookAgain(account, address))
  return changed ? checkAs(changed, received) : checked
}

function checkAs(account: OpenAccount, received: Delivery): Checked {
  const { webhook, channelAccount } = account
  try {
    const challenged = webhook.challenge?.(received, channelAccount)
    if (challenged === undefined) webhook.verify(received, channelAccount)
    return { account, challenged }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { account, failure: error }
  }
}

function toDelivery({ publicBaseUrl }: IntakeContext, request: FastifyRequest): Delivery {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
  return {
    method: request.method === 'GET' ? 'GET' : 'POST',
    url: publicBaseUrl + request.url,
    headers: { ...headers, 'content-type': givenTypes.get(request) },
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  }
}

/**
 * Counts a delivery that was checked and refused.
 * @returns The answer to the sender: the reason, or that it failed too often.
 */
async function refuse(
  ctx: WebhookContext,
  request: FastifyRequest,
  failure: Failure,
  seen: Pick<RefusedDelivery, 'sizeBytes' | 'sha256'>,
): Promise<Failure> {
  const account = await findAddressee(ctx, request)
  if (!ctx.tries.failed(tryOf(account, request), ctx.now())) return turnAway(ctx, account, request)
  await ctx.refusals.count({ ...refusedAt(ctx, account, request), ...seen, reason: failure.code })
  return failure
}

const turnAway = (ctx: WebhookContext, account: Account, request: FastifyRequest): Failure =>
  refuseUnread(ctx, account, request, 'capture.too-many-failures')

/** Counts a delivery that is not checked. Its answer does not wait for the count, which shares a transaction with others. */
function refuseUnread(
  ctx: WebhookContext,
  account: Account,
  request: FastifyRequest,
  code: FailureCode,
): Failure {
  const failure = new Failure(code)
  const sizeBytes = announcedBytes(request)
  ctx.refusals.note({ ...refusedAt(ctx, account, request), sizeBytes, reason: failure.code })
  return failure
}

const refusedAt = ({ now }: WebhookContext, { tenantId, id }: Account, { ip }: FastifyRequest) => ({
  tenantId,
  accountId: id,
  remote: ip,
  at: now(),
})

/** Senders may announce more than the database has numbers for. */
const announcedBytes = ({ headers }: FastifyRequest) =>
  Math.min(Number(headers['content-length'] ?? 0) || 0, Number.MAX_SAFE_INTEGER)
