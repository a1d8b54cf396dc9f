/** The pairs of speakers: the conversations of the year, opened when they are first needed. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { accountKey } from './accounts.ts'
import { type Conversation, type Voice, contactVoice, representativeVoice } from './conversation.ts'
import type { DemoContact, DemoRepresentative, DeskKey } from './organization.ts'
import type { Random } from './random.ts'
import type { Language, Speaker } from './scene.ts'
import { conversationKey } from './source-keys.ts'
import { type Style, clientStyle, representativeStyle } from './style.ts'

export interface Cast {
  readonly contacts: readonly DemoContact[]
  readonly representatives: readonly DemoRepresentative[]
  representative(key: string): DemoRepresentative
  /** A conversation of two, on a channel the contact likes, or by mail. */
  direct(contact: DemoContact, channel: Channel): Conversation
  family(contact: DemoContact): Conversation | undefined
  joint(contact: DemoContact): Conversation | undefined
  team(desk: DeskKey): Conversation | undefined
  /** A new mail thread; without a contact, among the desk's own people. */
  mail(desk: DeskKey, contact?: DemoContact): Conversation
  colleaguesOf(representative: DemoRepresentative): DemoRepresentative[]
}

/** Channels with groups whose members are known by their phones. */
const groupChannels = ['whatsappnative', 'imessage'] as const

/** The desks' own chats. */
const teamChannels: Partial<Record<DeskKey, readonly [Channel, string]>> = {
  london: ['whatsappnative', 'London desk'],
  'new-york': ['imessage', 'NY floor'],
  iberia: ['whatsappnative', 'Iberia & LatAm'],
  asia: ['wecom', 'Asia desk 亚洲组'],
}

export function makeCast(
  contacts: readonly DemoContact[],
  representatives: readonly DemoRepresentative[],
  random: Random,
): Cast {
  return new Casting(contacts, representatives, random)
}

class Casting implements Cast {
  readonly contacts: readonly DemoContact[]
  readonly representatives: readonly DemoRepresentative[]
  private readonly random: Random
  private readonly open = new Map<string, Conversation>()
  private readonly styles = new Map<string, Style>()
  private readonly voices = new Map<string, Voice>()

  constructor(
    contacts: readonly DemoContact[],
    representatives: readonly DemoRepresentative[],
    random: Random,
  ) {
    this.contacts = contacts
    this.representatives = representatives
    this.random = random
  }

  representative(key: string): DemoRepresentative {
    const found = this.representatives.find((person) => person.key === key)
    if (!found) throw new Error(`No representative ${key}`)
    return found
  }

  colleaguesOf({ key, desk }: DemoRepresentative): DemoRepresentative[] {
    const others = this.representatives.filter((person) => person.key !== key)
    const near = others.filter((person) => person.desk === desk)
    return this.random.shuffled(near.length > 1 ? near : others)
  }

  direct(contact: DemoContact, channel: Channel): Conversation {
    return this.opened(`${channel}/${contact.key}`, () => {
      const representative = this.representative(contact.ownerKey)
      const seats = new Map<Speaker, Voice>([
        ['c', this.voiceOf(contact, channel)],
        ['r', this.ourVoice(representative, channel)],
      ])
      return { channel, type: 'direct', seats, representative, contact }
    })
  }

  family(contact: DemoContact): Conversation | undefined {
    const partner = this.contacts.find(({ key }) => key === contact.partnerKey)
    const representative = this.representative(contact.ownerKey)
    const channel = groupChannels.find((name) => representative.channels.includes(name))
    if (!partner || !channel || contact.language !== 'en') return undefined
    const [first, second] = [contact, partner].toSorted((a, b) => a.key.localeCompare(b.key))
    if (!first || !second) return undefined
    return this.opened(`family/${first.key}`, () => ({
      channel,
      type: 'group',
      title: `${first.lastName} family`,
      seats: new Map<Speaker, Voice>([
        ['c', this.voiceOf(first, channel)],
        ['p', this.voiceOf(second, channel)],
        ['r', this.ourVoice(representative, channel)],
      ]),
      representative,
      contact: first,
      partner: second,
    }))
  }

  joint(contact: DemoContact): Conversation | undefined {
    const representative = this.representative(contact.ownerKey)
    const channel = groupChannels.find((name) => representative.channels.includes(name))
    const colleague = this.representatives.find(
      ({ key, desk, channels }) =>
        key !== representative.key && desk === representative.desk && channel && channels.includes(channel),
    )
    if (!channel || !colleague || contact.language !== 'en') return undefined
    return this.opened(`joint/${contact.key}`, () => ({
      channel,
      type: 'group',
      title: `${contact.company ?? contact.lastName} × Halden & Marsh`,
      seats: new Map<Speaker, Voice>([
        ['c', this.voiceOf(contact, channel)],
        ['r', this.ourVoice(representative, channel)],
        ['d', this.ourVoice(colleague, channel)],
      ]),
      representative,
      contact,
      colleagues: [colleague],
    }))
  }

