/** A session of native WhatsApp with the library itself, whose server is the fake one. */
import { WA_CERT_DETAILS } from 'baileys'
import { afterEach, vi } from 'vitest'
import { openBaileys } from '#channels/whatsapp-native/baileys.ts'
import { linkedCollection } from '#channels/whatsapp-native/collection.ts'
import { makeLinkedDevice } from './fakes/whatsapp-device.ts'
import { FakeWhatsAppServer } from './fakes/whatsapp-server.ts'
import { linkedAccount, MemorySession, parseKept } from './whatsapp-native.ts'

export const realRoot = WA_CERT_DETAILS.PUBLIC_KEY

/** Of the account that is linked. */
export const number = '15550001111'
/** The time of the server, in seconds. */
export const at = 1_778_745_600
/** A limit for what hangs; the library does it at once. */
export const soon = { timeout: 20_000 }

/** Sessions of these tests take the fake server for WhatsApp's. */
export function useFakeRoot(): void {
  afterEach(() => {
    WA_CERT_DETAILS.PUBLIC_KEY = realRoot
  })
}

export const collectAt = (
  { url }: FakeWhatsAppServer,
  session: MemorySession,
  address = linkedAccount.address.value,
) =>
  linkedCollection((options) =>
    openBaileys(options, { waWebSocketUrl: url, connectTimeoutMs: 2_000 }),
  ).collect({ ...linkedAccount, address: { kind: 'phone', value: address } }, session)

/** A server, and a session that is not linked. */
export async function openUnlinked() {
  const server = await FakeWhatsAppServer.open(() => new Date(at * 1_000))
  WA_CERT_DETAILS.PUBLIC_KEY = server.rootKey
  const session = new MemorySession()
  return { server, session, collect: () => collectAt(server, session) }
}

/** A session that was linked before, and what people know of its device. @param contacts Who may write to it. */
export async function openLinked(contacts = 1) {
  const opened = await openUnlinked()
  const { remembered, known } = makeLinkedDevice(number, contacts)
  await opened.session.keys.set(remembered)
  return { ...opened, known }
}

/** The same, connected. */
export async function openConnected() {
  const opened = await openLinked()
  const ended = opened.collect()
  await vi.waitUntil(() => opened.server.connected.has(number), soon)
  return { ...opened, ended }
}

/** Of the messages that are kept. */
export const textsIn = ({ kept }: MemorySession) =>
  parseKept(kept).flatMap((one) => (one.kind === 'message' ? [one.body] : []))

/** What is left once its process was killed: the keys that it had stored. */
export function nextSession({ keys }: MemorySession): MemorySession {
  const next = new MemorySession()
  for (const [name, value] of keys.values) next.keys.values.set(name, value)
  return next
}
