/** What one person read one after the other is one line of the trail: "opened 6 conversations". */
import type { AuditEvent } from '@verbatim/contract/audit.ts'
import type { AuditType } from '@verbatim/contract/audit-types.ts'
import { timeText, isSameDay } from '@verbatim/ui/dates.ts'

/** A row of the trail: one entry, or several of one type, of which it is the newest. */
export type AuditRow = AuditEvent & { readonly repeats?: readonly AuditEvent[] }

/** Only reading is folded. A change is always a line of its own. */
const words: Partial<Record<AuditType, (count: string) => string>> = {
  message_viewed: (count) => `opened ${count} messages`,
  conversation_viewed: (count) => `opened ${count} conversations`,
  event_viewed: (count) => `opened ${count} events`,
  attachment_viewed: (count) => `opened ${count} attachments`,
  attachment_downloaded: (count) => `downloaded ${count} attachments`,
  export_downloaded: (count) => `downloaded ${count} exports`,
  conversation_loaded_ahead: (count) => `preloaded ${count} conversations`,
  event_loaded_ahead: (count) => `preloaded ${count} events`,
  messages_listed: (count) => `listed messages ${count} times`,
  events_listed: (count) => `listed cognitive events ${count} times`,
  contacts_listed: (count) => `listed contacts ${count} times`,
  conversations_listed: (count) => `listed conversations in the messenger ${count} times`,
  everything_searched: (count) => `searched everything ${count} times`,
}

const wordsOf = (type: string) => words[type as AuditType]

/**
 * The rows of a page, with the reading of one person folded by its type: as long as no one else did something in between, and
 * within a day. No entry is left out, and the number of entries is that of the page.
 */
export function foldedRows(entries: readonly AuditEvent[]): readonly AuditRow[] {
  const rows: AuditRow[] = []
  let run: AuditEvent[] = []
  const endRun = () => {
    for (const same of Map.groupBy(run, ({ type }) => type).values()) {
      const [newest] = same
      if (newest) rows.push(same.length > 1 ? { ...newest, repeats: same } : newest)
    }
    run = []
  }
  for (const entry of entries) {
    const [first] = run
    if (first && !isSameRun(first, entry)) endRun()
    if (wordsOf(entry.type)) run.push(entry)
    else rows.push(entry)
  }
  endRun()
  return rows
}

function isSameRun(a: AuditEvent, b: AuditEvent): boolean {
  const isSameReader = a.actor.id === b.actor.id && a.actor.name === b.actor.name
  return isSameReader && isSameDay(a.at, b.at) && wordsOf(b.type) !== undefined
}

/** "opened 6 conversations": as many as were different, of which each may have been opened more than once. */
export function foldText({ type }: AuditEvent, repeats: readonly AuditEvent[]): string {
  return wordsOf(type)?.(String(countOf(repeats))) ?? ''
}

function countOf(repeats: readonly AuditEvent[]): number {
  // The target of a list is the organization.
  const isList = repeats.some(({ type }) => /_(listed|searched)$/.test(type))
  return isList ? repeats.length : new Set(repeats.map(({ target }) => target?.id)).size
}

const mostNames = 3

/** When that was, and what is known by name: "09:12 to 09:40 · Dana Kowalczyk, Farah Rahman and 4 more". */
export function foldLine(repeats: readonly AuditEvent[]): string {
  const moments = repeats.map(({ at }) => at).toSorted()
  const [first = '', last = ''] = [moments[0], moments.at(-1)].map((at) => at && timeText(at))
  const names = [...new Set(repeats.flatMap(({ target }) => target?.name ?? []))]
  const shown = names.slice(0, mostNames)
  const more = names.length - shown.length
  const when = first === last ? '' : `${first} to ${last}`
  const who = more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
  // The sentence has their number already, unless one thing was opened twice.
  const entries = countOf(repeats) === repeats.length ? '' : `${repeats.length} entries`
  return [when, entries, who].filter(Boolean).join(' · ')
}
