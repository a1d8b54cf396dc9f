import { beforeEach, describe, expect, test } from 'vitest'
import { refusedWith, setUpApproval } from '#testing/change-requests.ts'

const { bed, setting, send, decide, sent } = setUpApproval('protected')

const settings = async () => (await bed.admin.call('GET', '/bff/organizations')).json
const waits = [409, 'approval.required']

describe('while policies need approval', () => {
  beforeEach(async () => {
    const before = { readsUnderPseudonyms: true, requiresPurpose: true, mailDomains: ['bank.example'] }
    expect((await setting({ ...before, requiresPolicyApproval: true })).status).toBe(200)
  })

  for (const [what, change] of [
    ['turning pseudonyms off', { readsUnderPseudonyms: false }],
    ['turning the purpose for reading off', { requiresPurpose: false }],
    ['another mail domain', { mailDomains: ['bank.example', 'client.example'] }],
    ['another mail domain in the place of one', { mailDomains: ['client.example'] }],
  ] as const)
    test(`${what} waits for a second person`, async () => {
      const before = await settings()
      expect(refusedWith(await setting(change))).toEqual(waits)
      const request = await sent({ operation: 'update-organization', body: change })
      expect(request).toMatchObject({ kind: 'policy', type: 'organization_updated' })
      expect(request.changes).toHaveLength(1)
      expect(await settings()).toEqual(before)
      expect((await decide(request.id, 'approve')).status).toBe(200)
      expect(await settings()).toMatchObject(change)
    })

  test('what examines no less, and asks for no less, is saved at once', async () => {
    expect((await setting({ readsUnderPseudonyms: true, requiresPurpose: true })).status).toBe(200)
    expect((await setting({ mailDomains: ['bank.example'], name: 'Renamed' })).status).toBe(200)
    // Without domains no direction is known, so rules apply whatever direction they name.
    expect((await setting({ mailDomains: [] })).status).toBe(200)
    expect(refusedWith(await setting({ mailDomains: ['bank.example'] }))).toEqual(waits)
  })

  test('a person who may not reveal names does not ask to turn pseudonyms off', async () => {
    const administrator = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
    const change = { operation: 'update-organization', body: { readsUnderPseudonyms: false } }
    expect((await send(change, administrator)).json).toMatchObject({
      code: 'access.denied',
      details: { permission: 'messages.reveal_identity' },
    })
  })
})

test('without approval, these settings are saved at once', async () => {
  const before = { readsUnderPseudonyms: true, requiresPurpose: true, mailDomains: ['bank.example'] }
  expect((await setting(before)).status).toBe(200)
  const after = { readsUnderPseudonyms: false, requiresPurpose: false, mailDomains: ['client.example'] }
  expect((await setting(after)).json).toMatchObject(after)
})
