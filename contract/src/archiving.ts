/** Mails to an archive outside of the product: how they are made, and to which server. Source: docs/decisions/0102, 0106. */
import { z } from 'zod'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersion } from './expected-version.ts'
import { GroupId } from './ids.ts'
import { keysOf } from './keys-of.ts'
import { text, urlText } from './text.ts'
import { emailText } from './user-fields.ts'
import { wholeNumber } from './whole-number.ts'
import { setOf } from './set-of.ts'
import { day } from './day.ts'

export const archivingLimits = {
  host: 253,
  user: 320,
  password: 512,
  tokenUrl: 500,
  clientId: 200,
  scope: 500,
  refreshToken: 4_000,
  recipients: 10,
  summaryRecipients: 10,
  groups: 200,
  leastMailMb: 1,
  mostMailMb: 150,
  /** The summary names at most this many messages. */
  differences: 100,
  summaryDays: 14,
  /** So many failed mails are sent again by one act. */
  resent: 50_000,
} as const

/** `off`: no mail is queued or sent. `paused`: mails are queued and wait. `on`: they are sent. */
export const archivingModes = ['off', 'paused', 'on'] as const
export type ArchivingMode = (typeof archivingModes)[number]

export const archiveSecurities = ['starttls_required', 'tls', 'none-with-warning'] as const
export const archiveSignIns = ['none', 'plain', 'login', 'xoauth2'] as const
export const archiveFormats = ['eml', 'journal_wrapped', 'global_relay'] as const
export const archiveAddresses = ['real_email', 'number_at_channel'] as const
export const archiveOversizes = ['split', 'link'] as const

/** `per_message`: a mail for each thing that happened. `conversation_day`: one for a conversation and day, once it is over. */
export const archiveDeliveries = ['per_message', 'conversation_day'] as const

/** What is archived only if it is chosen: who joined or left, and what a message's delivery became. */
export const archiveExtras = ['membership', 'receipt'] as const
/** What can be archived, each in a mail of its own or in the mail of its day. */
export const archiveEvents = ['message', 'edit', 'delete', 'reaction', ...archiveExtras] as const
export type ArchiveEvent = (typeof archiveEvents)[number]

/** Why an archive did not take a mail. */
export const archiveProblemWords = {
  dns: 'No server has this name. Check the host.',
  'private-address': 'The host is inside a private network, which this installation does not call.',
  refused: 'The server refused the connection. Check the port.',
  timeout: 'The server did not answer in time.',
  'tls-missing': 'The server does not offer encryption on this port, so nothing was sent.',
  certificate: 'The certificate of the server is not trusted, so nothing was sent.',
  'sign-in': 'The server did not accept the user name and the password.',
  token: 'The token endpoint gave no access token. Check its address, the client and the secret.',
  sender: 'The server does not accept email from this sender.',
  recipients: 'The server does not accept email for a recipient.',
  'too-large': 'The email is larger than the server accepts. Lower the limit for the largest email.',
  content: 'The server refused the content of the email.',
  interrupted: 'The connection ended before the server confirmed the email.',
  'ends-connection':
    'The server ended the connection each time this email was sent, but accepted other emails. It may have received this one.',
  busy: 'The server asked to try again later.',
  'file-missing': 'A file of the message could not be read.',
  'not-composed': 'Verbatim could not compose the email. The log of the installation says why.',
  returned: 'The server accepted the email, but it was returned later.',
}
export const archiveProblems = keysOf(archiveProblemWords)
export type ArchiveProblem = (typeof archiveProblems)[number]

const Host = z
  .string()
  .trim()
  .toLowerCase()
  .max(archivingLimits.host)
  .regex(
    /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/,
    'This is not the name of a server.',
  )
const Address = z.email(emailText).max(254, emailText)

const Receiver = z.object({
  host: Host,
  port: wholeNumber({ from: 1, to: 65_535 }),
  security: z.enum(archiveSecurities),
  signIn: z.enum(archiveSignIns),
  /** Empty without a sign-in. */
  user: text({ max: archivingLimits.user }),
  /** Where an access token is asked for, by whom, and for what; empty but for `xoauth2`. */
  tokenUrl: text({ max: archivingLimits.tokenUrl }),
  clientId: text({ max: archivingLimits.clientId }),
  scope: text({ max: archivingLimits.scope }),
  fromAddress: Address,
  journalRecipients: setOf(Address).min(1).max(archivingLimits.recipients),
})

const Form = z.object({
  /** Who gets the daily mail about the day's messages. */
  summaryRecipients: setOf(Address).max(archivingLimits.summaryRecipients),
  delivery: z.enum(archiveDeliveries),
  alsoEvents: setOf(z.enum(archiveExtras)),
  format: z.enum(archiveFormats),
  participantAddress: z.enum(archiveAddresses),
  /** In MiB. */
  maxMailMb: wholeNumber({ from: archivingLimits.leastMailMb, to: archivingLimits.mostMailMb }),
  oversize: z.enum(archiveOversizes),
  /** Only messages of these channels; all if empty. */
  channels: setOf(Channel),
  /** Only messages of these groups; all if empty. */
  groupIds: setOf(GroupId).max(archivingLimits.groups),
})

/** What a form holds before anyone has changed it. */
export const usualArchiving = {
  user: '',
  tokenUrl: '',
  clientId: '',
  scope: '',
  summaryRecipients: [],
  delivery: 'per_message',
  alsoEvents: [],
  format: 'eml',
  participantAddress: 'real_email',
  maxMailMb: 25,
  oversize: 'split',
  channels: [],
  groupIds: [],
} satisfies z.input<typeof Form> & Partial<z.input<typeof Receiver>>

