import { Skeleton, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { numberText } from '#dates.ts'
import classes from './Page.module.css'

interface PageProps {
  title: ReactNode
  /** The page's name in the browser; the title itself if that is plain text. */
  tabTitle?: string
  /** The total; undefined while it is counted, absent if there is nothing to count. */
  count?: { total: number; atLeast?: boolean | undefined } | undefined
  counted?: boolean
  /** The link back, above the title. */
  crumbs?: ReactNode
  /** The one primary action, at the right. */
  action?: ReactNode
  /** Whether the content fills the window and scrolls inside, as tables do; other pages are as long as their content. */
  layout?: 'fill' | 'reading'
  children: ReactNode
}

/** A screen: title, exact count, one primary action, and its content. */
export function Page(props: PageProps) {
  const { title, count, counted, crumbs, action, layout = 'fill', children } = props
  const tabTitle = props.tabTitle ?? (typeof title === 'string' ? title : undefined)
  return (
    <div className={classes.page} data-flows data-layout={layout}>
      {tabTitle && <title>{`${tabTitle} · Verbatim`}</title>}
      <header className={classes.header}>
        <div className={classes.titles}>
          {crumbs && <div className={classes.crumbs}>{crumbs}</div>}
          <div className={classes.titleLine}>
            <Title order={1}>{title}</Title>
            {count && (
              <span className={classes.count}>
                {count.atLeast && 'more than '}
                {numberText(count.total)}
              </span>
            )}
            {counted && !count && <Skeleton width={64} height={20} />}
          </div>
        </div>
        {action && (
          <div className={classes.action} data-screen-only>
            {action}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}
