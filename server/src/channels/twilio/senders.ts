import { z } from 'zod'
import { identify, stripScheme } from './identity.ts'
import { type Hook, type Hooks, isSame, type Receiver, type Receivers, text } from './receiver.ts'
import { refused } from '#channels/unanswered.ts'
import { callRest, readPages } from './rest.ts'

const Sender = z.object({
  sid: z.string().regex(/^XE[0-9a-f]{32}$/i),
  sender_id: z.string(),
  status: text,
  profile: z.object({ name: text }).nullish(),
  webhook: z
    .object({
      callback_url: text,
      callback_method: text,
      fallback_url: text,
      fallback_method: text,
      status_callback_url: text,
      status_callback_method: text,
    })
    .nullish(),
})

const path = '/v2/Channels/Senders'

/** WhatsApp's registrations of numbers. Source: Twilio, "Senders API". */
export const senders: Receivers = {
  sidName: 'senderSid',
  messageHook: 'messages',
  inService: { path: 'ChannelSenders', rows: 'senders' },

  async find(session, address, list = () => senders.list(session)) {
    const listed = await list()
    if (listed.outcome !== 'done') return listed
    const found = listed.value.find(({ phone }) => isSame(identify(phone), address))
    if (!found) return refused('address-unknown')
    const read = await callRest(session, { host: 'messaging', path: `${path}/${found.sid}` }, Sender)
    if (read.outcome !== 'done') return read
    // Until a change has been made, the hooks may be those from before it.
    if (read.value.status === 'ONLINE:UPDATING') return { outcome: 'retry', reason: 'sender-updating' }
    return { outcome: 'done', value: toReceiver(read.value) }
  },

  list: (session) =>
    readPages(
      session,
      { host: 'messaging', path: `${path}?Channel=whatsapp`, rows: 'senders' },
      Sender.transform(toReceiver),
    ),

  setHooks(session, sid, { messages, fallback, status }) {
    const webhook = {
      ...named('callback', messages),
      ...named('fallback', fallback),
      ...named('status_callback', status),
    }
    return callRest(session, { host: 'messaging', path: `${path}/${sid}`, json: { webhook } }, Answered)
  },
}

/** The change is made later, so that the answer may be less than a sender. */
const Answered = z.object({ sid: z.string() })

const named = (name: string, hook: Hook | undefined) =>
  hook && { [`${name}_url`]: hook.url || null, [`${name}_method`]: hook.method || null }

function toReceiver({ sid, sender_id, status, profile, webhook }: z.output<typeof Sender>): Receiver {
  const hooks: Hooks = {
    messages: { url: webhook?.callback_url ?? '', method: webhook?.callback_method ?? '' },
    fallback: { url: webhook?.fallback_url ?? '', method: webhook?.fallback_method ?? '' },
    status: { url: webhook?.status_callback_url ?? '', method: webhook?.status_callback_method ?? '' },
  }
  return {
    sid,
    phone: stripScheme(sender_id),
    label: profile?.name || undefined,
    canReceive: status === 'ONLINE' || status === 'ONLINE:UPDATING',
    hasApplication: false,
    hooks,
  }
}
