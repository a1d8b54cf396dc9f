import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Category } from '@verbatim/contract/categories.ts'
import type { Theme } from '@verbatim/contract/themes.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { Moment } from '@verbatim/ui/Moment.tsx'
import { FromTo } from '@verbatim/ui/thread/FromTo.tsx'
import { Link, TextLink } from '@verbatim/ui/Link.tsx'
import { Loaded } from '#failures/Loaded.tsx'
import { MessagePreview } from '#screens/messages/MessagePreview.tsx'
import { useDrilldown } from '#screens/metrics/use-drilldown.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { themeExamplesQuery } from './queries.ts'
import classes from './ThemeMessages.module.css'

/** Messages that show best what a theme is about; all of them are in the Content Library. */
export function ThemeMessages({ theme, category }: { theme: Theme; category: Category | undefined }) {
  const mayRead = useCan('messages.view')
  const href = useDrilldown()(theme.drilldown)
  const query = themeExamplesQuery(useApi(), theme, category)
  const examples = useQuery({ ...query, enabled: mayRead && theme.messages > 0 })
  if (!mayRead || theme.messages === 0) return undefined
  return (
    <section className={classes.messages} aria-labelledby="theme-messages">
      <div className={classes.head}>
        <h2 id="theme-messages">Typical messages</h2>
        {href && <TextLink href={href}>{`Open all ${counted(theme.messages, 'message')}`}</TextLink>}
      </div>
      <Loaded of={examples} pending={<Skeleton height={160} radius="md" />}>
        {({ items }) => (
          <ul className={classes.list} aria-label="Typical messages">
            {items.map((message) => (
              <li key={message.id}>
                <Link className={classes.message} href={`/messages/${message.id}`}>
                  <span className={classes.moment}>
                    <Moment at={message.postedAt} />
                  </span>
                  <span className={classes.people}>
                    <FromTo
                      from={message.from}
                      address={message.author.address}
                      to={message.to}
                      channel={message.channel}
                      direction={message.direction}
                    />
                  </span>
                  <span className={classes.text}>
                    <MessagePreview message={message} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}
