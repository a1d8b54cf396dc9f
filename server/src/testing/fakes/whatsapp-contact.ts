import {
  addTransactionCapability,
  type AuthenticationCreds,
  type BinaryNode,
  Curve,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  initAuthCreds,
  type SignalDataSet,
  type SignalKeyStore,
} from 'baileys'
import type { KeyChange } from '#channels/collection.ts'
import { codec, silentLogger } from '#channels/whatsapp-native/baileys.ts'
import { lidOf } from './whatsapp-server.ts'

/** What WhatsApp's server gives to those who write to a device for the first time. */
export interface DeviceKeys {
  /** Of its account. */
  readonly number: string
  readonly registrationId: number
  readonly identityKey: Uint8Array
  readonly signedPreKey: {
    readonly keyId: number
    readonly publicKey: Uint8Array
    readonly signature: Uint8Array
  }
  /** Each is for one of them. */
  readonly preKeys: readonly { readonly keyId: number; readonly publicKey: Uint8Array }[]
}

/** A device that was linked before: what it remembers, and what others know of it. */
export function makeLinkedDevice(
  number: string,
  contacts: number,
): { readonly remembered: readonly KeyChange[]; readonly known: DeviceKeys } {
  const fresh = initAuthCreds()
  const own = (bytes: number) => Buffer.alloc(bytes, 1)
  const creds: AuthenticationCreds = {
    ...fresh,
    me: { id: `${number}:7@s.whatsapp.net`, lid: lidOf(number).replace('@', ':7@'), name: 'Ana' },
    account: {
      details: own(8),
      accountSignatureKey: own(32),
      accountSignature: own(64),
      deviceSignature: own(64),
    },
    accountSyncCounter: 1,
    nextPreKeyId: contacts + 1,
    firstUnuploadedPreKeyId: contacts + 1,
  }
  const preKeys = Array.from({ length: contacts }, (_, at) => ({
    keyId: at + 1,
    pair: Curve.generateKeyPair(),
  }))
  const { keyId, keyPair, signature } = fresh.signedPreKey
  return {
    remembered: [
      { type: 'creds', id: 'creds', value: codec.encode(creds) },
      ...preKeys.map(({ keyId: id, pair }) => ({
        type: 'pre-key',
        id: String(id),
        value: codec.encode(pair),
      })),
    ],
    known: {
      number,
      registrationId: fresh.registrationId,
      identityKey: withType(fresh.signedIdentityKey.public),
      signedPreKey: { keyId, publicKey: withType(keyPair.public), signature },
      preKeys: preKeys.map(({ keyId: id, pair }) => ({ keyId: id, publicKey: withType(pair.public) })),
    },
  }
}

/** Of a key of curve 25519. */
const keyType = 5
const withType = (key: Uint8Array) => Buffer.concat([Buffer.of(keyType), key])

/** A person who writes to linked devices, encrypted for each as their app does it. */
export class FakeWhatsAppContact {
  readonly #number: string
  readonly #place: number
  readonly #repository
  readonly #known = new Set<string>()
  #count = 0

  /** @param place The pre-key of each device that is this person's. */
  constructor(number: string, place: number) {
    this.#number = number
    this.#place = place
    const keys = addTransactionCapability(memoryStore(), silentLogger, {
      maxCommitRetries: 1,
      delayBetweenTriesMs: 10,
    })
    this.#repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
      { creds: initAuthCreds(), keys },
      silentLogger,
    )
  }

  /** A message, as the server hands it over to the device. */
  async write(to: DeviceKeys, text: string, at: number): Promise<BinaryNode> {
    const jid = lidOf(to.number)
    if (!this.#known.has(jid)) await this.#meet(jid, to)
    const data = encodeWAMessage({ conversation: text })
    const { type, ciphertext } = await this.#repository.encryptMessage({ jid, data })
    this.#count += 1
    return {
      tag: 'message',
      attrs: {
        id: `3EB0${this.#number}${this.#count.toString(16).toUpperCase().padStart(6, '0')}`,
        from: lidOf(this.#number),
        sender_pn: `${this.#number}@s.whatsapp.net`,
        type: 'text',
        t: String(at),
        notify: `Contact ${this.#number.slice(-3)}`,
      },
      content: [{ tag: 'enc', attrs: { v: '2', type }, content: ciphertext }],
    }
  }

  async #meet(
    jid: string,
    { registrationId, identityKey, signedPreKey, preKeys }: DeviceKeys,
  ): Promise<void> {
    this.#known.add(jid)
    const preKey = preKeys[this.#place]
    await this.#repository.injectE2ESession({
      jid,
      session: { registrationId, identityKey, signedPreKey, ...(preKey && { preKey }) },
    })
  }

  close(): void {
    this.#repository.close?.()
  }
}

function memoryStore(): SignalKeyStore {
  const values = new Map<string, unknown>()
  return {
    get: (type, ids) =>
      Object.fromEntries(
        ids.flatMap((id) => {
          const value = values.get(`${type}/${id}`)
          return value === undefined ? [] : [[id, value]]
        }),
      ) as never,
    set(changes: SignalDataSet) {
      for (const [type, ofType] of Object.entries(changes))
        for (const [id, value] of Object.entries(ofType ?? {})) {
          if (value === null) values.delete(`${type}/${id}`)
          else values.set(`${type}/${id}`, value)
        }
    },
  }
}