  team(desk: DeskKey): Conversation | undefined {
    const [channel, title] = teamChannels[desk] ?? []
    if (!channel || !title) return undefined
    const people = this.representatives.filter(
      (person) => person.desk === desk && person.channels.includes(channel),
    )
    const [owner] = people
    if (!owner || people.length < 3) return undefined
    const conversation = this.opened(`team/${desk}`, () => ({
      channel,
      type: 'group',
      title,
      seats: new Map<Speaker, Voice>(),
      members: people.map((person) => this.ourVoice(person, channel)),
      representative: owner,
    }))
    this.seat(conversation, people)
    return conversation
  }

  mail(desk: DeskKey, contact?: DemoContact): Conversation {
    const channel = 'proofpoint'
    const owner = contact
      ? this.representative(contact.ownerKey)
      : this.random.pick(this.representatives.filter((person) => person.desk === desk))
    const colleagues = this.colleaguesOf(owner).slice(0, 2)
    const seats = new Map<Speaker, Voice>([['r', this.ourVoice(owner, channel)]])
    if (contact) seats.set('c', this.voiceOf(contact, channel))
    else if (colleagues[0]) seats.set('d', this.ourVoice(colleagues[0], channel))
    return this.make(`mail/${this.random.hex(12)}`, {
      channel,
      type: 'thread',
      seats,
      representative: owner,
      ...(contact ? { contact } : {}),
      colleagues,
    })
  }

  /** Gives a team's parts to three of its people. */
  private seat(conversation: Conversation, people: readonly DemoRepresentative[]): void {
    const [r, d, e] = this.random.shuffled(people)
    if (!r || !d || !e) return
    conversation.representative = r
    conversation.colleagues = [d, e]
    conversation.seats = new Map<Speaker, Voice>(
      (
        [
          ['r', r],
          ['d', d],
          ['e', e],
        ] as const
      ).map(([part, person]) => [part, this.ourVoice(person, conversation.channel)]),
    )
  }

  private opened(id: string, plan: () => Plan): Conversation {
    const known = this.open.get(id)
    if (known) return known
    const made = this.make(id, plan())
    this.open.set(id, made)
    return made
  }

  private make(id: string, plan: Plan): Conversation {
    const { channel, type, representative, contact, seats } = plan
    const owner = this.ourVoice(representative, channel).identity
    const peer = type === 'direct' ? seats.get('c')?.identity : undefined
    return {
      id,
      channel,
      accountKey: accountKey(channel, representative.key),
      owner,
      key: conversationKey(channel, { owner, peer, random: this.random }),
      type,
      ...(plan.title ? { title: plan.title } : {}),
      members: plan.members ?? [...seats.values()],
      seats,
      client: contact,
      partner: plan.partner,
      representative,
      colleagues: plan.colleagues ?? this.colleaguesOf(representative).slice(0, 2),
      freeAt: 0,
      sequence: 0,
      played: [],
      rolls: new Map(),
    }
  }

  private voiceOf(contact: DemoContact, channel: Channel): Voice {
    return this.voice(contact.key, channel, () =>
      contactVoice(contact, channel, this.styleOf(contact.key, clientStyle)),
    )
  }

  private ourVoice(person: DemoRepresentative, channel: Channel): Voice {
    return this.voice(person.key, channel, () =>
      representativeVoice(person, channel, this.styleOf(person.key, representativeStyle)),
    )
  }

  private voice(key: string, channel: Channel, make: () => Voice): Voice {
    const name = `${channel}/${key}`
    const known = this.voices.get(name)
    if (known) return known
    const voice = make()
    this.voices.set(name, voice)
    return voice
  }

  private styleOf(key: string, make: (random: Random) => Style): Style {
    const known = this.styles.get(key)
    if (known) return known
    const style = make(this.random.fork(`style/${key}`))
    this.styles.set(key, style)
    return style
  }
}

interface Plan {
  readonly channel: Channel
  readonly type: Conversation['type']
  readonly title?: string
  readonly seats: Map<Speaker, Voice>
  readonly members?: readonly Voice[]
  readonly representative: DemoRepresentative
  readonly contact?: DemoContact
  readonly partner?: DemoContact
  readonly colleagues?: readonly DemoRepresentative[]
}

/** The language of two people: the contact's own, or sometimes English. */
export function spokenLanguage(contact: DemoContact, random: Random): Language {
  const bends = ['es', 'fr', 'de', 'pt'].includes(contact.language)
  return bends && random.chance(0.05) ? 'en' : contact.language
}
