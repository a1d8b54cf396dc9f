import { createCipheriv, createHash } from 'node:crypto'
import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import type { CollectedDelivery, Session } from '#channels/collection.ts'
import type { ChannelAccount, StoredDelivery } from '#channels/connector.ts'
import type { CallLimits } from '#channels/provider-calls.ts'
import { whatsappnative } from '#channels/whatsapp-native/connector.ts'
import { sealKeyOf } from '#channels/whatsapp-native/votes.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { MemoryKeys } from './collecting.ts'

/** An account that is not linked. */
export const linkedAccount: ChannelAccount = {
  id: AccountId.parse('01890000-0000-7000-8000-000000000001'),
  tenantId: TenantId.parse('01890000-0000-7000-8000-000000000002'),
  channel: 'whatsappnative',
  address: { kind: 'phone', value: '+15550001111' },
  ourDomains: [],
  settings: {},
  secrets: {},
}

export const storedDelivery = (body: Uint8Array): StoredDelivery => ({
  headers: {},
  contentType: 'application/json',
  receivedAt: new Date(0),
  body,
})

export const storedEvent = (event: string, data: unknown, context: object = {}) =>
  storedDelivery(Buffer.from(JSON.stringify({ event, data, ...context })))

/** What the connector reads in an event of the device. */
export const parseEvent = (event: string, data: unknown, context: object = {}, account = linkedAccount) =>
  whatsappnative.parse(storedEvent(event, data, context), account) as CapturedEvent[]

/** What it reads in what was kept. */
export const parseKept = (deliveries: readonly CollectedDelivery[], account = linkedAccount) =>
  deliveries.flatMap(({ body }) => whatsappnative.parse(storedDelivery(body), account) as CapturedEvent[])

/** A session that remembers what it was given. */
export class MemorySession implements Session {
  readonly #stop = new AbortController()
  readonly signal = this.#stop.signal
  #time = Date.parse('2026-11-25T09:00:00.000Z')
  readonly now = () => new Date(this.#time)
  limits: CallLimits = { timeoutMs: 5_000 }
  readonly cursor = undefined
  readonly keys = new MemoryKeys()
  readonly kept: CollectedDelivery[] = []
  readonly asked: (LinkStep | undefined)[] = []
  readonly phoneSeen: Date[] = []
  wanted: LinkStep['kind'] | undefined
  historySince = new Date(0)
  readonly history: number[] = []
  connections = 0
  losses = 0
  failure: Error | undefined

  async keep(deliveries: readonly CollectedDelivery[]): Promise<void> {
    if (this.failure) throw this.failure
    this.kept.push(...(await Promise.all(deliveries.map(async (one) => ({ ...one, ...(await one.answer) })))))
  }

  async ask(step: LinkStep | undefined): Promise<void> {
    this.asked.push(step)
  }

  async connected(): Promise<void> {
    this.connections += 1
  }

  async isLinkedElsewhere(): Promise<boolean> {
    return false
  }

  async rest(): Promise<void> {}

  lost(): void {
    this.losses += 1
  }

  importedHistory(percent: number): void {
    this.history.push(percent)
  }

  capturedUntil(): void {}

  sawPhone(at: Date): void {
    this.phoneSeen.push(at)
  }

  pass(ms: number): void {
    this.#time += ms
  }

  stop(): void {
    this.#stop.abort()
  }
}

export const pollSecret = Buffer.alloc(32, 7)
/** Bytes as they are kept. */
export const asBytes = (bytes: Uint8Array) => ({
  type: 'Buffer',
  data: Buffer.from(bytes).toString('base64'),
})

/** The message of a poll with the options Now and Later. */
export const pollContent = (name = 'When?') => ({
  messageContextInfo: { messageSecret: asBytes(pollSecret) },
  pollCreationMessageV3: {
    name,
    options: [{ optionName: 'Now' }, { optionName: 'Later' }],
    selectableOptionsCount: 2,
  },
})

/** A vote as the voter's app seals it. */
export function sealVote(
  { id, asked, voted }: { readonly id: string; readonly asked: string; readonly voted: string },
  options: readonly string[],
): { readonly payload: Uint8Array; readonly iv: Uint8Array } {
  const iv = Buffer.alloc(12, 1)
  const cipher = createCipheriv('aes-256-gcm', sealKeyOf({ secret: pollSecret, id, asked, voted }), iv)
  cipher.setAAD(Buffer.from(`${id}\0${voted}`))
  const chosen = options.flatMap((option) => [
    Buffer.of(0x0a, 32),
    createHash('sha256').update(option).digest(),
  ])
  const sealed = [cipher.update(Buffer.concat(chosen)), cipher.final(), cipher.getAuthTag()]
  return { payload: Buffer.concat(sealed), iv }
}

/** The message of such a vote. */
export const voteContent = ({ payload, iv }: ReturnType<typeof sealVote>, poll: object) => ({
  pollUpdateMessage: {
    pollCreationMessageKey: poll,
    vote: { encPayload: asBytes(payload), encIv: asBytes(iv) },
  },
})
