/**
 * Webhooks of each channel whose provider posts its messages, over HTTP, from a request to its 200 after the commit, compared
 * with a bare Fastify with one INSERT of the same bodies, and with reading and keeping alone. The worker is idle.
 */
import { AccountId } from '@verbatim/contract/ids.ts'
import { findConnector } from '@verbatim/server/channels/registry.ts'
import { keyedAddress } from '@verbatim/server/channels/imessage/webhook.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { sealSecretsOf } from '@verbatim/server/flows/capture/account-secrets.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { startBare } from './bare.ts'
import { checked, sizeOf } from './capture.ts'
import { type Claim, median, type Row } from './figures.ts'
import { openAlone } from './keep-alone.ts'
import { sendLoad } from './load.ts'
import { openProduct, type Product } from './product.ts'
import { corporation, type PostedChannel, postedChannels } from './webhook-forms.ts'
import { readAndKept } from './webhooks-alone.ts'

const rounds = 3
const secret = 'a-secret-of-more-than-22-characters'

/** What each channel's deliveries are shown to be genuine by. */
const proofs: Record<PostedChannel, string> = {
  sms: 'SMS/MMS, signed',
  whatsapp: 'WhatsApp Business, signed',
  telegram: 'Telegram, with a secret in a header',
  imessage: 'iMessage, with a secret in the address',
  wecom: 'WeCom, signed and encrypted',
}

export const webhooks: Claim = {
  name: 'webhooks',
  async measure(options): Promise<Row[]> {
    await using product = await openProduct({ works: false })
    const tenant = await product.world.makeTenant('webhooks')
    const other = await product.world.makeTenant('alone')
    const bare = await startBare(product)
    const rows: Row[] = []
    for (const channel of postedChannels) {
      const endpoint = { ...(await connect(product, tenant, channel)), channel, ...sizeOf(options) }
      const floor = { ...endpoint, port: bare.port, path: '/hooks/bare' }
      const send = async (to: typeof endpoint) => checked(await sendLoad(to)).perSecond
      const alone = await aloneOf(product, other, channel)
      const { requests } = endpoint
      const [ours, floors, kept]: [number[], number[], number[]] = [[], [], []]
      await send(floor) // both have handled the request before they are timed
      await send(endpoint)
      for (let round = 0; round < rounds; round++) {
        floors.push(await send(floor))
        ours.push(await send(endpoint))
        kept.push(await readAndKept(product, { ...alone, channel, requests }))
      }
      const rates = [ours, floors, kept].map((of) => `${median(of).toFixed(0)}/s`)
      options.tell(`${channel}: ${rates.join(', ')}: captured, bare, alone`)
      const row = {
        what: `Webhooks captured: ${proofs[channel]}`,
        ours: median(ours),
        unit: 'per-second',
      } as const
      rows.push(
        { ...row, floor: median(floors), against: 'bare Fastify + one INSERT' },
        { ...row, floor: median(kept), against: 'read and kept alone' },
      )
    }
    bare.child.disconnect()
    return rows
  },
}

interface Entered {
  readonly address: string
  readonly secrets: Record<string, string>
  readonly settings: Record<string, string>
}

/** What people enter for an account that an organization of a test does not have, and what we remember of it. */
const entered: Record<Exclude<PostedChannel, 'sms' | 'whatsapp'>, Entered> = {
  telegram: {
    address: '@acme_capture_bot',
    secrets: { token: '99:token', webhookSecret: secret },
    settings: { botId: '99' },
  },
  imessage: {
    address: '+14155550142',
    secrets: { password: 'password', webhookKey: secret },
    settings: { serverUrl: 'http://127.0.0.1:9' },
  },
  wecom: { address: corporation.corpId, secrets: corporation.secrets, settings: {} },
}

/** The account of another organization that nothing delivers to. */
async function aloneOf(product: Product, tenant: WorldTenant, channel: PostedChannel) {
  const connector = findConnector(channel)
  if (!connector) throw new Error(`${channel} has no connector`)
  const given =
    channel === 'sms' || channel === 'whatsapp' ? { address: '+15550100777', secrets: {} } : entered[channel]
  return { connector, account: await openAlone(product, tenant, connector, given) }
}

/** The account's endpoint. */
async function connect(
  { world: { ctx }, port, origin }: Product,
  { id: tenantId, accounts, authToken }: WorldTenant,
  channel: PostedChannel,
) {
  const to = { port, publicBaseUrl: origin }
  if (channel === 'sms' || channel === 'whatsapp')
    return { ...to, path: `/hooks/${channel}/${accounts[channel]}`, authToken }
  const id = AccountId.parse(newId(new Date()))
  const { address, secrets, settings } = entered[channel]
  await inTenant(ctx.db, tenantId, async (tx) => {
    const sealedSecrets = sealSecretsOf({ tenantId, id }, secrets, ctx.secrets)
    await createAccounts(tx, [{ id, channel, name: channel, address, settings, sealedSecrets }])
  })
  const path = `/hooks/${channel}/${id}`
  return { ...to, path: channel === 'imessage' ? keyedAddress(path, secret) : path, authToken: secret }
}
