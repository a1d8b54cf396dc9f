import { IconSun } from '@tabler/icons-react'
import { metricIds } from '@verbatim/contract/metric-definitions.ts'
import { type Permission, permissions, rolePermissions } from '@verbatim/contract/permissions.ts'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionRows } from './action-rows.ts'
import { grouped, hitsIn, matching } from './matching.ts'
import type { PaletteRow } from './palette-row.ts'
import { metricRows } from './metric-rows.ts'
import { settingRows } from './setting-rows.ts'

const row = (label: string, more: Partial<PaletteRow> = {}): PaletteRow => ({
  id: label,
  group: 'Screens and settings',
  label,
  kind: 'Screen',
  icon: IconSun,
  ...more,
})
const labels = (rows: readonly PaletteRow[]) => rows.map(({ label }) => label)
const all = new Set(permissions)

test('every word must start some word, and labels that start with the text come first', () => {
  const rows = [row('Mail domains'), row('Notifications', { keywords: 'mail alerts' }), row('My mail')]
  expect(labels(matching(rows, 'mail'))).toEqual(['Mail domains', 'My mail', 'Notifications'])
  expect(labels(matching(rows, 'DOM mai'))).toEqual(['Mail domains'])
  expect(matching(rows, 'ail')).toEqual([])
  expect(matching(rows, '  ')).toEqual([])
})

test('a group has at most five rows, and groups have their order', () => {
  const rows = [
    ...Array.from({ length: 7 }, (_, at) => row(`Ann ${at}`, { group: 'Contacts' })),
    row('Sign out', { group: 'Actions' }),
  ]
  expect(grouped(rows).map(({ group, rows: own }) => [group, own.length])).toEqual([
    ['Actions', 1],
    ['Contacts', 5],
  ])
})

test('matches are marked at the start of words, in upper or lower case', () => {
  const marked = (text: string, sought: string) =>
    hitsIn(text, sought).map(({ start, end }) => text.slice(start, end))
  expect(marked('Ann Hannover, ANN', 'ann')).toEqual(['Ann', 'ANN'])
  expect(marked('Guaranteed return', 'ret gua')).toEqual(['ret', 'Gua'])
  expect(marked('İstanbul', 'ist')).toEqual([])
})

test.each([
  ['password', 'Password'],
  ['logo', 'Logo'],
  ['retention', 'Retention'],
  ['time zone', 'Time zone'],
  ['idle lock', 'Idle lock'],
  ['second step', 'Second step'],
  ['recovery codes', 'Recovery codes'],
  ['devices', 'Devices'],
  ['api key', 'API key and tokens'],
  ['audit', 'Audit Trail'],
  ['2fa', 'Second step'],
  ['purpose', 'Purpose for reading'],
  ['country', 'Country'],
  ['issuer', 'Identity provider'],
  ['second person', 'Approval by a second person'],
  ['holidays', 'Holidays'],
  ['pseudonym', 'Pseudonyms for clients and representatives'],
  ['back-fill', 'Earlier messages to the archive'],
])('“%s” finds the setting “%s” first', (text, label) => {
  expect(labels(matching(settingRows(all), text))[0]).toBe(label)
})

test.each([
  ['promises', 'Kept promises', '/metrics/sales-effectiveness#figure-kept-promises'],
  ['waiting', 'Waiting clients', '/metrics/sales-effectiveness#figure-waiting-clients'],
  ['response time', 'Median first response', '/metrics/sales-effectiveness#figure-first-response'],
  ['messages sent', 'Messages sent', '/metrics/organization-overview#figure-messages-sent'],
  ['precision', 'Precision', '/metrics/cognitive-compliance#figure-precision'],
])('“%s” finds the figure “%s” in its tab', (text, label, href) => {
  const found = matching(metricRows(all), text)
  expect(found.map((one) => [one.label, one.href])).toContainEqual([label, href])
})

test('each figure has one row, in the first tab that the user may open, and none without a tab', () => {
  const ids = metricRows(all).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toHaveLength(metricIds.length)
  const sales = metricRows(new Set<Permission>(['metrics.sales']))
  expect(new Set(sales.map(({ detail }) => detail))).toEqual(new Set(['Sales Effectiveness']))
  expect(labels(sales)).toContain('Messages sent')
  expect(labels(sales)).not.toContain('Precision')
  expect(metricRows(new Set())).toEqual([])
})

test('every section of the settings has a row', () => {
  const folder = join(import.meta.dirname, '..', '..', 'screens')
  const sections = globSync('**/*.tsx', { cwd: folder }).flatMap((path) =>
    Array.from(
      readFileSync(join(folder, path), 'utf8').matchAll(
        /<FormSection\b[^>]*?\bid="([\w-]+)"|\bid="((?:account|archiving|integrations|profile|single-sign-on)-[\w-]+)"/g,
      ),
      ([, section, part = '']) => section ?? part,
    ),
  )
  expect(sections.length).toBeGreaterThan(15)
  const led = settingRows(all).map(({ href = '' }) => href.replace(/^[^#]*#?/, ''))
  expect([...new Set(sections)].filter((id) => !led.includes(id))).toEqual([])
})

test('settings and actions without permission are not offered', () => {
  const none = new Set<never>()
  expect(labels(settingRows(none))).toEqual([
    'Account Settings',
    'Password',
    'Second step',
    'Recovery codes',
    'Devices',
  ])
  const given = {
    bySingleSignOn: false,
    isFolded: false,
    pageActs: new Map(),
    choose: () => {},
    signOut: () => {},
    signOutEverywhere: () => {},
    openShortcuts: () => {},
    fold: () => {},
  }
  const analyst = labels(actionRows({ ...given, permissions: new Set(rolePermissions.analyst) }))
  expect(analyst.filter((label) => /^(New|Invite)/.test(label))).toEqual(['New insight'])
  const made = labels(actionRows({ ...given, permissions: all }))
  expect(made).toEqual(
    expect.arrayContaining([
      'Invite user',
      'New policy',
      'New group',
      'New contact',
      'Dark theme',
      'Sign out',
    ]),
  )
  expect(labels(actionRows({ ...given, permissions: all, bySingleSignOn: true }))).not.toContain(
    'Sign out everywhere',
  )
})
