/** Two colleagues in one group of native WhatsApp, both captured. */
import { channels } from '@verbatim/contract/channels.ts'
import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import { findOpenings } from '#domains/metrics/openings.ts'
import { checkSample } from '#domains/metrics/self-check.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Caller } from './caller.ts'
import type { TestDatabase } from './database.ts'
import { arrived, webMessage } from './fakes/linked-device.ts'
import { type LinkedAccount, linkAccountOf, tellAccount } from './linked-account.ts'
import { useTestWorld } from './test-world.ts'
import { addUser } from './users.ts'
import type { World, WorldTenant } from './world.ts'

export const group = '120363000000000001@g.us'
export const client = '15552223333@s.whatsapp.net'
export const anaJid = '15550001111@s.whatsapp.net'
export const samJid = '15550002222@s.whatsapp.net'
export const saidAt = 1_772_442_000

interface Colleagues {
  world: World
  database: TestDatabase
  tenant: WorldTenant
  /** Of the north group. */
  ana: LinkedAccount
  /** Of the south group. */
  sam: LinkedAccount
  /** See all, only the messages of the north group, and only those of the south group. */
  compliance: Caller
  northerner: Caller
  southerner: Caller
}

/** A message as an account has it. */
export interface Told {
  readonly to: LinkedAccount
  readonly message: object
}

/** What someone else wrote in the group. */
export const heard = (to: LinkedAccount, id: string, text: string, over: object = {}): Told => ({
  to,
  message: webMessage({ from: group, id, text, at: saidAt, key: { participant: client }, ...over }),
})
export const question = (to: LinkedAccount) => heard(to, 'Q', 'a secret for you both?')

/** What Ana wrote in the group, a minute later: her own copy, and that of Sam. */
export const answerOf = (
  { ana, sam }: Pick<Colleagues, 'ana' | 'sam'>,
  text = 'sure',
): readonly [Told, Told] => [
  { to: ana, message: webMessage({ from: group, id: 'A', text, at: saidAt + 60, isMine: true }) },
  heard(sam, 'A', text, { at: saidAt + 60, key: { participant: anaJid } }),
]

/** For each test an organization with both accounts, and a policy on secrets. */
export function useColleagues(label: string) {
  const bed = {} as Colleagues
  const kept = { turn: 0 }
  useTestWorld((world, database) => void Object.assign(bed, { world, database }))
  beforeEach(async () => {
    Object.assign(kept, { turn: kept.turn + 1 })
    const { turn } = kept
    const { world } = bed
    const tenant = await world.makeTenant(`${label}-${turn}`)
    const compliance = await world.as(tenant, tenant.users.compliance)
    const grant = { name: 'South only', channels, groupIds: [tenant.groups.south] }
    const names = { firstName: 'Sue', lastName: 'South', role: 'compliance' } as const
    const south = await addUser(world, tenant, { email: `south@${label}-${turn}.example`, ...names }, grant)
    Object.assign(bed, {
      tenant,
      compliance,
      ana: await linkAccountOf(world, tenant, tenant.representative, '+15550001111'),
      sam: await linkAccountOf(world, tenant, tenant.colleague, '+15550002222'),
      northerner: await world.as(tenant, tenant.northerner),
      southerner: south.caller,
    } satisfies Partial<Colleagues>)
    const policy = { name: 'Secrets', rules: [{ type: 'phrase', pattern: 'secret' }] }
    expect((await compliance.call('POST', '/bff/api/v1/topic', policy)).status).toBe(200)
  }, 60_000)

  const inOurs = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(bed.world.ctx.db, bed.tenant.id, work)
  return Object.assign(bed, {
    inOurs,
    tell: async (...all: readonly Told[]) => {
      for (const { to, message } of all)
        await tellAccount(bed.world, to, [['messages.upsert', arrived(message)]])
    },
    messages: () =>
      inOurs((tx) =>
        tx
          .selectFrom('message')
          .select(['id', 'account_id', 'body', 'direction', 'mirror_of', 'conversation_id', 'group_ids'])
          .select('author_user_id')
          .orderBy('id')
          .execute(),
      ),
    conversations: () =>
      inOurs((tx) =>
        tx.selectFrom('conversation').select(['id', 'message_count', 'merged_into']).orderBy('id').execute(),
      ),
    events: async (caller: Caller) => (await caller.call('GET', '/bff/api/v1/cognitive-events')).json.items,
    /** Messages that figures count, by direction. */
    counted: async () => {
      const { rows } = await inOurs((tx) =>
        sql<{ direction: string; n: number }>`
          select direction, sum(messages)::int as n from message_rollup group by 1 having sum(messages) <> 0 order by 1`.execute(
          tx,
        ),
      )
      return Object.fromEntries(rows.map(({ direction, n }) => [direction, n]))
    },
    /** All messages are as an earlier release stored them. */
    forget: () =>
      bed.database.administer(`set session_replication_role = replica;
        update message set mirror_key = null where tenant_id = '${bed.tenant.id}'`),
    /** What is counted beside the messages is what a count by hand of those that are no further copies finds. */
    checkCounts: async () => {
      const later = new Date(bed.world.ctx.now().getTime() + 2 * 86_400_000)
      while ((await inOurs((tx) => findOpenings(tx, 10, later))) > 0);
      const { rows } = await inOurs((tx) =>
        sql<{ n: number }>`select count(*)::int as n from message_rollup kept full join (
          select (posted_at at time zone 'UTC')::date as day, group_key, direction, category, urgency, count(*)::int as n
          from message where mirror_of is null and content_type <> 'system' group by 1, 2, 3, 4, 5) found using (day, group_key, direction, category, urgency)
          where coalesce(kept.messages, 0) <> coalesce(found.n, 0)`.execute(tx),
      )
      expect(rows).toEqual([{ n: 0 }])
      expect(await inOurs((tx) => checkSample(tx, later))).toMatchObject({ differing: 0 })
    },
  })
}
