import type { Mail, Mailbox } from '@verbatim/documents/mail/mail.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import type { Direction, Identity, Participant } from '#kernel/captured-event.ts'
import { mailDomain, mailIdentity } from '#kernel/mail-address.ts'
import { phoneIdentity } from '#kernel/phone.ts'
import type { Chat, ChatPerson } from './chat.ts'
import type { JournalMail } from './journal-mail.ts'

interface People {
  readonly author: Identity
  readonly authorName?: string
  readonly participants: readonly Participant[]
  /** Whom the mail shows beside the people of a chat. Those who are users are in it, and the others are often archives. */
  readonly colleagues: readonly Participant[]
  readonly direction: Direction
  /** Whom the mail shows, where others are its recipients. */
  readonly displayed?: readonly string[]
}

interface Person {
  readonly identity: Identity
  readonly name?: string
}

type Ours = Pick<ChannelAccount, 'address' | 'ourDomains'>

/** The people of a mail: by its report, by the headers of a chat, and by the mail itself. */
export function peopleOf(journal: JournalMail, chat: Chat | undefined, ours: Ours): People {
  const named = chat?.author && personOf(chat.author)
  const author = named ?? senderOf(journal)
  const people = (chat?.people ?? []).flatMap((one) => personOf(one) ?? [])
  const ofChat = people.length > 0 && recipientsOfChat(journal, { people, author: author.identity, ours })
  const participants: Participant[] = [
    { identity: author.identity, role: 'author', ...displayed(author.name) },
    ...sendersFor(journal, author.identity, named !== undefined),
    ...(ofChat ? ofChat.recipients : recipientsOf(journal)),
  ]
  const isNamed = named !== undefined || people.length > 0
  return {
    author: author.identity,
    ...(author.name && { authorName: author.name }),
    participants,
    colleagues: ofChat ? ofChat.colleagues : [],
    direction: directionOf(author.identity, participants, { ...ours, isNamed }),
    ...((journal.report || people.length > 0) && {
      displayed: shown(journal.mail)
        .filter(({ addressing }) => addressing !== 'bcc')
        .map(({ address }) => address),
    }),
  }
}

const senderOf = ({ mail, report }: JournalMail): Person => ({
  identity: mailIdentity(mail.from?.address ?? mail.sender?.address ?? report?.sender ?? ''),
  ...(mail.from?.name && { name: mail.from.name }),
})

/** By a mail address, by a number with its country, or by what the app calls them. */
function personOf({ address, name }: ChatPerson): Person | undefined {
  const known = (address ?? name ?? '').trim()
  if (known === '') return undefined
  const isNumber = /^\+[\d\s().-]{6,}$/.test(known)
  const shownAs = isNumber && !address ? undefined : name
  return {
    identity: isNumber ? phoneIdentity(known) : mailIdentity(known),
    ...(shownAs && { name: shownAs }),
  }
}

/**
 * The report names the actual recipients, and the mail names those that its reader saw. The latter are members of the
 * conversation, not recipients: often they are lists that the report has resolved.
 */
function recipientsOf(journal: JournalMail): Participant[] {
  const { mail, report } = journal
  const recipients = reported(journal)
  const others = without(recipients, shown(mail)).map(({ identity, addressing, name }): Participant => {
    return { identity, role: report ? 'member' : 'recipient', addressing, ...displayed(name) }
  })
  return [...recipients, ...others]
}

interface OfChat {
  readonly people: readonly Person[]
  readonly author: Identity
  readonly ours: Ours
}

/**
 * The people of a chat are those that its header names; the mail often shows only an archive. Colleagues whom it shows stay, though,
 * so that no mail escapes their policies by such a header; and so does everyone who got it by its report. An address outside of
 * the organization's domains may be a colleague's as well, which is known where the message is stored.
 */
