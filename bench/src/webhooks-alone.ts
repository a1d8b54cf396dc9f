/** The floor of webhooks that has no HTTP: the same deliveries, accepted and opened before, read and kept in batches by one process. */
import { randomBytes } from 'node:crypto'
import {
  bodyToKeep,
  type ChannelAccount,
  type ChannelConnector,
} from '@verbatim/server/channels/connector.ts'
import { keepAlone } from './keep-alone.ts'
import type { Product } from './product.ts'
import { makeMessages, seeded } from './texts.ts'
import { formOf, type PostedChannel } from './webhook-forms.ts'

const most = 10_000
const senders = 2_000

interface Posted {
  readonly account: ChannelAccount
  readonly connector: ChannelConnector
  readonly channel: PostedChannel
  /** How many; it takes no more than ten thousand. */
  readonly requests: number
}

/** @returns how many a second */
export async function readAndKept(product: Product, posted: Posted): Promise<number> {
  const { account, connector, channel, requests } = posted
  const run = randomBytes(6).toString('hex')
  const texts = makeMessages(seeded(20_261_121), Math.min(requests, most))
  const deliveries = texts.map((text, index) => {
    const place = { sender: index % senders, url: product.origin, secret: 'secret' }
    const form = formOf(channel, { run, index, text, ...place })
    const headers = Object.fromEntries(
      form.headers.map((line) => {
        const [name = '', value = ''] = line.split(': ', 2)
        return [name.toLowerCase(), value] as const
      }),
    )
    const received = {
      method: 'POST' as const,
      url: `${product.origin}/${form.query ?? ''}`,
      headers,
      body: Buffer.from(form.body),
    }
    return bodyToKeep(connector.webhook?.open?.(received, account) ?? received)
  })
  return keepAlone(product, account, connector, deliveries)
}
