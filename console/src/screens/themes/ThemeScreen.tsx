import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { languageName } from '@verbatim/contract/languages.ts'
import type { Theme } from '@verbatim/contract/themes.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { openable } from '#failures/openable.ts'
import { searchText } from '@verbatim/client/search-text.ts'
import { changeOf, evenText } from '@verbatim/contract/figure-words.ts'
import { FigureChange } from '#screens/metrics/FigureChange.tsx'
import { PeriodLine } from '#screens/metrics/PeriodLine.tsx'
import { usePeriod } from '#screens/metrics/rows-address.ts'
import { useDrilldown } from '#screens/metrics/use-drilldown.ts'
import { useApi } from '#shell/use-app-context.ts'
import { FeelingButtons } from './FeelingButtons.tsx'
import { themeQuery } from './queries.ts'
import { contactsId, trendMeaning, trendText } from './theme-words.ts'
import type { ThemeTab } from './theme-tabs.ts'
import { ThemeActions } from './ThemeActions.tsx'
import { ThemeContacts } from './ThemeContacts.tsx'
import { ThemeHistory } from './ThemeHistory.tsx'
import { ThemeMessages } from './ThemeMessages.tsx'
import { ThemeSubthemes } from './ThemeSubthemes.tsx'
import { ThemeCategories, ThemeChannels, ThemeDays, ThemePeople } from './theme-panels.tsx'
import classes from './ThemeScreen.module.css'
import { UrgencyMix } from './UrgencyMix.tsx'

/** One theme: its course, who writes about it and where, its messages, and its history. */
export function ThemeScreen({ tab, id }: { tab: ThemeTab; id: string }) {
  const { period } = usePeriod()
  const query = themeQuery(useApi(), id, { category: tab.category, period })
  const { data, error, refetch, isPlaceholderData } = openable(useQuery(query))
  if (error && !data) return <ErrorPage error={error} onRetry={() => void refetch()} />
  return (
    <Page
      title={data ? <bdi>{data.name}</bdi> : <Skeleton width={220} height={28} />}
      tabTitle={data ? `${data.name} · Themes` : 'Themes'}
      crumbs={
        <TextLink href={`/themes/${tab.slug}${searchText({ period })}`}>
          {tab.category ? `Themes, ${tab.label.toLowerCase()}` : 'Themes'}
        </TextLink>
      }
      action={
        data && (
          <div className={classes.actions}>
            <FeelingButtons theme={data} />
            <ThemeActions theme={data} slug={tab.slug} />
          </div>
        )
      }
      layout="reading"
    >
      <PeriodLine counted={data} />
      <div className={classes.content} data-fading={isPlaceholderData || undefined}>
        {data && (
          <Summary
            theme={data}
            tab={tab}
            contactsHref={`/themes/${tab.slug}/${id}${searchText({ period })}#${contactsId}`}
          />
        )}
        <ThemeDays theme={data} />
        {data && <ThemeSubthemes theme={data} />}
        <div className={classes.columns}>
          <ThemeChannels theme={data} />
          <ThemePeople theme={data} />
          {!tab.category && <ThemeCategories theme={data} />}
        </div>
        {data && <ThemeContacts key={`${id} ${period}`} theme={data} category={tab.category} />}
        {data && <ThemeMessages theme={data} category={tab.category} />}
        {data && <ThemeHistory theme={data} />}
      </div>
    </Page>
  )
}

function Summary({ theme, tab, contactsHref }: { theme: Theme; tab: ThemeTab; contactsHref: string }) {
  const { name, words, otherWords, moving, messages, previous, share, previousShare } = theme
  const { contacts, drilldown, isHidden } = theme
  const href = useDrilldown()(drilldown)
  const text = numberText(messages)
  return (
    <section className={classes.summary} aria-label="Summary">
      {isHidden && <p className={classes.note}>This theme is hidden from everyone.</p>}
      {moving && (
        <p className={classes.note}>
          {`Messages of merged themes are being moved: ${numberText(moving.moved)} of ${numberText(moving.messages)}. All figures count them already.`}
        </p>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>Messages</dt>
          <dd className={classes.value}>
            {href === undefined ? (
              text
            ) : (
              <TextLink href={href} aria-label={`${name}: ${counted(messages, 'message')}`}>
                {text}
              </TextLink>
            )}
          </dd>
          <dd className={classes.small}>
            <FigureChange change={changeOf(messages, previous, { unit: 'count' })} />
          </dd>
        </div>
        <div>
          <dt>Share of all {tab.noun}s</dt>
          <dd className={classes.value}>{evenText(share, 'percent')}</dd>
          <dd className={classes.small}>{trendText(theme, tab)}</dd>
        </div>
        <div>
          <dt>Contacts who wrote</dt>
          <dd className={classes.value}>
            {contacts === 0 ? (
              numberText(contacts)
            ) : (
              <TextLink href={contactsHref} aria-label={`${name}: ${counted(contacts, 'contact')} wrote`}>
                {numberText(contacts)}
              </TextLink>
            )}
          </dd>
        </div>
        <div className={classes.urgency}>
          <dt>Urgency</dt>
          <dd>
            <UrgencyMix theme={theme} />
          </dd>
        </div>
        {words.length + otherWords.length > 0 && (
          <div className={classes.words}>
            <dt>Typical words</dt>
            {words.length > 0 && (
              <dd>
                <bdi>{words.join(' · ')}</bdi>
              </dd>
            )}
            {otherWords.map(({ language, words: spoken }) => (
              <dd key={language} className={classes.spoken}>
                {languageName(language)}: <bdi lang={language}>{spoken.join(' · ')}</bdi>
              </dd>
            ))}
          </div>
        )}
      </dl>
      {previousShare !== null && <p className={classes.meaning}>{trendMeaning(tab)}</p>}
    </section>
  )
}
