import {
  api,
  avatarBytes,
  contactDraft,
  type Fixtures,
  fresh,
  messenger,
  next,
  octets,
  type Things,
} from './things.ts'

const contacts = `${messenger}/contacts`

/** The calls for one kind of user; both kinds have the same. */
function userFixtures(
  path: string,
  idOf: (things: Things) => string,
  { invited, changed }: { invited: (things: Things) => object; changed: object },
): Fixtures {
  const at = (t: Things, rest = '') => ({ url: `${path}/${idOf(t)}${rest}` })
  return {
    [`GET ${path}`]: () => ({ url: path }),
    [`GET ${path}/:id`]: (t) => at(t),
    [`POST ${path}/invite`]: (t) => ({
      url: `${path}/invite`,
      body: {
        email: `crawled-${next()}@example.com`,
        firstName: 'Crawled',
        lastName: 'Person',
        ...invited(t),
      },
    }),
    [`PUT ${path}/:id`]: (t) => ({ ...at(t), body: { firstName: 'Crawled', ...changed } }),
    [`GET ${path}/:id/removal`]: (t) => at(t, '/removal'),
    [`GET ${path}/:id/invitation`]: (t) => at(t, '/invitation'),
    [`DELETE ${path}/:id`]: (t) => at(t),
    // They have signed in or can sign in, so no invitation is left to send.
    [`POST ${path}/:id/resend-invitation`]: (t) => ({ ...at(t, '/resend-invitation'), status: 409 }),
    [`POST ${path}/:id/reset-second-step`]: (t) => at(t, '/reset-second-step'),
  }
}

