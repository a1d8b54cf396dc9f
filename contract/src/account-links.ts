/** Linking an account by what its owner does, here or with the link that was mailed to them. */
import { z } from 'zod'
import { connectableChannels } from './channels.ts'
import type { ConnectionProblem } from './connection-problems.ts'
import { endpoint } from './endpoint.ts'
import { AccountParams, IntegrationAccount, integrationAccountsPath } from './integration-accounts.ts'
import { LinkStep, linkStepKinds } from './link-steps.ts'

/** How often pages ask how far the linking is, and how long an answer keeps the linking going. */
export const linking = { askEveryMs: 2_000, wantedForMs: 30_000 } as const

/** A link is used once, within this time. Source: docs/rules/identity.md. */
export const accountLinkDays = 7

/** The page that the mailed link opens. */
export const onboardingPath = '/connect'

/** `waiting` for a step, `linking` while the owner has one. */
const linkStatuses = ['waiting', 'linking', 'connected', 'failed'] as const

const Choice = z.enum(linkStepKinds).exclude(['open', 'form'])
export type LinkChoice = z.infer<typeof Choice>

export const LinkState = z.object({
  status: z.enum(linkStatuses),
  /** The kinds of step that the owner can choose from; empty if there is nothing to choose. */
  choices: z.array(Choice),
  /** What the owner does now. */
  step: LinkStep.optional(),
  /** Why it failed, and what to do. */
  problem: z.string().optional(),
})
export type LinkState = z.infer<typeof LinkState>

const Wanting = z.strictObject({
  /** The kind of step that is preferred, where a channel has several. */
  want: Choice.optional(),
  /** Starts over after a failure. */
  again: z.literal(true).optional(),
})

/** Mails the owner a new link. Earlier ones end. */
export const sendAccountLink = endpoint({
  method: 'POST',
  path: `${integrationAccountsPath}/:id/send-link`,
  params: AccountParams,
  response: IntegrationAccount,
  access: 'integrations.manage',
  failures: [
    'account.not-found',
    'account.being-removed',
    'account.is-connected',
    'account.needs-no-owner',
    'account.no-owner',
    'account.owner-without-email',
  ],
})

/** Keeps the linking going for a moment and answers how far it is, for an administrator beside the owner. */
export const linkAccount = endpoint({
  method: 'POST',
  path: `${integrationAccountsPath}/:id/link`,
  params: AccountParams,
  body: Wanting,
  response: LinkState,
  access: 'integrations.manage',
  failures: ['account.not-found', 'account.being-removed', 'account.needs-no-owner'],
})

export const Onboarding = LinkState.extend({
  organization: z.string(),
  channel: z.enum(connectableChannels),
  channelName: z.string(),
  accountName: z.string(),
  /** With its middle left out: the owner knows the account by its ends. */
  address: z.string(),
  /** What the owner should know before the first step. */
  before: z.array(z.string()),
  steps: z.array(z.string()),
})
export type Onboarding = z.infer<typeof Onboarding>

/** The same for the holder of a mailed link, who needs no account here. */
export const getOnboarding = endpoint({
  method: 'POST',
  path: '/v1/onboarding/status',
  // In the body: an address is logged.
  body: Wanting.extend({ token: z.string().max(100) }),
  response: Onboarding,
  access: 'anyone',
  failures: ['account-link.unknown', 'account-link.expired', 'account-link.ended', 'account-link.used'],
})

/** What the owner enters, where their account needs it. It is checked afterwards, as `status` says. */
export const fillOnboardingForm = endpoint({
  method: 'POST',
  path: '/v1/onboarding/form',
  body: z.strictObject({ token: z.string().max(100), details: z.record(z.string(), z.unknown()) }),
  response: Onboarding,
  access: 'anyone',
  failures: [
    'account-link.unknown',
    'account-link.expired',
    'account-link.ended',
    'account-link.used',
    'account-link.no-form',
    'account.being-removed',
    'account.secret-required',
  ],
})

const byAdministrator = 'An administrator of your organization has to fix this first. Contact them.'

/** What went wrong, for the owner. */
export const ownerProblemTexts: Record<ConnectionProblem, string> = {
  'not-configured': byAdministrator,
  'credentials-refused': byAdministrator,
  'address-unknown': 'This number or address is unknown there. Ask your administrator to correct it.',
  'address-differs': 'Another account was linked. Use the number or address of this account, and try again.',
  'alias-removed':
    'Apple has removed this number or address from your Apple Account. Add it again in the settings of Messages on your Mac, and try again.',
  'delivered-elsewhere': byAdministrator,
  'cannot-receive': 'The account can’t receive messages now. Bring it online, and try again.',
  'not-archived': byAdministrator,
  'signed-out': 'The link has ended. Try again, and leave the app open until the account is connected.',
  'account-closed': 'The provider has closed or restricted this account. Resolve this there, and try again.',
  'cannot-deliver': byAdministrator,
  'host-refused': byAdministrator,
  'network-refused': byAdministrator,
  outdated: byAdministrator,
  'not-understood': 'The provider’s answer was not understood. Try again, or contact your administrator.',
  'not-running': byAdministrator,
  unreachable: 'The provider could not be reached. Try again in a minute.',
}
