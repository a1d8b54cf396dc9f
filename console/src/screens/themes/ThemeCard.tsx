import { Skeleton } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import type { ThemeFigures, ThemeLine } from '@verbatim/contract/themes.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { Link, TextLink } from '@verbatim/ui/Link.tsx'
import { Sparkline } from '@verbatim/ui/charts/Sparkline.tsx'
import { counted } from '@verbatim/ui/counted.ts'
import { searchText } from '@verbatim/client/search-text.ts'
import { changeOf, evenText } from '@verbatim/contract/figure-words.ts'
import { FigureChange } from '#screens/metrics/FigureChange.tsx'
import { useDrilldown } from '#screens/metrics/use-drilldown.ts'
import { FeelingButtons } from './FeelingButtons.tsx'
import type { ThemeTab } from './theme-tabs.ts'
import { contactsId, shareText } from './theme-words.ts'
import classes from './ThemeCard.module.css'
import { UrgencyMix } from './UrgencyMix.tsx'

/** Found in the period, and not when themes were first looked for. */
const newMeaning: Meaning = { label: 'New', tone: 'indigo', icon: IconSparkles }

interface ThemeCardProps {
  theme: ThemeFigures
  /** Of a message that shows what it is about. */
  line: ThemeLine | undefined
  /** The line may come yet. */
  isLineDue: boolean
  /** Whether any theme had messages in the period before. */
  hasBefore: boolean
  /** The tab, and the period of the address. */
  tab: ThemeTab
  period: string
}

/** A theme with its figures; its name opens its page, its number the messages. */
export function ThemeCard({ theme, line, isLineDue, hasBefore, tab, period }: ThemeCardProps) {
  const { id, name, words, messages, previous, share, trend, series, newBy, drilldown } = theme
  const own = `/themes/${tab.slug}/${id}${searchText({ period })}`
  const href = useDrilldown()(drilldown)
  const text = numberText(messages)
  return (
    <li className={classes.card}>
      <div className={classes.about}>
        <h2 className={classes.name}>
          <Link href={own}>
            <bdi>{name}</bdi>
          </Link>{' '}
          {newBy !== undefined && <Badge meaning={newMeaning} of="Theme" quiet />}
        </h2>
        {newBy && (
          <p className={classes.terms}>
            New because of these words: <bdi>{newBy}</bdi>
          </p>
        )}
        {words.length > 0 && (
          <p className={classes.terms}>
            <bdi>{words.join(' · ')}</bdi>
          </p>
        )}
        {!line && isLineDue && <Skeleton height={16} mt={4} width="70%" />}
        {line && (
          <p className={classes.example}>
            <Link href={`/messages/${line.messageId}`} title={line.text}>
              “<bdi>{line.text}</bdi>”
            </Link>
          </p>
        )}
      </div>
      <span className={classes.line}>
        <Sparkline values={series} />
      </span>
      <div className={classes.figure} data-area="messages">
        <span className={classes.value}>
          {href === undefined ? (
            text
          ) : (
            <TextLink href={href} aria-label={`${name}: ${counted(messages, 'message')}`}>
              {text}
            </TextLink>
          )}
        </span>
        <span className={classes.small}>{messages === 1 ? 'message' : 'messages'}</span>
      </div>
      <div className={classes.figure} data-area="share">
        <span className={classes.value}>{evenText(share, 'percent')}</span>
        <span className={classes.small} data-trend={trend}>
          {shareText(theme, tab)}
        </span>
      </div>
      <div className={classes.figure} data-area="change">
        {hasBefore && (
          <span className={classes.change}>
            <FigureChange change={changeOf(messages, previous, { unit: 'count' })} />
          </span>
        )}
        <span className={classes.small}>
          <Contacts theme={theme} href={`${own}#${contactsId}`} />
        </span>
      </div>
      <div className={classes.mix}>
        <UrgencyMix theme={theme} label="Urgency" />
      </div>
      <div className={classes.tools} data-screen-only>
        <FeelingButtons theme={theme} />
      </div>
    </li>
  )
}

/** How many contacts wrote, which leads to them. */
function Contacts({ theme: { name, contacts }, href }: Pick<ThemeCardProps, 'theme'> & { href: string }) {
  if (contacts === 0) return 'no contact wrote'
  const text = counted(contacts, 'contact')
  return (
    <>
      <TextLink href={href} aria-label={`${name}: ${text} wrote`}>
        {text}
      </TextLink>{' '}
      wrote
    </>
  )
}