const Password = z.string().min(1).max(archivingLimits.password)
/** With a refresh token, access tokens are asked for by it; otherwise by the client alone. */
const Secrets = z.object({
  /** For `xoauth2`, the secret of the client. Without it, the stored one is kept; another receiver or user needs it again. */
  password: Password.optional(),
  /** Without it, the stored one is kept, as long as the secret is. */
  refreshToken: z.string().min(1).max(archivingLimits.refreshToken).optional(),
})
const secured = <T extends { security: string; signIn: string; user: string }>(given: T) =>
  given.security !== 'none-with-warning' || given.signIn === 'none'
const inClearText = { message: 'A password is not sent without encryption.', path: ['signIn'] }
const named = ({ signIn, user }: { signIn: string; user: string }) => signIn === 'none' || user !== ''
const isAddress = (address: string) => URL.canParse(address) && /^https?:\/\//i.test(address)
const asking = ({ signIn, tokenUrl }: { signIn: string; tokenUrl: string }) =>
  signIn !== 'xoauth2' || isAddress(tokenUrl)
const noTokenUrl = { message: urlText, path: ['tokenUrl'] }
const askedBy = ({ signIn, clientId }: { signIn: string; clientId: string }) =>
  signIn !== 'xoauth2' || clientId !== ''
const noClient = { message: 'Enter the client ID.', path: ['clientId'] }
const noUser = { message: 'Enter the user name.', path: ['user'] }

export const ArchivingSettings = z.object({
  ...Receiver.shape,
  ...Form.shape,
  mode: z.enum(archivingModes),
  hasPassword: z.boolean(),
  hasRefreshToken: z.boolean(),
  /** Since when messages are archived; those from before are not. */
  startedAt: z.iso.datetime().optional(),
  /** The last failure of the receiver, until a mail is taken. */
  trouble: z
    .object({
      problem: z.enum(archiveProblems),
      /** What the server said. */
      answer: z.string().optional(),
      at: z.iso.datetime(),
      /** No mail was taken since then. */
      since: z.iso.datetime(),
      /** Nothing is sent before. */
      pausedUntil: z.iso.datetime().optional(),
    })
    .optional(),
})
export type ArchivingSettings = z.infer<typeof ArchivingSettings>

/** Archiving what was captured before: at most one runs. */
export const ArchiveBackFill = z.object({
  state: z.enum(['running', 'done', 'cancelled']),
  /** What was captured from then on. */
  from: z.iso.datetime(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  /** Messages to look at, and how many of them were. */
  total: z.int(),
  looked: z.int(),
  /** Things that had no mail and have one now. */
  queued: z.int(),
})
export type ArchiveBackFill = z.infer<typeof ArchiveBackFill>

export const Archiving = z.object({
  version: z.int(),
  /** The last one that was started. */
  backFill: ArchiveBackFill.optional(),
  /** Absent until they are saved first. */
  settings: ArchivingSettings.optional(),
})
export type Archiving = z.infer<typeof Archiving>

export const ArchivingChange = z
  .strictObject({
    ...expectedVersion,
    ...Receiver.shape,
    ...Form.shape,
    ...Secrets.shape,
    mode: z.enum(archivingModes),
  })
  .refine(secured, inClearText)
  .refine(named, noUser)
  .refine(asking, noTokenUrl)
  .refine(askedBy, noClient)
export type ArchivingChange = z.infer<typeof ArchivingChange>

export const ArchivingTest = z
  .strictObject({ ...Receiver.shape, ...Secrets.shape })
  .refine(secured, inClearText)
  .refine(named, noUser)
  .refine(asking, noTokenUrl)
  .refine(askedBy, noClient)
export type ArchivingTest = z.infer<typeof ArchivingTest>

const access = 'smtp_integration.manage'

export const getArchiving = endpoint({
  method: 'GET',
  path: '/bff/archiving/settings',
  response: Archiving,
  access,
})

export const updateArchiving = endpoint({
  method: 'PUT',
  path: '/bff/archiving/settings',
  body: ArchivingChange,
  response: Archiving,
  access,
  failures: ['archiving.changed', 'archiving.no-password'],
})

/** Sends a mail with these settings, which need not be saved. */
export const testArchiving = endpoint({
  method: 'POST',
  path: '/bff/archiving/test',
  body: ArchivingTest,
  response: z.object({
    accepted: z.boolean(),
    problem: z.enum(archiveProblems).optional(),
    /** The problem in a sentence. */
    message: z.string(),
    /** What the server said. */
    answer: z.string().optional(),
    queueId: z.string().optional(),
    refusedRecipients: z.array(z.string()),
  }),
  access,
  failures: ['archiving.no-password'],
})

/** Archives what was captured from a day on, in the organization's time zone. What has a mail gets no second one. */
export const startArchiveBackFill = endpoint({
  method: 'POST',
  path: '/bff/archiving/back-fill',
  body: z.strictObject({ startFrom: day() }),
  response: Archiving,
  access,
  failures: ['archiving.off', 'archiving.back-fill-runs', 'archiving.back-fill-later'],
})

/** What is queued already is sent nevertheless. */
export const cancelArchiveBackFill = endpoint({
  method: 'POST',
  path: '/bff/archiving/back-fill/cancel',
  response: Archiving,
  access,
  failures: ['archiving.no-back-fill'],
})
