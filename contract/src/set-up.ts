import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Country, organizationLimits } from './organizations.ts'
import { NewPassword } from './passwords.ts'
import { text } from './text.ts'
import { UserEmail, userLimits } from './user-fields.ts'

/** The first administrator's input, with the link that the first start printed. */
export const SetUp = z.strictObject({
  /** The part of the link after `#`, which does not appear in logs. */
  token: z.string().min(1).max(100),
  organizationName: text({ max: organizationLimits.name, min: 1 }),
  country: Country,
  firstName: text({ max: userLimits.name, min: 1 }),
  lastName: text({ max: userLimits.name, min: 1 }),
  email: UserEmail,
  password: NewPassword,
})
export type SetUp = z.infer<typeof SetUp>

/** Creates the first administrator of an organization. A link works once. */
export const setUpOrganization = endpoint({
  method: 'POST',
  path: '/bff/set-up',
  body: SetUp,
  response: z.object({ email: z.string() }),
  access: 'anyone',
  failures: ['identity.common-password', 'identity.weak-password', 'set-up.over'],
})

/** The page that the link opens. */
export const setUpPath = '/set-up'