/** Users, contacts, groups and profiles, and their imports. */
export const peopleFixtures: Fixtures = {
  [`GET ${api}/conversation-groups`]: () => ({ url: `${api}/conversation-groups` }),
  [`GET ${messenger}/group-members`]: () => ({ url: `${messenger}/group-members` }),
  [`GET ${messenger}/group-contacts`]: () => ({ url: `${messenger}/group-contacts` }),
  [`GET ${messenger}/conversation-groups/:id/effect`]: (t) => ({
    url: `${messenger}/conversation-groups/${t.groupId}/effect`,
  }),
  [`PUT ${messenger}/conversation-groups/:id`]: (t) => ({
    url: `${messenger}/conversation-groups/${t.groupId}`,
    body: { name: fresh(), memberIds: [t.tenant.representative] },
  }),
  [`PUT ${messenger}/conversation-groups/:id/info`]: (t) => ({
    url: `${messenger}/conversation-groups/${t.groupId}/info`,
    body: { name: fresh() },
  }),
  [`PUT ${messenger}/conversation-groups/:id/members`]: (t) => ({
    url: `${messenger}/conversation-groups/${t.peopledGroupId}/members`,
    body: { addedMemberIds: [t.tenant.representative], expectedVersion: 1 },
  }),

  [`GET ${contacts}/:id/history`]: (t) => ({ url: `${contacts}/${t.contactId}/history` }),
  [`GET ${contacts}/:id/consents`]: (t) => ({ url: `${contacts}/${t.contactId}/consents` }),
  [`POST ${contacts}/:id/effect`]: (t) => ({
    url: `${contacts}/${t.contactId}/effect`,
    body: contactDraft(t.groupId),
  }),
  // It was never merged, so nothing can be undone.
  [`POST ${contacts}/:id/changes/:changeId/undo`]: (t) => ({
    url: `${contacts}/${t.contactId}/changes/${t.contactId}/undo`,
    status: 404,
  }),
  [`GET ${contacts}/:id/avatar`]: (t) => ({ url: `${contacts}/${t.contactId}/avatar` }),
  [`PUT ${contacts}/:id/avatar`]: (t) => ({
    url: `${contacts}/${t.contactId}/avatar`,
    body: avatarBytes,
    headers: octets,
  }),
  [`DELETE ${contacts}/:id/avatar`]: (t) => ({ url: `${contacts}/${t.usual[contacts]!.goingId}/avatar` }),

  [`GET ${api}/permission-profile-members`]: () => ({ url: `${api}/permission-profile-members` }),
  [`POST ${api}/permission-profiles/effect`]: () => ({
    url: `${api}/permission-profiles/effect`,
    body: { permissions: { channels: ['sms'], groups: 'all' } },
  }),
  [`POST ${api}/permission-profiles/:id/effect`]: (t) => ({
    url: `${api}/permission-profiles/${t.profileId}/effect`,
    body: { permissions: { channels: ['sms'], groups: 'all' } },
  }),
  [`PUT ${api}/permission-profiles/:id/info`]: (t) => ({
    url: `${api}/permission-profiles/${t.profileId}/info`,
    body: { name: fresh(), expectedVersion: 1 },
  }),
  [`PUT ${api}/permission-profiles/:id/members`]: (t) => ({
    url: `${api}/permission-profiles/${t.peopledProfileId}/members`,
    body: { added: [t.userId], expectedVersion: 1 },
  }),
  [`PUT ${api}/permission-profiles/:id/permissions`]: (t) => ({
    url: `${api}/permission-profiles/${t.givingProfileId}/permissions`,
    body: { channels: ['sms'], groups: [t.groupId], expectedVersion: 1 },
  }),
  [`GET ${api}/effective-access`]: (t) => ({
    url: `${api}/effective-access?userId=${t.userId}&messageId=${t.messageId}`,
  }),

  ...userFixtures(`${api}/users`, (t) => t.personId, {
    invited: (t) => ({ role: 'analyst', permissionProfileIds: [t.profileId] }),
    changed: { role: 'compliance' },
  }),
  [`POST ${api}/users/:id/effect`]: (t) => ({
    url: `${api}/users/${t.personId}/effect`,
    body: { role: 'analyst' },
  }),
  ...userFixtures(`${messenger}/users`, (t) => t.colleagueId, {
    invited: (t) => ({ messengerRole: 'user', groupIds: [t.groupId] }),
    changed: { messengerRole: 'manager' },
  }),

  [`POST ${api}/users/import`]: () => ({
    url: `${api}/users/import?hold=true`,
    body: Buffer.from('Email\nann@example.com\n'),
    headers: { 'content-type': 'text/csv' },
    plain: true,
  }),
  [`POST ${messenger}/users/import`]: () => ({
    url: `${messenger}/users/import?hold=true`,
    body: Buffer.from('Email\nann@example.com\n'),
    headers: { 'content-type': 'text/csv' },
    plain: true,
  }),
  [`POST ${contacts}/import`]: () => ({
    url: `${contacts}/import?hold=true`,
    body: Buffer.from('Name\nAnn\n'),
    headers: { 'content-type': 'text/csv' },
    plain: true,
  }),
  [`GET ${api}/imports`]: () => ({ url: `${api}/imports` }),
  [`GET ${api}/imports/:id`]: (t) => ({ url: `${api}/imports/${t.importId}` }),
  [`GET ${api}/imports/:id/rows`]: (t) => ({ url: `${api}/imports/${t.importId}/rows` }),
  [`GET ${api}/imports/:id/failed`]: (t) => ({ url: `${api}/imports/${t.importId}/failed` }),
  // Columns are missing, so it cannot start.
  [`POST ${api}/imports/:id/check`]: (t) => ({ url: `${api}/imports/${t.importId}/check`, status: 400 }),
  [`POST ${api}/imports/:id/start`]: (t) => ({ url: `${api}/imports/${t.importId}/start`, status: 400 }),
  [`PUT ${api}/imports/:id`]: (t) => ({
    url: `${api}/imports/${t.importId}`,
    body: { mapping: { email: 0 }, settings: {} },
  }),
  [`POST ${api}/imports/:id/cancel`]: (t) => ({ url: `${api}/imports/${t.cancelledImportId}/cancel` }),
  // It changed nothing, so nothing can be undone.
  [`POST ${api}/imports/:id/undo`]: (t) => ({ url: `${api}/imports/${t.importId}/undo`, status: 409 }),
}
