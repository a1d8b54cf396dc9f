import type { Channel } from '@verbatim/contract/channels.ts'
import type { Identity } from '@verbatim/server/kernel/captured-event.ts'
import { type NamePool, companies, latinNicknames, namePools } from './contact-names.ts'
import type { DemoContact, DemoRepresentative } from './organization.ts'
import type { Region } from './phones.ts'
import type { Random } from './random.ts'
import { signalId } from './representatives.ts'

type NextPhone = (region: Region, area?: string) => string

/** The 300 clients. Some are couples: two contacts of one family name, each the other's partner. */
export function makeContacts(
  random: Random,
  representatives: readonly DemoRepresentative[],
  nextPhone: NextPhone,
): DemoContact[] {
  const people = namePools.flatMap((pool) => {
    const own = random.fork(`${pool.desk}/${pool.language}`)
    const servers = ownersFor(pool, representatives)
    return pairUp(
      distinctNames(pool, own).map((name, at) =>
        makeContact({ pool, name, at, random: own, owner: servers[at % servers.length], nextPhone }),
      ),
      own,
    )
  })
  return people
}

/** The representatives of the pool: its desk's speakers of its language; the service desk takes some of London's. */
function ownersFor(pool: NamePool, representatives: readonly DemoRepresentative[]): DemoRepresentative[] {
  const desks = pool.desk === 'london' ? ['london', 'service'] : [pool.desk]
  return representatives.filter(
    ({ desk, languages }) => desks.includes(desk) && languages.includes(pool.language),
  )
}

interface Name {
  readonly given: string
  readonly family: string
  readonly gender: 'f' | 'm'
}

function distinctNames(pool: NamePool, random: Random): Name[] {
  const names: Name[] = [
    ...pool.women.flatMap((given) =>
      pool.families.map((family) => ({ given, family, gender: 'f' as const })),
    ),
    ...pool.men.flatMap((given) => pool.families.map((family) => ({ given, family, gender: 'm' as const }))),
  ]
  return random.shuffled(names).slice(0, pool.count)
}

interface Making {
  readonly pool: NamePool
  readonly name: Name
  readonly at: number
  readonly random: Random
  readonly owner: DemoRepresentative | undefined
  readonly nextPhone: NextPhone
}

function makeContact({ pool, name, at, random, owner, nextPhone }: Making): DemoContact {
  if (!owner) throw new Error(`No representative serves ${pool.language} clients of ${pool.desk}`)
  const phone = nextPhone(pool.region, pool.areas?.[at % pool.areas.length])
  const company = random.chance(0.35) ? random.pick(companies) : undefined
  const email = mailOf(pool, name, at, company)
  const channels = favouriteChannels(pool, owner, random)
  return {
    key: `${pool.desk}-${pool.language}-${at + 1}`,
    firstName: name.given,
    lastName: name.family,
    displayName: pool.familyFirst ? `${name.family}${name.given}` : `${name.given} ${name.family}`,
    gender: name.gender,
    language: pool.language,
    ...(company ? { company } : {}),
    shareLevel: random.chance(0.62) ? 'global' : 'personal',
    ownerKey: owner.key,
    groupKeys: owner.desk === pool.desk ? [pool.desk] : [pool.desk, owner.desk],
    phone,
    email,
    identities: [
      { kind: 'phone', value: phone },
      { kind: 'email', value: email },
      ...channels.flatMap((channel) => identityOn(channel, random)),
    ],
    channels,
  }
}

function identityOn(channel: Channel, random: Random): Identity[] {
  if (channel === 'telegram') return [{ kind: 'telegram', value: String(random.between(1e9, 4e9)) }]
  if (channel === 'signal') return [{ kind: 'signal', value: signalId(random) }]
  if (channel === 'wecom') return [{ kind: 'wecom-external', value: `wm${random.hex(30)}` }]
  return []
}

/** A name in the letters of addresses; empty for one in another script. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z-]/g, '')

function mailOf(pool: NamePool, { given, family }: Name, at: number, company?: string): string {
  if (!/[a-z]/.test(plain(family))) {
    return `${latinNicknames[at % latinNicknames.length]}.${pool.language}${at + 11}@example.org`
  }
  if (company) return `${plain(given)}.${plain(family)}@${plain(company.split(' ')[0] ?? '')}.example`
  const host = ['example.com', 'example.net', 'example.org'][at % 3]
  return `${plain(given)}.${plain(family)}${at % 4 === 0 ? at + 50 : ''}@${host}`
}

const popularity: Record<Channel, number> = {
  whatsapp: 30,
  sms: 22,
  whatsappnative: 22,
  imessage: 16,
  telegram: 12,
  signal: 12,
  wecom: 8,
  proofpoint: 0,
}

/** Two or three channels that the owner has too; all of them also write mail. */
function favouriteChannels(pool: NamePool, owner: DemoRepresentative, random: Random): Channel[] {
  const offered = new Map<Channel, number>(
    owner.channels.map((channel) => [
      channel,
      pool.language === 'zh' && channel === 'wecom' ? 400 : popularity[channel],
    ]),
  )
  const chosen: Channel[] = []
  const count = random.chance(0.4) ? 2 : 1
  while (chosen.length < count) {
    const channel = random.weighted([...offered])
    offered.set(channel, 0)
    chosen.push(channel)
  }
  return [...chosen, 'proofpoint']
}

/** Makes couples of about one in twelve: the second takes the first one's family name, with an address of it, and adviser and channels. */
function pairUp(people: DemoContact[], random: Random): DemoContact[] {
  const paired = [...people]
  for (let at = 0; at + 1 < paired.length; at += 2) {
    const first = paired[at]
    const second = paired[at + 1]
    if (!first || !second || first.gender === second.gender || !random.chance(0.3)) continue
    const email = second.email.replace(`.${plain(second.lastName)}`, () => `.${plain(first.lastName)}`)
    paired[at] = { ...first, partnerKey: second.key }
    paired[at + 1] = {
      ...second,
      lastName: first.lastName,
      email,
      displayName: second.displayName.replace(second.lastName, first.lastName),
      ownerKey: first.ownerKey,
      groupKeys: first.groupKeys,
      channels: first.channels,
      identities: [
        { kind: 'phone', value: second.phone },
        { kind: 'email', value: email },
        ...first.channels.flatMap((channel) => identityOn(channel, random)),
      ],
      partnerKey: first.key,
    }
  }
  return paired
}
