/** How many messages a list has in each hour, and how many came by it alone, by account. */
import type { AccountId, MessageId } from '@verbatim/contract/ids.ts'
import type { ListedMessage } from '#channels/provider-calls.ts'
import { type ComparedPart, hoursOf } from '#domains/accounts/compared-parts.ts'
import type { ComparedHour } from '#domains/accounts/comparisons.ts'
import { hourStart } from '#domains/accounts/covered-time.ts'

export type HoursOfAccounts = Map<AccountId, Map<number, ComparedHour>>

/** What was looked up of the messages of a page. */
export interface Compared {
  /** The messages of it that we had. */
  readonly known: readonly MessageId[]
  /** The account that has it, or that it belongs to. */
  accountOf(message: ListedMessage): AccountId
  /** Only a list has brought it: this one, or an earlier one whose count was lost with its process. */
  isRecovered(message: ListedMessage): boolean
  /** A delivery should have brought it by now. */
  isAwaited(message: ListedMessage): boolean
}

/** All hours of a part, for the account that is compared. */
export const emptyHours = (id: AccountId, part: ComparedPart): HoursOfAccounts =>
  new Map([
    [id, new Map(hoursOf(part).map((hour) => [hour, { listed: 0, recovered: 0, until: part.before }]))],
  ])

/** Counts the messages of a page. Accounts that receive through the one that is compared have only hours with messages. */
export function countHours(
  hours: HoursOfAccounts,
  { id, before }: { readonly id: AccountId; readonly before: Date },
  messages: readonly ListedMessage[],
  compared: Compared,
): void {
  for (const message of messages) {
    const start = hourStart(message.sentAt.getTime())
    if (message.isAside || !hours.get(id)?.has(start)) continue
    const accountId = compared.accountOf(message)
    const ofAccount = hours.get(accountId) ?? new Map<number, ComparedHour>()
    hours.set(accountId, ofAccount)
    const hour = ofAccount.get(start) ?? { listed: 0, recovered: 0, until: before }
    const listed = hour.listed + 1
    ofAccount.set(
      start,
      compared.isRecovered(message)
        ? {
            ...hour,
            listed,
            recovered: hour.recovered + 1,
            ...(compared.isAwaited(message) && { undelivered: withTime(hour.undelivered, message.sentAt) }),
          }
        : { ...hour, listed },
    )
  }
}

const withTime = (span: ComparedHour['undelivered'], time: Date) => ({
  first: span && span.first < time ? span.first : time,
  last: span && span.last > time ? span.last : time,
})

/** Puts the hours of a part to those before it. @param until The list says nothing of what came from then on. */
export function addHours(all: HoursOfAccounts, ofPart: HoursOfAccounts, until: Date | undefined): void {
  for (const [id, hours] of ofPart) {
    const ofAccount = all.get(id) ?? new Map<number, ComparedHour>()
    all.set(id, ofAccount)
    for (const [hour, count] of hours)
      ofAccount.set(hour, until && until < count.until ? { ...count, until } : count)
  }
}
