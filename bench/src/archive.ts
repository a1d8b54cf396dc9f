import { dayMs } from '@verbatim/contract/durations.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { channels } from '@verbatim/contract/channels.ts'
import type { AccountId, ConversationId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { insertMessages } from '@verbatim/server/testing/messages.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import type { BenchOptions } from './figures.ts'
import type { Product } from './product.ts'
import { makeMessages, pick, seeded } from './texts.ts'

/** The archive's contents, for queries. */
export interface Archive {
  readonly tenant: WorldTenant
  readonly count: number
  readonly group: GroupId
  readonly owner: UserId
  readonly now: Date
}

const noted = 'bench-archive.json'

/** The archive in `options.archive`, filled if it is new; a temporary one without that option. */
export async function openArchive(product: Product, options: BenchOptions): Promise<Archive> {
  const note = options.archive && join(options.archive, noted)
  const kept = note && (await readFile(note, 'utf8').catch(() => undefined))
  if (kept) {
    const archive = JSON.parse(kept) as Archive
    if (archive.count !== options.messages)
      throw new Error(`${options.archive} holds ${archive.count} messages`)
    return { ...archive, now: new Date(archive.now) }
  }
  const archive = await fillArchive(product, await product.world.makeTenant('bench'), options)
  if (note) await writeFile(note, JSON.stringify(archive))
  return archive
}

const batch = 5_000
const messagesOfConversation = 40
const categories = ['question', 'request', 'compliment', 'other', 'other', 'other', 'other']

type Random = () => number

interface Talk {
  readonly id: ConversationId
  readonly channel: (typeof channels)[number]
  readonly account: AccountId
  readonly owner: UserId
  readonly groups: readonly GroupId[]
  readonly contact: string
}

/**
 * A year of messages in many conversations on all channels, as if they had been captured. People talk for a while and return days
 * later: some conversations go on at once, and each message belongs to one of those.
 */
async function fillArchive(
  { world, admin }: Product,
  tenant: WorldTenant,
  { messages: count, tell }: BenchOptions,
): Promise<Archive> {
  const now = new Date()
  const random = seeded(20_261_121)
  const owners = Array.from({ length: 25 }, () => newId<UserId>(now))
  const talks = makeTalks(random, { count: Math.ceil(count / messagesOfConversation), owners, tenant, now })
  const going: Talk[] = []
  const write = (first: number) => {
    const texts = makeMessages(random, Math.max(0, Math.min(batch, count - first)))
    const rows = texts.map((text, i) => {
      const ageMs = ((count - first - i) / count) * 365 * dayMs
      // Each conversation begins with one of the first messages.
      const talk = talks[first + i] ?? nextTalk(random, going, talks)
      return toRow(random, talk, text, new Date(now.getTime() - Math.floor(ageMs)))
    })
    return inTenant(world.ctx.db, tenant.id, (tx) => insertMessages(tx, rows, now))
  }
  // One batch after the other, as an organization's ingest writes them, so that indexes grow as in use.
  for (let written = 0; written < count; written += batch) {
    await write(written)
    if (written % 100_000 === 0) tell(`${written.toLocaleString('en-GB')} messages`)
  }
  await admin.query('vacuum analyze')
  await admin.query('checkpoint')
  return { tenant, count, group: tenant.groups.north, owner: owners[0] as UserId, now }
}

const talksAtOnce = 30
/** How often a conversation pauses after a message: about eight messages are said in one go. */
const pauses = 1 / 8

function nextTalk(random: Random, going: Talk[], talks: readonly Talk[]): Talk {
  const at = Math.floor(random() * talksAtOnce)
  const talk = (going[at] ??= pick(random, talks))
  if (random() < pauses) going[at] = pick(random, talks)
  return talk
}

/** Each person has their groups and three of the channels. */
function makeTalks(
  random: Random,
  given: {
    readonly count: number
    readonly owners: readonly UserId[]
    readonly tenant: WorldTenant
    readonly now: Date
  },
): Talk[] {
  const { count, owners, tenant, now } = given
  const others = Array.from({ length: 8 }, () => newId<GroupId>(now))
  const groups = [tenant.groups.north, tenant.groups.south, ...others]
  const desks = owners.flatMap((owner, i) =>
    [0, 3, 6].map((step) => ({
      owner,
      channel: channels[(i + step) % channels.length] as Talk['channel'],
      account: newId<AccountId>(now),
      groups: groupsOf(groups, i),
    })),
  )
  return Array.from({ length: count }, (_, i) => ({
    ...pick(random, desks),
    id: newId<ConversationId>(now),
    contact: `+1555${String(i).padStart(7, '0')}`,
  }))
}

/** Of ten people, one is in no group and two are in two. */
function groupsOf(groups: readonly GroupId[], person: number): GroupId[] {
  if (person % 10 === 9) return []
  return [...groups, ...groups].slice(person % 10, (person % 10) + (person % 5 === 4 ? 2 : 1))
}

function toRow(random: Random, talk: Talk, text: string, postedAt: Date) {
  const isOutbound = random() < 0.4
  return {
    conversation_id: talk.id,
    channel: talk.channel,
    account_id: talk.account,
    direction: isOutbound ? ('outbound' as const) : ('inbound' as const),
    author_address: isOutbound ? '+15550100001' : talk.contact,
    author_name: isOutbound ? `Representative ${talk.owner.slice(-4)}` : `Contact ${talk.contact.slice(-5)}`,
    author_user_id: isOutbound ? talk.owner : null,
    group_ids: talk.groups,
    category: random() < 0.02 ? 'complaint' : pick(random, categories),
    urgency: random() < 0.02 ? 'high' : random() < 0.1 ? 'medium' : 'low',
    posted_at: postedAt,
    captured_at: new Date(postedAt.getTime() + Math.floor(random() * 60_000)),
    content_type: random() < 0.03 ? ('image' as const) : ('text' as const),
    attachment_count: random() < 0.03 ? 1 : 0,
    subject: talk.channel === 'proofpoint' ? text.slice(0, 40) : null,
    body: random() < 0.000_2 ? `${text} zanzibar` : text,
  }
}
