/** The mails about an archive that takes no mails: what is wrong, since when, how many wait, and what to do. Nothing that anyone wrote. */
import { type ArchiveProblem, archiveProblemWords } from '@verbatim/contract/archiving.ts'
import type { ArchivingRow } from '#domains/archiving/find.ts'
import type { ArchiveOutage, WaitingMails } from '#domains/archiving/outages.ts'
import type { NewMail } from '#domains/mail/commands.ts'
import { greeting, momentText, noReply } from '#domains/mail/words.ts'

export interface OutageMail {
  readonly firstName: string
  readonly organization: string
  /** The address of the product for the organization. */
  readonly address: string
  readonly outage: ArchiveOutage
}

type Words = Pick<NewMail, 'subject' | 'text'>

export function outageMail(
  given: OutageMail,
  { waiting, givenUp }: WaitingMails,
  { host, port }: Pick<ArchivingRow, 'host' | 'port'>,
): Words {
  const { outage, organization } = given
  const since = momentText(outage.began_at, 'medium')
  return {
    subject: `Archiving: no email accepted since ${since}`,
    text: textOf(given, [
      `Archiving by email for ${organization} does not work. The archive’s server (${host}:${port}) has accepted no email since ${since}.`,
      `What is wrong: ${archiveProblemWords[outage.problem]}`,
      `${waitWords(waiting)} Nothing is lost: Verbatim keeps each email, and sends what waits once the server accepts emails.`,
      ...givenUpWords(givenUp),
      `What to do: ${deedOf(outage.problem)} Then send a test email from the page below. If you save the settings there, Verbatim tries again at once.`,
      'You get this email once a day. Once the server accepts emails again, you get an email that says so.',
    ]),
  }
}

export function endMail(given: OutageMail, { waiting, givenUp }: WaitingMails): Words {
  const { outage, organization } = given
  const [from, to] = [outage.began_at, outage.ended_at ?? outage.began_at].map((at) =>
    momentText(at, 'medium'),
  )
  return {
    subject: 'Archiving works again',
    text: textOf(given, [
      `Archiving by email for ${organization} works again. The archive’s server accepted no email from ${from} to ${to}.`,
      `${countWords(outage.taken, 'has', 'have')} gone out since then. ${waiting === 0 ? 'None waits.' : `${waitWords(waiting)} Verbatim sends what waits.`} Nothing was lost.`,
      ...givenUpWords(givenUp),
    ]),
  }
}

const textOf = ({ firstName, address }: OutageMail, paragraphs: readonly string[]) =>
  `${[greeting(firstName), ...paragraphs, `${address}/organization/smtp-integration`, noReply].join('\n\n')}\n`

const countWords = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? `email ${one}` : `emails ${more}`}`

const waitWords = (count: number) =>
  count === 0 ? 'No email waits.' : `${countWords(count, 'waits', 'wait')} to be sent.`

const givenUpWords = (count: number) =>
  count === 0
    ? []
    : [
        `${countWords(count, 'was', 'were')} given up since the problem began. You can send ${count === 1 ? 'it' : 'them'} again from the list of failed emails.`,
      ]

const atProvider = 'Ask the provider of your archive whether its server has a problem.'
const hostDeed =
  'Check the host and the port. If they are right, ask the provider of your archive whether its server has a problem.'

/** What people can do about a problem. */
const deeds: Partial<Record<ArchiveProblem, string>> = {
  dns: 'Check the name of the host.',
  'private-address':
    'Enter a host on the internet, or ask the operator of this installation to allow the host.',
  refused: hostDeed,
  timeout: hostDeed,
  'tls-missing':
    'Check the port and the encryption, or ask the provider of your archive to offer encryption.',
  certificate:
    'Check that the host is the name in the certificate, or ask the provider of your archive to renew the certificate: it may have expired.',
  'sign-in':
    'Check the user name and the password or client with the provider of your archive, and enter what changed: a password may have expired. Until then Verbatim tries once an hour, so that the server does not lock the user.',
  token: 'Check the address of the token endpoint, the client and its secret: the secret may have expired.',
  sender: 'Check the sender address with the provider of your archive.',
  recipients: 'Check the journal recipients with the provider of your archive.',
  'too-large': 'Lower the limit for the largest email.',
}

const deedOf = (problem: ArchiveProblem) => deeds[problem] ?? atProvider
