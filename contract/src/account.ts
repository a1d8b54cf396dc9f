/** The signed-in user's own account: name, password and second step. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { expectedVersion } from './expected-version.ts'
import { UserId } from './ids.ts'
import { Role } from './permissions.ts'
import { PersonName } from './user-fields.ts'

/** How many recovery codes are made at once. */
export const recoveryCodeCount = 10

export const Account = z.object({
  id: UserId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().optional(),
  role: Role,
  /** Grows with every change. */
  version: z.int(),
  /** Without activity for this long, the page locks. Set by the organization. */
  idleLockMinutes: z.int(),
  /** Whether this session may change the password and the second step: one of single sign-on may not. */
  managesSignIn: z.boolean(),
  /**
   * Where the installation keeps sign-ins. An external user pool has no recovery codes and no list of devices. Ask the pool
   * for the state of its second step, which is not included here.
   */
  keptAt: z.enum(['here', 'user-pool']),
  passwordChangedAt: z.iso.datetime().optional(),
  secondStep: z.object({
    enabled: z.boolean(),
    /** Required by the organization: it can be replaced, but not removed. */
    required: z.boolean(),
    enrolledAt: z.iso.datetime().optional(),
    recoveryCodesLeft: z.int(),
  }),
})
export type Account = z.infer<typeof Account>

export const getAccount = endpoint({
  method: 'GET',
  path: '/bff/account',
  response: Account,
  access: 'signed-in',
})

/** An administrator changes the number, because who wrote a message depends on it. */
export const AccountChange = z.strictObject({
  firstName: PersonName,
  lastName: PersonName,
  ...expectedVersion,
})

export const updateAccount = endpoint({
  method: 'PUT',
  path: '/bff/account',
  body: AccountChange,
  response: Account,
  access: 'signed-in',
  failures: ['user.changed', 'user.not-found'],
})

/** Why a change of the second step is refused. */
const codeRefusals = [
  'account.code-needed',
  'account.kept-elsewhere',
  'account.wrong-code',
  'identity.too-many-attempts',
] as const

/** An authenticator's six digits, or a recovery code instead. */
const SecondStepCode = z.string().trim().min(6).max(32)

/** Starts with a new authenticator. If there is already one, its code or a recovery code is needed. */
export const beginAuthenticator = endpoint({
  method: 'POST',
  path: '/bff/account/authenticator',
  body: z.strictObject({ code: SecondStepCode.optional() }),
  response: z.object({ secret: z.string() }),
  access: 'signed-in',
  failures: codeRefusals,
})

/** Proves the new authenticator, which then becomes the second step. Returns recovery codes, which are shown only once. */
export const confirmAuthenticator = endpoint({
  method: 'POST',
  path: '/bff/account/authenticator/confirmation',
  body: z.strictObject({ code: z.string().trim().max(32) }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  access: 'signed-in',
  failures: [...codeRefusals, 'account.no-enrolment'],
})

/** Removes the second step, with its own code or a recovery code. */
export const removeAuthenticator = endpoint({
  method: 'POST',
  path: '/bff/account/authenticator/removal',
  body: z.strictObject({ code: SecondStepCode }),
  response: z.object({}),
  access: 'signed-in',
  failures: [...codeRefusals, 'account.second-step-required'],
})

/**
 * Makes new recovery codes, with the authenticator's code; earlier ones no longer work. The first ones of an authenticator
 * that a sign-in has just set up need no code.
 */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/bff/account/recovery-codes',
  body: z.strictObject({ code: SecondStepCode.optional() }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  access: 'signed-in',
  failures: codeRefusals,
})
