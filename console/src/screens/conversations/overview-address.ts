import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { parseSearchText, searchText } from '@verbatim/client/search-text.ts'

/** The conversation open over a screen, its current message, and the searched words. */
export const OverviewAddress = z.object({
  conversation: z.uuid().optional().catch(undefined),
  at: z.uuid().optional().catch(undefined),
  find: z.coerce.string().min(1).max(200).optional().catch(undefined),
})
export type OverviewAddress = z.infer<typeof OverviewAddress>

/** The address of this screen with a conversation open over it at one of its messages. */
export function useOverviewHref(): (conversation: string, at?: string, find?: string) => string {
  const { pathname, searchStr } = useLocation()
  return (conversation, at, find) =>
    `${pathname}${searchText({ ...parseSearchText(searchStr), conversation, at, find })}`
}

/** The place in the open conversation, and functions that move in it without adding history entries. */
export function useOverviewAddress() {
  const { conversation, at, find }: OverviewAddress = useSearch({ strict: false })
  const navigate = useNavigate()
  const put = (change: OverviewAddress) =>
    void navigate({
      to: '.',
      search: ((old: object) => ({ ...old, ...change })) as never,
      replace: true,
      resetScroll: false,
    })
  return { conversation, at, find, put }
}
