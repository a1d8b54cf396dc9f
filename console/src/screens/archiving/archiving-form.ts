import {
  type Archiving,
  ArchivingChange,
  archivingLimits,
  type ArchivingSettings,
  updateArchiving,
  usualArchiving,
} from '@verbatim/contract/archiving.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import type { PageEditing, PageFormDefinition } from '#editor/use-page-form.ts'
import {
  addressNames,
  deliveryNames,
  extraNames,
  formatNames,
  modeNames,
  oversizeNames,
  securityNames,
  signInNames,
} from './archiving-words.ts'
import { archivingQuery } from './queries.ts'

/** The values of the form. */
export interface Values extends Omit<
  ArchivingSettings,
  | 'hasPassword'
  | 'hasRefreshToken'
  | 'startedAt'
  | 'trouble'
  | 'port'
  | 'maxMailMb'
  | 'channels'
  | 'groupIds'
  | 'alsoEvents'
> {
  /** Empty while nothing is written. */
  readonly port: number | ''
  readonly maxMailMb: number | ''
  readonly alsoEvents: ArchivingSettings['alsoEvents']
  readonly channels: ArchivingSettings['channels']
  readonly groupIds: ArchivingSettings['groupIds']
  /** If empty, the stored one is kept. */
  readonly password: string
  /** If empty, the stored one is kept with the secret. */
  readonly refreshToken: string
}

export type ArchivingEditing = PageEditing<Archiving, Values>

const { leastMailMb, mostMailMb } = archivingLimits

/** What is asked for, where the schema only names a type. */
export const says: Partial<Record<keyof Values, string>> = {
  port: 'Enter a port from 1 to 65535.',
  fromAddress: 'Enter an email address.',
  journalRecipients: 'Enter email addresses, at least one and at most ten.',
  summaryRecipients: 'Enter email addresses, at most ten.',
  maxMailMb: `Enter a number from ${leastMailMb} to ${mostMailMb}.`,
}

const blank: Values = {
  ...usualArchiving,
  password: '',
  refreshToken: '',
  mode: 'off',
  host: '',
  port: 587,
  security: 'starttls_required',
  signIn: 'plain',
  fromAddress: '',
  journalRecipients: [],
}

/** The receiver, as the test needs it. */
export function receiverOf(values: Values) {
  const { host, port, security, signIn, user, password, refreshToken, fromAddress, journalRecipients } =
    values
  const receiver = { host, port, security, signIn, user, fromAddress, journalRecipients }
  const asks = signIn === 'xoauth2'
  const { tokenUrl, clientId, scope } = asks ? values : blank
  return {
    ...receiver,
    tokenUrl,
    clientId,
    scope,
    ...(signIn !== 'none' && password !== '' && { password }),
    ...(asks && refreshToken !== '' && { refreshToken }),
  }
}

function toValues({ settings }: Archiving): Values {
  if (!settings) return blank
  const {
    hasPassword: _,
    hasRefreshToken: _token,
    startedAt: _started,
    trouble: _trouble,
    ...values
  } = settings
  return { ...values, password: '', refreshToken: '' }
}

/** The form; `nameOf` gives the name of a group. */
export const archivingForm = (
  nameOf: (groupId: string) => string,
): PageFormDefinition<Archiving, Values, ArchivingChange> => ({
  toValues,
  schema: ArchivingChange,
  toBody: (values, { version: expectedVersion }) => {
    const { mode, delivery, alsoEvents, format, participantAddress, maxMailMb, oversize } = values
    const { channels, groupIds, summaryRecipients } = values
    const what = { summaryRecipients, delivery, alsoEvents, channels, groupIds }
    const mails = { mode, format, participantAddress, maxMailMb, oversize, ...what }
    return { expectedVersion, ...receiverOf(values), ...mails }
  },
  says,
  secrets: ['password', 'refreshToken'],
  // For the password, only whether a new one is typed.
  wordsOf: (values) => ({
    Archiving: modeNames[values.mode],
    Host: values.host,
    Port: String(values.port),
    Encryption: securityNames[values.security],
    'Sign-in': signInNames[values.signIn],
    'User name': values.user,
    'Token address': values.tokenUrl,
    'Client ID': values.clientId,
    Scope: values.scope,
    'Refresh token': values.refreshToken === '' ? '' : 'entered here',
    Password: values.password === '' ? '' : 'entered here',
    'From address': values.fromAddress,
    'Journal recipients': values.journalRecipients.join(', '),
    'Daily summary to': values.summaryRecipients.join(', '),
    'One email for': deliveryNames[values.delivery],
    'Also archived': values.alsoEvents.map((event) => extraNames[event]).join(', '),
    Format: formatNames[values.format],
    'Addresses of participants': addressNames[values.participantAddress],
    'Largest email': String(values.maxMailMb),
    'Larger emails': oversizeNames[values.oversize],
    Channels: values.channels.map((channel) => channelNames[channel]).join(', '),
    Groups: values.groupIds.map(nameOf).join(', '),
  }),
  query: archivingQuery,
  save: (api, body) => api(updateArchiving, { body }),
  changed: 'archiving.changed',
  fieldOf: ({ code }) => (code === 'archiving.no-password' ? 'password' : ''),
  failed: 'The SMTP integration was not saved',
})
