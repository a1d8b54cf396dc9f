import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '@verbatim/contract/metrics.ts'
import type { ReactNode } from 'react'
import { useCan, useApi } from '#shell/use-app-context.ts'
import { AccountDaysTable } from './AccountDaysTable.tsx'
import { BarsPanel } from './BarsPanel.tsx'
import { ContactsTable } from './ContactsTable.tsx'
import { ComplianceRows } from './ComplianceRows.tsx'
import type { DayPoint } from './DayChart.tsx'
import { DayPanel, useFigureByDay } from './DayPanel.tsx'
import type { FigureGroup } from './Figures.tsx'
import { previousDays } from './metric-period.ts'
import classes from './MetricsScreen.module.css'
import { adoptionQuery, engagementQuery, type MetricTab } from './queries.ts'
import { usePeriod } from './rows-address.ts'
import { SalesRows } from './SalesRows.tsx'
import { SectionFailure } from './SectionFailure.tsx'
import { StandingOut } from './StandingOut.tsx'
import { useDrilldown } from './use-drilldown.ts'

interface TabProps {
  /** Undefined while it is counted. */
  dashboard: Dashboard | undefined
}

interface TabContent {
  /** How many figures it has, or their groups. */
  readonly figures: number | readonly FigureGroup[]
  /** What is below the figures if there is anything to draw. */
  readonly Charts: (props: TabProps) => ReactNode
  /** The rows behind the figures. */
  readonly Rows?: () => ReactNode
  /** What would be here, if there is nothing. */
  readonly none: string
}

const salesFigures: readonly FigureGroup[] = [
  {
    title: 'Adoption',
    ids: [
      'representatives',
      'active-representatives',
      'inactive-representatives',
      'adoption-rate',
      'new-adopters',
      'messages-sent',
    ],
  },
  {
    title: 'Answers',
    ids: ['waiting-clients', 'response-rate', 'first-response', 'first-response-business'],
  },
  { title: 'Promises', ids: ['open-promises', 'overdue-promises', 'kept-promises'] },
]

const complianceFigures: readonly FigureGroup[] = [
  {
    title: 'Findings',
    ids: ['events-raised', 'open-events', 'aged-events', 'hit-rate', 'off-channel-mentions'],
  },
  {
    title: 'Decisions',
    ids: ['closed-events', 'false-alarms', 'precision', 'time-to-close', 'slow-closing'],
  },
  { title: 'Agreement', ids: ['agreement', 'agreement-beyond-chance', 'differing-decisions'] },
]

/** What each tab shows. */
export const tabContents: Readonly<Record<MetricTab, TabContent>> = {
  'organization-overview': {
    figures: 9,
    Charts: OrganizationCharts,
    Rows: OrganizationRows,
    none: 'Messages by day, channel, category and urgency appear here as soon as an account captures them.',
  },
  'sales-effectiveness': {
    figures: salesFigures,
    Charts: SalesCharts,
    Rows: SalesRows,
    none: 'Who writes to clients, how often and how fast appears here as soon as messages are captured.',
  },
  'digital-engagement': {
    figures: 5,
    Charts: DigitalCharts,
    Rows: ContactsTable,
    none: 'Which contacts take part, and how, appears here as soon as messages are captured.',
  },
  'cognitive-compliance': {
    figures: complianceFigures,
    Charts: ComplianceCharts,
    Rows: ComplianceRows,
    none: 'What policies find, and how it is decided, appears here as soon as a policy finds something.',
  },
}

function OrganizationCharts({ dashboard }: TabProps) {
  return (
    <>
      <DayPanel title="Messages per day" id="messages" counted={useFigureByDay(dashboard, 'messages')} />
      {useCan('themes.view') && <StandingOut />}
      <div className={classes.columns}>
        <BarsPanel id="messages-by-channel" dashboard={dashboard} />
        <BarsPanel id="messages-by-category" dashboard={dashboard} />
        <BarsPanel id="messages-by-urgency" dashboard={dashboard} />
      </div>
      <Completeness dashboard={dashboard} />
    </>
  )
}

/** Absent where no account day is known to be complete or incomplete. */
function Completeness({ dashboard }: TabProps) {
  const byDay = useFigureByDay(dashboard, 'capture-completeness')
  const figure = dashboard?.figures.find(({ id }) => id === 'capture-completeness')
  if (dashboard && figure?.value == null && figure?.previous == null) return null
  return (
    <div className={classes.columns}>
      <DayPanel title="Capture completeness per day" id="capture-completeness" counted={byDay} />
      <BarsPanel
        id="capture-completeness-by-channel"
        dashboard={dashboard}
        note="Channels of which some account days are known."
      />
    </div>
  )
}

/** The account days, for readers who may see accounts. */
function OrganizationRows() {
  return useCan('integrations.view') ? <AccountDaysTable /> : null
}

function SalesCharts({ dashboard }: TabProps) {
  return (
    <div className={classes.columns}>
      <Adoption />
      <DayPanel
        title="Messages sent per day"
        id="messages-sent"
        counted={useFigureByDay(dashboard, 'messages-sent')}
      />
    </div>
  )
}

/** The period before, in the form of the address, once it is known. */
const beforeOf = ({ previousFrom, previousTo }: Pick<Dashboard, 'previousFrom' | 'previousTo'>) =>
  `${previousFrom}|${previousTo}`

function Adoption() {
  const api = useApi()
  const { period } = usePeriod()
  const { data, error, refetch } = useQuery(adoptionQuery(api, period))
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

function DigitalCharts({ dashboard }: TabProps) {
  return (
    <>
      <div className={classes.columns}>
        <DayPanel title="Contacts per day" id="contacts" counted={useFigureByDay(dashboard, 'contacts')} />
        <Engagement />
      </div>
      <BarsPanel
        id="contacts-by-channel"
        dashboard={dashboard}
        note="A contact on two channels counts in both."
      />
    </>
  )
}

function Engagement() {
  const api = useApi()
  const { period } = usePeriod()
  const { data, error, refetch } = useQuery(engagementQuery(api, period))
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

function ComplianceCharts({ dashboard }: TabProps) {
  return (
    <>
      <DayPanel
        title="Events per day"
        id="events-raised"
        counted={useFigureByDay(dashboard, 'events-raised')}
      />
      <div className={classes.columns}>
        <BarsPanel id="events-by-status" dashboard={dashboard} />
        <BarsPanel id="events-by-severity" dashboard={dashboard} />
        <BarsPanel id="open-events-by-age" dashboard={dashboard} note="Now, whenever they were triggered." />
        <BarsPanel id="off-channel-mentions-by-way" dashboard={dashboard} />
      </div>
    </>
  )
}
