import { useState } from 'react'

interface Pages {
  readonly page: number
  readonly size: number
  /** Of another question: its rows begin again. */
  readonly toFirst: () => void
  /** Once the rows are counted: they may have become fewer since the page was opened, and no way would lead back from it. */
  readonly stayWithin: (total: number | undefined) => void
  /** For the `Pager`, which is needed where there are more rows than a page has at first. */
  readonly pager: {
    readonly page: number
    readonly size: number
    readonly onPage: (page: number) => void
    readonly onSize: (size: number) => void
  }
}

/** Which page of a part of a screen is shown. Lists of their own have it in their address. */
export function usePages(ofFirst: number): Pages {
  const [{ page, size }, setShown] = useState({ page: 1, size: ofFirst })
  const onPage = (next: number) => setShown({ page: next, size })
  return {
    page,
    size,
    toFirst: () => onPage(1),
    stayWithin(total) {
      const last = Math.max(1, Math.ceil((total ?? 0) / size))
      if (total !== undefined && page > last) onPage(last)
    },
    pager: { page, size, onPage, onSize: (next) => setShown({ page: 1, size: next }) },
  }
}
