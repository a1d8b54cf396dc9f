import { forAccountKinds } from '@verbatim/contract/account-imports.ts'
import type { ImportKindName } from '@verbatim/contract/imports.ts'
import { accountKindOf } from './account-kind.ts'
import { contactKind } from './contact-kind.ts'
import type { ImportKind } from './kind.ts'
import { messengerUserKind, platformUserKind } from './user-kind.ts'

/** Everything that can be imported, by its name in the contract. */
export const importKinds: Readonly<Record<ImportKindName, ImportKind<unknown>>> = {
  'platform-users': erased(platformUserKind),
  'messenger-users': erased(messengerUserKind),
  contacts: erased(contactKind),
  ...forAccountKinds((channel) => erased(accountKindOf(channel))),
}

export const kindNames = Object.keys(importKinds) as ImportKindName[]

/** A kind gets back only rows that it has read itself; no other code looks inside them. */
function erased<Value>(kind: ImportKind<Value>): ImportKind<unknown> {
  return kind as ImportKind<unknown>
}
