/** Test messages that are sent to an account on a schedule, to see that what is sent to it arrives here. Source: docs/rules/channels.md. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AccountId } from './ids.ts'
import { keysOf } from './keys-of.ts'
import { PhoneNumber } from './user-fields.ts'

/** How often a test message can be sent, in minutes. */
export const canaryMinutes = [15, 30, 60, 240, 720, 1440] as const
export type CanaryMinutes = (typeof canaryMinutes)[number]

export const canaryMinutesNames: Record<CanaryMinutes, string> = {
  15: 'Every 15 minutes',
  30: 'Every 30 minutes',
  60: 'Every hour',
  240: 'Every 4 hours',
  720: 'Every 12 hours',
  1440: 'Every day',
}

/** A test message that has not arrived after so many minutes is missing. */
export const canaryWithinMinutes = 10

/** `mail`: by the mail server of the installation. `provider`: from a number of the organization at its messaging provider. */
const canaryWays = ['mail', 'provider'] as const

/** The result of the last one. */
const canaryStates = ['waiting', 'arrived', 'missing', 'not-sent'] as const
export type CanaryState = (typeof canaryStates)[number]

/** Why the last one could not be sent. That says nothing of what the account receives. */
export const canaryProblemTexts = {
  'no-mail-server':
    'This installation has no email server to send it with. Ask its operator to configure one.',
  'mail-refused':
    'The email server of this installation did not accept it. Ask its operator whether it may send to the address of this account.',
  'not-configured': 'The credentials of your organization at its messaging provider are not set.',
  'credentials-refused': 'The messaging provider refuses the credentials of your organization.',
  refused:
    'The messaging provider did not accept it. Check that the sending number belongs to your organization there, and may send to this one.',
  unreachable: 'The sender could not be reached. It is tried again in a few minutes.',
}
const canaryProblems = keysOf(canaryProblemTexts)
export type CanaryProblem = (typeof canaryProblems)[number]

export const Canary = z.object({
  /** Null if nothing can be sent on the channel. */
  way: z.enum(canaryWays).nullable(),
  /** Null: none is sent. */
  everyMinutes: z.literal(canaryMinutes).nullable(),
  /** The number that it is sent from, where a provider sends it. */
  sender: z.string().optional(),
  /** Absent before the first one. */
  last: z
    .object({
      state: z.enum(canaryStates),
      sentAt: z.iso.datetime(),
      problem: z.enum(canaryProblems).optional(),
    })
    .optional(),
  /** The last one that arrived, and how long it took. */
  arrived: z.object({ at: z.iso.datetime(), tookSeconds: z.int() }).optional(),
})
export type Canary = z.infer<typeof Canary>

/** Sends test messages to an account, or no more. */
export const updateCanary = endpoint({
  method: 'PUT',
  path: '/bff/api/v1/accounts/:id/canary',
  params: z.object({ id: AccountId }),
  body: z.strictObject({
    everyMinutes: z.literal(canaryMinutes).nullable(),
    /** A number of the organization at its messaging provider, and not the account's own. */
    sender: PhoneNumber.optional(),
  }),
  response: Canary,
  access: 'integrations.manage',
  failures: ['account.not-found', 'account.being-removed', 'account.no-canary', 'account.canary-sender'],
})
