import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '@verbatim/contract/metrics.ts'
import { type FigureGroup, tabFigures } from '@verbatim/contract/tab-figures.ts'
import type { ReactNode } from 'react'
import { openable } from '#failures/openable.ts'
import { useCan, useApi } from '#shell/use-app-context.ts'
import { AccountDaysTable } from './AccountDaysTable.tsx'
import { BarsPanel } from './BarsPanel.tsx'
import { ComplianceRows } from './ComplianceRows.tsx'
import type { DayPoint } from './DayChart.tsx'
import { DayPanel } from './DayPanel.tsx'
import { DigitalRows } from './DigitalRows.tsx'
import { FigureDays } from './FigureDays.tsx'
import { previousDays } from './metric-period.ts'
import classes from './MetricsScreen.module.css'
import { adoptionQuery, engagementQuery, type MetricTab } from './queries.ts'
import { usePeriod } from './rows-address.ts'
import { SalesRows } from './SalesRows.tsx'
import { failedPart, type Retry, SectionFailure } from './SectionFailure.tsx'
import { StandingOut } from './StandingOut.tsx'
import { useDrilldown } from './use-drilldown.ts'

interface TabProps {
  /** Undefined while it is counted. */
  dashboard: Dashboard | undefined
  retry: Retry
}

interface TabContent {
  readonly figures: readonly FigureGroup[]
  /** What is below the figures if there is anything to draw. */
  readonly Charts: (props: TabProps) => ReactNode
  /** The rows behind the figures. */
  readonly Rows?: () => ReactNode
  /** What would be here, if there is nothing. */
  readonly none: string
}

/** What each tab shows. */
export const tabContents: Readonly<Record<MetricTab, TabContent>> = {
  'organization-overview': {
    figures: tabFigures.organization,
    Charts: OrganizationCharts,
    Rows: OrganizationRows,
    none: 'Messages by day, channel, category and urgency appear here as soon as an account captures them.',
  },
  'sales-effectiveness': {
    figures: tabFigures.sales,
    Charts: SalesCharts,
    Rows: SalesRows,
    none: 'As soon as messages are captured, you see here who writes to clients, how often and how fast.',
  },
  'digital-engagement': {
    figures: tabFigures.digital,
    Charts: DigitalCharts,
    Rows: DigitalRows,
    none: 'Contacts appear here as soon as messages are captured.',
  },
  'cognitive-compliance': {
    figures: tabFigures.compliance,
    Charts: ComplianceCharts,
    Rows: ComplianceRows,
    none: 'Events and decisions appear here as soon as a policy finds something.',
  },
}

function OrganizationCharts(tab: TabProps) {
  return (
    <>
      <FigureDays title="Messages per day" id="messages" {...tab} />
      {useCan('themes.view') && <StandingOut />}
      <div className={classes.columns}>
        <BarsPanel id="messages-by-channel" {...tab} />
        <BarsPanel id="messages-by-category" {...tab} />
        <BarsPanel id="messages-by-urgency" {...tab} />
      </div>
      <Completeness {...tab} />
    </>
  )
}

/** Absent where no account day is known to be complete or incomplete. */
function Completeness(tab: TabProps) {
  const { dashboard } = tab
  const figure = dashboard?.figures.find(({ id }) => id === 'capture-completeness')
  const isFailed = failedPart(dashboard, 'capture-completeness') !== undefined
  if (dashboard && !isFailed && figure?.value == null && figure?.previous == null) return null
  return (
    <div className={classes.columns}>
      <FigureDays title="Capture completeness per day" id="capture-completeness" {...tab} />
      <BarsPanel
        id="capture-completeness-by-channel"
        {...tab}
        note="Channels with at least one known account day."
      />
    </div>
  )
}

/** The account days, for readers who may see accounts. */
function OrganizationRows() {
  return useCan('integrations.view') ? <AccountDaysTable /> : null
}

