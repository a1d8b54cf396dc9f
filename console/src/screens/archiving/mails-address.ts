import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ArchiveMailState } from '@verbatim/contract/archive-mails.ts'
import { z } from 'zod'
import type { MailsShown } from './queries.ts'

/** The states, without the contract: the route is part of the first load. */
const states = ['queued', 'deferred', 'accepted', 'failed'] as const satisfies readonly ArchiveMailState[]

/** The shown mails to the archive: their state and the page, kept in the address. */
export const MailsAddress = z.object({
  state: z.string().min(1).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined),
  size: z.coerce.number().int().min(1).max(200).optional().catch(undefined),
})
type MailsAddress = z.infer<typeof MailsAddress>

const initial = { page: 1, size: 25 }

export function useMailsAddress() {
  const {
    state: asked,
    page = initial.page,
    size = initial.size,
  }: MailsAddress = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = states.find((known) => known === asked)
  const shown: MailsShown = { state, page, size }
  return {
    shown,
    /** A state that is none. No emails are shown then, because those of all states would be more. */
    broken: state === undefined ? asked : undefined,
    /** Goes to the first page, unless a page is named. */
    show: (some: Partial<MailsShown>, replace = false) => {
      const next = { ...shown, page: 1, ...some }
      const address: MailsAddress = {
        state: next.state,
        page: next.page === initial.page ? undefined : next.page,
        size: next.size === initial.size ? undefined : next.size,
      }
      void navigate({
        to: '.',
        search: ((old: object) => ({ ...old, ...address })) as never,
        replace,
        resetScroll: false,
      })
    },
  }
}
