/** A client on each channel: what they say, change and remove, as their provider hands it over. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { mailText } from '@verbatim/server/testing/fakes/mail.ts'
import type { JournalEntrance } from '@verbatim/server/testing/traffic/journal-mails.ts'
import { fieldsOf } from './conversation-events.ts'
import type { Peers } from './peers.ts'

/** One message of a client, and what becomes of it. */
interface Written {
  /** Undefined where the channel has no edits, or no deletions. */
  readonly edit?: (text: string) => Promise<void>
  readonly remove?: () => Promise<void>
}

export interface Client {
  readonly say: (text: string) => Promise<Written>
  /** A file with a text. */
  readonly sendFile?: (text: string) => Promise<void>
  /** Something that only the provider's list has, where it has one. */
  readonly keep?: (text: string) => Promise<void>
  /** The cable to the provider is pulled; undefined where nothing of ours is connected to one, or asks it. */
  readonly pull?: () => Promise<void>
  readonly plugIn?: () => Promise<void>
}

export interface ClientContext {
  readonly peers: Peers
  /** Where the installation is reached. */
  readonly origin: string
  readonly now: () => Date
}

const client = '+351912000111'
export const numbers = { sms: '+14155560101', whatsapp: '+14155560102' } as const

/** Edits and deletions come from Twilio's Conversations, which an organization points at the address of its account. */
export function textClient(
  channel: 'sms' | 'whatsapp',
  { peers: { twilio, front }, origin, now }: ClientContext,
): Client {
  const scheme = channel === 'whatsapp' ? 'whatsapp:' : ''
  const [from, to] = [`${scheme}${client}`, `${scheme}${numbers[channel]}`]
  const hook = async () => (await twilio.does.rest.hookOf(to))?.url.split('#', 1)[0] ?? ''
  const tell = async (fields: Record<string, string>) => {
    const signedUrl = await hook()
    const url = `${origin}${new URL(signedUrl).pathname}`
    // A provider that gets no answer in time delivers again.
    for (let times = 0; times < 2; times++) {
      const { status } = await twilio.does.deliver(url, fields, { signedUrl })
      if (status !== 200) throw new Error(`A delivery was answered with ${status}`)
    }
  }
  return {
    async say(text) {
      const { added, edited, removed } = fieldsOf(from, now)
      await tell(added(text))
      return { edit: (changed) => tell(edited(changed)), remove: () => tell(removed()) }
    },
    keep: async (body) => void (await twilio.does.message({ from, to, body, at: now() })),
    pull: async () => front.does.pull(await twilio.read('host')),
    plugIn: async () => front.does.plugIn(await twilio.read('host')),
  }
}

export function agentClient({ peers: { imessage }, origin, now }: ClientContext): Client {
  const at = () => ({ dateCreated: now().getTime() })
  const tell = async (event: { readonly type: string; readonly data: unknown }) => {
    await imessage.does.deliver(event, origin)
    await imessage.does.deliver(event, origin)
  }
  return {
    async say(text) {
      const said = await imessage.does.newMessage({ text, from: client, fields: at() })
      await tell(said)
      const change = async (fields: Record<string, unknown>) =>
        tell(await imessage.does.updated(said, { dateEdited: now().getTime(), ...fields }))
      return {
        edit: (changed) => change({ text: changed }),
        remove: () => change({ text: null, partCount: 0 }),
      }
    },
    keep: async (text) => void (await imessage.does.newMessage({ text, from: client, fields: at() })),
    pull: () => imessage.change({ isAway: true }),
    plugIn: () => imessage.change({ isAway: false }),
  }
}

