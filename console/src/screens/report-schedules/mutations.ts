import {
  type ReportSubscription,
  sendReportNow,
  updateReportSubscription,
} from '@verbatim/contract/report-schedules.ts'
import type { ReportScheduleId } from '@verbatim/contract/ids.ts'
import { useAct } from '#shell/use-act.ts'

const touches = ['report-schedules']

/** Mails the signed-in user a copy now. */
export const useSendNow = () =>
  useAct({
    call: (api, id: ReportScheduleId) => api(sendReportNow, { params: { id } }),
    done: ({ to }) => `A copy for ${to} is queued`,
    failed: 'The copy was not sent',
    touches,
  })

/** Stops a report for the signed-in user, or starts it again. */
export const useSubscribe = () =>
  useAct({
    call: (api, { id, isSubscribed }: Pick<ReportSubscription, 'id' | 'isSubscribed'>) =>
      api(updateReportSubscription, { params: { id }, body: { isSubscribed } }),
    done: ({ name, isSubscribed }) =>
      isSubscribed ? `You get “${name}” again` : `You no longer get “${name}”`,
    failed: 'Nothing was changed',
    touches,
  })
