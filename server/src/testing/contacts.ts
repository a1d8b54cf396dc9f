import { expect } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTenants } from './test-world.ts'
import type { Caller } from './caller.ts'
import type { World, WorldTenant } from './world.ts'

export const contactsUrl = '/messenger/api/v1/contacts'

interface ContactsBed {
  world: World
  ours: WorldTenant
  admin: Caller
}

/** The contacts of an organization, as its administrator keeps them: a new organization for each test. */
export function useContacts() {
  const bed = {} as ContactsBed
  useTenants('ours', async (ours, world) => {
    Object.assign(bed, { world, ours, admin: await world.as(ours, ours.users.tenant_admin) })
  })

  const draft = (change: object = {}) => ({
    name: 'Cleo Marsh',
    phoneNumbers: ['+1 555 010 1001'],
    emails: [],
    shareLevel: 'global',
    groupIds: [bed.ours.groups.north],
    ...change,
  })

  const make = async (change: object = {}) => {
    const { status, json } = await bed.admin.call('POST', contactsUrl, draft(change))
    expect(status, JSON.stringify(json)).toBe(200)
    return json
  }

  const personal = (ownerId: string = bed.ours.representative) => ({ shareLevel: 'personal', ownerId })
  const effectOf = async (id: string, change: object) =>
    (await bed.admin.call('POST', `${contactsUrl}/${id}/effect`, draft(change))).json

  const change = (id: string, to: object) =>
    bed.admin.call('PUT', `${contactsUrl}/${id}`, { ...draft(to), ...to })

  const undo = (id: string, changeId: string) =>
    bed.admin.call('POST', `${contactsUrl}/${id}/changes/${changeId}/undo`)

  const within = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(bed.world.ctx.db, bed.ours.id, work)
  const audited = () =>
    within((tx) =>
      tx
        .selectFrom('audit_event')
        .select(['type', 'target_name', 'changes'])
        .where('type', 'not like', '%listed')
        .orderBy('id')
        .execute(),
    )

  const conversations = () =>
    within((tx) =>
      tx
        .selectFrom('conversation')
        .innerJoin('participant', (join) => join.onRef('participant.conversation_id', '=', 'conversation.id'))
        .where('participant.address', 'like', '+155501010%')
        .where('participant.user_id', 'is', null)
        .select([
          'conversation.closed_at',
          'conversation.closed_reason',
          'participant.address',
          'participant.contact_id',
        ])
        .orderBy('participant.address')
        .execute(),
    )

  const say = async (from: string, body = 'hello', channel: 'sms' | 'whatsapp' = 'sms') => {
    expect(await bed.world.deliver(bed.ours, { from, body, channel })).toBeLessThan(300)
    await bed.world.settle()
  }

  return { bed, draft, make, personal, effectOf, change, undo, within, audited, conversations, say }
}
