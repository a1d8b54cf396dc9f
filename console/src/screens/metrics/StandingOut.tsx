import { useQuery } from '@tanstack/react-query'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { openable } from '#failures/openable.ts'
import { searchText } from '@verbatim/client/search-text.ts'
import { themeMetricsQuery } from '#screens/themes/queries.ts'
import { useApi } from '#shell/use-app-context.ts'
import { PartsPanel } from './PartsPanel.tsx'
import { usePeriod } from './rows-address.ts'
import { SectionFailure } from './SectionFailure.tsx'

/** Two rows of bars. */
const most = 6

/** What people write about at some times more than at others, in the order of Themes. */
export function StandingOut() {
  const { period } = usePeriod()
  const asked = { category: undefined, view: 'shown', order: 'standing-out', period } as const
  const { data, error, refetch } = openable(useQuery(themeMetricsQuery(useApi(), asked)))
  if (data?.items.length === 0) return null
  return (
    <PartsPanel
      title="Themes that stand out"
      by="theme"
      parts={data?.items.slice(0, most).map(({ id, name, messages, previous, drilldown }) => ({
        key: id,
        name,
        value: messages,
        previous,
        drilldown,
      }))}
      dates={data}
      height={88}
      note={
        <>
          Subjects that people write about more at some times than at others.{' '}
          <TextLink href={`/themes${searchText({ period })}`}>All themes</TextLink>
        </>
      }
      failure={error && !data && <SectionFailure error={error} onRetry={() => void refetch()} />}
    />
  )
}
