import { setTimeout as pause } from 'node:timers/promises'
import { type MailSender, openMailSender } from '@verbatim/server/testing/traffic/mail-sender.ts'
import { openWebhookSender, type WebhookSender } from '@verbatim/server/testing/traffic/webhook-sender.ts'
import type { Installation } from './installation.ts'
import type { Ledger } from './ledger.ts'
import type { Planned, Scene } from './scene.ts'

const webhookLanes = 16
const mailLanes = 4
/** How long a sender waits after "later", and after no answer. */
const breathMs = { later: 25, silent: 150 } as const
/**
 * The longest wait for the endpoints to return. Source: docs/rules/promises.md, with a margin that shows how much
 * it is exceeded.
 */
const patienceMs = 60_000

interface LoadContext {
  readonly installation: Installation
  readonly journal: string
  readonly ledger: Ledger
  /** Ends the scene early. */
  readonly signal: AbortSignal
}

/** The result of one attempt. */
type Outcome = 'settled' | keyof typeof breathMs

/**
 * Delivers a scene in order, repeatedly until `enough` is true, then repeats everything without a definite answer.
 * @returns Keys that never got one.
 */
export async function deliverScene(
  ctx: LoadContext,
  scene: Scene,
  enough: () => boolean,
): Promise<readonly string[]> {
  const settled = new Set<Planned>()
  await using endpoints = openEndpoints(ctx)
  const webhooks = scene.deliveries.filter(({ webhook }) => webhook)
  const mails = scene.deliveries.filter(({ mail }) => mail)
  await Promise.all([run(webhooks, webhookLanes), run(mails, mailLanes)])

  const until = performance.now() + patienceMs
  for (;;) {
    const open = scene.planned.filter((planned) => !settled.has(planned))
    if (open.length === 0 || performance.now() > until || ctx.signal.aborted)
      return open.map(({ key }) => key)
    for (const planned of open) await attempt(planned, 0)
  }

  async function run(deliveries: readonly Planned[], lanes: number): Promise<void> {
    let next = 0
    const lane = async (number: number) => {
      while (!ctx.signal.aborted && (next < deliveries.length || !enough())) {
        const planned = deliveries[next % deliveries.length]
        next += 1
        if (planned) await attempt(planned, number)
      }
    }
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
  }

  async function attempt(planned: Planned, lane: number): Promise<void> {
    const outcome = await endpoints.deliver(planned, lane)
    if (outcome === 'settled') settled.add(planned)
    else await pause(breathMs[outcome])
  }
}

interface Endpoints extends AsyncDisposable {
  deliver(planned: Planned, lane: number): Promise<Outcome>
}

/** The ledger has every attempt with its answer. */
function openEndpoints({ installation, journal, ledger }: LoadContext): Endpoints {
  // Lanes go to the nodes in turn; a lane without an answer continues with the next node, like a load balancer.
  const { nodes } = installation
  const webhooks = nodes.map(({ origin }) => openWebhookSender(origin, { connections: webhookLanes }))
  const led = new Map<number, number>()
  const nodeOf = (lane: number) => (lane + (led.get(lane) ?? 0)) % nodes.length
  const goOn = (lane: number) => led.set(lane, (led.get(lane) ?? 0) + 1)
  const mails = new Map<number, MailSender>()
  return {
    async deliver(planned, lane) {
      const { key, sha256 } = planned
      const sentAt = Date.now()
      const answer = await ask(planned, lane).catch(() => 'none' as const)
      ledger.record({ key, sha256, sentAt, answer, answeredAt: Date.now() })
      if (answer === 'none') {
        goOn(lane)
        return 'silent'
      }
      // A forged delivery that is refused unread, after too many of its kind, also counts as refused.
      if (planned.isForged && answer === 429) return 'settled'
      return isLater(answer) ? 'later' : 'settled'
    },
    async [Symbol.asyncDispose]() {
      for (const sender of webhooks) await sender[Symbol.asyncDispose]()
      for (const sender of mails.values()) await sender[Symbol.asyncDispose]()
    },
  }

  function ask({ webhook, mail }: Planned, lane: number): Promise<number> {
    const sender = webhooks[nodeOf(lane)]
    if (webhook && sender) return post(sender, webhook)
    return mail ? send(mail, lane) : Promise.reject(new Error('Nothing to deliver'))
  }

  async function send(mail: Uint8Array, lane: number): Promise<number> {
    try {
      const sender =
        mails.get(lane) ??
        (await openMailSender({ host: '127.0.0.1', port: nodes[nodeOf(lane)]?.smtpPort ?? 0 }))
      mails.set(lane, sender)
      const { code } = await sender.send(journal, mail)
      if (code === 421) throw new Error('The connection is over')
      return code
    } catch (error) {
      await mails.get(lane)?.[Symbol.asyncDispose]()
      mails.delete(lane)
      throw error
    }
  }
}

async function post(sender: WebhookSender, webhook: NonNullable<Planned['webhook']>): Promise<number> {
  return (await sender.send(webhook)).status
}

/** "Ask me again": HTTP's 503, and SMTP's 4xx but 421. */
export function isLater(answer: number): boolean {
  return answer === 503 || (answer > 421 && answer < 500)
}
