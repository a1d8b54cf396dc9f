/**
 * WhatsApp's server and the people who write to linked devices. Run by `phones.ts` in a separate process, so that its work and
 * its memory are not those of the process that measures. What people write is encrypted before it is asked for.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { FakeWhatsAppContact } from '@verbatim/server/testing/fakes/whatsapp-contact.ts'
import type { DeviceKeys } from '@verbatim/server/testing/fakes/whatsapp-device.ts'
import { FakeWhatsAppServer } from '@verbatim/server/testing/fakes/whatsapp-server.ts'
import { makeLocalCertificate } from '@verbatim/server/testing/local-certificate.ts'

/** What the peer is asked for, in this order. */
export type PhonesQuestion =
  | {
      readonly asks: 'prepare'
      readonly devices: readonly DeviceKeys[]
      readonly contacts: number
      /** Of each person to each device. */
      readonly messages: number
    }
  | { readonly asks: 'connected' }
  | { readonly asks: 'send' }

/** What it sends first. */
export interface PhonesOpened {
  readonly url: string
  readonly rootKey: Uint8Array
  readonly certificate: string
}

interface Written {
  /** Of the device that it is for. */
  readonly number: string
  readonly node: Awaited<ReturnType<FakeWhatsAppContact['write']>>
}

process.once('disconnect', () => process.exit())
const certificate = await makeLocalCertificate()
const server = await FakeWhatsAppServer.open(() => new Date(), certificate)
let prepared: readonly Written[] = []
process.on('message', (asked: PhonesQuestion) => void answer(asked).then((said) => process.send?.(said)))
process.send?.({
  url: server.url,
  rootKey: server.rootKey,
  certificate: certificate.cert,
} satisfies PhonesOpened)

async function answer(asked: PhonesQuestion): Promise<number> {
  if (asked.asks === 'connected') return server.connected.size
  if (asked.asks === 'prepare') {
    prepared = await prepare(asked)
    return prepared.length
  }
  for (const [index, { number, node }] of prepared.entries()) {
    server.send(number, node)
    if (index % 50 === 49) await turn()
  }
  return prepared.length
}

/** Everyone writes to everyone before someone writes again. */
async function prepare({ devices, contacts, messages }: Extract<PhonesQuestion, { asks: 'prepare' }>) {
  const people = Array.from(
    { length: contacts },
    (_, place) => new FakeWhatsAppContact(String(351_912_000_100 + place), place),
  )
  const at = Math.floor(Date.now() / 1_000)
  const written: Written[] = []
  for (let round = 0; round < messages; round++)
    for (const person of people)
      for (const device of devices) {
        const text = `Collected message ${written.length}`
        written.push({ number: device.number, node: await person.write(device, text, at) })
      }
  return written
}
