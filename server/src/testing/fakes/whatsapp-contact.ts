import {
  addTransactionCapability,
  type BinaryNode,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  initAuthCreds,
  type proto,
  type SignalDataSet,
  type SignalKeyStore,
} from 'baileys'
import { silentLogger } from '#channels/whatsapp-native/baileys.ts'
import { type DeviceKeys, lidOf } from './whatsapp-device.ts'

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

  /** A text, as the server hands it over to the device. @param at In seconds. */
  write(to: DeviceKeys, text: string, at: number): Promise<BinaryNode> {
    return this.send(to, { conversation: text }, { at })
  }

  /** Anything that a message can be. @param id Given for what is changed later. */
  async send(
    to: DeviceKeys,
    message: proto.IMessage,
    { at, id }: { readonly at: number; readonly id?: string | undefined },
  ): Promise<BinaryNode> {
    const attrs = { from: lidOf(this.#number), sender_pn: `${this.#number}@s.whatsapp.net` }
    return {
      tag: 'message',
      attrs: { ...attrs, ...this.#attrs(at, id) },
      content: [await this.#seal(to, message)],
    }
  }

  /** The same in a group. The first time, the keys of this person’s messages to the group come with it. */
  async sendToGroup(
    to: DeviceKeys,
    group: string,
    message: proto.IMessage,
    { at, id }: { readonly at: number; readonly id?: string | undefined },
  ): Promise<BinaryNode> {
    const meId = lidOf(this.#number)
    const { ciphertext, senderKeyDistributionMessage } = await this.#repository.encryptGroupMessage({
      group,
      meId,
      data: encodeWAMessage(message),
    })
    const keys = {
      senderKeyDistributionMessage: {
        groupId: group,
        axolotlSenderKeyDistributionMessage: senderKeyDistributionMessage,
      },
    }
    const isFirst = !this.#known.has(group)
    this.#known.add(group)
    const attrs = {
      from: group,
      participant: meId,
      participant_pn: `${this.#number}@s.whatsapp.net`,
      addressing_mode: 'lid',
    }
    const sealed = { tag: 'enc', attrs: { v: '2', type: 'skmsg' }, content: ciphertext }
    const parts = isFirst ? [await this.#seal(to, keys), sealed] : [sealed]
    return { tag: 'message', attrs: { ...attrs, ...this.#attrs(at, id) }, content: parts }
  }

  #attrs(at: number, id: string | undefined) {
    this.#count += 1
    return {
      id: id ?? `3EB0${this.#number}${this.#count.toString(16).toUpperCase().padStart(6, '0')}`,
      type: 'text',
      t: String(at),
      notify: `Contact ${this.#number.slice(-3)}`,
    }
  }

  async #seal(to: DeviceKeys, message: proto.IMessage): Promise<BinaryNode> {
    const jid = lidOf(to.number)
    if (!this.#known.has(jid)) await this.#meet(jid, to)
    const { type, ciphertext } = await this.#repository.encryptMessage({
      jid,
      data: encodeWAMessage(message),
    })
    return { tag: 'enc', attrs: { v: '2', type }, content: ciphertext }
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
