import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { twilioSignature } from '#channels/twilio/signature.ts'
import { sealSecretsOf } from '#flows/capture/account-secrets.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant

useTenants('webhooks-', (made, opened, own) => {
  tenant = made
  world = opened
  database = own
})

const inside = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, work)

/** Delivers a form from an address, signed with `token`. */
async function deliver(
  remoteAddress: string,
  { token = 'a stranger’s', body = new URLSearchParams({ Body: 'hello' }).toString() } = {},
) {
  const path = `/hooks/sms/${tenant.accounts.sms}`
  const answer = await world.app.inject({
    method: 'POST',
    url: path,
    remoteAddress,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilioSignature(token, `http://localhost:3000${path}`, new URLSearchParams(body)),
    },
    payload: body,
  })
  const { code } = (answer.statusCode === 200 ? {} : answer.json()) as { code?: string }
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], code }
}

/** A delivery that is refused unread is counted a moment later. */
async function untilCounted(accountId: AccountId, times: number): Promise<void> {
  await expect.poll(() => refusedOf(accountId), { timeout: 5_000 }).toBe(times)
}
const refusedOf = (accountId: AccountId) =>
  inside(async (tx) => {
    const { rows } = await sql<{ refused: number }>`
      select refused::int as refused from account_counters where account_id = ${accountId}`.execute(tx)
    return rows[0]?.refused
  })

const message = (sid: string) =>
  new URLSearchParams({ MessageSid: sid, From: '+14155550100', To: '+14155550142', Body: 'hello' }).toString()

