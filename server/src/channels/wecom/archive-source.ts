/** The message archive of a corporation as WeCom's library gives it. */
import { z } from 'zod'
import type { SessionEnd } from '#channels/collection.ts'
import type { ConnectionRefusal } from '@verbatim/contract/connection-refusals.ts'
import { jsonOf } from '#kernel/json.ts'

export interface ArchiveSource {
  /** The encrypted messages after a number, at most so many, in order. @throws ArchiveFailure */
  messages(after: number, most: number): Promise<readonly SealedMessage[]>
  /** The text of a message, with the key that was in it. @throws ArchiveFailure */
  open(messageKey: string, sealed: string): Promise<string>
  /**
   * Some of the bytes of a file.
   * @param place Empty for the first, then `next` of those before.
   * @throws ArchiveFailure
   */
  file(fileId: string, place: string): Promise<FilePiece>
  close(): Promise<void>
}

export interface FilePiece {
  readonly bytes: Uint8Array
  /** Undefined for the last. */
  readonly next?: string
}

const number = z.int().nonnegative()
const Sealed = z.looseObject({
  seq: number,
  msgid: z.string().catch(''),
  /** The key of ours that its own key is encrypted for. */
  publickey_ver: z.int(),
  encrypt_random_key: z.string(),
  encrypt_chat_msg: z.string(),
})
export type SealedMessage = z.infer<typeof Sealed>

/** None of our keys has the number 0. */
const Strange = Sealed.extend({
  publickey_ver: z.int().catch(0),
  encrypt_random_key: z.string().catch(''),
  encrypt_chat_msg: z.string().catch(''),
})

/** One in a strange form is read as far as it can be, with all that came of it, and keeps none of those around it back. */
const SealedMessage = z.union([
  Sealed,
  z.looseObject({ seq: number }).transform((given): SealedMessage => ({ ...Strange.parse(given), given })),
])

const Page = z.object({
  errcode: z.int().default(0),
  chatdata: z.array(SealedMessage).default([]),
})

/** Encrypted messages that were put aside. */
export const sealedMessagesOf = (json: string): readonly SealedMessage[] =>
  z.array(SealedMessage).parse(JSON.parse(json))

/** The archive answered with a code of WeCom's, or not at all. */
export class ArchiveFailure extends Error {
  override name = 'ArchiveFailure'
  readonly code: number | 'not-understood' | 'timeout' | 'ended'
  constructor(code: ArchiveFailure['code']) {
    super(`The archive failed: ${code}`)
    this.code = code
  }
}

/** The messages in an answer to `GetChatData`. @throws ArchiveFailure */
export function readPage(json: string): readonly SealedMessage[] {
  const { data } = Page.safeParse(jsonOf(json))
  if (!data) throw new ArchiveFailure('not-understood')
  if (data.errcode !== 0) throw new ArchiveFailure(data.errcode)
  return data.chatdata
}

/** Codes of the library, and of the service behind it. Source: WeCom, "获取会话内容" and "全局错误码". */
const refusals: ReadonlyMap<ArchiveFailure['code'], ConnectionRefusal> = new Map<
  ArchiveFailure['code'],
  ConnectionRefusal
>([
  ['not-understood', 'not-understood'],
  [10_000, 'credentials-refused'], // also for other parameters, but ours are right
  [40_001, 'credentials-refused'],
  [40_013, 'credentials-refused'],
  [41_001, 'credentials-refused'],
  [10_009, 'network-refused'],
  [60_020, 'network-refused'],
  [301_052, 'account-closed'], // the service was not paid
])

/** What a failure means for the collection. All others pass: the network, or too many calls. */
export function endOf(error: unknown): SessionEnd {
  if (!(error instanceof ArchiveFailure)) throw error
  const reason = refusals.get(error.code)
  return reason ? { outcome: 'refused', reason } : { outcome: 'retry', reason: `archive-${error.code}` }
}

/** Of a file: it does not exist, or not any more. */
export const lostFiles: ReadonlyMap<ArchiveFailure['code'], 'not-found' | 'gone'> = new Map<
  ArchiveFailure['code'],
  'not-found' | 'gone'
>([
  [10_005, 'not-found'],
  [10_010, 'gone'],
])

/** Codes of the library itself, also when it opens a message. */
const ofLibrary: ReadonlySet<ArchiveFailure['code']> = new Set([10_003, 'timeout', 'ended'] as const)

/**
 * Of one message that was to be opened: it cannot be, at least not now. That asks nothing of WeCom, so whatever else the library says of
 * it is about the message.
 */
export const isUnopened = (error: unknown) => error instanceof ArchiveFailure && !ofLibrary.has(error.code)
