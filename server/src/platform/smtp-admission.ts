import { BlockList, isIP } from 'node:net'
import type { SMTPServerSession } from 'smtp-server'

/** Somebody mail may be sent to, and by whom. Every condition that is given must hold. */
export interface IntakeRecipient<Target> {
  /** Two addresses with one id get a mail once. */
  readonly id: string
  /** What `keep` needs to know. */
  readonly target: Target
  /** Who may connect: addresses or networks (`192.0.2.0/24`). */
  readonly networks?: readonly string[]
  /** Envelope senders: addresses or whole domains (`@example.com`). The empty sender is always one of them: reports have it. */
  readonly senders?: readonly string[]
  /** Whoever must have signed in, as `authenticate` names it. */
  readonly user?: string
  readonly requireTls?: boolean
}

/** What the server says instead of yes, with its code. */
export class Reply extends Error {
  override name = 'Reply'
  readonly responseCode: number

  constructor(responseCode: number, text: string, cause?: unknown) {
    super(text, { cause })
    this.responseCode = responseCode
  }
}

/** Why a recipient's mail is not taken on this connection; undefined where it is. */
export function reasonToRefuse(
  recipient: IntakeRecipient<unknown>,
  session: SMTPServerSession,
): Reply | undefined {
  const { networks, senders, user, requireTls } = recipient
  if (requireTls && !session.secure) return new Reply(530, '5.7.0 Issue STARTTLS first')
  if (user !== undefined && session.user === undefined) return new Reply(530, '5.7.0 Sign in first')
  const mayDeliver =
    (user === undefined || session.user === user) &&
    (networks === undefined || isWithin(session.remoteAddress, networks)) &&
    (senders === undefined || isSender(senderOf(session), senders))
  return mayDeliver ? undefined : new Reply(550, '5.7.1 This sender may not deliver here')
}

/** The envelope sender; empty for reports and bounces. */
export function senderOf(session: SMTPServerSession): string {
  return session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
}

function isSender(sender: string, senders: readonly string[]): boolean {
  if (sender === '') return true
  const address = sender.toLowerCase()
  return senders.some((one) =>
    one.startsWith('@') ? address.endsWith(one.toLowerCase()) : address === one.toLowerCase(),
  )
}

/** Whether an address lies in one of the networks; what is no network holds nobody. */
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
