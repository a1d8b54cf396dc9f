/** The administered nouns by their slices: what lists of permissions, failures and the like have of each follows from here. */
import { accessNouns } from './nouns/access.ts'
import { approvalNouns } from './nouns/approval.ts'
import { complianceNouns } from './nouns/compliance.ts'
import { insightProviderNouns } from './nouns/insight-providers.ts'
import type { Noun, ScreenOfNoun } from './nouns/noun.ts'
import { organizationNouns } from './nouns/organization.ts'
import type { Permission } from './permissions.ts'

export const nouns = {
  ...accessNouns,
  ...complianceNouns,
  ...approvalNouns,
  ...insightProviderNouns,
  ...organizationNouns,
}

/** The same, for those who go through all of them. */
export const allNouns: Readonly<Record<string, Noun>> = nouns

type Each = (typeof nouns)[keyof typeof nouns]
type Part = 'permissions' | 'failures' | 'audit' | 'targets' | 'slices' | 'lists'
type NamesIn<All> = All extends unknown ? keyof All & string : never
type NamedIn<All, Name extends string> = All extends { readonly [One in Name]: infer Value } ? Value : never

/** A part of all nouns together, by its literal names. */
export function ofNouns<P extends Part>(
  part: P,
): { readonly [Name in NamesIn<Each[P]>]: NamedIn<Each[P], Name> } {
  return Object.assign({}, ...Object.values(allNouns).map((noun) => noun[part]))
}

/** The screen of a noun, with permissions that there are. */
export interface NounScreen extends ScreenOfNoun {
  readonly permission: Permission
  readonly create?: NonNullable<ScreenOfNoun['create']> & { readonly permission: Permission }
}

/** The screens of the nouns, in the order of their files. */
export const nounScreens: readonly NounScreen[] = Object.values(nouns).flatMap((noun) =>
  'screen' in noun ? [noun.screen] : [],
)
