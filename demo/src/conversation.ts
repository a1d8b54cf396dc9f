/** The people of a conversation, and its state during the year. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { Identity, Participant } from '@verbatim/server/kernel/captured-event.ts'
import { identityOf } from './accounts.ts'
import type { DemoContact, DemoRepresentative } from './organization.ts'
import type { Speaker } from './scene.ts'
import type { Style } from './style.ts'

/** A speaker, on one channel. */
export interface Voice {
  readonly personKey: string
  readonly ours: boolean
  readonly name: string
  readonly identity: Identity
  readonly style: Style
}

export interface Conversation {
  readonly id: string
  readonly channel: Channel
  readonly accountKey: string
  readonly owner: Identity
  readonly key: string
  readonly type: 'direct' | 'group' | 'thread'
  readonly title?: string
  readonly members: readonly Voice[]
  readonly client: DemoContact | undefined
  readonly partner: DemoContact | undefined
  /** The speaker of each part. In a team's chat people change parts from dialogue to dialogue. */
  seats: ReadonlyMap<Speaker, Voice>
  representative: DemoRepresentative
  colleagues: readonly DemoRepresentative[]
  /** The current end of the conversation: no dialogue starts before the last one ended. */
  freeAt: number
  sequence: number
  /** The last scenes played here, newest last: a client does not hear the same twice in a row. */
  readonly played: string[]
  /** The list of participants by author; each is made once. */
  readonly rolls: Map<Voice, readonly Participant[]>
}

/** A representative's identity on `channel`. */
export function representativeVoice(person: DemoRepresentative, channel: Channel, style: Style): Voice {
  return {
    personKey: person.key,
    ours: true,
    name: `${person.firstName} ${person.lastName}`,
    identity: identityOf(person.identities, channel),
    style,
  }
}

/** A contact's identity on `channel`. */
export function contactVoice(person: DemoContact, channel: Channel, style: Style): Voice {
  return {
    personKey: person.key,
    ours: false,
    name: person.displayName,
    identity: identityOf(person.identities, channel),
    style,
  }
}
