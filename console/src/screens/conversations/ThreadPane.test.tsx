// @vitest-environment happy-dom
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ThreadPane } from './ThreadPane.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Both ends of the thread are always visible. */
class EverythingVisible {
  readonly #tell: (entries: readonly object[]) => void

  constructor(tell: (entries: readonly object[]) => void) {
    this.#tell = tell
  }

  observe(target: Element) {
    this.#tell([{ target, isIntersecting: true }])
  }

  disconnect() {}
}

let interruptions = 0

/** A thread of three pages, shown from the newest; everything is read again at the moment when an earlier page is requested. */
function Interrupted() {
  const queryClient = useQueryClient()
  const thread = useInfiniteQuery({
    queryKey: ['thread'],
    queryFn: async ({ pageParam }: { pageParam: number }) => pageParam,
    initialPageParam: 3,
    getPreviousPageParam: (first) => (first > 1 ? first - 1 : undefined),
    getNextPageParam: (last) => (last < 3 ? last + 1 : undefined),
  })
  const fetchPreviousPage: typeof thread.fetchPreviousPage = (options) => {
    const reading = thread.fetchPreviousPage(options)
    interruptions += 1
    if (interruptions === 1) void queryClient.invalidateQueries()
    return reading
  }
  return (
    <>
      <p>Pages {thread.data?.pages.join(' ')}</p>
      <ThreadPane
        thread={{ ...thread, fetchPreviousPage }}
        reading="newest"
        isNewest
        messages={[]}
        memberships={[]}
        evidence={new Map()}
      />
    </>
  )
}

test('earlier messages are read also if everything is read again at the same moment', async () => {
  vi.stubGlobal('IntersectionObserver', EverythingVisible)
  drawPages({ '/': Interrupted }, { viewer: { id: 'u1', permissions: new Set() } })
  expect(await screen.findByText('Pages 1 2 3')).toBeDefined()
})
