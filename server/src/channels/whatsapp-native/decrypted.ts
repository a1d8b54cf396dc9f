import { AsyncLocalStorage } from 'node:async_hooks'
import { deflateSync } from 'node:zlib'
import {
  type BinaryNode,
  cleanMessage,
  decodeMessageNode,
  encodeWAMessage,
  getHistoryMsg,
  PROCESSABLE_HISTORY_TYPES,
  proto,
  type SignalAuthState,
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

/** The keys that opening a message uses up. */
const usedUp: ReadonlySet<string> = new Set(['session', 'pre-key', 'sender-key', 'identity-key'])

/**
 * The library uses up a message’s key, confirms the message, and only then reports it. A process killed in between would lose it: the
 * server does not give it again, and without its key no one can open it. So each message is handed over while it is decrypted,
 * before its key is used up.
 */
export class DecryptedMessages {
  readonly #onEvent: DeviceOptions['onEvent']
  readonly #me: () => Me | undefined
  readonly #history: Pick<AnnouncedHistory, 'add'>
  /** By each of their parts. */
  readonly #arriving = new WeakMap<Uint8Array, Arriving>()
  /** What was handed over last. The library decrypts one message after the other. */
  #last: string | undefined
  /** Runs work within the transaction of the message that is being decrypted. */
  #within: ReturnType<typeof AsyncLocalStorage.snapshot> | undefined

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

  /** @param make The library’s store of conversations, with its keys. */
  watch(
    auth: SignalAuthState,
    make: (auth: SignalAuthState) => SignalRepositoryWithLIDStore,
  ): SignalRepositoryWithLIDStore {
    // The library wraps what it is given.
    const keys = auth.keys as SignalKeyStoreWithTransaction
    const repository = make({ ...auth, keys: this.#bound(keys) })
    // A transaction within another is a part of it.
    const opening = (id: string, part: Uint8Array, open: () => Promise<Uint8Array>) =>
      keys.transaction(async () => {
        this.#within = AsyncLocalStorage.snapshot()
        const opened = await open().finally(() => (this.#within = undefined))
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

  /**
   * Keys that stay in their transaction. The library opens what one person sends in one queue for all devices of the process, so the second
   * device’s work runs in the context of the first, where its own transaction is unknown.
   */
  #bound(keys: SignalKeyStoreWithTransaction): SignalKeyStoreWithTransaction {
    const within = <Value>(types: readonly string[], work: () => Value): Value =>
      this.#within && !keys.isInTransaction() && types.every((type) => usedUp.has(type))
        ? this.#within(work)
        : work()
    return {
      ...keys,
      get: (type, ids) => within([type], () => keys.get(type, ids)),
      set: (changes) => within(Object.keys(changes), () => keys.set(changes)),
    }
  }

  /** @returns what the library gets instead. */
  async #open(part: Uint8Array, opened: Uint8Array): Promise<Uint8Array | undefined> {
    const arriving = this.#arriving.get(part)
    const me = this.#me()
    const message = messageIn(opened)
    if (!arriving || !me || !message) return undefined
    arriving.content = { ...arriving.content, ...(message.deviceSentMessage?.message ?? message) }
    const arrived = arrivedOf(arriving, me)
    const resent = arrived.key.fromMe ? resentIn(arriving.content) : []
    const announced = getHistoryMsg(message.deviceSentMessage?.message ?? message)
    if (announced) {
      if (arrived.key.fromMe && isRead(announced)) await this.#history.add({ ...announced }, me.id)
      Object.assign(announced, { ...nothing, initialHistBootstrapInlinePayload: emptyHistory(announced) })
    }
    for (const one of resent) await this.#onEvent(upsert, { messages: [one], type: 'notify' })
    if (hasContent(arriving.content)) {
      const text = textOf(arrived)
      const type = arriving.node.attrs['offline'] ? 'append' : 'notify'
      await this.#onEvent(upsert, { messages: [arrived], type })
      this.#last = text
    }
    return announced ? encodeWAMessage(message) : undefined
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

/** Parts with nothing else have only the keys of a group. */
const besideContent: ReadonlySet<string> = new Set(['senderKeyDistributionMessage', 'messageContextInfo'])
const hasContent = (content: proto.IMessage) => Object.keys(content).some((name) => !besideContent.has(name))

/** As the library reports it. */
function arrivedOf({ node, content = {} }: Arriving, { id, lid = '' }: Me): WAMessage {
  const message: WAMessage = { ...decodeMessageNode(node, id, lid).fullMessage, message: content }
  for (const { tag, attrs, content: bytes } of Array.isArray(node.content) ? node.content : []) {
    if (tag === 'verified_name' && bytes instanceof Uint8Array) message.verifiedBizName = businessIn(bytes)
    if (tag === 'enc' && attrs['count']) message.retryCount = Number(attrs['count'])
  }
  try {
    cleanMessage(message, id, lid)
  } catch {
    // A reaction or a vote without its target. The library loses it, with all that is beside it.
  }
  return message
}

function businessIn(certificate: Uint8Array): string | null {
  try {
    const { details } = proto.VerifiedNameCertificate.decode(certificate)
    return proto.VerifiedNameCertificate.Details.decode(details ?? new Uint8Array()).verifiedName ?? null
  } catch {
    return null
  }
}

/** Messages that the phone sends again, because the device did not get them or could not open them. */
function resentIn({ protocolMessage }: proto.IMessage): proto.WebMessageInfo[] {
  const results = protocolMessage?.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? []
  return results.flatMap(({ placeholderMessageResendResponse: answer }) => {
    try {
      return answer?.webMessageInfoBytes ? [proto.WebMessageInfo.decode(answer.webMessageInfoBytes)] : []
    } catch {
      return []
    }
  })
}

type Announced = proto.Message.IHistorySyncNotification

/** Others have the people’s status, or nothing that people said. */
const isRead = ({ syncType }: Announced) =>
  (PROCESSABLE_HISTORY_TYPES as readonly unknown[]).includes(syncType) &&
  syncType !== proto.HistorySync.HistorySyncType.INITIAL_STATUS_V3

const nothing = { directPath: null, mediaKey: null } satisfies Announced

/** The library goes on with its own work once the history has come. */
const emptyHistory = ({ syncType, progress }: Announced) =>
  deflateSync(
    proto.HistorySync.encode({ syncType: Number(syncType ?? 0), progress: progress ?? null }).finish(),
  )
