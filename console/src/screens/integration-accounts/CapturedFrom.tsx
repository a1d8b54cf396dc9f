import { useQuery } from '@tanstack/react-query'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import { utcDayText } from '@verbatim/ui/dates.ts'
import { useApi } from '#shell/use-app-context.ts'
import { channelsQuery, historyOf } from './queries.ts'

/** From when on messages of a channel's accounts are captured, in a sentence. */
export function CapturedFrom({ channel }: { channel: ConnectableChannel }) {
  const { data } = useQuery(channelsQuery(useApi()))
  const history = historyOf(data, channel)
  if (!history) return 'Messages of an account are captured from the moment it is connected.'
  if (!history.from) return 'Messages of an account are captured from the day on which it is added.'
  const from = utcDayText(new Date(`${history.from}T00:00:00Z`))
  return `Messages of an account are captured from the moment it is connected, and earlier ones from ${from} on.`
}
