/** The setting of an organization’s own provider of identities. */
import { describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { testProviderClient } from '#testing/fakes/oidc-provider.ts'
import { answerUri, settingUrl, useFederation } from '#testing/federation.ts'

const { bed, set } = useFederation()

describe('the setting', () => {
  test('returns everything except the secret, and stores the secret sealed', async () => {
    const { json } = await set()
    expect(json).toMatchObject({
      enabled: true,
      redirectUri: answerUri,
      provider: { name: 'North Identity', hasSecret: true },
    })
    expect(JSON.stringify(json)).not.toContain(testProviderClient.secret)
    const trail = await inTenant(bed.database.db, bed.tenant.id, (tx) =>
      tx.selectFrom('audit_event').select('changes').where('type', '=', 'single_sign_on_updated').execute(),
    )
    expect(JSON.stringify(trail)).not.toContain(testProviderClient.secret)
  })

  test('a secret stays with its issuer: another one does not get it', async () => {
    await set()
    expect((await set({ secret: undefined, name: 'North' })).json.provider).toMatchObject({ hasSecret: true })
    const other = await set({ secret: undefined, issuer: 'https://other.example' })
    expect(other.json.provider).toMatchObject({ hasSecret: false })
  })

  test('keeps its secret if a change does not name it, and loses it if the secret is null', async () => {
    const { provider } = (await set()).json
    const change = async (given: object) => (await bed.admin.call('PUT', settingUrl, given)).json
    expect(await change({ enabled: false })).toMatchObject({ enabled: false, provider })
    expect(provider).toMatchObject({ hasSecret: true })
    expect(await change({ enabled: false, provider: null })).not.toHaveProperty('provider')
  })

  test('is not changed if the change is based on an outdated version', async () => {
    const { json } = await set()
    const late = await bed.admin.call('PUT', settingUrl, {
      expectedVersion: json.version - 1,
      enabled: false,
    })
    expect(late.status).toBe(409)
    expect(late.json.error ?? late.json).toMatchObject({ code: 'single-sign-on.changed' })
  })

  test.each(['javascript:alert(1)', 'https://user@evil.example', 'https://x.example?a=b', 'ftp://x', 'x'])(
    'refuses %s as a provider',
    async (issuer) => {
      expect((await set({ issuer })).status).toBe(400)
    },
  )
})
