/** Names for people. Any likeness to a living person is accidental. */
import type { Region } from './phones.ts'
import type { DeskKey } from './organization.ts'
import type { Language } from './scene.ts'
import texts from './contact-names.json' with { type: 'json' }

/** People of one kind: their number, their names, the desk that serves them, the countries of their phones. */
export interface NamePool {
  readonly language: Language
  readonly count: number
  readonly desk: DeskKey
  readonly women: readonly string[]
  readonly men: readonly string[]
  readonly families: readonly string[]
  readonly region: Region
  /** Area codes, for North America. */
  readonly areas?: readonly string[]
  /** Family name first, without a space. */
  readonly familyFirst?: true
}

const words = (text: string) => text.split(' ')

export const namePools = texts.namePools.map(
  ({ women, men, families, ...pool }) =>
    ({ ...pool, women: words(women), men: words(men), families: words(families) }) as NamePool,
)

/** The known companies of clients. */
export const companies: readonly string[] = texts.companies

/** Words for mail addresses of people whose names are not written in Latin letters. */
export const latinNicknames: readonly string[] = words(texts.latinNicknames)
