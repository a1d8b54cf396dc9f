import { Button, Skeleton } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RoughListState } from '@verbatim/client/list-state.ts'
import type { ThemeOrder, ThemeView } from '@verbatim/contract/themes.ts'
import { useNow } from '@verbatim/ui/clock.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { agoText, dateTimeText, numberText } from '@verbatim/ui/dates.ts'
import { BrokenChip } from '@verbatim/ui/filters/FilterChip.tsx'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { Link, TextLink } from '@verbatim/ui/Link.tsx'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { TabBar } from '@verbatim/ui/frame/TabBar.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { openable } from '#failures/openable.ts'
import { NotUnderstood } from '#lists/EmptyList.tsx'
import { searchText } from '@verbatim/client/search-text.ts'
import { PeriodLine } from '#screens/metrics/PeriodLine.tsx'
import { usePeriod } from '#screens/metrics/rows-address.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { themeLinesQuery, type ThemeMetrics, themeMetricsQuery } from './queries.ts'
import { trendMeaning } from './theme-words.ts'
import { themeOrderOf, type ThemeTab, themeTabs, themeViewOf } from './theme-tabs.ts'
import { ThemeCard } from './ThemeCard.tsx'
import classes from './ThemesScreen.module.css'

/** Themes: what messages are about, in a period, with the change against the period before. */
export function ThemesScreen({ tab }: { tab: ThemeTab }) {
  const { period } = usePeriod()
  const { filter, sort }: RoughListState = useSearch({ strict: false })
  const view = themeViewOf(filter)
  const order = themeOrderOf(sort)
  const asked = { category: tab.category, view: view ?? 'shown', order, period }
  const { data, error, refetch, isPlaceholderData } = openable(
    useQuery({
      ...themeMetricsQuery(useApi(), asked),
      enabled: view !== undefined,
    }),
  )
  return (
    <Page title="Themes" tabTitle={tab.category ? `${tab.label} · Themes` : 'Themes'} layout="reading">
      <TabBar
        label="Themes"
        current={tab.slug}
        tabs={themeTabs.map(({ slug, label }) => ({
          id: slug,
          label,
          href: `/themes/${slug}${searchText({ period, sort, filter: view === 'shown' ? undefined : view })}`,
        }))}
      />
      <PeriodLine counted={view && data} />
      <div className={classes.content} data-fading={isPlaceholderData || undefined}>
        {view === undefined ? (
          <UnknownView filter={filter ?? ''} slug={tab.slug} period={period} />
        ) : error && !data ? (
          <ErrorPage error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Themes {...{ data, tab, view, order, period }} />
        ) : (
          <SkeletonCards />
        )}
      </div>
    </Page>
  )
}

/** The address asks for themes that there are not; all themes would be no answer. */
function UnknownView({ filter, slug, period }: { filter: string; slug: string; period: string }) {
  const navigate = useNavigate()
  const clear = () => void navigate({ href: `/themes/${slug}${searchText({ period })}` })
  return (
    <>
      <BrokenChip text={filter} onRemove={clear} />
      <NotUnderstood onClear={clear} />
    </>
  )
}

interface ThemesProps {
  data: ThemeMetrics
  tab: ThemeTab
  view: ThemeView
  order: ThemeOrder
  period: string
}

const viewTitles: Record<ThemeView, string | undefined> = {
  shown: undefined,
  disliked: 'Themes that you dislike',
  hidden: 'Themes that were hidden from everyone',
}

function Themes({ data, tab, view, order, period }: ThemesProps) {
  const { items, coverage } = data
  const mayRead = useCan('messages.view')
  // Without them, as where a purpose is required first, the cards show what they have.
  const { data: lines, isLoading } = useQuery({
    ...themeLinesQuery(useApi(), { category: tab.category, period }),
    enabled: mayRead && items.length > 0,
  })
  const hasBefore = items.some(({ previous }) => previous > 0)
  if (coverage.revisedAt === null && items.length === 0)
    return <NotLookedFor nextAt={coverage.nextAt} hasMessages={coverage.messages > 0} />
  return (
    <>
      <p className={classes.words}>
        {viewTitles[view] ?? <Coverage {...coverage} noun={tab.noun} />}
        {items.length > 0 && !hasBefore && ' None of these themes had messages in the previous period.'}
      </p>
      {items.length > 1 && <Order {...{ order, view, period, slug: tab.slug }} />}
      {items.length === 0 ? (
        <NoThemes {...{ view, period, tab }} />
      ) : (
        <ul className={classes.cards} aria-label="Themes">
          {items.map((theme) => (
            <ThemeCard
              key={theme.id}
              theme={theme}
              line={lines?.get(theme.id)}
              isLineDue={isLoading}
              hasBefore={hasBefore}
              tab={tab}
              period={period}
            />
          ))}
        </ul>
      )}
      <p className={classes.foot}>
        {items.length > 0 && trendMeaning(tab)}{' '}
        <OtherViews data={data} view={view} slug={tab.slug} period={period} />
      </p>
    </>
  )
}

