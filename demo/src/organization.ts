/** The types of the demo organization's parts. Keys identify things until the database gives them ids. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import type { CapturedEvent, Identity } from '@verbatim/server/kernel/captured-event.ts'
import type { Language, Nature } from './scene.ts'
import type { SubjectKey } from './subjects.ts'

export interface DemoOrganization {
  readonly organization: {
    readonly tenant: string
    readonly name: string
    readonly language: 'en'
    readonly domain: string
  }
  /** Platform users, who sign in to the console. */
  readonly users: readonly DemoUser[]
  /** Messenger users: the representatives, whose accounts are captured. */
  readonly representatives: readonly DemoRepresentative[]
  readonly groups: readonly DemoGroup[]
  readonly profiles: readonly DemoProfile[]
  readonly contacts: readonly DemoContact[]
  readonly accounts: readonly DemoAccount[]
  readonly policies: readonly DemoPolicy[]
  /** A year of captured events, in the order of their receipt. */
  readonly deliveries: Iterable<DemoDelivery>
  /** A reviewer's finding for each message that was written to break a policy, by `findingKey`. */
  readonly findings: ReadonlyMap<string, Nature>
  /** What was written about the subjects of the year. */
  readonly threads: readonly DemoThread[]
}

export interface DemoUser {
  readonly key: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly role: Role
}

export interface DemoRepresentative extends DemoUser {
  readonly title: string
  readonly desk: DeskKey
  readonly groupKeys: readonly string[]
  readonly languages: readonly Language[]
  readonly phone: string
  /** Every address by which channels know this person. */
  readonly identities: readonly Identity[]
  readonly channels: readonly Channel[]
  /** Clients' name for this person in their own script, if it is not the first name. */
  readonly calledIn: Partial<Record<Language, string>>
  readonly isManager: boolean
}

export type DeskKey = 'london' | 'new-york' | 'iberia' | 'dach' | 'france' | 'asia' | 'gulf' | 'service'

export interface DemoGroup {
  readonly key: DeskKey
  readonly name: string
  readonly description: string
  readonly sharedConversationHistory: boolean
}

export interface DemoProfile {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly channels: readonly Channel[]
  readonly groupKeys: 'all' | readonly DeskKey[]
  readonly memberKeys: readonly string[]
}

export interface DemoContact {
  readonly key: string
  readonly firstName: string
  readonly lastName: string
  /** As the channels show it; in the person's own script. */
  readonly displayName: string
  readonly gender: 'f' | 'm'
  readonly language: Language
  readonly company?: string
  readonly shareLevel: 'global' | 'personal'
  readonly ownerKey: string
  readonly groupKeys: readonly DeskKey[]
  readonly phone: string
  readonly email: string
  readonly identities: readonly Identity[]
  /** The channels this person writes on, favourite first. */
  readonly channels: readonly Channel[]
  readonly partnerKey?: string
}

export interface DemoAccount {
  readonly key: string
  readonly channel: Channel
  readonly name: string
  /** Absent for accounts of the whole organization: the journal, the corporate WeCom. */
  readonly ownerKey?: string
  readonly address: Identity
  readonly ourDomains: readonly string[]
  readonly status: 'active' | 'inactive' | 'available' | 'not-available'
}

export interface DemoPolicy {
  readonly key: string
  readonly name: string
  readonly severity: 'low' | 'medium' | 'high'
  readonly scope: 'global' | 'group'
  readonly groupKeys: readonly DeskKey[]
  readonly action: 'raise' | 'block' | 'block-and-raise'
  readonly enabled: boolean
  readonly rules: readonly DemoRule[]
}

export interface DemoRule {
  readonly name: string
  readonly type: 'phrase' | 'regex'
  /** A regex, or phrases, one per line; any of them may match. */
  readonly pattern: string
  /** Only messages, unless files are examined too. */
  readonly scope?: 'message_and_attachment'
  readonly conditions?: {
    readonly direction?: 'inbound' | 'outbound' | 'internal'
    readonly channels?: readonly Channel[]
    readonly exceptPhrases?: readonly string[]
    readonly minWords?: number
  }
}

export interface DemoDelivery {
  readonly accountKey: string
  readonly event: CapturedEvent
  readonly receivedAt: Date
}

/** One client's matter within a subject of the year, from the first question to its outcome. */
export interface DemoThread {
  readonly subject: SubjectKey
  readonly language: Language
  readonly messageKeys: readonly string[]
  /** Whether it reached an outcome before now. */
  readonly ended: boolean
}

/** Identifies the finding of one policy in one message. */
export function findingKey(policyKey: string, messageKey: string): string {
  return `${policyKey}|${messageKey}`
}
