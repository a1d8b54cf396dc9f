import type { Channel } from '@verbatim/contract/channels.ts'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import { messageDelivery } from '#channels/wecom/records.ts'
import { type Given, json } from './cells.ts'

interface Vector {
  readonly id: string
  readonly input: {
    readonly rawBody?: string
    readonly contentType?: string
    readonly json?: unknown
    readonly params?: unknown
    readonly message?: unknown
    readonly webMessageInfo?: unknown
    readonly eml?: string
  }
}
interface Normalized {
  readonly input: { readonly file: string; readonly vectorId: string }
  readonly expected: { readonly events: readonly { readonly channel?: string }[] }
}

/** How the deliveries of a file of the reference arrive. */
const forms: Readonly<Record<string, (input: Vector['input'], index: number) => Given>> = {
  'twilio.json': ({ rawBody = '', contentType = '' }) => ({ contentType, body: Buffer.from(rawBody) }),
  'telegram.json': ({ json: update }) => json(update),
  'signal.json': ({ params, message }) => json(params ?? message),
  'whatsapp-native.json': ({ webMessageInfo }) =>
    json({ event: 'messages.upsert', data: { messages: [webMessageInfo], type: 'notify' } }),
  'imessage.json': ({ json: event }) => json(event),
  'wecom.json': ({ json: message }, index) =>
    messageDelivery('ww1436e0e65a779aee', { seq: 10_000 + index, text: JSON.stringify(message), since: 0 }),
  'journal.json': ({ eml = '' }) => ({ contentType: 'message/rfc822', body: Buffer.from(eml) }),
}

/** One delivery of the reference, by its file and id. */
export function vectorDelivery(file: string, vectorId: string): Given {
  const vectors = sharedVectors<Vector>(file)
  const index = vectors.findIndex(({ id }) => id === vectorId)
  const [form, vector] = [forms[file], vectors[index]]
  if (!form || !vector) throw new Error(`The reference has no ${vectorId} in ${file}`)
  return form(vector.input, index)
}

/** Every delivery of the reference for a channel, in its order; none where the reference is absent. */
export function vectorDeliveries(channel: Channel): Given[] {
  const normalized = sharedVectors<Normalized>('normalized.json')
  return Object.entries(forms).flatMap(([file, form]) => {
    const vectors = new Map(sharedVectors<Vector>(file).map((one) => [one.id, one]))
    const ofChannel = normalized.filter(
      ({ input, expected }) =>
        input.file === file && (expected.events[0]?.channel ?? alone[file]) === channel,
    )
    return ofChannel.flatMap(({ input }, index) => {
      const vector = vectors.get(input.vectorId)
      return vector ? [form(vector.input, index)] : []
    })
  })
}

/** Of vectors that tell nothing. */
const alone: Readonly<Record<string, Channel>> = {
  'twilio.json': 'sms',
  'telegram.json': 'telegram',
  'signal.json': 'signal',
  'whatsapp-native.json': 'whatsappnative',
  'imessage.json': 'imessage',
  'wecom.json': 'wecom',
  'journal.json': 'proofpoint',
}