/** How much of the period the themes cover. */
function Coverage({ messages, placed, revisedAt, noun }: ThemeMetrics['coverage'] & Pick<ThemeTab, 'noun'>) {
  const now = useNow()
  const share = messages === 0 ? 0 : Math.round((placed / messages) * 100)
  return (
    <>
      {messages > 0 &&
        `${share}% of ${counted(messages, noun)} ${messages === 1 ? 'is' : 'are'} about a theme. The others are short, or about many things.`}
      {revisedAt && (
        <>
          {' '}
          Themes were last updated <span title={dateTimeText(revisedAt)}>{agoText(revisedAt, now)}</span>.
        </>
      )}
    </>
  )
}

interface OrderProps {
  order: ThemeOrder
  view: ThemeView
  period: string
  slug: string
}

/** What comes first, and the way to the other order. */
function Order({ order, view, period, slug }: OrderProps) {
  const to = (sort?: ThemeOrder) =>
    `/themes/${slug}${searchText({ period, sort, filter: view === 'shown' ? undefined : view })}`
  return order === 'messages' ? (
    <p className={classes.words}>
      Themes with the most messages come first.{' '}
      <TextLink href={to()}>Show themes that stand out first</TextLink>
      <Year {...{ order, view, period, slug }} />
    </p>
  ) : (
    <p className={classes.words}>
      Themes that stand out come first: those with unusually many messages at some times.{' '}
      <TextLink href={to('messages')}>Sort by number of messages</TextLink>
      <Year {...{ order, view, period, slug }} />
    </p>
  )
}

/** The way to the longer time in which subjects come and go. */
function Year({ order, view, period, slug }: OrderProps) {
  if (period === '365') return null
  const sort = order === 'messages' ? order : undefined
  const filter = view === 'shown' ? undefined : view
  return (
    <>
      {' · '}
      <TextLink href={`/themes/${slug}${searchText({ period: '365', sort, filter })}`}>
        Show the 365 days to yesterday
      </TextLink>
    </>
  )
}

interface OtherViewsProps {
  data: ThemeMetrics
  view: ThemeView
  slug: string
  period: string
}

/** The way to what is not shown, and back. */
function OtherViews({ data, view, slug, period }: OtherViewsProps) {
  const maySeeHidden = useCan('themes.manage')
  const to = (filter?: ThemeView) => `/themes/${slug}${searchText({ period, filter })}`
  if (view !== 'shown') return <TextLink href={to()}>Back to all themes</TextLink>
  return (
    <>
      {data.disliked > 0 && (
        <TextLink href={to('disliked')}>{`You dislike ${counted(data.disliked, 'theme')}`}</TextLink>
      )}{' '}
      {maySeeHidden && data.hidden > 0 && (
        <TextLink href={to('hidden')}>{`${numberText(data.hidden)} hidden from everyone`}</TextLink>
      )}
    </>
  )
}

/** Themes are found in messages, so first there are none. */
function NotLookedFor({ nextAt, hasMessages }: { nextAt: string | null; hasMessages: boolean }) {
  return (
    <EmptyState icon={IconBulb} title="No themes yet">
      {hasMessages && nextAt
        ? `Themes are found in your messages. The next search for themes is on ${dateTimeText(nextAt)}, or earlier if there are enough messages.`
        : 'Themes are found in your messages. They appear once there are a few hundred messages, or the night after the first ones arrive.'}
    </EmptyState>
  )
}

function NoThemes({ view, period, tab }: Pick<ThemesProps, 'view' | 'period' | 'tab'>) {
  return (
    <EmptyState
      icon={IconBulb}
      title={view === 'shown' ? 'No themes in this period' : 'None in this period'}
      action={
        period !== '365' && (
          <Button
            variant="default"
            component={Link}
            href={`/themes/${tab.slug}${searchText({ period: '365', filter: view === 'shown' ? undefined : view })}`}
          >
            Show the 365 days to yesterday
          </Button>
        )
      }
    >
      {view === 'shown'
        ? 'No messages in this period belong to a theme.'
        : 'None of these themes has messages in this period.'}
    </EmptyState>
  )
}

const skeletons = [1, 2, 3, 4, 5, 6]

function SkeletonCards() {
  return (
    <div className={classes.cards} aria-hidden>
      {skeletons.map((one) => (
        <Skeleton key={one} height={66} radius="md" />
      ))}
    </div>
  )
}
