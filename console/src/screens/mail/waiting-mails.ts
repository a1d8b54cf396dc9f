import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { listWaitingMails } from '@verbatim/contract/mail.ts'

/** Mails that would have been sent, newest first. A user waits for them, so they are requested often. */
export const waitingMailsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['mailbox'],
    queryFn: ({ signal }) => api(listWaitingMails, {}, signal),
    refetchInterval: 3_000,
  })
