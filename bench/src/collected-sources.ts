/** What one account collects from, with messages that wait there. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { findConnector } from '@verbatim/server/channels/registry.ts'
import { linkedCollection } from '@verbatim/server/channels/whatsapp-native/collection.ts'
import type { Collector } from '@verbatim/server/flows/collect/session.ts'
import { arrived, FakeLinkedDevices, webMessage } from '@verbatim/server/testing/fakes/linked-device.ts'
import { FakeWecom } from '@verbatim/server/testing/fakes/wecom.ts'
import type { Asked, Opened } from './collected-peer.ts'

export interface Source {
  readonly collector: Collector
  readonly address: string
  readonly secrets: Record<string, string>
  readonly settings?: Record<string, unknown>
  /** What its account remembers once it is linked. */
  readonly remembered?: { readonly type: string; readonly id: string; readonly value: string }
  readonly variables?: Record<string, string>
  /** Of providers on this machine. */
  readonly hosts?: readonly string[]
  /** Hands over so many messages, once someone listens. */
  give(messages: number): Promise<void>
}

interface Kind {
  readonly what: string
  /** A new account's for each round. */
  open(round: number): Promise<Source>
  close(): void
}

const collectorOf = (channel: 'wecom' | 'whatsappnative' | 'telegram' | 'signal'): Collector => {
  const connector = findConnector(channel)
  if (!connector?.collection) throw new Error(`${channel} is not collected`)
  return { ...connector, collection: connector.collection }
}

const archivePage = 200

export function archiveKind(folder: string, messages: number): Kind {
  return {
    what: 'an archive that is asked for more',
    async open(round) {
      const wecom = new FakeWecom(`ww1436e0e65a779a${round}`)
      const sealed = (index: number) =>
        wecom.sealed({
          msgid: `m${round}-${index}`,
          action: 'send',
          from: 'LiWei',
          tolist: ['WangFang'],
          roomid: '',
          msgtime: 1_778_745_600_000 + index,
          msgtype: 'text',
          text: { content: `Collected message ${index}` },
        })
      for (let first = 0; first < messages; first += archivePage) {
        const page = Array.from({ length: Math.min(archivePage, messages - first) }, (_, at) =>
          sealed(first + at),
        )
        await wecom.archive(folder, page)
      }
      return {
        collector: collectorOf('wecom'),
        address: wecom.corpId,
        secrets: wecom.secrets,
        variables: { WECOM_ARCHIVE_DIR: folder },
        give: async () => {},
      }
    },
    close() {},
  }
}

export function deviceKind(): Kind {
  return {
    what: 'a linked device',
    async open(round) {
      const devices = new FakeLinkedDevices()
      let opened = 0
      const number = `4915112345${100 + round}`
      return {
        collector: { ...collectorOf('whatsappnative'), collection: linkedCollection(devices.open) },
        address: `+${number}`,
        secrets: {},
        remembered: { type: 'creds', id: 'creds', value: JSON.stringify({ id: `${number}@s.whatsapp.net` }) },
        async give(messages) {
          const device = await devices.connection((opened += 1))
          device.accept()
          for (let index = 0; index < messages; index++) {
            const message = webMessage({
              text: `Collected message ${index}`,
              id: `3EB0${round}${opened}${index}`,
            })
            device.emit('messages.upsert', arrived(message))
            if (index % 100 === 99) await pause(0)
          }
        },
      }
    },
    close() {},
  }
}

/** Polled with long questions, by a bot. */
export async function botKind(): Promise<Kind> {
  const { peer, answer, give } = await openPeer('telegram')
  const { secrets, settings, address } = answer
  return {
    what: 'Telegram, question after question',
    open: async (round) => ({
      collector: collectorOf('telegram'),
      address: `@Acme_Capture_${round}_Bot`,
      secrets,
      settings,
      hosts: [address],
      give: (messages) => give({ messages, number: '' }),
    }),
    close: () => void peer.kill(),
  }
}

/** A daemon that keeps nothing, beside which the collector writes a file first. */
export async function daemonKind(): Promise<Kind> {
  const { peer, answer, give } = await openPeer('signal')
  return {
    what: 'Signal’s daemon, through a file',
    async open(round) {
      const number = `+49151123452${10 + round}`
      await give({ messages: 0, number })
      return {
        collector: collectorOf('signal'),
        address: number,
        secrets: {},
        remembered: { type: 'device', id: 'linked', value: number },
        variables: { SIGNAL_DAEMON_URL: answer.address },
        give: (messages) => give({ messages, number }),
      }
    },
    close: () => void peer.kill(),
  }
}

async function openPeer(what: string) {
  const peer: ChildProcess = fork(new URL('collected-peer.ts', import.meta.url), [what], { execArgv: [] })
  const [answer] = (await once(peer, 'message')) as [Opened]
  const give = (asked: Asked) =>
    new Promise<void>((done, fail) => peer.send(asked, (error) => (error ? fail(error) : done())))
  return { peer, answer, give }
}
