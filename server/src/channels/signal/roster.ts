/** Groups and contacts, as the daemon knows them. Source: signal-cli, `JsonGroup` and `JsonContact`. */
import { z } from 'zod'
import type { ChannelAccount, StoredDelivery } from '#channels/connector.ts'
import type { RosterOutcome, RosterSource } from '#channels/provider-calls.ts'
import { rosterIn, rosterFrom, toRoster } from '#channels/roster.ts'
import type { CapturedRoster } from '#kernel/captured-event.ts'
import { type Answered, askDaemon, type Daemon, daemonOf } from './daemon.ts'
import { identify, type Person } from './people.ts'

const text = z.string().nullish().catch(undefined)
const list = <Item extends z.ZodType>(item: Item) => z.array(item).nullish().catch(undefined)

const Named = z.object({ uuid: text, number: text })
const Profile = z.object({ givenName: text, familyName: text })
const Contact = Named.extend({
  name: text,
  givenName: text,
  familyName: text,
  nickName: text,
  profile: Profile.nullish().catch(undefined),
})
const Group = z.object({
  id: z.string(),
  name: text,
  isMember: z.boolean().catch(true),
  members: list(Named),
})
const Answer = z.object({ group: Group.optional(), contacts: z.array(Contact) })

export const daemonRoster: RosterSource = {
  async ask(account, conversationKey, limits) {
    const daemon = daemonOf(limits)
    if (!daemon) return { outcome: 'retry', reason: 'not-configured' }
    const [kind, id] = [conversationKey.slice(0, 2), conversationKey.slice(2)]
    if (!id || (kind !== 'g:' && kind !== 'u:')) return { outcome: 'nothing' }
    if (kind === 'u:') return tellOf(daemon, account, { conversationKey, people: [id] })
    const answer = await askDaemon(daemon, 'listGroups', { account: account.address.value, groupId: [id] })
    const groups = resultOf(answer, Group)
    if (!groups) return unanswered(answer)
    const group = groups.find((one) => one.id === id)
    if (!group) return { outcome: 'nothing' }
    const people = (group.members ?? []).flatMap(({ uuid, number }) => uuid ?? number ?? [])
    return tellOf(daemon, account, { conversationKey, group, people })
  },
}

interface Asked {
  readonly conversationKey: string
  readonly group?: z.infer<typeof Group>
  readonly people: readonly string[]
}

/** With the names of the people, as far as the daemon knows them. */
async function tellOf(
  daemon: Daemon,
  { address }: ChannelAccount,
  { conversationKey, group, people }: Asked,
): Promise<RosterOutcome> {
  const params = { account: address.value, recipient: people, allRecipients: true }
  const answer = people.length > 0 ? await askDaemon(daemon, 'listContacts', params) : { result: [] }
  const contacts = resultOf(answer, Contact)
  if (!contacts) return unanswered(answer)
  if (!group && contacts.length === 0) return { outcome: 'nothing' }
  return rosterFrom(conversationKey, { ...(group && { group }), contacts })
}

function resultOf<Item extends z.ZodType>(answer: Answered, item: Item): z.infer<Item>[] | undefined {
  return z.array(item).safeParse('result' in answer ? answer.result : undefined).data
}

/** What the daemon refuses now it may answer later, such as once the phone has sent its groups. */
function unanswered(answer: Answered): RosterOutcome {
  if ('away' in answer) return { outcome: 'retry', reason: answer.away }
  return { outcome: 'retry', reason: 'error' in answer ? `error${answer.error.code}` : 'not-understood' }
}

/** Undefined for any other delivery. */
export function rosterEventOf(stored: StoredDelivery, account: ChannelAccount): CapturedRoster | undefined {
  const given = rosterIn(stored)
  const { data } = Answer.safeParse(given?.answer)
  if (!given || !data) return undefined
  const { group, contacts } = data
  const names = new Map(contacts.flatMap((one) => idsOf(one).map((id) => [id, nameOf(one)])))
  const named = group ? (group.members ?? []) : contacts
  const people = named.map((person) => {
    const name = idsOf(person).flatMap((id) => names.get(id) ?? [])[0]
    return { identity: identify(person, account), ...(name && { name }) }
  })
  return toRoster(account, stored, {
    conversationKey: given.conversationKey,
    title: group?.name ?? undefined,
    people,
    // Who left a group no longer sees who is in it.
    isWhole: group?.isMember === true && people.length > 0,
  })
}

const idsOf = ({ uuid, number }: Person) => [uuid, number].flatMap((id) => id?.toLowerCase() ?? [])

/** As the owner calls them, or else as they call themselves. */
function nameOf({ name, givenName, familyName, nickName, profile }: z.infer<typeof Contact>) {
  const joined = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' ')
  return (
    nickName ||
    name ||
    joined(givenName, familyName) ||
    joined(profile?.givenName, profile?.familyName) ||
    undefined
  )
}
