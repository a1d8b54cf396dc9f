import { RecentMap } from '#platform/recent-map.ts'
import type { Delivery, KnownGroup } from './delivery.ts'
import { type Fields, fieldsOf, listOf, textOf } from './fields.ts'
import { isGroup, readJid, writeJid } from './jid.ts'

const leastPeople = 50_000
const leastGroups = 5_000
/** Of a group with more members not all are reported; those who write in it are known anyway. */
const mostMembers = 256

interface Group {
  subject: string | undefined
  members: Set<string>
  admins: Set<string>
  /** Whether its members went into a delivery. */
  isNotified: boolean
}

/**
 * What is known of people and groups, from the events so far. Each delivery gets what it needs of it, so that reading it needs
 * nothing else, at any time.
 */
export class Roster {
  /** Numbers by privacy ids. */
  readonly #phones = new RecentMap<string, string>(leastPeople)
  readonly #names = new RecentMap<string, string>(leastPeople)
  readonly #groups = new RecentMap<string, Group>(leastGroups)

  learn(event: string, data: unknown): void {
    for (const found of addressesIn(data)) this.#learnPair(...found)
    if (event === 'lid-mapping.update') this.learnPhone(fieldsOf(data)?.['lid'], fieldsOf(data)?.['pn'])
    if (event === 'messaging-history.set') this.#learnHistory(fieldsOf(data) ?? {})
    if (event.startsWith('contacts.')) listOf(data).forEach((one) => this.#learnContact(fieldsOf(one) ?? {}))
    if (event.startsWith('groups.')) listOf(data).forEach((one) => this.learnGroup(one))
    if (event === 'group-participants.update') this.#learnMembers(fieldsOf(data) ?? {})
  }

  learnPhone(lid: unknown, phone: unknown): void {
    const [hidden, known] = [readJid(lid), readJid(phone)]
    if (hidden?.server === 'lid' && known?.server === 's.whatsapp.net')
      this.#phones.set(hidden.user, known.user)
  }

  /** A group as the library describes it, in whole or in part. */
  learnGroup(value: unknown): void {
    const fields = fieldsOf(value) ?? {}
    const address = groupAt(fields['id'])
    if (!address) return
    const group = this.#group(address)
    group.subject = textOf(fields['subject']) ?? group.subject
    const members = listOf(fields['participants']).map((one) => fieldsOf(one) ?? {})
    if (members.length === 0) return
    group.isNotified = false
    group.members = new Set()
    group.admins = new Set()
    for (const member of members) this.#join(group, member)
  }

  /** Privacy ids in this data without a known number. */
  unknownIn(data: unknown): string[] {
    const ids = new Set<string>()
    for (const jids of addressesIn(data)) {
      for (const jid of jids.map(readJid))
        if (jid?.server === 'lid' && !this.#phones.get(jid.user)) ids.add(jid.user)
    }
    return [...ids]
  }

  /** What a delivery of this data needs. */
  contextFor(data: unknown): Pick<Delivery, 'phones' | 'names' | 'groups'> {
    const phones: Record<string, string> = {}
    const names: Record<string, string> = {}
    const groups: Record<string, KnownGroup> = {}
    const asksForAdmins = mayRevoke(data)
    const addPerson = (address: string) => {
      const jid = readJid(address)
      if (!jid) return
      const phone = jid.server === 'lid' ? this.#phones.get(jid.user) : undefined
      if (phone) phones[jid.user] = phone
      for (const one of [writeJid(jid), ...(phone ? [`${phone}@s.whatsapp.net`] : [])]) {
        const name = this.#names.get(one)
        if (name) names[one] = name
      }
    }
    for (const address of addressesIn(data).flat()) {
      const at = groupAt(address)
      const group = at === undefined ? undefined : this.#groups.get(at)
      if (!at) addPerson(address)
      else if (group && !groups[at]) groups[at] = this.#tell(group, asksForAdmins)
    }
    for (const { members = [], admins = [] } of Object.values(groups))
      [...members, ...admins].forEach(addPerson)
    return {
      ...(Object.keys(phones).length > 0 && { phones }),
      ...(Object.keys(names).length > 0 && { names }),
      ...(Object.keys(groups).length > 0 && { groups }),
    }
  }

  #tell(group: Group, asksForAdmins: boolean): KnownGroup {
    const isNew = !group.isNotified && group.members.size <= mostMembers
    group.isNotified = true
    return {
      ...(group.subject && { subject: group.subject }),
      ...(isNew && group.members.size > 0 && { members: [...group.members] }),
      ...(asksForAdmins && { admins: [...group.admins] }),
    }
  }

  #group(address: string): Group {
    const known = this.#groups.get(address)
    const group: Group = known ?? {
      subject: undefined,
      members: new Set(),
      admins: new Set(),
      isNotified: false,
    }
    if (!known) this.#groups.set(address, group)
    return group
  }

