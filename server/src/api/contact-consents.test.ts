import type { ContactId, GroupId } from '@verbatim/contract/ids.ts'
import { beforeEach, expect, test } from 'vitest'
import { contactsUrl, useContacts } from '#testing/contacts.ts'
import { insertMessages } from '#testing/messages.ts'

const { bed, make, within } = useContacts()

let contactId: ContactId
const days = (count: number) => new Date(bed.world.ctx.now().getTime() - count * 86_400_000)

/** The contact agreed, opted out and opted in again in North, and disagreed in South; the rest is not about consent. */
beforeEach(async () => {
  contactId = (await make()).id
  const { north, south } = bed.ours.groups
  const by = (group: GroupId) => ({ author_contact_id: contactId, group_ids: [group] })
  await within((tx) =>
    insertMessages(
      tx,
      [
        { ...by(north), channel: 'wecom', structured: { consent: 'granted' }, posted_at: days(9) },
        { ...by(south), channel: 'wecom', structured: { consent: 'refused' }, posted_at: days(5) },
        { ...by(north), body: 'STOP', structured: { optOut: 'STOP' }, posted_at: days(3) },
        { ...by(north), body: 'START', structured: { optOut: 'START' }, posted_at: days(2) },
        { ...by(north), body: 'HELP', structured: { optOut: 'HELP' }, posted_at: days(1) },
        { ...by(north), body: 'Good morning', structured: { album: '1' }, posted_at: days(1) },
        { group_ids: [north], structured: { optOut: 'STOP' }, posted_at: days(1) },
      ],
      bed.world.ctx.now(),
    ),
  )
})

const as = (role: 'tenant_admin' | 'none') => bed.world.as(bed.ours, bed.ours.users[role])
const saidTo = async (caller = bed.admin) => {
  const { status, json, text } = await caller.call('GET', `${contactsUrl}/${contactId}/consents`)
  expect(status, text).toBe(200)
  return json.items.map(
    ({ channel, consent }: { channel: string; consent: string }) => `${channel} ${consent}`,
  )
}

test('what a contact said about consent is listed, newest first', async () => {
  expect(await saidTo()).toEqual(['sms resumed', 'sms stopped', 'wecom refused', 'wecom granted'])
})

test('a reader gets what their access to messages covers', async () => {
  const northerner = await bed.world.as(bed.ours, bed.ours.northerner)
  expect(await saidTo(northerner)).toEqual(['sms resumed', 'sms stopped', 'wecom granted'])
})

test('a reader without the permission for messages, and one of another organization, get nothing', async () => {
  const url = `${contactsUrl}/${contactId}/consents`
  expect(await (await as('none')).call('GET', url)).toMatchObject({ status: 403 })
  const other = await bed.world.makeTenant('others')
  const stranger = await bed.world.as(other, other.users.super_admin)
  expect(await stranger.call('GET', url)).toMatchObject({ status: 404, json: { code: 'contact.not-found' } })
})

test('under pseudonyms nothing is listed, because the contact has another name there', async () => {
  const owner = await bed.world.as(bed.ours, bed.ours.users.super_admin)
  expect((await owner.call('PUT', '/bff/organizations', { readsUnderPseudonyms: true })).status).toBe(200)
  bed.world.pass(5_000)
  expect(await saidTo(await as('tenant_admin'))).toEqual([])
})

test('messages are found by what they say about consent', async () => {
  const found = async (filter: string) =>
    (await bed.admin.call('GET', `/bff/api/v1/messages?filter=${filter}`)).json.total
  expect(await found('consent[in]:stopped|refused')).toBe(3)
  expect(await found('consent:granted')).toBe(1)
  expect(await found('consent[nempty]')).toBe(5)
  expect(await found('consent[empty]')).toBe(2)
})
