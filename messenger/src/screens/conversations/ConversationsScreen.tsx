import { VisuallyHidden } from '@mantine/core'
import { Outlet, useParams } from '@tanstack/react-router'
import { IconCloudOff } from '@tabler/icons-react'
import { AccountMenu } from '#shell/AccountMenu.tsx'
import { useIdleLock } from '#shell/use-idle-lock.ts'
import { useOnline } from '#shell/use-online.ts'
import { useReader, useVisit } from '#shell/use-visit.ts'
import { Mark } from '@verbatim/ui/frame/Mark.tsx'
import { ConversationList } from './ConversationList.tsx'
import classes from './ConversationsScreen.module.css'
import { useFreshConversations } from './use-fresh-conversations.ts'

/** The messenger: conversations, the open one, and its participants. On a narrow screen, one of them at a time. */
export function ConversationsScreen() {
  const { id } = useParams({ strict: false })
  const { organization } = useReader()
  useFreshConversations()
  useIdleLock()
  return (
    <div className={classes.page}>
      <title>Verbatim Messenger</title>
      <OfflineNotice />
      <main className={classes.panes} data-open={id !== undefined || undefined}>
        <VisuallyHidden component="h1">Verbatim Messenger</VisuallyHidden>
        <section className={classes.conversations} aria-label="Conversations">
          <header className={classes.head}>
            <Mark size={28} />
            <div className={classes.brand}>
              <h2>Messenger</h2>
              <bdi>{organization}</bdi>
            </div>
            <AccountMenu />
          </header>
          <ConversationList />
        </section>
        <Outlet />
      </main>
    </div>
  )
}

/** Reports that there is no network, and what is shown instead. */
function OfflineNotice() {
  const { app } = useVisit()
  const isOnline = useOnline()
  return (
    <div role="status">
      {(!isOnline || !app) && (
        <p className={classes.notice}>
          <IconCloudOff size={16} aria-hidden />
          You are offline. You see what was last loaded on this device.
        </p>
      )}
    </div>
  )
}
