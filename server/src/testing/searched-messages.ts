/** Messages of two organizations, made by chance and always the same, for questions of any kind. */
import { channels } from '@verbatim/contract/channels.ts'
import {
  AccountId,
  ContactId,
  ConversationId,
  GroupId,
  PermissionProfileId,
  TenantId,
  UserId,
} from '@verbatim/contract/ids.ts'
import fc from 'fast-check'
import { newId } from '#kernel/uuid.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { insertMessages } from './messages.ts'
import { insertMentions, insertPromises } from './remarks.ts'
import { insertAccounts, insertFiles, insertGrants, insertPeople, insertThemed } from './searched-rows.ts'

export const now = new Date('2026-03-01T12:00:00Z')
export const tenants = [TenantId.parse(newId(now)), TenantId.parse(newId(now))] as const
export const groups = Array.from({ length: 3 }, () => GroupId.parse(newId(now)))
export const owners = [UserId.parse(newId(now)), UserId.parse(newId(now))]
export const contacts = [ContactId.parse(newId(now)), ContactId.parse(newId(now))]
export const accounts = Array.from({ length: 3 }, () => AccountId.parse(newId(now)))
/** The last one does not exist. */
export const profiles = Array.from({ length: 4 }, () => PermissionProfileId.parse(newId(now)))
export const themes: string[] = []
export const subthemes: string[] = []

/** Of members who came and went, whom mails name too. */
const addresses = ['+15550109999', '+15550109998', '+15550109997', '+15550109996']
const mailed = (['to', 'cc', undefined] as const).map((addressing, at) => ({
  role: 'recipient' as const,
  identity: { kind: 'phone' as const, value: addresses[at + 1] ?? '' },
  ...(addressing && { addressing }),
}))

/** What clients said about consent, and content that says nothing of it. */
const consenting = [
  { consent: 'granted' },
  { consent: 'refused' },
  { consent: 'unheard-of' },
  { optOut: 'STOP' },
  { optOut: 'START' },
  { optOut: 'HELP' },
  { consent: true, optOut: 'STOP' },
  { album: '1' },
]

const bodies = [
  'Keep this off the record.',
  'The record is public',
  '我的手机坏了',
  'สวัสดีครับ record',
  'Café — NOT bad: 100% \\ \'quoted\' "x" _under_',
  'off off off',
  '',
  null,
]

export async function fillSearched(db: Db): Promise<void> {
  for (const tenantId of tenants)
    await inTenant(db, tenantId, async (tx) => {
      await insertAccounts(tx, owners, accounts)
      const conversations = [ConversationId.parse(newId(now)), ConversationId.parse(newId(now))]
      const random = fc.sample(
        fc.record({
          channel: fc.constantFrom(...channels.slice(0, 4)),
          account_id: fc.constantFrom(...accounts),
          conversation_id: fc.constantFrom(...conversations),
          direction: fc.constantFrom('inbound' as const, 'outbound' as const),
          author_address: fc.constantFrom(...addresses),
          author_name: fc.constantFrom('Ann Ash', 'bob 50%', null),
          author_user_id: fc.constantFrom(...owners, null),
          recipients: fc.option(fc.subarray(mailed), { freq: 2 }),
          subject: fc.constantFrom('Re: record', null),
          body: fc.constantFrom(...bodies),
          posted_at: fc.integer({ min: 0, max: 90 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days))),
          group_ids: fc.subarray(groups),
          category: fc.constantFrom('question', 'complaint', 'other'),
          urgency: fc.constantFrom('low', 'medium', 'high'),
          language: fc.constantFrom('en', 'de', 'zh', 'und'),
          attachment_count: fc.nat({ max: 2 }),
          deleted_at: fc.constantFrom(null, null, now),
          deletion: fc.constantFrom(null, { scope: 'everyone' }, { scope: 'owner-local' }),
          edited_at: fc.constantFrom(null, now),
          is_covered: fc.constantFrom(true, false, null),
          structured: fc.constantFrom(null, null, ...consenting),
        }),
        { numRuns: 400, seed: tenantId === tenants[0] ? 1 : 2 },
      )
      const ids = await insertMessages(tx, random, now)
      await insertPeople(tx, { conversations, addresses, owners, contacts })
      const withFiles = ids.filter((_, at) => random[at]!.attachment_count > 0)
      await insertFiles(tx, withFiles, now)
      await insertGrants(tx, groups, profiles)
      const themed = await insertThemed(tx, ids, now)
      themes.push(...themed.themes)
      subthemes.push(...themed.subthemes)
      await insertPromises(tx, ids)
      await insertMentions(tx, ids)
    })
}
