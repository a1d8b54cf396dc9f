import { BlockList, isIP } from 'node:net'
import type { SMTPServerSession } from 'smtp-server'

/** An address that accepts mail, and from whom. Every given condition must be true. */
export interface IntakeRecipient<Target> {
  /** Two addresses with the same id get a mail once. */
  readonly id: string
  /** The recipient's data, passed to `keep`. */
  readonly target: Target
  /** Clients that may connect: addresses or networks (`192.0.2.0/24`). */
  readonly networks?: readonly string[]
  /**
   * Envelope senders: addresses or whole domains (`@example.com`). Reports have an empty sender, which is allowed if
   * networks or a sign-in identify the deliverer; otherwise anyone could claim it.
   */
  readonly senders?: readonly string[]
  /** The user who must have signed in, as `authenticate` names them. */
  readonly user?: string
  readonly requireTls?: boolean
  /** It no longer accepts mail. */
  readonly isClosed?: boolean
  /** It was removed. Its sender gets the answer of an address that never was. */
  readonly isRemoved?: boolean
}

/** A refusal with its code. */
export class Reply extends Error {
  override name = 'Reply'
  readonly responseCode: number

  constructor(responseCode: number, text: string, cause?: unknown) {
    super(text, { cause })
    this.responseCode = responseCode
  }
}

export const noSuchRecipient = () => new Reply(550, '5.1.1 There is no such recipient here')

/** Why a recipient's mail is refused on this connection; undefined if it is accepted. */
export function reasonToRefuse(
  recipient: IntakeRecipient<unknown>,
  session: SMTPServerSession,
): Reply | undefined {
  const { networks, senders, user, requireTls } = recipient
  if (recipient.isRemoved) return noSuchRecipient()
  if (recipient.isClosed) return new Reply(550, '5.2.1 This organization is closed')
  if (requireTls && !session.secure) return new Reply(530, '5.7.0 Issue STARTTLS first')
  if (user !== undefined && session.user === undefined) return new Reply(530, '5.7.0 Sign in first')
  const mayConnect =
    (user === undefined || session.user === user) &&
    (networks === undefined || isWithin(session.remoteAddress, networks))
  if (!mayConnect) return new Reply(550, '5.7.1 This sender may not deliver here')
  if (senders === undefined) return undefined
  const sender = senderOf(session)
  if (sender !== '')
    return isSender(sender, senders) ? undefined : new Reply(550, '5.7.1 This sender may not deliver here')
  if (user !== undefined || networks !== undefined) return undefined
  return new Reply(550, '5.7.1 The empty sender may deliver here only from a known network or signed in')
}

/** Why a mail is refused before it starts: its declared size is over the limit. */
export function reasonToRefuseSize(session: SMTPServerSession, limit: number): Reply | undefined {
  return announcedSize(session) > limit
    ? new Reply(552, '5.3.4 The mail is larger than the limit')
    : undefined
}

/** The declared size in bytes, 0 if there is none. Source: RFC 1870 §6. */
export function announcedSize({ envelope: { mailFrom } }: SMTPServerSession): number {
  const size = mailFrom && Number((mailFrom.args as { SIZE?: unknown }).SIZE ?? 0)
  return Math.min(size || 0, Number.MAX_SAFE_INTEGER)
}

/** The envelope sender; empty for reports and bounces. */
export function senderOf(session: SMTPServerSession): string {
  return session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
}

function isSender(sender: string, senders: readonly string[]): boolean {
  const address = sender.toLowerCase()
  return senders.some((one) =>
    one.startsWith('@') ? address.endsWith(one.toLowerCase()) : address === one.toLowerCase(),
  )
}

/** Whether an address is in one of the networks; an invalid network contains none. */
function isWithin(address: string, networks: readonly string[]): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', prefix] = network.split('/')
    const family = isIP(base)
    const bits = prefix === undefined ? (family === 6 ? 128 : 32) : Number(prefix)
    if (family && Number.isInteger(bits) && bits >= 0 && bits <= (family === 6 ? 128 : 32)) {
      list.addSubnet(base, bits, family === 6 ? 'ipv6' : 'ipv4')
    }
  }
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return list.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4')
}
