import {
  type Icon,
  IconAlertTriangle,
  IconArrowDownCircle,
  IconCheck,
  IconChecks,
  IconClock,
  IconMoodSmile,
  IconPencil,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import type { Attachment } from '@verbatim/contract/attachments.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { deletionText } from '@verbatim/contract/content-words.ts'
import { failedText } from '@verbatim/contract/delivery-words.ts'
import { filesOf, isReread, rereadText } from '@verbatim/ui/thread/message-words.ts'
import { readable } from '@verbatim/ui/readable.ts'

/** One event of a message. */
interface LifeEntry {
  readonly id: string
  readonly at: string
  readonly icon: Icon
  readonly what: string
  /** The author of the event, or the person it reached. */
  readonly who?: string | undefined
}

/** All events of a message, ordered by time; those of the same time in logical order. */
export function lifeOf(message: ThreadMessage): LifeEntry[] {
  const { postedAt, capturedAt, versions, reread, reactions, receipts, deletion, from } = message
  const entries: LifeEntry[] = [
    { id: 'posted', at: postedAt, icon: IconSend, what: 'Posted', who: `by ${readable(from)}` },
    { id: 'captured', at: capturedAt, icon: IconArrowDownCircle, what: 'Captured' },
    ...(reread
      ? [
          {
            id: 'reread',
            at: reread.at,
            icon: IconRefresh,
            what: `Read again by release ${reread.release}: ${rereadText(message)}`,
          },
        ]
      : []),
    ...versions
      .slice(1)
      .filter((version) => !isReread(message, version))
      .map(({ revision, at, isSuspicious }) => ({
        id: `version ${revision}`,
        at,
        icon: isSuspicious ? IconAlertTriangle : IconPencil,
        what: isSuspicious
          ? 'Received again with a different text, without an edit'
          : ['Edited', ...changedFiles(message, revision)].join(': '),
      })),
    ...receipts.map(({ state, at, recipient, errorCode }, i) => ({
      id: `receipt ${i}`,
      at,
      icon: receiptIcons[state] ?? IconClock,
      what: capitalized(failedText(state, errorCode)),
      who: recipient && `${errorCode ? 'for' : 'by'} ${readable(recipient)}`,
    })),
    ...reactions.map(({ value, by, at, part }) => ({
      id: `reaction ${by} ${value} ${part ?? 1}`,
      at,
      icon: IconMoodSmile,
      what: part ? `Reaction ${value} on part ${part}` : `Reaction ${value}`,
      who: by && `by ${readable(by)}`,
    })),
    ...(deletion
      ? [
          {
            id: 'deletion',
            at: deletion.at,
            icon: IconTrash,
            what: capitalized(deletionText(deletion.scope)),
            who: deletion.by && `(${readable(deletion.by)})`,
          },
        ]
      : []),
  ]
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

/** Which files an edit put in the place of which, as in "a.pdf replaced by b.pdf"; empty if it changed none. */
function changedFiles(message: ThreadMessage, revision: number): string[] {
  const { versions } = message
  const at = versions.findIndex((version) => version.revision === revision)
  const [before = [], now = []] = versions.slice(at - 1, at + 1).map((version) => filesOf(message, version))
  const [gone, come] = [namesOf(before, now), namesOf(now, before)]
  if (gone && come) return [`${gone} replaced by ${come}`]
  if (gone) return [`${gone} removed`]
  return come ? [`${come} added`] : []
}

/** Of those that are not among the others. */
const namesOf = (files: readonly Attachment[], others: readonly Attachment[]) =>
  files
    .filter(({ id }) => !others.some((other) => other.id === id))
    .map(({ name }) => name)
    .join(', ')

const receiptIcons: Record<string, Icon> = {
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  failed: IconAlertTriangle,
  undelivered: IconAlertTriangle,
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