function recipientsOfChat(journal: JournalMail, { people, author, ours }: OfChat) {
  const recipients = reported(journal)
  const known = new Set([author.value, ...recipients.map(({ identity }) => identity.value)])
  for (const { identity, name } of people) {
    if (known.has(identity.value)) continue
    known.add(identity.value)
    recipients.push({ identity, role: 'recipient', addressing: 'to', ...displayed(name) })
  }
  const others = without(recipients, shown(journal.mail))
    .filter(({ identity: { value } }) => value !== author.value && value !== ours.address.value)
    .map(({ identity, addressing, name }): Participant => {
      return { identity, role: 'member', addressing, ...displayed(name) }
    })
  const isOurs = ({ identity }: Participant) =>
    ours.ourDomains.length === 0 || isWithin(mailDomain(identity.value), ours.ourDomains)
  return {
    recipients: [...recipients, ...others.filter(isOurs)],
    colleagues: others.filter((one) => !isOurs(one)),
  }
}

/**
 * Who got the mail by its report, with their names as the mail shows them. Of a mail from outside, a report does not say how it
 * addressed them; the mail does, unless they are hidden.
 */
function reported({ mail, report }: JournalMail): Participant[] {
  const shownAs = new Map(shown(mail).map((one) => [mailIdentity(one.address).value, one]))
  return (report?.recipients ?? []).map(({ address, addressing, ...how }) => {
    const identity = mailIdentity(address)
    const as = shownAs.get(identity.value)
    return {
      identity,
      role: 'recipient',
      ...displayed(as?.name),
      addressing: addressing === 'recipient' && as ? as.addressing : addressing,
      ...how,
    }
  })
}

/** Of those that a mail shows, everyone who is no recipient, once. */
function without(recipients: readonly Participant[], those: readonly Shown[]) {
  const known = new Set(recipients.map(({ identity }) => identity.value))
  return those.flatMap(({ address, ...how }) => {
    const identity = mailIdentity(address)
    if (known.has(identity.value)) return []
    known.add(identity.value)
    return [{ identity, ...how }]
  })
}

/**
 * The other names of the sender: the mail was sent in the author's name, or the author sent it in another's. Where a header names the
 * author, the mail's own sender is one of them.
 */
function sendersFor({ mail, report }: JournalMail, author: Identity, isNamed: boolean): Participant[] {
  const addresses = [
    isNamed ? mail.from?.address : undefined,
    report?.sender,
    report?.onBehalfOf,
    mail.sender?.address,
  ].filter((one) => one !== undefined)
  const others = new Map(addresses.map((address) => [mailIdentity(address).value, mailIdentity(address)]))
  others.delete(author.value)
  return [...others.values()].map((identity) => ({ identity, role: 'on-behalf-of' }))
}

const displayed = (name: string | undefined) => (name ? { displayName: name } : {})

type Shown = Mailbox & { readonly addressing: 'to' | 'cc' | 'bcc' }

function shown(mail: Mail): Shown[] {
  return (['to', 'cc', 'bcc'] as const).flatMap((addressing) =>
    mail[addressing].map((mailbox) => ({ ...mailbox, addressing })),
  )
}

/**
 * @param isNamed Headers of a chat name its people. The system that sends it is then none of them; a number is no colleague's, and of a name
 * of the app it is not known whose it is.
 */
function directionOf(
  author: Identity,
  participants: readonly Participant[],
  { ourDomains, isNamed }: Pick<Ours, 'ourDomains'> & { readonly isNamed: boolean },
): Direction {
  const isOurs = ({ value }: Identity) => isWithin(mailDomain(value), ourDomains)
  if (author.kind !== 'email' || ourDomains.length === 0) return 'unknown'
  if (!isOurs(author)) return 'inbound'
  const others = participants
    .filter(({ role }) => role !== 'author' && !(isNamed && role === 'on-behalf-of'))
    .map(({ identity }) => identity)
  const known = others.filter(({ kind }) => kind !== 'unknown')
  if (!known.every(isOurs)) return 'outbound'
  if (isNamed && known.length < others.length) return 'unknown'
  return known.length > 0 ? 'internal' : 'outbound'
}

/** Whether a domain is one of these or a subdomain of one. */
function isWithin(domain: string, ourDomains: readonly string[]): boolean {
  return ourDomains.some((one) => `.${domain}`.endsWith(`.${one.toLowerCase()}`))
}
