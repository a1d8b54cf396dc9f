/** Insights as scheduled reports and as downloads: the figures of each reader, and nothing for whom it is not. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { offChannelWayNames } from '@verbatim/contract/off-channel.ts'
import { identityLimits } from '@verbatim/contract/pseudonyms.ts'
import { textOf } from '#testing/mailed-noun.ts'
import { schedulesPath, setUpReports } from '#testing/reports.ts'

const { at, copies } = setUpReports('insights')

const place = (y: number) => ({ x: 0, y, w: 6, h: 2 })
const tiles = [
  { id: 'words', kind: 'text', text: 'What the desk looks at', place: place(0) },
  { id: 'all', kind: 'figure', metric: 'messages', place: place(2) },
  {
    id: 'received',
    kind: 'figure',
    metric: 'messages',
    title: 'On WhatsApp',
    filter: { channel: ['whatsapp'] },
    place: place(4),
  },
  { id: 'days', kind: 'chart', metric: 'messages', by: 'day', form: 'line', place: place(6) },
  { id: 'channels', kind: 'table', metric: 'messages', by: 'channel', place: place(8) },
  { id: 'people', kind: 'table', metric: 'messages-sent', by: 'representative', place: place(10) },
  { id: 'events', kind: 'figure', metric: 'precision', place: place(12) },
]

const makeInsight = async (change: object = {}) => {
  const body = { name: 'Desk overview', definition: { tiles }, ...change }
  const { status, json } = await at.admin.call('POST', '/bff/insights', body)
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}
const subjectOf = (insightId: string) => ({ subject: { kind: 'insight', insightId } })
const shownTo = async (userId: string, insightId: string) => {
  const { json } = await at.as(userId).call('GET', `/bff/insights/${insightId}/figures?days=7`)
  const value = (id: string) => json.tiles.find((tile: { id: string }) => tile.id === id).figure.value
  return { all: value('all'), received: value('received') }
}

test('each recipient gets the figures that they see on the screen', { tags: ['whole'] }, async () => {
  await at.speak()
  const { id } = await makeInsight()
  await at.admin.call('PUT', `/bff/insights/${id}`, { name: 'Desk of today' })
  const both = { recipientIds: [at.tenant.users.tenant_admin, at.tenant.northerner] }
  await at.create({ ...subjectOf(id), ...both, format: 'both' })
  at.world.pass(hourMs)
  const mails = await at.send()
  expect(mails.map(({ to }) => to).toSorted()).toEqual([at.of('north'), at.of('tenant_admin')])
  for (const [userId, name, expected] of [
    [at.tenant.users.tenant_admin, 'tenant_admin', 5],
    [at.tenant.northerner, 'north', 2],
  ] as const) {
    const shown = await shownTo(userId, id)
    expect(shown.all).toBe(expected)
    const mail = mails.find(({ to }) => to === at.of(name))!
    expect(mail.subject).toMatch(/^Morning figures: Desk of today, /)
    expect(mail.subject).not.toMatch(/: \d+ /)
    expect(mail.text).toContain(`/insights/${id}?period=`)
    expect(mail.files.map(({ name: file }) => file)).toEqual([
      expect.stringMatching(/^desk-of-today-\d.+-to-\d.+\.pdf$/),
      expect.stringMatching(/\.xlsx$/),
    ])
    for (const { bytes } of mail.files) {
      const text = await textOf(bytes)
      expect(text).toMatch(new RegExp(`Messages\\s+${expected}\\s`))
      expect(text).toMatch(new RegExp(`On WhatsApp\\s+${shown.received}\\s`))
      expect(text).toContain('What the desk looks at')
      expect(text).toContain('Version 2 of this insight, changed by ')
      expect(text).toMatch(/Messages by channel/)
      expect(text).not.toMatch(/Are you there|5550177/)
    }
  }
})

test('a tile that a recipient may not see says so in its place; without the permission for insights there is no copy', async () => {
  await at.speak()
  const { id } = await makeInsight()
  const { analyst } = at.tenant.users
  const schedule = await at.create({ ...subjectOf(id), recipientIds: [analyst] })
  const permit = (...permissions: string[]) =>
    at.inTx((tx) =>
      sql`update permission_profile set permissions = ${permissions} where id = ${at.tenant.profiles.everything}`.execute(
        tx,
      ),
    )
  await at.setUser(analyst, { role: 'none' })
  await permit('insights.view', 'metrics.organization')
  at.world.pass(hourMs)
  const [mail] = await at.send()
  expect(mail?.to).toBe(at.of('analyst'))
  const text = await textOf(mail!.files[0]!.bytes)
  expect(text).toMatch(/Messages\s+5\s/)
  expect(text).toMatch(/Precision\s+You can’t see this metric\./)
  expect(text).toMatch(/Messages sent by representative\s+You can’t see this metric\./)
  await permit('metrics.organization')
  at.world.pass(dayMs)
  await at.send()
  expect(await copies(schedule.id)).toMatchObject([{ refusal: 'no-permission' }, { state: 'made' }])
  // Nor is there one in which they see nothing.
  await permit('insights.view', 'metrics.digital')
  at.world.pass(dayMs)
  await at.send()
  expect((await copies(schedule.id))[0]).toMatchObject({ refusal: 'no-permission' })
})

test('names of representatives follow the pseudonyms of the organization, in insights and in tables of people', async () => {
  await at.speak()
  const { id } = await makeInsight()
  await at.create({ ...subjectOf(id), name: 'Desk', format: 'both' })
  await at.create({ subject: { kind: 'metrics', tab: 'sales' }, name: 'Sales', format: 'pdf' })
  await at.create({ subject: { kind: 'metrics', tab: 'digital' }, name: 'Contacts', format: 'xlsx' })
  const namesIn = async () => {
    const files = at.server.received.splice(0).flatMap(({ files: own }) => own)
    expect(files).toHaveLength(4)
    const texts: string[] = []
    for (const { bytes } of files) texts.push(await textOf(bytes))
    return texts.join('\n')
  }
  at.world.pass(hourMs)
  await at.send()
  const open = await namesIn()
  const people = await at.admin.call('GET', '/bff/dashboards/sales/inactive-representatives?days=7')
  const contacts = await at.admin.call('GET', '/bff/dashboards/digital/contacts?days=7')
  const named = [...people.json.items, ...contacts.json.items].map(({ name }: { name: string }) => name)
  expect(named.length).toBeGreaterThan(1)
  for (const name of named) expect(open).toContain(name)
  expect((await at.admin.call('PUT', '/bff/organizations', { readsUnderPseudonyms: true })).status).toBe(200)
  at.world.pass(dayMs + identityLimits.minutes * 60_000)
  await at.send()
  const hidden = await namesIn()
  for (const name of named) expect(hidden).not.toContain(name)
  expect(hidden).toMatch(/Representative [0-9A-Z]{6}/)
  expect(hidden).toMatch(/Client [0-9A-Z]{6}/)
})

test('a report of compliance has what the screen has', { tags: ['whole'] }, async () => {
  const rules = [{ name: 'Hello', type: 'phrase', pattern: 'hello', scope: 'message', conditions: {} }]
  const policy = { name: 'Greetings', severity: 'high', scope: 'global', groupIds: [], action: 'raise' }
  const made = await at.admin.call('POST', '/bff/api/v1/topic', { ...policy, enabled: true, rules })
  expect(made.status).toBe(200)
  await at.speak()
  expect((await at.admin.call('PUT', '/bff/organizations', { readsUnderPseudonyms: true })).status).toBe(200)
  await at.create({ subject: { kind: 'metrics', tab: 'compliance' }, format: 'both' })
  at.world.pass(hourMs)
  const [mail] = await at.send()
  const rows = async (list: string) =>
    (await at.admin.call('GET', `/bff/dashboards/compliance/${list}?days=7`)).json.items
  const [{ name, events, closed }] = await rows('policies')
  const [{ id, open }] = await rows('reviewers')
  expect([name, id]).toEqual(['Greetings', null])
  expect(events).toBeGreaterThan(0)
  for (const { bytes } of mail!.files) {
    const text = await textOf(bytes)
    expect(text).toMatch(new RegExp(`Greetings\\s+${events}\\s+0\\s+${closed}\\s`))
    expect(text).toMatch(new RegExp(`Unassigned\\s+${open}\\s+0\\s`))
  }
})

test('the kinds of off-channel mentions have the words of the screen', async () => {
  await at.create({ ...subjectOf('off-channel'), format: 'both' })
  at.world.pass(hourMs)
  const [mail] = await at.send()
  expect(mail!.files).toHaveLength(2)
  for (const { bytes } of mail!.files) {
    const text = await textOf(bytes)
    for (const name of Object.values(offChannelWayNames)) expect(text).toContain(name)
    expect(text).not.toMatch(/^(app|private|mail|unwritten)\s/m)
  }
})

test('a recipient who may not read the insight gets nothing, and the owner is notified of the reason', async () => {
  const { id } = await makeInsight({ audience: 'profiles', profileIds: [at.tenant.profiles.north] })
  const schedule = await at.create({ ...subjectOf(id), recipientIds: [at.tenant.users.manager] })
  expect(schedule.subject).toEqual({ kind: 'insight', insightId: id, name: 'Desk overview' })
  at.world.pass(hourMs)
  const [mail, ...others] = await at.send()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: at.of('tenant_admin'), files: [] })
  expect(mail!.text).toContain('They can’t see Desk overview.')
  expect(await copies(schedule.id)).toMatchObject([{ state: 'refused', refusal: 'no-permission' }])
  // Nor do they hear what it is called.
  const { json } = await at.as(at.tenant.users.manager).call('GET', '/bff/api/v1/report-subscriptions')
  expect(json.items).toMatchObject([{ subject: { kind: 'insight', insightId: id } }])
  expect(json.items[0].subject.name).toBeUndefined()
  const file = await at.as(at.tenant.users.manager).call('GET', `/bff/insights/${id}/file?format=pdf`)
  expect([file.status, file.json.code]).toEqual([404, 'insight.not-found'])
})

test('a removed insight is not mailed until an undo', { tags: ['whole'] }, async () => {
  const { id } = await makeInsight()
  const recipientIds = [at.tenant.users.tenant_admin, at.tenant.users.manager]
  const schedule = await at.create({ ...subjectOf(id), recipientIds })
  expect((await at.admin.call('DELETE', `/bff/insights/${id}`)).status).toBe(200)
  at.world.pass(hourMs)
  const [mail, ...others] = await at.send()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: at.of('tenant_admin'),
    subject: 'The recipients did not get “Morning figures”',
  })
  expect(mail!.text).toContain('The insight that it shows was deleted.')
  const refused = { state: 'refused', refusal: 'removed' }
  expect(await copies(schedule.id)).toMatchObject([refused, refused])
  const sent = await at.admin.call('POST', `${schedulesPath}/${schedule.id}/copies`)
  expect([sent.status, sent.json.code]).toEqual([404, 'insight.not-found'])
  // Its other fields can still be changed.
  expect((await at.update(schedule.id, { name: 'Evening figures' })).json.subject).toEqual({
    kind: 'insight',
    insightId: id,
  })
  expect((await at.admin.call('POST', `/bff/insights/${id}/undo-removal`)).status).toBe(200)
  at.world.pass(dayMs)
  const [, ...mails] = await at.send()
  const subject = expect.stringMatching(/^Evening figures: Desk overview, /)
  expect(mails).toMatchObject([{ subject }, { subject }])
  // Deleted again, it is news again.
  expect((await at.admin.call('DELETE', `/bff/insights/${id}`)).status).toBe(200)
  at.world.pass(dayMs)
  expect((await at.send()).slice(3)).toMatchObject([{ text: expect.stringContaining('was deleted.') }])
})

test('only an insight that the user sees can be scheduled, and its schedules are listed', async () => {
  const other = await at.world.makeTenant('elsewhere')
  const stranger = await at.world.as(other, other.users.tenant_admin)
  const foreign = await stranger.call('POST', '/bff/insights', { name: 'Theirs', definition: { tiles } })
  for (const insightId of [foreign.json.id, '01890a5d-ac96-774b-bcce-b302099a8057']) {
    const { status, json } = await at.admin.call('POST', schedulesPath, at.draft(subjectOf(insightId)))
    expect([status, json.code]).toEqual([400, 'report-schedule.unknown-insight'])
    const file = await at.admin.call('GET', `/bff/insights/${insightId}/file?format=pdf`)
    expect(file.status).toBe(404)
  }
  const { status } = await at.admin.call(
    'POST',
    schedulesPath,
    at.draft({ subject: { kind: 'insight', insightId: 'nonsense' } }),
  )
  expect(status).toBe(400)
  const { id } = await makeInsight()
  const own = await at.create({ ...subjectOf(id), name: 'Own' })
  const ready = await at.create({ ...subjectOf('complaints'), name: 'Ready' })
  expect(ready.subject).toEqual({ kind: 'insight', insightId: 'complaints', name: 'Complaints' })
  const listed = async (filter: string) =>
    (await at.admin.call('GET', `${schedulesPath}?filter=${filter}`)).json.items.map(
      ({ name }: { name: string }) => name,
    )
  expect(await listed(`insightId[eq]:${id}`)).toEqual(['Own'])
  expect(await listed('tab[eq]:insight')).toEqual(['Own', 'Ready'])
  expect((await at.update(own.id, { subject: { kind: 'metrics', tab: 'sales' } })).json.subject).toEqual({
    kind: 'metrics',
    tab: 'sales',
  })
  const trail = await at.trail('report_schedule_updated')
  expect(trail).toEqual([
    [
      { field: 'insight', old: id, new: null },
      { field: 'tab', old: null, new: 'sales' },
    ],
  ])
})

test('a renamed schedule that is paused stays paused', async () => {
  const { id } = await at.create({ enabled: false })
  expect((await at.update(id, { name: 'Other figures' })).json).toMatchObject({ enabled: false })
})

test('users who may see the figures of a tab or an insight can download them, and the download is audited', async () => {
  await at.speak()
  const { id } = await makeInsight()
  const query = 'days=7&format=xlsx'
  const asked: readonly [string, string][] = [
    ['/bff/metrics/organization/file', 'organization-overview'],
    ['/bff/metrics/sales/file', 'sales-effectiveness'],
    ['/bff/metrics/digital/file', 'digital-engagement'],
    ['/bff/metrics/compliance/file', 'cognitive-compliance'],
    [`/bff/insights/${id}/file`, 'desk-overview'],
    ['/bff/insights/complaints/file', 'complaints'],
  ]
  for (const [url, name] of asked) {
    const { status, headers } = await at.admin.call('GET', `${url}?${query}`)
    expect([url, status]).toEqual([url, 200])
    expect(headers['content-type']).toContain('spreadsheet')
    expect(headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="${name}-[0-9-]+-to-[0-9-]+\\.xlsx"`),
    )
  }
  expect((await at.trail('export_created')).length).toBe(asked.length)
  expect((await at.admin.call('GET', `/bff/insights/${id}/file?days=7`)).status).toBe(400)
  expect((await at.admin.call('GET', `/bff/insights/${id}/file?format=pdf&days=0`)).status).toBe(400)
  await at.setUser(at.tenant.users.analyst, { role: 'none' })
  for (const [url] of asked)
    expect((await at.as(at.tenant.users.analyst).call('GET', `${url}?${query}`)).status, url).toBe(403)
})
