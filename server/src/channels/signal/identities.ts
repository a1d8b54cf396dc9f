/**
 * A person has a new identity key once they have a new phone, and perhaps if someone else reads along. A daemon that trusts every key, as an
 * archive needs it, does not mention that, so it is asked for the keys of those who wrote. Source: signal-cli, `listIdentities`.
 */
import { z } from 'zod'
import type { CollectedDelivery, Session } from '#channels/collection.ts'
import type { ChannelAccount, StoredDelivery } from '#channels/connector.ts'
import { jsonOf } from '#kernel/json.ts'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { askDaemon, type Daemon } from './daemon.ts'
import type { Received } from './envelope.ts'
import { toLine } from './lines.ts'
import { identify, type Person, placeOf } from './people.ts'

const noteType = 'application/vnd.verbatim.identity+json'
/** How the daemon says that it held a message back. */
const heldBack = 'UntrustedIdentityException'
/** Of one round; the others follow in the next. The daemon computes much for each. */
const atOnce = 20
const timeoutMs = 3_000
const type = 'identity'

const text = z.string().nullish().catch(undefined)
const Identity = z.object({ uuid: text, number: text, fingerprint: z.string(), addedTimestamp: z.number() })
const Note = z.object({ identity: Identity })

/** The keys of those who write to one account, as far as this connection has seen them. */
export class Identities {
  readonly #wrote = new Set<string>()
  readonly #daemon: Daemon
  readonly #account: string
  readonly #session: Pick<Session, 'keys' | 'keep' | 'signal'>

  constructor(daemon: Daemon, account: string, session: Pick<Session, 'keys' | 'keep' | 'signal'>) {
    this.#daemon = daemon
    this.#account = account
    this.#session = session
  }

  /** Someone wrote, whose key is looked at in the next round. */
  note(received: Received | undefined): void {
    const { sourceUuid, dataMessage, editMessage } = received?.envelope ?? {}
    if (sourceUuid && (dataMessage || editMessage)) this.#wrote.add(sourceUuid.toLowerCase())
  }

  /** Keeps a note of each key that differs from the one before. Whom it could not find out about is asked about once they write again. */
  async check(): Promise<void> {
    const session = this.#session
    const wrote = [...this.#wrote].slice(0, atOnce)
    for (const uuid of wrote) this.#wrote.delete(uuid)
    const known = await session.keys.get(type, wrote)
    for (const uuid of wrote) {
      const identity = await this.#find(uuid)
      if (identity === 'away') return
      const before = known.get(uuid)
      if (!identity || (before && Buffer.from(before).toString() === identity.fingerprint)) continue
      // Of the first key that we see of someone we do not know whether it is new.
      if (before) await session.keep([noteOf(identity)])
      await session.keys.set([{ type, id: uuid, value: Buffer.from(identity.fingerprint) }])
    }
  }

  async #find(uuid: string): Promise<z.infer<typeof Identity> | 'away' | undefined> {
    const params = { account: this.#account, number: uuid }
    const limits = { timeoutMs, signal: this.#session.signal }
    const answer = await askDaemon(this.#daemon, 'listIdentities', params, limits)
    if ('away' in answer) return 'away'
    const { data = [] } = z.array(Identity).safeParse('result' in answer ? answer.result : undefined)
    return data.find((one) => one.uuid?.toLowerCase() === uuid)
  }
}

const noteOf = (identity: z.infer<typeof Identity>): CollectedDelivery => ({
  contentType: noteType,
  body: Buffer.from(JSON.stringify({ identity })),
})

/** The line of such a note, in the conversation with the person; undefined for any other delivery. */
export function newIdentityIn(
  { contentType, body }: Pick<StoredDelivery, 'contentType' | 'body'>,
  account: ChannelAccount,
): CapturedMessage | undefined {
  const { data } = Note.safeParse(contentType === noteType ? jsonOf(body) : undefined)
  if (!data) return undefined
  const { uuid, number, fingerprint, addedTimestamp: timestamp } = data.identity
  const by: Person = { uuid, number }
  const place = placeOf(undefined, by, account)
  const said = {
    account,
    by,
    authorUuid: uuid,
    recipientNumber: account.address.value,
    author: identify(by, account),
    authorName: undefined,
    place,
    timestamp,
  }
  const structured = { status: 'new identity key, as after a change of phone', identityKey: fingerprint }
  const content = { body: null, format: 'plain', contentType: 'system', structured, attachments: [] } as const
  return {
    ...toLine(said, content),
    messageKey: `${account.id}:${place.conversationKey}:identity:${timestamp}:${fingerprint}`,
  }
}

/** What is shown of a message that the daemon held back for that reason. */
export const heldBackFor = ({ exception }: Pick<Received, 'exception'>) =>
  exception?.type === heldBack ? { status: 'new identity, not trusted by the daemon' } : {}
