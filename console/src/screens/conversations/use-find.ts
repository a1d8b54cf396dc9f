import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useOverviewAddress } from './overview-address.ts'
import { useApi } from '#shell/use-app-context.ts'
import { hitsPerPage, hitsQuery } from './queries.ts'

/** The messages of a conversation that contain the words in the address, and navigation from one to the next. */
export function useFind(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const tellFailure = useFailureToast()
  const { at, find, put } = useOverviewAddress()
  const [page, setPage] = useState(0)
  const { data, isPlaceholderData } = useQuery({
    ...hitsQuery(api, id, find ?? '', page),
    enabled: find !== undefined,
  })
  const hits = find && !isPlaceholderData ? data?.items : undefined
  const place = hits?.findIndex((hit) => hit.id === at) ?? -1
  const position = place < 0 ? undefined : page * hitsPerPage + place
  const total = hits && data?.total

  const goTo = async (words: string, wanted: number) => {
    const wantedPage = Math.floor(wanted / hitsPerPage)
    const found = await queryClient.fetchQuery(hitsQuery(api, id, words, wantedPage))
    const hit = found.items[wanted % hitsPerPage]
    setPage(wantedPage)
    put({ find: words, ...(hit && { at: hit.id }) })
  }
  const step = (words: string, wanted: number) => {
    goTo(words, wanted).catch((error: unknown) => {
      tellFailure('The search failed', error)
    })
  }
  const next = (wanted: number) =>
    find && total && wanted >= 0 && wanted < total ? () => step(find, wanted) : undefined
  return {
    /** Undefined without a search, or before the answer. */
    total,
    /** The index of the current match, counted from the newest. */
    position,
    start: (words: string) => (words ? step(words, 0) : put({ find: undefined })),
    earlier: next(position === undefined ? 0 : position + 1),
    later: next(position === undefined ? -1 : position - 1),
  }
}
