import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import type { CallLimits, Connection } from '#channels/provider-calls.ts'
import { refused, type Unanswered } from '#channels/unanswered.ts'
import { askAgent, type Asked, type Question } from './agent.ts'
import { identify } from './identity.ts'
import { type Agent, agentOf, wasAlias, webhookKeyOf } from './settings.ts'
import { keyedAddress } from './webhook.ts'

/**
 * The events we ask for: those with content, and what was read, which is kept as received. All of them (`*`) would also bring us the places of people and the backups of
 * settings, which we have no reason to keep.
 */
const events = [
  'new-message',
  'updated-message',
  'message-send-error',
  'group-name-change',
  'group-icon-changed',
  'group-icon-removed',
  'participant-added',
  'participant-removed',
  'participant-left',
  'chat-read-status-changed',
  'incoming-facetime',
  'ft-call-status-changed',
]

const Ping = z.literal('pong')
const flag = z.boolean().optional().catch(undefined)
const ServerInfo = z.object({
  server_version: z.string(),
  detected_imessage: z.string().nullable(),
  private_api: flag,
  helper_connected: flag,
})
type ServerInfo = z.infer<typeof ServerInfo>
/** The addresses at which people reach an Apple Account. */
const Aliases = z.array(z.object({ Alias: z.string() }).catch({ Alias: '' })).catch([])
const AppleAccount = z.object({ aliases: Aliases, vetted_aliases: Aliases })
const Webhook = z.object({ id: z.number(), url: z.string(), events: z.array(z.string()) })
type Webhook = z.infer<typeof Webhook>

/** Registers a webhook at the agent on the owner's Mac. */
export const agentConnection: Connection = {
  async connect(account, webhookUrl, limits) {
    const agent = agentOf(account)
    if (!agent) return refused('not-configured')
    const ask = askerOf(agent, limits)
    const pong = await ask(Ping, 'ping')
    if ('outcome' in pong) return pong
    const about = await ask(ServerInfo, 'server/info')
    if ('outcome' in about) return about
    const { detected_imessage: signedIn, server_version: serverVersion } = about.data
    if (!isOf(account, signedIn)) return refused('address-differs')
    const isAlias = await findAlias(ask, account, about.data)
    if (isAlias === false && wasAlias(account)) return refused('alias-removed')
    const webhookKey = webhookKeyOf(account) ?? randomBytes(32).toString('base64url')
    const webhook = await register(ask, webhookUrl, keyedAddress(webhookUrl, webhookKey))
    if ('outcome' in webhook) return webhook
    return {
      outcome: 'done',
      settings: { webhookId: webhook.data.id, serverVersion, ...(isAlias !== undefined && { isAlias }) },
      secrets: { webhookKey },
    }
  },

  async check(account, webhookUrl, limits) {
    const agent = agentOf(account)
    const key = webhookKeyOf(account)
    // It was never connected here.
    if (!agent || !key) return { outcome: 'not-asked' }
    const ask = askerOf(agent, limits)
    const about = await ask(ServerInfo, 'server/info')
    if ('outcome' in about) return about
    const { detected_imessage: signedIn } = about.data
    if (signedIn === null) return refused('cannot-receive')
    if (!isOf(account, signedIn)) return refused('address-differs')
    if (wasAlias(account) && (await findAlias(ask, account, about.data)) === false)
      return refused('alias-removed')
    const address = keyedAddress(webhookUrl, key)
    const ours = await findOurs(ask, webhookUrl)
    if ('outcome' in ours) return ours
    if (ours.data.length === 1 && ours.data.every((one) => isRight(one, address))) return { outcome: 'done' }
    if (!(await limits.isUnchanged())) return { outcome: 'not-asked' }
    const webhook = await register(ask, webhookUrl, address)
    return 'outcome' in webhook ? webhook : { outcome: 'done' }
  },

  async disconnect(account, webhookUrl, limits) {
    const agent = agentOf(account)
    // An account that was never connected has no webhook.
    if (!agent) return webhookKeyOf(account) ? refused('not-configured') : { outcome: 'done' }
    const ask = askerOf(agent, limits)
    const ours = await findOurs(ask, webhookUrl)
    if ('outcome' in ours) return ours
    return (await removeAll(ask, ours.data)) ?? { outcome: 'done' }
  },
}

function isOf({ address }: ChannelAccount, signedIn: string | null): boolean {
  const { kind, value } = identify(signedIn ?? '')
  return kind === address.kind && value === address.value
}

/**
 * Whether people reach the Apple Account at the address of this account. Only an agent with the Private API knows; undefined if this one
 * does not say. Its event `imessage-aliases-removed` comes to no webhook that names what it wants (decision 175).
 */
async function findAlias(
  ask: Ask,
  account: ChannelAccount,
  { private_api: isPrivate, helper_connected: isHelped }: ServerInfo,
): Promise<boolean | undefined> {
  if (!isPrivate || !isHelped) return undefined
  const about = await ask(AppleAccount, 'icloud/account')
  if ('outcome' in about) return undefined
  const aliases = [...about.data.aliases, ...about.data.vetted_aliases]
  return aliases.length === 0 ? undefined : aliases.some(({ Alias }) => isOf(account, Alias))
}

/**
 * Leaves one webhook, at `address`. The agent does not deliver again what it had no webhook for, so a right one stays as it
 * is. A wrong one at the same address goes first, because the agent would answer with it instead of making another.
 */
async function register(ask: Ask, webhookUrl: string, address: string): Promise<Asked<Webhook>> {
  const ours = await findOurs(ask, webhookUrl)
  if ('outcome' in ours) return ours
  const right = ours.data.find((one) => isRight(one, address))
  const stale = ours.data.filter((one) => one !== right)
  const inTheWay = await removeAll(
    ask,
    stale.filter(({ url }) => url === address),
  )
  if (inTheWay) return inTheWay
  const webhook = right
    ? { data: right }
    : await ask(Webhook, 'webhook', { method: 'POST', body: JSON.stringify({ url: address, events }) })
  if ('outcome' in webhook) return webhook
  const left = await removeAll(
    ask,
    stale.filter(({ url }) => url !== address),
  )
  return left ?? webhook
}

const isRight = ({ url, events: given }: Webhook, address: string) => url === address && isWanted(given)

const isWanted = (given: readonly string[]) => [...given].sort().join() === [...events].sort().join()

/** The agent's webhooks to us, whatever their keys. Its numbers may belong to others after it was set up again. */
async function findOurs(ask: Ask, webhookUrl: string): Promise<Asked<Webhook[]>> {
  const listed = await ask(z.array(Webhook), 'webhook')
  if ('outcome' in listed) return listed
  return { data: listed.data.filter(({ url }) => url.split('?', 1)[0] === webhookUrl) }
}

/** @returns What keeps us from it; undefined if none is left. */
async function removeAll(ask: Ask, webhooks: readonly Webhook[]): Promise<Unanswered | undefined> {
  for (const { id } of webhooks) {
    const removed = await ask(z.unknown().optional(), `webhook/${id}`, {
      method: 'DELETE',
      mayBeMissing: true,
    })
    if ('outcome' in removed) return removed
  }
  return undefined
}

type Ask = <Data>(
  schema: z.ZodType<Data>,
  path: string,
  question?: Pick<Question, 'method' | 'body' | 'mayBeMissing'>,
) => Promise<Asked<Data>>

/** Far above any answer that is expected here. */
const maxBytes = 1024 * 1024

function askerOf(agent: Agent, limits: CallLimits): Ask {
  return (schema, path, question) => askAgent(agent, schema, path, { ...question, ...limits, maxBytes })
}