function SalesCharts(tab: TabProps) {
  return (
    <div className={classes.columns}>
      <Adoption />
      <FigureDays title="Messages sent per day" id="messages-sent" {...tab} />
    </div>
  )
}

/** The period before, in the form of the address, once it is known. */
const beforeOf = ({ previousFrom, previousTo }: Pick<Dashboard, 'previousFrom' | 'previousTo'>) =>
  `${previousFrom}|${previousTo}`

function Adoption() {
  const api = useApi()
  const { period } = usePeriod()
  const { data, error, refetch } = openable(useQuery(adoptionQuery(api, period)))
  const { data: before } = useQuery({
    ...adoptionQuery(api, data ? beforeOf(data) : period),
    enabled: data !== undefined,
  })
  return (
    <DayPanel
      title="Adoption per day"
      id="adoption-rate"
      note="The share of representatives who wrote to a client in the 30 days up to each day."
      counted={
        data && {
          period: data,
          points: sharesOf(data, before, {
            detail: ({ active }) => `${active} of ${data.representatives} representatives`,
          }),
        }
      }
      failure={error && !data && <SectionFailure error={error} onRetry={() => void refetch()} />}
    />
  )
}

function DigitalCharts(tab: TabProps) {
  return (
    <>
      <div className={classes.columns}>
        <FigureDays title="Contacts per day" id="contacts" {...tab} />
        <Engagement />
      </div>
      <BarsPanel id="contacts-by-channel" {...tab} note="A contact on two channels counts in both." />
    </>
  )
}

function Engagement() {
  const api = useApi()
  const { period } = usePeriod()
  const { data, error, refetch } = openable(useQuery(engagementQuery(api, period)))
  const { data: before } = useQuery({
    ...engagementQuery(api, data ? beforeOf(data) : period),
    enabled: data !== undefined,
  })
  const hrefOf = useDrilldown()
  return (
    <DayPanel
      title="Engagement per day"
      id="overall-engagement"
      note="The share of each day’s contacts who wrote themselves."
      counted={
        data && {
          period: data,
          points: sharesOf(data, before, {
            detail: ({ engaged, contacts }) => `${engaged} of ${contacts} contacts`,
            href: ({ drilldown }) => hrefOf(drilldown),
          }),
        }
      }
      failure={error && !data && <SectionFailure error={error} onRetry={() => void refetch()} />}
    />
  )
}

interface Share {
  readonly day: string
  readonly rate: number | null
}

interface Shares<Item extends Share> extends Pick<Dashboard, 'days' | 'previousFrom'> {
  readonly items: readonly Item[]
}

interface ShareWords<Item> {
  readonly detail: (item: Item) => string
  /** The rows of a day, if a list has them. */
  readonly href?: (item: Item) => string | undefined
}

/** A share by day, beside the same of the period before. */
function sharesOf<Item extends Share>(
  now: Shares<Item>,
  before: Shares<Item> | undefined,
  { detail, href }: ShareWords<Item>,
): DayPoint[] {
  const days = previousDays(now)
  const ofBefore = new Map(before?.items.map((item) => [item.day, item]))
  return now.items.map((item, index) => {
    const previousDay = days[index] ?? item.day
    const previous = ofBefore.get(previousDay)
    return {
      day: item.day,
      value: item.rate,
      previousDay,
      previous: previous?.rate ?? null,
      detail: item.rate === null ? undefined : detail(item),
      href: href?.(item),
      previousHref: previous && href?.(previous),
    }
  })
}

function ComplianceCharts(tab: TabProps) {
  return (
    <>
      <FigureDays title="Events per day" id="events-raised" {...tab} />
      <div className={classes.columns}>
        <BarsPanel id="events-by-status" {...tab} />
        <BarsPanel id="events-by-severity" {...tab} />
        <BarsPanel id="open-events-by-age" {...tab} note="Now, whenever they were triggered." />
        <BarsPanel id="off-channel-mentions-by-way" {...tab} />
      </div>
    </>
  )
}
