import { usualArchiving } from '@verbatim/contract/archiving.ts'
import { type Fixtures, octets } from './things.ts'

const { user, tokenUrl, clientId, scope, ...archiveForm } = usualArchiving
const archive = {
  host: 'localhost',
  port: 9,
  security: 'starttls_required',
  signIn: 'none',
  user,
  tokenUrl,
  clientId,
  scope,
  fromAddress: 'archive@client.example',
  journalRecipients: ['journal@client.example'],
}

/** A user's own account, the organization, and requests that all users may make. */
export const ownFixtures: Fixtures = {
  'GET /config/cognito': () => ({ url: '/config/cognito', plain: true }),
  'GET /config.json': () => ({ url: '/config.json', plain: true }),
  'GET /bff/config': () => ({ url: '/bff/config', plain: true }),
  'GET /bff/account': () => ({ url: '/bff/account', plain: true }),
  'PUT /bff/account': () => ({
    url: '/bff/account',
    body: { firstName: 'Ann', lastName: 'Crawled', expectedVersion: 1 },
    plain: true,
  }),
  'GET /bff/account/devices': () => ({ url: '/bff/account/devices', plain: true }),
  'DELETE /bff/account/devices/:id': (t) => ({ url: `/bff/account/devices/${t.eventId}`, status: 404 }),
  'DELETE /bff/account/devices': () => ({ url: '/bff/account/devices', plain: true }),
  'POST /bff/account/authenticator': () => ({ url: '/bff/account/authenticator', body: {}, plain: true }),
  'POST /bff/account/authenticator/confirmation': () => ({
    url: '/bff/account/authenticator/confirmation',
    body: { code: '000000' },
    plain: true,
    status: 400,
  }),
  'POST /bff/account/authenticator/removal': () => ({
    url: '/bff/account/authenticator/removal',
    body: { code: '000000' },
    plain: true,
    status: 400,
  }),
  'POST /bff/account/recovery-codes': () => ({
    url: '/bff/account/recovery-codes',
    body: { code: '000000' },
    plain: true,
    status: 400,
  }),
  // It needs a cookie that no session has; its own tests cover who may read which mails.
  'GET /bff/mailbox': () => ({ url: '/bff/mailbox', plain: true, status: 404 }),
  // Needs a key that is not set here.
  'GET /operator/organizations': () => ({ url: '/operator/organizations', plain: true, status: 404 }),
  'POST /operator/organizations': () => ({
    url: '/operator/organizations',
    body: { label: 'crawled' },
    plain: true,
    status: 404,
  }),
  'POST /operator/organizations/:label/close': ({ tenant }) => ({
    url: `/operator/organizations/${tenant.label}/close`,
    plain: true,
    status: 404,
  }),
  'POST /operator/organizations/:label/reopen': ({ tenant }) => ({
    url: `/operator/organizations/${tenant.label}/reopen`,
    plain: true,
    status: 404,
  }),
  'GET /operator/trail': () => ({ url: '/operator/trail', plain: true, status: 404 }),
  'GET /bff/organizations/basic': () => ({ url: '/bff/organizations/basic', plain: true }),
  // This organization already has its first administrator.
  'POST /bff/set-up': () => ({
    url: '/bff/set-up',
    body: {
      token: 'x',
      organizationName: 'Crawled',
      country: 'GB',
      firstName: 'A',
      lastName: 'B',
      email: 'a@b.example',
      password: 'Correct-Horse-7',
    },
    plain: true,
    status: 410,
  }),
  'GET /bff/organizations': () => ({ url: '/bff/organizations', plain: true }),
  // Based on another version than the organization's, so nothing changes for later requests.
  'PUT /bff/organizations': () => ({
    url: '/bff/organizations',
    body: { expectedVersion: 999_999, name: 'Crawled' },
    plain: true,
    status: 409,
  }),
  'GET /bff/organizations/single-sign-on': () => ({ url: '/bff/organizations/single-sign-on', plain: true }),
  'PUT /bff/organizations/single-sign-on': () => ({
    url: '/bff/organizations/single-sign-on',
    body: { expectedVersion: 999_999, enabled: false },
    plain: true,
    status: 409,
  }),
  'GET /bff/archiving/settings': () => ({ url: '/bff/archiving/settings', plain: true }),
  'PUT /bff/archiving/settings': () => ({
    url: '/bff/archiving/settings',
    body: { ...archive, ...archiveForm, mode: 'off', expectedVersion: 999_999 },
    plain: true,
    status: 409,
  }),
  // A port of this machine, which is not called.
  'POST /bff/archiving/test': () => ({ url: '/bff/archiving/test', body: archive, plain: true }),
  'GET /bff/archiving/mails': () => ({ url: '/bff/archiving/mails', plain: true }),
  'POST /bff/archiving/mails/:id/resend': (t) => ({
    url: `/bff/archiving/mails/${t.eventId}/resend`,
    status: 404,
  }),
  'POST /bff/archiving/mails/resend': () => ({ url: '/bff/archiving/mails/resend', plain: true }),
  // Archiving is off in the crawled organization.
  'POST /bff/archiving/back-fill': () => ({
    url: '/bff/archiving/back-fill',
    body: { startFrom: '2026-01-01' },
    plain: true,
    status: 409,
  }),
  'POST /bff/archiving/back-fill/cancel': () => ({
    url: '/bff/archiving/back-fill/cancel',
    plain: true,
    status: 409,
  }),
  'GET /bff/archiving/summary': () => ({ url: '/bff/archiving/summary', plain: true }),
  'GET /bff/organizations/logo': () => ({ url: '/bff/organizations/logo', plain: true, status: 404 }),
  'PUT /bff/organizations/logo': () => ({
    url: '/bff/organizations/logo',
    body: Buffer.from('not a picture'),
    headers: octets,
    plain: true,
    status: 400,
  }),
  'DELETE /bff/organizations/logo': () => ({ url: '/bff/organizations/logo', plain: true }),
  'POST /bff/organizations/retention/forecast': () => ({
    url: '/bff/organizations/retention/forecast',
    body: { dataRetention: [{ channel: 'sms', retentionPeriod: 'P7Y' }] },
    plain: true,
  }),
}
