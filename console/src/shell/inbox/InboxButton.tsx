import { ActionIcon, Popover } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { IconBell } from '@tabler/icons-react'
import { badgeCount } from '@verbatim/ui/badge-count.ts'
import { usePanel } from '@verbatim/ui/use-panel.ts'
import { lazy, Suspense } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { inboxQuery } from './inbox.ts'
import classes from './InboxButton.module.css'

const InboxPanel = lazy(() =>
  import('./InboxPanel.tsx').then(({ InboxPanel: Loaded }) => ({ default: Loaded })),
)

/** The button with the number of unread items, and the inbox below it. */
export function InboxButton() {
  const { button, opened, toggle, close, leave, props, fading } = usePanel()
  const { data } = useInfiniteQuery(inboxQuery(useApi()))
  const unread = data?.pages[0]?.unread ?? 0
  return (
    // What lies under the panel is not seen, so the focus does not go there while it is open.
    <div
      className={classes.around}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (opened && relatedTarget && !currentTarget.contains(relatedTarget)) leave()
      }}
    >
      <Popover {...props} position="bottom-end" width={380} withinPortal={false}>
        <Popover.Target>
          <ActionIcon
            ref={button}
            className={classes.button}
            size={32}
            aria-label={unread > 0 ? `Inbox, ${badgeCount(unread)} unread` : 'Inbox'}
            title="Inbox"
            onClick={toggle}
          >
            <IconBell size={18} aria-hidden />
            {unread > 0 && (
              <span className={classes.count} aria-hidden>
                {badgeCount(unread)}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown {...fading} className={classes.panel} aria-label="Inbox">
          {opened && (
            <Suspense fallback={<div className={classes.loading} />}>
              <InboxPanel onClose={close} />
            </Suspense>
          )}
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