export const signalNumber = '+14155550731'
export function signalClient({ peers: { signal }, now }: ClientContext): Client {
  const bob = { sourceNumber: client, sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444' }
  let last = 0
  const next = () => (last = Math.max(last + 1, now().getTime()))
  const tell = async (timestamp: number, fields: object) => {
    for (let times = 0; times < 2; times++)
      await signal.does.receive(signalNumber, { envelope: { ...bob, timestamp, ...fields } })
  }
  return {
    async say(message) {
      const target = next()
      await tell(target, { dataMessage: { timestamp: target, message } })
      return {
        async edit(changed) {
          const timestamp = next()
          const dataMessage = { timestamp, message: changed }
          await tell(timestamp, { editMessage: { targetSentTimestamp: target, dataMessage } })
        },
        async remove() {
          const timestamp = next()
          await tell(timestamp, { dataMessage: { timestamp, remoteDelete: { timestamp: target } } })
        },
      }
    },
    pull: () => signal.does.close(),
    plugIn: () => signal.does.listen(),
  }
}

const carl = { id: 5_550_042, first_name: 'Carl', is_bot: false } as const

/** @param connectionId Of the owner's chats, to which the owner connected the bot. */
export function telegramClient(
  { peers: { telegram, front }, now }: ClientContext,
  connectionId: string,
): Client {
  return {
    async say(text) {
      await telegram.change({ aheadMs: now().getTime() - Date.now() })
      const said = await telegram.does.businessMessage(connectionId, {
        from: carl,
        peer: carl,
        fields: { text },
      })
      await telegram.does.keep(said)
      return {
        edit: async (changed) => telegram.does.keep(await telegram.does.edited(said, { text: changed })),
        remove: async () => telegram.does.keep(await telegram.does.deleted(said)),
      }
    },
    pull: async () => front.does.pull(await telegram.read('host')),
    plugIn: async () => front.does.plugIn(await telegram.read('host')),
  }
}

/** @param callback Posts WeCom's hint that there is something new. */
export function wecomClient(
  { peers: { wecom, folder }, now }: ClientContext,
  callback: () => Promise<void>,
): Client {
  let count = 0
  const archive = async (fields: object) => {
    const people = { from: 'wmWangFang', tolist: ['LiWei'], roomid: '' }
    const msgid = `m${(count += 1)}_external`
    const message = { msgid, action: 'send', ...people, msgtime: now().getTime(), ...fields }
    await wecom.does.archive(folder, [await wecom.does.sealed(message)])
    await callback()
    return msgid
  }
  return {
    async say(content) {
      const said = await archive({ msgtype: 'text', text: { content } })
      const revoke = { pre_msgid: said }
      return { remove: async () => void (await archive({ action: 'recall', msgtype: 'revoke', revoke })) }
    },
    pull: () => wecom.does.fail(folder, 10_001),
    plugIn: () => wecom.does.fail(folder, ''),
  }
}

export const phoneNumber = '+15550001111'
export function phoneClient({ peers: { whatsapp, deviceMedia }, now }: ClientContext): Client {
  const [number, from] = [phoneNumber.slice(1), client.slice(1)]
  const tell = (message: Parameters<typeof whatsapp.does.say>[1], id?: string) =>
    whatsapp.does.say(number, message, {
      from,
      at: Math.floor(now().getTime() / 1_000),
      ...(id && { id }),
    })
  return {
    async say(text) {
      const id = `3EB0${now().getTime().toString(16).toUpperCase()}`
      const key = { id, fromMe: true }
      await tell({ conversation: text }, id)
      // The server hands it over again, until the device confirms it.
      await tell({ conversation: text }, id)
      return {
        async edit(changed) {
          const editedMessage = { conversation: changed }
          await tell({ protocolMessage: { type: 14, key, editedMessage, timestampMs: now().getTime() } })
        },
        remove: async () => void (await tell({ protocolMessage: { type: 0, key } })),
      }
    },
    async sendFile(caption) {
      const kept = await deviceMedia.does.keep(Buffer.from('Clause nine of the terms.'), 'documentMessage')
      await tell({ documentMessage: { ...kept, mimetype: 'text/plain', fileName: 'terms.txt', caption } })
    },
    pull: () => whatsapp.does.pull(),
    plugIn: () => whatsapp.does.plugIn(),
  }
}

/** A mail is never edited or deleted, and nothing of ours asks its server for it. */
export async function journalClient(
  { peers: { journal }, now }: ClientContext,
  entrance: JournalEntrance,
): Promise<Client> {
  await journal.change({ journal: { ...entrance, backOffMs: [200] } })
  return {
    async say(body) {
      const date = now().toUTCString().replace('GMT', '+0000')
      const head = { from: 'ann@client.example', to: 'rita@halden.example', subject: 'Terms', date }
      // The server does not read the answer to the first delivery, and delivers again.
      await journal.does.troubles.push('answer lost')
      await journal.does.queue.push(
        mailText({ ...head, messageId: `<${now().getTime()}@client.example>`, body }),
      )
      await journal.does.deliver()
      const outcomes = await journal.read('outcomes')
      if (outcomes.join() !== '250 unread,250') throw new Error(`The mails were answered ${outcomes.join()}`)
      return {}
    },
  }
}

/** How an account of each channel is called in this story. */
export const accountNames: Record<Channel, string> = {
  imessage: 'Mac of the desk',
  proofpoint: 'Mail of the desk',
  signal: 'Signal of the desk',
  sms: 'Texts of the desk',
  telegram: 'Telegram of the desk',
  wecom: 'WeCom of the desk',
  whatsapp: 'WhatsApp of the desk',
  whatsappnative: 'Phone of the desk',
}
