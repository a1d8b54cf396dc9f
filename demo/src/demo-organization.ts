/**
 * The demo organization: a wealth manager that does not exist, with a year of conversations of our own
 * writing. Pure: the same seed and `now` give the same organization, byte for byte.
 */
import { makeAccounts } from './accounts.ts'
import { makeCast } from './casting.ts'
import { makeContacts } from './contacts.ts'
import { groups } from './groups.ts'
import type { DemoOrganization } from './organization.ts'
import { phoneBook } from './phones.ts'
import { policies } from '#policies/policies.ts'
import { profiles } from './profiles.ts'
import { seededRandom } from './random.ts'
import { makeRepresentatives } from './representatives.ts'
import { readScenes } from '#scenes/library.ts'
import { domain, platformUsers } from './staff.ts'
import { playYear } from './year.ts'

/** Halden & Marsh Wealth at `now`, including its last year. */
export function demoOrganization(seed: string, now: Date): DemoOrganization {
  const random = seededRandom(seed)
  const nextPhone = phoneBook()
  const representatives = makeRepresentatives(random.fork('representatives'), nextPhone)
  const contacts = makeContacts(random.fork('contacts'), representatives, nextPhone)
  const cast = makeCast(contacts, representatives, random.fork('casting'))
  const year = playYear({ cast, scenes: readScenes(), policies, now, random: random.fork('year') })
  return {
    organization: { tenant: 'halden', name: 'Halden & Marsh Wealth', language: 'en', domain },
    users: platformUsers,
    representatives,
    groups,
    profiles,
    contacts,
    accounts: makeAccounts(representatives),
    policies,
    deliveries: year.deliveries,
    findings: year.findings,
    threads: year.threads,
  }
}
