import { NewPassword } from '@verbatim/contract/passwords.ts'
import { Role, roles } from '@verbatim/contract/permissions.ts'
import { z } from 'zod'
import { parseMailServer } from '#platform/mail-server.ts'
import { variable, oneOf, hostName, address } from './variable.ts'

/** The first organization, its addresses, mail and sign-in. */
export const organizations = {
  VERBATIM_ADMIN_EMAIL: variable({
    schema: z.email().optional(),
    form: 'a mail address',
    otherwise: 'the demo’s administrator',
    meaning: 'The email address of the first administrator.',
  }),
  VERBATIM_ADMIN_PASSWORD: variable({
    schema: NewPassword.optional(),
    form: 'a password of at least 8 characters with an uppercase and a lowercase letter, a number and a special character',
    otherwise: 'created at the first start and printed once; outside local, a set-up link is printed instead',
    meaning: 'The password of the first administrator, used at the first start only.',
    secret: true,
  }),
  VERBATIM_ENVIRONMENT: variable({
    ...oneOf(['local', 'dev', 'stage', 'production'], 'local'),
    meaning: 'The environment. Conveniences such as a printed password exist in local only.',
  }),
  ROLE_OVERRIDE: variable({
    schema: z
      .string()
      .transform((name) => name.toLowerCase())
      .pipe(Role)
      .optional(),
    form: `one of ${roles.join(', ')}`,
    otherwise: 'each user’s own',
    meaning: 'The role that every platform user acts in, for trying out roles. Ignored outside local.',
  }),
  VERBATIM_DEMO: variable({
    schema: z
      .enum(['on', 'off'])
      .transform((word) => word === 'on')
      .optional(),
    form: 'one of on, off',
    otherwise: 'on in local, off elsewhere',
    meaning: 'Whether the first start seeds the demo organization.',
  }),
  LOCAL_TENANT: variable({
    schema: z.string().regex(hostName).optional(),
    form: 'the name of an organization as used in its address',
    otherwise: 'the demo organization',
    meaning: 'The organization that plain localhost leads to.',
  }),
  OPERATOR_KEY: variable({
    schema: z.string().min(32).optional(),
    form: 'at least 32 random characters',
    otherwise: 'the endpoint is off',
    meaning:
      'The key to /operator/organizations, where organizations are created, listed, closed and reopened.',
    secret: true,
  }),
  PUBLIC_BASE_URL: variable({
    schema: address.optional(),
    form: 'an address, such as https://acme.example.com',
    otherwise: 'http://localhost:PORT',
    meaning:
      'The address at which providers and browsers reach this server. Webhook signatures include it, so it must be exact.',
  }),
  MAIN_DOMAIN: variable({
    schema: z.string().regex(hostName).default('verbatim.localhost'),
    form: 'the last two labels of every address, such as example.com',
    otherwise: 'verbatim.localhost',
    meaning: 'Organizations are served at {name}.{main domain}.',
  }),
  SMTP_URL: variable({
    schema: z
      .string()
      .transform((text, check) => {
        const server = parseMailServer(text)
        if (!server) check.addIssue('not the address of a mail server')
        return server ?? z.NEVER
      })
      .optional(),
    form: 'smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465',
    otherwise: 'mail waits; in local it is read at /mailbox',
    meaning:
      'The mail server that sends invitations, codes and notifications. The connection is encrypted unless the server is on this machine or the address ends with ?tls=off.',
    secret: true,
  }),
  MAIL_FROM: variable({
    schema: z.email().optional(),
    form: 'a mail address',
    otherwise: 'no-reply@ and the host of PUBLIC_BASE_URL',
    meaning: 'The sender of those mails.',
  }),
  IDENTITY_USER_POOL_ID: variable({
    schema: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d_[0-9A-Za-z]{1,40}$/)
      .optional(),
    form: 'the id of an AWS Cognito user pool, such as eu-central-1_AbCdEf123',
    otherwise: 'people sign in to the embedded identity service',
    meaning:
      'The user pool that people sign in to instead. Its aliases are email addresses, and only administrators create people in it (AllowAdminCreateUserOnly). It holds the people of all organizations.',
  }),
  IDENTITY_CLIENT_ID: variable({
    schema: z
      .string()
      .regex(/^[\w+]{1,128}$/)
      .optional(),
    form: 'the id of an app client of that pool, without a secret',
    otherwise: 'set with IDENTITY_USER_POOL_ID',
    meaning: 'The app client that the console signs people in with.',
  }),
  IDENTITY_DOMAIN: variable({
    schema: z.string().regex(hostName).optional(),
    form: 'a host name',
    otherwise: 'no single sign-on at that pool',
    meaning: 'The domain of the pool’s hosted sign-in pages, used for single sign-on.',
  }),
  IDENTITY_ENDPOINT: variable({
    schema: address.optional(),
    form: 'an address',
    otherwise: 'AWS, in the region that the pool’s id begins with',
    meaning: 'The address of the pool, for a private endpoint.',
  }),
  AWS_ACCESS_KEY_ID: variable({
    schema: z.string().min(16).optional(),
    form: 'the id of an access key',
    otherwise: 'the role of the machine',
    meaning: 'The key for administering people in the pool.',
  }),
  AWS_SECRET_ACCESS_KEY: variable({
    schema: z.string().min(16).optional(),
    form: 'the secret of that access key',
    otherwise: 'the role of the machine',
    meaning: 'The other half of AWS_ACCESS_KEY_ID.',
    secret: true,
  }),
} as const
