import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconMessages } from '@tabler/icons-react'
import type { Conversation } from '@verbatim/contract/conversations.ts'
import type { Message, MessageDetails } from '@verbatim/contract/messages.ts'
import { CategoryBadge, ChannelBadge, UrgencyBadge } from '@verbatim/ui/Badge.tsx'
import { utcDayText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { Link } from '@verbatim/ui/Link.tsx'
import { ErrorPage } from '#failures/ErrorPage.tsx'
import { openable } from '#failures/openable.ts'
import { PaneContent, PendingContent } from '#lists/PaneContent.tsx'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { ConversationThread } from '#thread/ConversationThread.tsx'
import { NotLoaded } from '#thread/NotLoaded.tsx'
import { ThemeLink } from '#thread/ThemeLink.tsx'
import { useThreadEvidence } from '#thread/thread-evidence.ts'
import classes from './MessagePane.module.css'
import { More } from './More.tsx'
import { contextAheadQuery, contextQuery, messageQuery } from './queries.ts'
import { useMessagesAhead } from './use-messages-ahead.ts'

interface MessagePaneProps {
  id: string
  /** The words that the list was searched for. */
  search: string | undefined
  /** The rows that the reader opens next, in the likely order. */
  ahead: readonly Message[]
}

/** One message beside the list, among its neighbours. */
export function MessagePane({ id, search, ahead }: MessagePaneProps) {
  const api = useApi()
  const mayReadThread = useCan('conversations.view')
  const { data: message, error, refetch } = openable(useQuery(messageQuery(api, id, search)))
  const queryClient = useQueryClient()
  const around = useQuery({
    ...contextQuery(api, { id: message?.id, conversationId: message?.conversationId }, search),
    enabled: mayReadThread && message !== undefined,
    placeholderData: () =>
      message && queryClient.getQueryData(contextAheadQuery(api, message, search).queryKey),
  })
  // A question that is not asked any more keeps its old answer.
  const context = mayReadThread ? openable(around).data : undefined
  useMessagesAhead(mayReadThread ? ahead : [], search, message !== undefined)
  if (message)
    return (
      <MessageRead
        key={id}
        message={message}
        context={context}
        search={search}
        isWhole={!mayReadThread || around.isError}
      />
    )
  if (error) return <ErrorPage error={error} onRetry={() => void refetch()} />
  return <PendingPane />
}

interface MessageReadProps {
  message: MessageDetails
  context: Conversation | undefined
  search: string | undefined
  /** There is no more to wait for. */
  isWhole: boolean
}

function MessageRead({ message, context, search, isWhole }: MessageReadProps) {
  const { id, conversationId, from, channel, category, urgency, theme, postedAt, promisedFor, subject } =
    message
  const messages = (context?.messages ?? [message]).map((one) => (one.id === id ? message : one))
  const evidence = useThreadEvidence([messages])
  const href = useOverviewHref()(conversationId, id)
  return (
    <PaneContent
      title={subject ?? from}
      head={
        <div className={classes.facts}>
          <ChannelBadge channel={channel} />
          <DateTime at={postedAt} />
          <CategoryBadge category={category} />
          <UrgencyBadge urgency={urgency} />
          {theme && (
            <span>
              About <ThemeLink theme={theme} />
            </span>
          )}
          {promisedFor && <span>Promise due {utcDayText(new Date(promisedFor))}</span>}
          {!isWhole && (
            <Button
              component={Link}
              href={href}
              size="compact-sm"
              variant="default"
              leftSection={<IconMessages size={16} aria-hidden />}
              title="Open the conversation (O)"
              className={classes.open}
            >
              Conversation
            </Button>
          )}
        </div>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by keyboard */}
      <div className={classes.thread} data-flows tabIndex={0} role="region" aria-label="In its conversation">
        <NotLoaded what="Evidence" onRetry={evidence.retry} />
        {context || isWhole ? (
          <ConversationThread
            messages={messages}
            memberships={context?.memberships ?? []}
            evidence={evidence.marks}
            currentId={id}
            search={search}
            before={context?.before && <More href={href}>Earlier messages</More>}
            after={context?.after && <More href={href}>Later messages</More>}
          />
        ) : (
          <Skeleton height={220} aria-busy />
        )}
      </div>
    </PaneContent>
  )
}

/** A message that is loading. */
export function PendingPane() {
  return (
    <PendingContent>
      <div className={classes.thread}>
        <Skeleton height={220} aria-busy />
      </div>
    </PendingContent>
  )
}
