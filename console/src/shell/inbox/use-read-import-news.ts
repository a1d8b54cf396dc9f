import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { inboxQuery, useReadInbox } from './inbox.ts'

/** Marks the inbox entry of an import as read while the import is open. */
export function useReadImportNews(importId: string): void {
  const { data } = useInfiniteQuery(inboxQuery(useApi()))
  const { mutate } = useReadInbox()
  const news = data?.pages
    .flatMap(({ items }) => items)
    .find((item) => 'importId' in item && item.importId === importId && !item.isRead)
  const read = useEffectEvent(() => {
    if (news) mutate([news.id])
  })
  useEffect(() => read(), [news?.id])
}