  #learnPair(...addresses: readonly string[]): void {
    const lid = addresses.find((one) => readJid(one)?.server === 'lid')
    const phone = addresses.find((one) => readJid(one)?.server === 's.whatsapp.net')
    if (lid && phone) this.learnPhone(lid, phone)
  }

  #learnHistory({ lidPnMappings, contacts, chats }: Fields): void {
    for (const pair of listOf(lidPnMappings)) this.learnPhone(fieldsOf(pair)?.['lid'], fieldsOf(pair)?.['pn'])
    for (const contact of listOf(contacts)) this.#learnContact(fieldsOf(contact) ?? {})
    for (const chat of listOf(chats)) {
      const { id, name } = fieldsOf(chat) ?? {}
      this.learnGroup({ id, subject: name })
    }
  }

  #learnContact({ id, lid, phoneNumber, name, verifiedName, notify }: Fields): void {
    this.learnPhone(lid ?? id, phoneNumber ?? id)
    const called = textOf(name) ?? textOf(verifiedName) ?? textOf(notify)
    for (const jid of [id, lid, phoneNumber].map(readJid)) {
      if (jid && called && !isGroup(jid)) this.#names.set(writeJid(jid), called)
    }
  }

  #learnMembers({ id, action, participants }: Fields): void {
    const address = groupAt(id)
    const group = address === undefined ? undefined : this.#groups.get(address)
    if (!group) return
    for (const one of listOf(participants)) {
      const member = fieldsOf(one) ?? { id: one }
      const jid = memberAddress(member)
      if (!jid) continue
      if (action === 'add') this.#join(group, member)
      if (action === 'promote') group.admins.add(jid)
      if (action === 'demote' || action === 'remove') group.admins.delete(jid)
      if (action === 'remove') group.members.delete(jid)
      if (action === 'add') group.isNotified = false
    }
  }

  #join(group: Group, member: Fields): void {
    this.learnPhone(member['lid'] ?? member['id'], member['phoneNumber'] ?? member['id'])
    const jid = memberAddress(member)
    if (jid) group.members.add(jid)
    if (jid && (textOf(member['admin']) || member['isAdmin'] === true)) group.admins.add(jid)
  }
}

function memberAddress({ id }: Fields): string | undefined {
  const jid = readJid(id)
  return jid && writeJid(jid)
}

function groupAt(value: unknown): string | undefined {
  const jid = readJid(value)
  return jid && isGroup(jid) ? writeJid(jid) : undefined
}

/** The names under which an event has addresses; those of one person in one list. */
const pairs = [
  ['remoteJid', 'remoteJidAlt'],
  ['participant', 'participantAlt'],
  ['userJid'],
  ['from', 'callerPn'],
  ['jid'],
  ['chatId'],
  ['groupJid'],
] as const

/** The addresses in an event: of its keys, its receipts, and the people mentioned and answered. Bounded in depth. */
function addressesIn(data: unknown): string[][] {
  const found: string[][] = []
  let level: unknown[] = [data]
  for (let depth = 0; level.length > 0 && depth < 24; depth++) {
    for (const one of level) found.push(...addressesAt(fieldsOf(one) ?? {}))
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return found
}

function addressesAt(fields: Fields): string[][] {
  const paired = pairs.flatMap((names) => {
    const addresses = names.flatMap((name) => textOf(fields[name]) ?? [])
    // The second address of a chat is the owner's own in what the owner wrote.
    const areOne = names[0] !== 'remoteJid' || fields['fromMe'] !== true
    return areOne ? [addresses] : addresses.map((one) => [one])
  })
  const mentioned = listOf(fields['mentionedJid']).flatMap((jid) => textOf(jid) ?? [])
  const affected = listOf(fields['messageStubParameters']).flatMap(addressesOf)
  return [...paired, ...mentioned.map((jid) => [jid]), ...affected]
}

/** A parameter of a notice: an address, or JSON with some. */
function addressesOf(parameter: unknown): string[][] {
  const found =
    typeof parameter === 'string' ? parameter.match(/[\w:]{1,80}@(?:lid|s\.whatsapp\.net)/g) : null
  return found ? [found] : []
}

/** Whether someone in this may be deleting what others wrote. */
function mayRevoke(data: unknown): boolean {
  return listOf(fieldsOf(data)?.['messages']).some((one) => {
    const { message } = fieldsOf(one) ?? {}
    return JSON.stringify(message ?? {}).includes('"protocolMessage"')
  })
}