describe('a webhook', () => {
  test('does not exist for an account whose channel has no webhook', async () => {
    const url = `/hooks/proofpoint/${tenant.accounts.proofpoint}`
    const answer = await world.app.inject({ method: 'POST', url, payload: '' })
    expect(answer.json()).toMatchObject({ code: 'account.not-found' })
  })

  test('refuses a form of 40,000 parameters before it reads them, and counts it', async () => {
    const body = Array.from({ length: 40_000 }, (_, n) => `p${n}=1`).join('&')
    expect(body.length).toBeGreaterThan(256 * 1024)
    expect(await deliver('192.0.2.1', { body })).toMatchObject({ status: 413, code: 'request.too-large' })
    const short = Array.from({ length: 40_000 }, () => 'p=1').join('&')
    expect(await deliver('192.0.2.1', { body: short })).toMatchObject({
      status: 400,
      code: 'capture.too-many-parameters',
    })
    // A signature does not help, because nothing in it is a message.
    expect(await deliver('192.0.2.1', { body: short, token: tenant.authToken })).toMatchObject({
      status: 400,
    })
    expect(await refusedOf(tenant.accounts.sms)).toBe(3)
  })

  test('ignores only the address that failed too often', async () => {
    const answers = []
    for (let n = 0; n < 50; n++) answers.push(await deliver('192.0.2.7'))
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 30 }, () => 403),
      ...Array.from({ length: 20 }, () => 429),
    ])
    expect(answers.at(-1)).toMatchObject({ code: 'capture.too-many-failures', retryAfter: '60' })
    const genuine = { token: tenant.authToken, body: message('SM1') }
    expect(await deliver('192.0.2.7', genuine)).toMatchObject({ status: 429 })
    expect(await deliver('192.0.2.8', genuine)).toMatchObject({ status: 200 })
    await untilCounted(tenant.accounts.sms, 51)
    world.pass(60_000)
    expect(await deliver('192.0.2.7', { token: tenant.authToken, body: message('SM2') })).toMatchObject({
      status: 200,
    })
  })

  test('still accepts a provider whose address a stranger shares and fails from', async () => {
    expect(await deliver('192.0.2.9', { token: tenant.authToken, body: message('SM3') })).toMatchObject({
      status: 200,
    })
    for (let n = 0; n < 40; n++) await deliver('192.0.2.9')
    expect(await deliver('192.0.2.9')).toMatchObject({ status: 429 })
    expect(await deliver('192.0.2.9', { token: tenant.authToken, body: message('SM4') })).toMatchObject({
      status: 200,
    })
  })

  test('counts what is refused unread, however long it is announced to be', { tags: ['whole'] }, async () => {
    const before = (await refusedOf(tenant.accounts.sms)) ?? 0
    for (let n = 0; n < 30; n++) await deliver('192.0.2.20')
    const headers = { 'content-type': 'text/plain', 'content-length': '18000000000000000000' }
    const url = `/hooks/sms/${tenant.accounts.sms}`
    const longest = { method: 'POST', url, headers, payload: 'x', remoteAddress: '192.0.2.20' } as const
    expect((await world.app.inject(longest)).statusCode).toBe(429)
    expect((await deliver('192.0.2.20')).status).toBe(429)
    await untilCounted(tenant.accounts.sms, before + 32)
  })

  test('counts in one row per minute and reason, and names twenty of them, not each delivery', async () => {
    for (let minute = 0; minute < 2; minute++) {
      await Promise.all(Array.from({ length: 200 }, (_, n) => deliver(`198.51.100.${n}`)))
      world.pass(60_000)
    }
    await untilCounted(tenant.accounts.sms, 400)
    const counts = await inside((tx) => tx.selectFrom('refusal_count').selectAll().execute())
    expect(counts.map(({ reason, times }) => ({ reason, times: Number(times) }))).toEqual([
      { reason: 'capture.bad-signature', times: 200 },
      { reason: 'capture.bad-signature', times: 200 },
    ])
    expect(await inside((tx) => tx.selectFrom('refused_delivery').select('id').execute())).toHaveLength(40)
    const { json } = await (
      await world.as(tenant, tenant.users.super_admin)
    ).call('GET', `/bff/api/v1/accounts/${tenant.accounts.sms}`)
    expect(json.refused).toBe(400)
    expect(json.refusedDeliveries.map((one: { timesInMinute: number }) => one.timesInMinute)).toEqual(
      Array.from({ length: 40 }, () => 200),
    )
  })

  test('accepts a delivery that is signed with a newly set secret, and looks for new secrets only a few times', async () => {
    const { sms } = tenant.accounts
    const signedBy = (token: string, sid: string) =>
      deliver('192.0.2.10', { token, body: message(sid) }).then(({ status }) => status)
    const setToken = (token: string) =>
      inside((tx) =>
        tx
          .updateTable('channel_account')
          .set({
            secrets: sealSecretsOf(
              { tenantId: tenant.id, id: sms },
              { authTokens: [token] },
              world.ctx.secrets,
            ),
          })
          .where('id', '=', sms)
          .execute(),
      )
    expect(await signedBy(tenant.authToken, 'SM6')).toBe(200)
    await setToken('renewed')
    expect(await signedBy('renewed', 'SM7')).toBe(200)
    expect(await signedBy(tenant.authToken, 'SM8')).toBe(403)
    for (let n = 0; n < 3; n++) expect(await signedBy('a stranger’s', 'SM9')).toBe(403)
    await setToken('renewed again')
    expect(await signedBy('renewed again', 'SM10')).toBe(403)
    world.pass(3_000)
    expect(await signedBy('renewed again', 'SM10')).toBe(200)
  })

  test('stops looking up accounts for an address that names hundreds of unknown ones', async () => {
    const ask = (n: number) =>
      world.app.inject({
        method: 'POST',
        url: `/hooks/sms/00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
        remoteAddress: '203.0.113.5',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'Body=1',
      })
    const statuses = []
    for (let n = 0; n < 602; n++) statuses.push((await ask(n)).statusCode)
    expect(statuses.filter((status) => status === 404)).toHaveLength(600)
    expect(statuses.slice(-2)).toEqual([429, 429])
    expect(await deliver('203.0.113.6', { token: tenant.authToken, body: message('SM5') })).toMatchObject({
      status: 200,
    })
  })

  test('counts what comes for an account that was removed, and nothing for one that never was', async () => {
    const { sms } = tenant.accounts
    await inside((tx) =>
      tx.updateTable('channel_account').set({ status: 'inactive' }).where('id', '=', sms).execute(),
    )
    expect(await deliver('192.0.2.1', { token: tenant.authToken })).toMatchObject({
      status: 404,
      code: 'account.not-found',
    })
    const strange = await world.app.inject({ method: 'POST', url: `/hooks/sms/${newId(world.ctx.now())}` })
    expect(strange.statusCode).toBe(404)
    const elsewhere = await world.app.inject({ method: 'POST', url: `/hooks/telegram/${sms}` })
    expect(elsewhere.statusCode).toBe(404)
    await untilCounted(sms, 1)
    const rows = await inside((tx) =>
      tx.selectFrom('refused_delivery').select(['account_id', 'reason', 'remote']).execute(),
    )
    expect(rows).toEqual([{ account_id: sms, reason: 'account.not-found', remote: '192.0.2.1' }])
  })

  test('counts what comes while its organization is closed', async () => {
    await database.administer(`update organization set closed_at = now() where tenant_id = '${tenant.id}'`)
    expect(await deliver('192.0.2.1', { token: tenant.authToken })).toMatchObject({
      status: 410,
      code: 'organization.closed',
    })
    await untilCounted(tenant.accounts.sms, 1)
  })
})
