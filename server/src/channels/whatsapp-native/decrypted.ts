import { deflateSync } from 'node:zlib'
import {
  type BinaryNode,
  cleanMessage,
  decodeMessageNode,
  encodeWAMessage,
  PROCESSABLE_HISTORY_TYPES,
  proto,
  type SignalKeyStoreWithTransaction,
  type SignalRepositoryWithLIDStore,
  unpadRandomMax16,
  type WAMessage,
} from 'baileys'
import type { AnnouncedHistory } from './announced-history.ts'
import { plainOf } from './batch.ts'
import { fieldsOf, listOf } from './fields.ts'
import type { DeviceOptions } from './linked-device.ts'

/** A message as the server handed it over: sealed, in one or more parts. */
interface Arriving {
  readonly node: BinaryNode
  readonly parts: readonly Uint8Array[]
  content?: proto.IMessage
}

interface Me {
  readonly id: string
  readonly lid?: string | undefined
}

const upsert = 'messages.upsert'

/**
 * The library first uses up the key of a message, then confirms it to the server, and reports it last. A process that is killed in
 * between would lose it: the server does not give it again, and its key opens it only once. So each message is handed over while it
 * is decrypted, before its key is used up.
 */
export class DecryptedMessages {
  readonly #onEvent: DeviceOptions['onEvent']
  readonly #me: () => Me | undefined
  readonly #history: Pick<AnnouncedHistory, 'add'>
  /** By each of their parts. */
  readonly #arriving = new WeakMap<Uint8Array, Arriving>()
  /** What was handed over last. The library decrypts one message after the other. */
  #last: string | undefined

  /** @param me The account, once the device is linked. */
  constructor(
    onEvent: DeviceOptions['onEvent'],
    me: () => Me | undefined,
    history: Pick<AnnouncedHistory, 'add'>,
  ) {
    this.#onEvent = onEvent
    this.#me = me
    this.#history = history
  }

  /** What the server sends, before the library reads it. */
  hear(node: BinaryNode): void {
    if (node.tag !== 'message' || !Array.isArray(node.content)) return
    const parts = node.content.flatMap(({ tag, content }) =>
      tag === 'enc' && content instanceof Uint8Array ? [content] : [],
    )
    const arriving: Arriving = { node, parts }
    for (const part of parts) this.#arriving.set(part, arriving)
  }

  /** The library’s keys of conversations, which it uses up only after what they opened is kept. */
  watch(
    repository: SignalRepositoryWithLIDStore,
    keys: SignalKeyStoreWithTransaction,
  ): SignalRepositoryWithLIDStore {
    // A transaction within another is a part of it.
    const opening = (id: string, part: Uint8Array, open: () => Promise<Uint8Array>) =>
      keys.transaction(async () => {
        const opened = await open()
        return (await this.#open(part, opened)) ?? opened
      }, id)
    return {
      ...repository,
      decryptMessage: (sealed) =>
        opening(sealed.jid, sealed.ciphertext, () => repository.decryptMessage(sealed)),
      decryptGroupMessage: (sealed) =>
        opening(sealed.group, sealed.msg, () => repository.decryptGroupMessage(sealed)),
    }
  }

  /** Whether the library reports only what was handed over before. */
  wasHandedOver(event: string, data: unknown): boolean {
    if (event !== upsert || this.#last === undefined) return false
    const messages = listOf(fieldsOf(data)?.['messages'])
    if (messages.length !== 1 || textOf(messages[0]) !== this.#last) return false
    this.#last = undefined
    return true
  }

  /** @returns what the library gets instead. */
  async #open(part: Uint8Array, opened: Uint8Array): Promise<Uint8Array | undefined> {
    const arriving = this.#arriving.get(part)
    const me = this.#me()
    const message = messageIn(opened)
    if (!arriving || !me || !message) return undefined
    const content = message.deviceSentMessage?.message ?? message
    arriving.content = { ...arriving.content, ...content }
    // Parts before the last have only the keys of a group.
    if (arriving.parts.at(-1) !== part) return undefined
    const arrived = arrivedOf(arriving.node, arriving.content, me)
    const announced = content.protocolMessage?.historySyncNotification
    if (announced) {
      if (arrived?.key.fromMe && isRead(announced)) await this.#history.add({ ...announced })
      Object.assign(announced, { ...nothing, initialHistBootstrapInlinePayload: emptyHistory(announced) })
      return encodeWAMessage(message)
    }
    if (!arrived) return undefined
    const type = arriving.node.attrs['offline'] ? 'append' : 'notify'
    const text = textOf(arrived)
    await this.#onEvent(upsert, { messages: [arrived], type })
    this.#last = text
    return undefined
  }
}

const textOf = (message: unknown) => JSON.stringify(plainOf(message))

/** Undefined for what the library cannot read either, which it reports as such. */
function messageIn(opened: Uint8Array): proto.Message | undefined {
  try {
    return proto.Message.decode(unpadRandomMax16(opened))
  } catch {
    return undefined
  }
}

/** As the library reports it. */
function arrivedOf(node: BinaryNode, content: proto.IMessage, { id, lid = '' }: Me): WAMessage | undefined {
  try {
    const message = { ...decodeMessageNode(node, id, lid).fullMessage, message: content }
    cleanMessage(message, id, lid)
    return message
  } catch {
    return undefined
  }
}

type Announced = proto.Message.IHistorySyncNotification

/** Other files have settings and keys. */
const isRead = ({ syncType }: Announced) =>
  (PROCESSABLE_HISTORY_TYPES as readonly unknown[]).includes(syncType)

const nothing = { directPath: null, mediaKey: null } satisfies Announced

/** The library goes on with its own work once the history has come. */
const emptyHistory = ({ syncType, progress }: Announced) =>
  deflateSync(
    proto.HistorySync.encode({ syncType: Number(syncType ?? 0), progress: progress ?? null }).finish(),
  )
