/** The rules of a draft have no IDs yet: while it is tried, the index of a rule serves. */
import { RuleId } from '@verbatim/contract/ids.ts'

export const draftRuleId = (index: number): RuleId =>
  RuleId.parse(`00000000-0000-7000-8000-${String(index).padStart(12, '0')}`)

export const draftRuleIndex = (id: RuleId): number => Number(id.slice(-12))
